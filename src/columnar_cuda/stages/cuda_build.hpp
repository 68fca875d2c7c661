#pragma once

#include <string>

/// What a build with and one without CUDA answer differently: cuda_build.cpp belongs to the first, without_cuda.cpp to
/// the second.

namespace columnar::cuda {

/// "CUDA 13.0" as `columnar --version` has it; empty in a build without CUDA.
[[nodiscard]] std::string build_text();

}  // namespace columnar::cuda
