#include "columnar_cuda/stages/cuda_build.hpp"

namespace columnar::cuda {

std::string build_text() { return {}; }

}  // namespace columnar::cuda
