#pragma once

#include <string>

#include "columnar/baselines/embedding.hpp"

namespace columnar {

/// Reads an embedding of any format the program knows, ours or a foreign one: codes from .sdr, .tsv, .svm or .npz.
[[nodiscard]] Embedding read_embedding(const std::string& path);

}  // namespace columnar
