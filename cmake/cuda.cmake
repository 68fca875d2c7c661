# The stages of a fit on an NVIDIA GPU: the library columnar_cuda. Without COLUMNAR_CUDA it is one file that says so.
file(GLOB_RECURSE COLUMNAR_CUDA_SOURCES CONFIGURE_DEPENDS src/columnar_cuda/*.cpp src/columnar_cuda/*.cu)
if(COLUMNAR_CUDA)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 90) # Hopper: H100, H200; -DCMAKE_CUDA_ARCHITECTURES="80;90" for others, too
  endif()
  if(COLUMNAR_CCACHE AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${COLUMNAR_CCACHE})
  endif()
  enable_language(CUDA)
  if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION) # CMake 3.25 does not know that nvcc has C++20
    set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
    set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
  endif()
  set(CMAKE_CUDA_STANDARD 20)
  set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
  list(FILTER COLUMNAR_CUDA_SOURCES EXCLUDE REGEX "/without_cuda\\.cpp$")
else()
  list(FILTER COLUMNAR_CUDA_SOURCES INCLUDE REGEX "/without_cuda\\.cpp$")
endif()

# columnar_add_cuda(SUFFIX): columnar_cuda for the libraries of one kind of CPU.
function(columnar_add_cuda suffix)
  set(target columnar_cuda${suffix})
  add_library(${target} STATIC ${COLUMNAR_CUDA_SOURCES})
  target_link_libraries(${target} PUBLIC columnar_core${suffix} PRIVATE columnar_flags)
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  if(COLUMNAR_CUDA)
    string(REGEX MATCH "^[0-9]+\\.[0-9]+" version "${CMAKE_CUDA_COMPILER_VERSION}")
    target_compile_definitions(${target} PRIVATE COLUMNAR_CUDA_VERSION="${version}")
    # Sums are contracted to FMA only where a kernel says so (fmaf), or values that the CPU computes, too, would differ
    # from its own.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false;--extended-lambda;--expt-relaxed-constexpr>")
    if(COLUMNAR_WERROR)
      target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings;-Xcompiler=-Wall,-Wextra>")
    endif()
  endif()
endfunction()
