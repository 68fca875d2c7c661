#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace columnar {

/// The bytes of a regular file, read from disk on access and shared with every process that maps the same file. Any
/// failure is Error(kInput) that begins with the name: no such file, not a regular file, no permission.
///
/// The program replaces files and never modifies them, so a mapped file stays as it was. If another program truncates a
/// mapped file, this process is killed.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace columnar
