#include "columnar/baselines/embedding_file.hpp"

#include "columnar/sdr/sdr_export.hpp"

namespace columnar {

Embedding read_embedding(const std::string& path) { return read_codes(path); }

}  // namespace columnar
