#pragma once

/// Marks functions that CUDA kernels call, too. Nothing to any other compiler.
#ifdef __CUDACC__
#define COLUMNAR_HOST_DEVICE __host__ __device__
#else
#define COLUMNAR_HOST_DEVICE
#endif
