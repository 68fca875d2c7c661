#pragma once

#include <stdexcept>
#include <string>

namespace columnar {

/// What kind of thing went wrong; the command line turns it into an exit code.
enum class ErrorCode {
  kInput,   ///< a file or stream the user gave cannot be read or makes no sense
  kConfig,  ///< a parameter is impossible, alone or together with the graph
  kOutput,  ///< a result cannot be written
};

/// The one exception type. Its message is one line that begins with the place, where there is one:
/// "graph.tsv:17: node id is missing". Exceptions end a request; asserts mark our own bugs.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace columnar
