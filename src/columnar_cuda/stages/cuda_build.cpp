#include "columnar_cuda/stages/cuda_build.hpp"

namespace columnar::cuda {

std::string build_text() { return "CUDA " COLUMNAR_CUDA_VERSION; }

}  // namespace columnar::cuda
