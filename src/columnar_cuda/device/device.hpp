#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

struct CUstream_st;

namespace columnar::cuda {

/// What cudaStream_t is.
using Stream = CUstream_st*;

/// One GPU, with the stream that all work of a fit is ordered on and the memory that is left over from freed arrays.
class Device {
 public:
  /// The first GPU, with this many threads of the host for large copies. Throws Error(kConfig) where there is none, its
  /// driver is too old or it is of a kind that this build has no code for.
  explicit Device(int threads = 1);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  [[nodiscard]] Stream stream() const noexcept { return stream_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] int multiprocessors() const noexcept { return multiprocessors_; }
  /// Bytes that arrays can still take.
  [[nodiscard]] std::uint64_t free_bytes() const;
  /// Waits for all work; throws Error(kConfig) where some failed.
  void synchronize() const;

  /// Memory in the order of the stream. Throws Error(kConfig) if there is not enough.
  [[nodiscard]] void* allocate(std::size_t bytes) const;
  void free(void* memory) const noexcept;
  /// Copies in the order of the stream, large arrays in pieces through memory that the GPU reaches itself; upload and
  /// download return when the host's memory may be used again.
  void upload(void* to, const void* from, std::size_t bytes) const;
  void download(void* to, const void* from, std::size_t bytes) const;
  void copy(void* to, const void* from, std::size_t bytes) const;
  /// Every byte becomes `value`.
  void fill(void* to, int value, std::size_t bytes) const;

 private:
  class Pieces;
  /// Memory for large copies, allocated once: the system takes longer for it than for most copies.
  [[nodiscard]] Pieces& pieces() const;

  Stream stream_ = nullptr;
  mutable std::unique_ptr<Pieces> pieces_;
  std::string name_;
  int multiprocessors_ = 0;
  int threads_ = 1;
};

}  // namespace columnar::cuda
