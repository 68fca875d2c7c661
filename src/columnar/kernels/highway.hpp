// Highway, only for the files of kernels. Each file defines HWY_TARGET_INCLUDE as its own path and includes this
// file, which compiles it once per target (docs/decisions/0036-kernels.md). Therefore there is no include guard.
//
// Code in HWY_NAMESPACE must not instantiate templates of other libraries, such as std::span: the linker keeps one copy
// of an instantiation, perhaps the one compiled for the largest instruction set.

#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL        // AVX-512 with VNNI and VPOPCNTDQ; off in Highway by default
#define HWY_DISABLE_PCLMUL_AES  // not used here; -march=x86-64-v3 lacks both and would not count as AVX2
#ifndef COLUMNAR_LEFT_OUT
#define COLUMNAR_LEFT_OUT 0  // targets that a file excludes
#endif
// Arrays cannot hold vectors of variable size. Processors with SVE use NEON.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | COLUMNAR_LEFT_OUT)
#define COLUMNAR_PLAIN_TARGET (HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128)  // no vectors: runs the plain twin
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns about vectors that its own intrinsics leave undefined on purpose.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

#include <hwy/foreach_target.h>  // must come first
#include <hwy/highway.h>

// COLUMNAR_DISPATCH(FUNCTION)(ARGUMENTS) calls a function exported by HWY_EXPORT, for the best target.
#if HWY_ONCE && !defined(COLUMNAR_DISPATCH)
#if HWY_IDE || (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define COLUMNAR_DISPATCH HWY_DYNAMIC_DISPATCH
#else
// HWY_DYNAMIC_DISPATCH fetches this reference from Highway's library at every call, which takes longer than some
// kernels.
namespace columnar {
namespace {
// NOLINTNEXTLINE(misc-definitions-in-headers): one for each file, which keeps it near its kernels
const hwy::ChosenTarget& chosen_target = hwy::GetChosenTarget();
}  // namespace
}  // namespace columnar
#define COLUMNAR_DISPATCH(FUNCTION) (*HWY_DISPATCH_TABLE(FUNCTION)[chosen_target.GetIndex()])
#endif
#endif
