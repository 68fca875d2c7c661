#pragma once

#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace columnar {

/// What kind of thing went wrong.
enum class ErrorCode {
  kInput,   ///< a file or stream the user gave cannot be read or makes no sense
  kConfig,  ///< a parameter is impossible, alone or together with the graph
  kOutput,  ///< a result cannot be written
};

/// The one exception type of the library. Its message is one line that begins with the place, where there is one:
/// "graph.tsv:17: node id is missing". Besides it, only std::bad_alloc and what a ProgressSink throws leave the
/// library.
class Error : public std::runtime_error {
 public:
  /// An error of one kind, with its message.
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// What kind of thing went wrong.
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace columnar
#pragma GCC visibility pop
