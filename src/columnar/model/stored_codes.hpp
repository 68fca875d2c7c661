#pragma once

#include <string>

#include "columnar/codes.hpp"

namespace columnar {

/// True if a file is a model, by its first bytes. Always false for a pipe, whose first bytes can be read only once.
[[nodiscard]] bool is_model_file(const std::string& path);

/// Throws Error(kInput), which says what the file is, if it is an index, a checkpoint or a layout by its first bytes: a
/// reader of codes would only complain about the extension.
void require_no_other_kind(const std::string& path);

/// Whether a file holds codes, or a graph as read_graph() takes it. A file of this program holds codes, and so does a
/// name that is used for codes alone. `.npz` and `.tsv` are both: an archive holds codes if they say so or if its
/// matrix is not square, a text does if its first line is an id, a tab and numbers between blanks. Any other name is of
/// a graph.
[[nodiscard]] bool holds_codes(const std::string& path);

/// The codes of a code file (sdr_export.hpp), or those of all nodes of a model, which then need no separate file.
/// Metadata as by read_codes(). Throws like read_codes() and load_model().
[[nodiscard]] SdrTable read_stored_codes(const std::string& path, std::string* metadata_json = nullptr);

}  // namespace columnar
