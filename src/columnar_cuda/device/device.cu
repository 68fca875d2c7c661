#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/device.hpp"

namespace columnar::cuda {
namespace {

/// Tells whether this build has code for the GPU.
__global__ void probe() {}

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorCode::kConfig, "--device cuda: " + reason); }

constexpr std::size_t kPiece = std::size_t{32} << 20U;

/// First writes to memory are slow, so threads share them.
void copy_on_host(std::byte* to, const std::byte* from, std::size_t bytes, int threads) {
  constexpr std::size_t kBlock = std::size_t{1} << 20U;
  parallel_blocks(threads, bytes, kBlock,
                  [&](std::size_t begin, std::size_t end) { std::memcpy(to + begin, from + begin, end - begin); });
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

/// Two pieces of memory that the GPU reaches itself, and whether it is done with them.
class Device::Pieces {
 public:
  Pieces() {
    for (std::size_t i = 0; i < kCount; ++i) {
      check(cudaMallocHost(&memory_[i], kPiece), "memory for copies");
      check(cudaEventCreateWithFlags(&done_[i], cudaEventDisableTiming), "event");
    }
  }
  ~Pieces() {
    for (std::size_t i = 0; i < kCount; ++i) {
      (void)cudaFreeHost(memory_[i]);
      (void)cudaEventDestroy(done_[i]);
    }
  }
  Pieces(const Pieces&) = delete;
  Pieces& operator=(const Pieces&) = delete;

  [[nodiscard]] std::byte* memory(std::size_t i) const noexcept { return static_cast<std::byte*>(memory_[i % kCount]); }
  void record(std::size_t i, Stream stream) const { check(cudaEventRecord(done_[i % kCount], stream), "event"); }
  void wait(std::size_t i) const { check(cudaEventSynchronize(done_[i % kCount]), "copy"); }

 private:
  static constexpr std::size_t kCount = 2;
  std::array<void*, kCount> memory_{};
  std::array<cudaEvent_t, kCount> done_{};
};

void check(cudaError_t result, const char* what) {
  if (result != cudaSuccess) {
    (void)cudaGetLastError();  // so that the next call does not report it again
    throw Error(ErrorCode::kConfig, std::string("GPU: ") + what + ": " + cudaGetErrorString(result));
  }
}

Device::Device(int threads) : threads_(threads) {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
    refuse("this machine has no NVIDIA driver");
  }
  int built = 0;
  check(cudaRuntimeGetVersion(&built), "version");
  if (driver / 1000 < built / 1000) {
    refuse("the NVIDIA driver is too old: it supports CUDA " + version_text(driver) + ", this build needs " +
           version_text(built / 1000 * 1000));
  }
  int count = 0;
  if (const cudaError_t result = cudaGetDeviceCount(&count); result != cudaSuccess || count == 0) {
    refuse(std::string("this machine has no NVIDIA GPU that can be used (") + cudaGetErrorString(result) + ")");
  }
  check(cudaSetDevice(0), "first use");
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, 0), "properties");
  name_ = properties.name;
  multiprocessors_ = properties.multiProcessorCount;
  probe<<<1, 1>>>();
  if (const cudaError_t result = cudaGetLastError(); result != cudaSuccess) {
    refuse(name_ + ": this build has no code for it; build with -DCMAKE_CUDA_ARCHITECTURES=" +
           std::to_string(properties.major) + std::to_string(properties.minor) + " (" + cudaGetErrorString(result) +
           ")");
  }
  cudaMemPool_t pool = nullptr;
  check(cudaDeviceGetDefaultMemPool(&pool, 0), "memory pool");
  std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep), "memory pool");
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "stream");
}

Device::~Device() {
  if (stream_ != nullptr) {
    (void)cudaStreamSynchronize(stream_);
    (void)cudaStreamDestroy(stream_);
  }
  cudaMemPool_t pool = nullptr;
  if (cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess) {
    (void)cudaMemPoolTrimTo(pool, 0);
  }
}

std::uint64_t Device::free_bytes() const {
  synchronize();
  std::size_t free = 0;
  std::size_t total = 0;
  check(cudaMemGetInfo(&free, &total), "free memory");
  cudaMemPool_t pool = nullptr;
  check(cudaDeviceGetDefaultMemPool(&pool, 0), "memory pool");
  std::uint64_t reserved = 0;
  std::uint64_t used = 0;
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved), "memory pool");
  check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used), "memory pool");
  return free + (reserved - used);
}

void Device::synchronize() const { check(cudaStreamSynchronize(stream_), "work"); }

void* Device::allocate(std::size_t bytes) const {
  void* memory = nullptr;
  const cudaError_t result = cudaMallocAsync(&memory, bytes, stream_);
  if (result == cudaErrorMemoryAllocation) {
    (void)cudaGetLastError();
    refuse(name_ + " has no room for " + std::to_string((bytes >> 20U) + 1) +
           " MiB more; --estimate --device cuda tells how much a graph needs");
  }
  check(result, "allocation");
  return memory;
}

void Device::free(void* memory) const noexcept { (void)cudaFreeAsync(memory, stream_); }

Device::Pieces& Device::pieces() const {
  if (!pieces_) {
    pieces_ = std::make_unique<Pieces>();
  }
  return *pieces_;
}

void Device::upload(void* to, const void* from, std::size_t bytes) const {
  if (bytes < kPiece) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "upload");
    return synchronize();
  }
  Pieces& pieces = this->pieces();
  for (std::size_t i = 0; i * kPiece < bytes; ++i) {
    const std::size_t begin = i * kPiece;
    const std::size_t size = std::min(kPiece, bytes - begin);
    pieces.wait(i);
    copy_on_host(pieces.memory(i), static_cast<const std::byte*>(from) + begin, size, threads_);
    check(cudaMemcpyAsync(static_cast<std::byte*>(to) + begin, pieces.memory(i), size, cudaMemcpyHostToDevice, stream_),
          "upload");
    pieces.record(i, stream_);
  }
  synchronize();
}

void Device::download(void* to, const void* from, std::size_t bytes) const {
  if (bytes < kPiece) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "download");
    return synchronize();
  }
  Pieces& pieces = this->pieces();
  const std::size_t count = (bytes + kPiece - 1) / kPiece;
  for (std::size_t i = 0; i <= count; ++i) {
    if (i < count) {  // piece i comes while the one before it is copied
      const std::size_t size = std::min(kPiece, bytes - i * kPiece);
      check(cudaMemcpyAsync(pieces.memory(i), static_cast<const std::byte*>(from) + i * kPiece, size,
                            cudaMemcpyDeviceToHost, stream_),
            "download");
      pieces.record(i, stream_);
    }
    if (i > 0) {
      const std::size_t begin = (i - 1) * kPiece;
      pieces.wait(i - 1);
      copy_on_host(static_cast<std::byte*>(to) + begin, pieces.memory(i - 1), std::min(kPiece, bytes - begin),
                   threads_);
    }
  }
}

void Device::copy(void* to, const void* from, std::size_t bytes) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copy");
}

void Device::fill(void* to, int value, std::size_t bytes) const {
  check(cudaMemsetAsync(to, value, bytes, stream_), "fill");
}

}  // namespace columnar::cuda
