#include <cublas_v2.h>

#include <string>

#include "columnar/error.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/products.hpp"

namespace columnar::cuda {
namespace {

void check_blas(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS) {
    throw Error(ErrorCode::kConfig, std::string("GPU: ") + what + ": " + cublasGetStatusString(status));
  }
}

// cuBLAS stores columns contiguously: what is m × n here is n × m there.

void multiply(cublasHandle_t handle, const float* left, const float* right, std::size_t m, std::size_t n, std::size_t k,
              float* out) {
  const float one = 1.0F;
  const float zero = 0.0F;
  check_blas(
      cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(n), static_cast<int>(m), static_cast<int>(k), &one,
                  right, static_cast<int>(k), left, static_cast<int>(k), &zero, out, static_cast<int>(n)),
      "product");
}

void multiply(cublasHandle_t handle, const double* left, const double* right, std::size_t m, std::size_t n,
              std::size_t k, double* out) {
  const double one = 1.0;
  const double zero = 0.0;
  check_blas(
      cublasDgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, static_cast<int>(n), static_cast<int>(m), static_cast<int>(k), &one,
                  right, static_cast<int>(k), left, static_cast<int>(k), &zero, out, static_cast<int>(n)),
      "product");
}

/// A product of the size of a portion of nodes, so that its kernel is there when the first one is wanted.
template <class Number>
void load_product(cublasHandle_t handle, Stream stream) {
  constexpr std::size_t kRows = 1U << 15U;
  constexpr std::size_t kWidth = 128;
  constexpr std::size_t kColumns = 300;
  constexpr std::size_t kNumbers = (kRows + kColumns) * kWidth + kRows * kColumns;
  void* memory = nullptr;
  check(cudaMallocAsync(&memory, kNumbers * sizeof(Number), stream), "allocation");
  auto* left = static_cast<Number*>(memory);
  Number* right = left + kRows * kWidth;
  multiply(handle, left, right, kRows, kColumns, kWidth, right + kColumns * kWidth);
  check(cudaFreeAsync(memory, stream), "allocation");
}

/// On a stream of its own, beside the work of the fit.
cublasHandle_t load_blas() {
  cublasHandle_t handle = nullptr;
  check_blas(cublasCreate(&handle), "cuBLAS");
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "stream");
  check_blas(cublasSetStream(handle, stream), "cuBLAS");
  load_product<float>(handle, stream);
  load_product<double>(handle, stream);
  check(cudaStreamSynchronize(stream), "cuBLAS");
  check(cudaStreamDestroy(stream), "stream");
  return handle;
}

}  // namespace

Products::Products(const Device& device) : device_(device), loading_(std::async(std::launch::async, load_blas)) {}

Products::~Products() {
  try {
    (void)cublasDestroy(handle());
  } catch (const Error&) {  // it never loaded
  }
}

cublasContext* Products::handle() const {
  if (loading_.valid()) {
    handle_ = loading_.get();
    check_blas(cublasSetStream(handle_, device_.stream()), "cuBLAS");
  }
  return handle_;
}

void Products::by_transposed(const float* left, const float* right, std::size_t m, std::size_t n, std::size_t k,
                             float* out) const {
  multiply(handle(), left, right, m, n, k, out);
}

void Products::by_transposed(const double* left, const double* right, std::size_t m, std::size_t n, std::size_t k,
                             double* out) const {
  multiply(handle(), left, right, m, n, k, out);
}

}  // namespace columnar::cuda
