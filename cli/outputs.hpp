#pragma once

#include <string>
#include <vector>

#include "columnar/report/embed_summary.hpp"

/// What commands that write files ask before their work, and note after it.

namespace columnar::cli {

/// Whether two paths lead to one file, there already or not.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

/// Throws Error where an output cannot be written, or would replace an input: all that can be known to go wrong before
/// any work is done. Inputs may be "" (none) and "-" (standard input).
void require_output(const std::string& output, const std::vector<std::string>& inputs);

/// Throws Error where a model would be written under a name by which codes or vectors are known: whoever sees the file
/// would take it for them.
void require_model_name(const std::string& path);

/// Notes that a file was written, and how large it is.
void note_written(std::vector<WrittenFile>& written, const std::string& path, const char* what);

}  // namespace columnar::cli
