#include <limits>

#include "columnar/error.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/device.hpp"

namespace columnar::cuda {
namespace {

/// Tells whether this build has code for the GPU.
__global__ void probe() {}

[[noreturn]] void refuse(const std::string& reason) { throw Error(ErrorCode::kConfig, "--device cuda: " + reason); }

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

void check(cudaError_t result, const char* what) {
  if (result != cudaSuccess) {
    (void)cudaGetLastError();  // so that the next call does not report it again
    throw Error(ErrorCode::kConfig, std::string("GPU: ") + what + ": " + cudaGetErrorString(result));
  }
}

Device::Device() {
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

void Device::upload(void* to, const void* from, std::size_t bytes) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_), "upload");
  synchronize();
}

void Device::download(void* to, const void* from, std::size_t bytes) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_), "download");
  synchronize();
}

void Device::copy(void* to, const void* from, std::size_t bytes) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_), "copy");
}

void Device::fill(void* to, int value, std::size_t bytes) const {
  check(cudaMemsetAsync(to, value, bytes, stream_), "fill");
}

}  // namespace columnar::cuda
