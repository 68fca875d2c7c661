#pragma once

#include <string>

#include "columnar/codes.hpp"

namespace columnar {

/// True if a file is a model, by its first bytes. Always false for a pipe, whose first bytes can be read only once.
[[nodiscard]] bool is_model_file(const std::string& path);

/// The codes of a file: of one that holds codes (sdr_export.hpp), or those of all nodes of a model, which then need no
/// file of their own. Metadata as by read_codes(). Errors as read_codes() and load_model().
[[nodiscard]] SdrTable read_stored_codes(const std::string& path, std::string* metadata_json = nullptr);

}  // namespace columnar
