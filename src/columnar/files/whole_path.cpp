#include "columnar/files/whole_path.hpp"

namespace columnar {

const std::string& whole_path(const std::string& path, ErrorCode code) {
  const std::size_t at = path.find('\0');
  if (at != std::string::npos) {
    throw Error(code, path.substr(0, at) + "\\0" + path.substr(at + 1) + ": embedded null byte in the path");
  }
  return path;
}

}  // namespace columnar
