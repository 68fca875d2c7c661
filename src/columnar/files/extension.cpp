#include "columnar/files/extension.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace columnar {

std::string extension_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return extension;
}

std::string unpacked_extension_of(const std::string& path) {
  const std::string extension = extension_of(path);
  return extension == ".gz" ? extension_of(path.substr(0, path.size() - extension.size())) : extension;
}

}  // namespace columnar
