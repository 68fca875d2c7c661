// Highway, for the files of kernels alone. Each of them defines HWY_TARGET_INCLUDE, its own path, and includes this
// file, which compiles it once for every target (docs/decisions/0036-kernels.md). There is no include guard for that
// reason.
//
// Code in HWY_NAMESPACE must not instantiate templates of other libraries, such as std::span: the linker keeps one copy
// of an instantiation, perhaps the one compiled for the largest instruction set.

#ifndef HWY_WANT_AVX3_DL
#define HWY_WANT_AVX3_DL        // AVX-512 with VNNI and VPOPCNTDQ; Highway leaves it out unless asked
#define HWY_DISABLE_PCLMUL_AES  // not used here; -march=x86-64-v3 lacks both and would not count as AVX2
#ifndef COLUMNAR_LEFT_OUT
#define COLUMNAR_LEFT_OUT 0  // targets that a file does not want
#endif
// Arrays cannot hold vectors without a fixed size. NEON serves processors that have SVE.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | COLUMNAR_LEFT_OUT)
#define COLUMNAR_PLAIN_TARGET (HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128)  // no vectors: runs the plain twin
#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns about vectors that its own intrinsics leave undefined on purpose.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

#include <hwy/foreach_target.h>  // first, as Highway asks
#include <hwy/highway.h>

// COLUMNAR_DISPATCH(FUNCTION)(ARGUMENTS) calls what HWY_EXPORT has exported, for the best target.
#if HWY_ONCE && !defined(COLUMNAR_DISPATCH)
#if HWY_IDE || (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define COLUMNAR_DISPATCH HWY_DYNAMIC_DISPATCH
#else
// HWY_DYNAMIC_DISPATCH asks Highway's library for this reference at every call, which takes longer than some kernels
// may.
namespace columnar {
namespace {
const hwy::ChosenTarget& chosen_target = hwy::GetChosenTarget();
}  // namespace
}  // namespace columnar
#define COLUMNAR_DISPATCH(FUNCTION) (*HWY_DISPATCH_TABLE(FUNCTION)[chosen_target.GetIndex()])
#endif
#endif
