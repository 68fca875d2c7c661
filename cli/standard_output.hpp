#pragma once

#include <functional>
#include <string>

namespace columnar::cli {

/// Runs a command that writes one file of text. Where its output is "-", the command writes a file of that extension in
/// a folder for temporary files instead, and the file goes to standard output once it is complete: a run that fails
/// prints nothing. `output` is the path that the command sees; `quiet` is set for it, for a summary would be in the
/// way. Throws Error(kConfig) where `json` asks for a summary in the same place.
void run_with_output(std::string& output, const std::string& extension, bool& quiet, bool json,
                     const std::function<void()>& run);

/// Removes the folder of a run_with_output() that has not ended. Async-signal-safe, for a handler that ends the
/// program.
void remove_unsent_output() noexcept;

}  // namespace columnar::cli
