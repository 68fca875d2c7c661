#pragma once

#include <cstddef>
#include <future>

#include "columnar_cuda/device/device.hpp"

struct cublasContext;

namespace columnar::cuda {

/// Products of matrices by cuBLAS, rows contiguous, in the order of a device's stream. Their bits are the same in every
/// run on one kind of GPU.
///
/// cuBLAS takes a tenth of a second to load its kernels. A thread does that while the first stages run; the first
/// product waits for it, and throws Error(kConfig) if it failed.
class Products {
 public:
  explicit Products(const Device& device);
  ~Products();
  Products(const Products&) = delete;
  Products& operator=(const Products&) = delete;

  /// out ← left · rightᵀ: m × k by n × k numbers.
  void by_transposed(const float* left, const float* right, std::size_t m, std::size_t n, std::size_t k,
                     float* out) const;
  void by_transposed(const double* left, const double* right, std::size_t m, std::size_t n, std::size_t k,
                     double* out) const;

 private:
  [[nodiscard]] cublasContext* handle() const;

  const Device& device_;
  mutable std::future<cublasContext*> loading_;
  mutable cublasContext* handle_ = nullptr;
};

}  // namespace columnar::cuda
