#pragma once

#include <string>

#include "columnar/codes.hpp"

namespace columnar {

/// Whether a file is a model, by its first bytes. Never for a pipe, whose first bytes can be read but once.
[[nodiscard]] bool is_model_file(const std::string& path);

/// The codes of a file: of one that holds codes (sdr_export.hpp), or those of all nodes of a model, which then need no
/// file of their own. Where they come from is told as by read_codes(). Errors as read_codes() and load_model().
[[nodiscard]] SdrTable read_stored_codes(const std::string& path, std::string* metadata_json = nullptr);

}  // namespace columnar
