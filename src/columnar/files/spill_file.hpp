#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace columnar {

/// A temporary file without a name: whatever ends the program, nothing of it is left behind. Its bytes are appended and
/// then mapped, so that the system may take their memory back whenever it needs it.
///
/// Every byte is written before any is mapped. So a full disk is Error(kOutput) that begins with the directory, and
/// never the end of the program.
class SpillFile {
 public:
  explicit SpillFile(const std::string& directory);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  void append(std::span<const std::byte> bytes);
  /// All that was appended, as long as this object lives; nothing can be appended any more.
  [[nodiscard]] std::span<const std::byte> map();
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  [[noreturn]] void fail(const char* what) const;

  std::string directory_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::span<const std::byte> mapped_;
};

}  // namespace columnar
