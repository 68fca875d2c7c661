#include <cublas_v2.h>

#include <string>

#include "columnar/error.hpp"
#include "columnar_cuda/device/products.hpp"

namespace columnar::cuda {
namespace {

void check_blas(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS) {
    throw Error(ErrorCode::kConfig, std::string("GPU: ") + what + ": " + cublasGetStatusString(status));
  }
}

}  // namespace

Products::Products(const Device& device) {
  check_blas(cublasCreate(&handle_), "cuBLAS");
  check_blas(cublasSetStream(handle_, device.stream()), "cuBLAS");
}

Products::~Products() { (void)cublasDestroy(handle_); }

// cuBLAS stores columns contiguously: what is m × n here is n × m there.

void Products::by_transposed(const float* left, const float* right, std::size_t m, std::size_t n, std::size_t k,
                             float* out) const {
  const float one = 1.0F;
  const float zero = 0.0F;
  check_blas(
      cublasSgemm(handle_, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(n), static_cast<int>(m), static_cast<int>(k),
                  &one, right, static_cast<int>(k), left, static_cast<int>(k), &zero, out, static_cast<int>(n)),
      "product");
}

void Products::by_transposed(const double* left, const double* right, std::size_t m, std::size_t n, std::size_t k,
                             double* out) const {
  const double one = 1.0;
  const double zero = 0.0;
  check_blas(
      cublasDgemm(handle_, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(n), static_cast<int>(m), static_cast<int>(k),
                  &one, right, static_cast<int>(k), left, static_cast<int>(k), &zero, out, static_cast<int>(n)),
      "product");
}

}  // namespace columnar::cuda
