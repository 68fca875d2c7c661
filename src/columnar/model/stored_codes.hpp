#pragma once

#include <string>

#include "columnar/codes.hpp"

namespace columnar {

/// True if a file is a model, by its first bytes. Always false for a pipe, whose first bytes can be read only once.
[[nodiscard]] bool is_model_file(const std::string& path);

/// Throws Error(kInput), which says what the file is, if it is an index or a checkpoint by its first bytes: a reader of
/// codes would only complain about the extension.
void require_no_other_kind(const std::string& path);

/// The codes of a code file (sdr_export.hpp), or those of all nodes of a model, which then need no separate file.
/// Metadata as by read_codes(). Throws like read_codes() and load_model().
[[nodiscard]] SdrTable read_stored_codes(const std::string& path, std::string* metadata_json = nullptr);

}  // namespace columnar
