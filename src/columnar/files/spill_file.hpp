#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace columnar {

/// An unnamed temporary file: however the program ends, nothing is left behind. Bytes are appended and
/// then mapped, so that the system can reclaim their memory at any time.
///
/// All bytes are written before any is mapped, so a full disk is an Error(kOutput) that begins with the directory and
/// never a crash.
class SpillFile {
 public:
  explicit SpillFile(const std::string& directory);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  void append(std::span<const std::byte> bytes);
  /// Maps all appended bytes, valid as long as this object; nothing can be appended afterwards.
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
