#pragma once

#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace columnar {

/// Category of an error.
enum class ErrorCode {
  kInput,   ///< an input file or stream cannot be read or is invalid
  kConfig,  ///< a parameter is invalid, alone or for the given graph
  kOutput,  ///< a result cannot be written
};

/// The only exception type of the library. Its message is one line that begins with the place, if there is one:
/// "graph.tsv:17: node id is missing". Apart from it, only std::bad_alloc and exceptions of a ProgressSink leave the
/// library.
class Error : public std::runtime_error {
 public:
  /// An error with its category and message.
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// Category of the error.
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace columnar
#pragma GCC visibility pop
