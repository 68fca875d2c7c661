#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "columnar_lab/report/embed_summary.hpp"

/// What commands that write files ask before their work, and note after it.

namespace columnar::cli {

/// A file that a command writes, and how the user named it: "--model".
struct Output {
  std::string flag;
  std::string path;
};

/// Throws Error where an output cannot be written, would replace an input, or goes where another one goes, also by a
/// link or another spelling: all that can be known to go wrong before any work is done. Inputs may be "" (none) and "-"
/// (standard input). Reserved are paths that the command itself works with, there yet or not.
void require_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs,
                     const std::vector<Output>& reserved = {});

/// Throws Error where a model would be written under a name by which codes or vectors are known: whoever sees the file
/// would take it for them.
void require_model_name(const std::string& path);

/// Notes that a file was written, and how large it is.
void note_written(std::vector<WrittenFile>& written, const std::string& path, const char* what);

/// Prints what a command tells of the files that it has written. Where standard output cannot take it, the error says
/// that they are there, for who runs an update again makes its changes twice.
void print_written(std::string_view text, const std::vector<WrittenFile>& written);

}  // namespace columnar::cli
