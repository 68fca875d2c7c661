#include "columnar/kernels/int16_products.hpp"

#include <algorithm>
#include <cstring>

#define HWY_TARGET_INCLUDE "columnar/kernels/int16_products.cpp"
#include "columnar/kernels/highway.hpp"

#if HWY_ARCH_X86 && !defined(COLUMNAR_VNNI)
#define COLUMNAR_VNNI
#include <immintrin.h>
namespace columnar {
namespace {

/// With VNNI, which Highway 1.0.3 does not use: multiply and add in one instruction.
template <std::size_t kRows>
__attribute__((target("avx512f,avx512vnni"))) void multiply_rows_vnni(const std::int16_t* numbers, std::size_t pairs,
                                                                      const std::int16_t* panel, std::int32_t* sums) {
  __m512i held[kRows] = {};  // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
#pragma GCC unroll 4         // otherwise GCC copies every sum to another register and back
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const __m512i of_pair = _mm512_loadu_si512(panel + 2 * kPanelRows * pair);
    for (std::size_t i = 0; i < kRows; ++i) {
      std::int32_t both = 0;
      std::memcpy(&both, numbers + 2 * (pairs * i + pair), sizeof(both));
      held[i] = _mm512_dpwssd_epi32(held[i], of_pair, _mm512_set1_epi32(both));
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    _mm512_storeu_si512(sums + i * kPanelRows, held[i]);
  }
}

}  // namespace
}  // namespace columnar
#endif

HWY_BEFORE_NAMESPACE();
namespace columnar::HWY_NAMESPACE {

#if COLUMNAR_PLAIN_TARGET

void multiply_int16(const Int16Block& block, const std::int16_t* panel, std::int32_t* sums) {
  plain::multiply_int16(block, panel, sums);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using SumTag = hn::CappedTag<std::int32_t, kPanelRows>;
using NumberTag = hn::Repartition<std::int16_t, SumTag>;
using Sums = hn::Vec<SumTag>;
constexpr std::size_t kLanes = hn::MaxLanes(SumTag());
constexpr std::size_t kVectors = kPanelRows / kLanes;         ///< for the sums of one row
constexpr std::size_t kRowsTogether = kBlockRows / kVectors;  ///< rows whose sums stay in registers

template <std::size_t kRows>
void multiply_rows(const std::int16_t* numbers, std::size_t pairs, const std::int16_t* panel, std::int32_t* sums) {
#if HWY_TARGET == HWY_AVX3_DL
  multiply_rows_vnni<kRows>(numbers, pairs, panel, sums);
#else
  const SumTag d;
  const NumberTag d_number;
  Sums even[kRows][kVectors];  // NOLINT(modernize-avoid-c-arrays): std::array is a template of another library
  Sums odd[kRows][kVectors];   // NOLINT(modernize-avoid-c-arrays)
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      even[i][v] = hn::Zero(d);
      odd[i][v] = hn::Zero(d);
    }
  }
#pragma GCC unroll 4  // otherwise GCC copies every sum to another register and back
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::int16_t* of_pair = panel + 2 * kPanelRows * pair;
    for (std::size_t i = 0; i < kRows; ++i) {
      std::int32_t both = 0;
      std::memcpy(&both, numbers + 2 * (pairs * i + pair), sizeof(both));
      const auto factors = hn::BitCast(d_number, hn::Set(d, both));
      for (std::size_t v = 0; v < kVectors; ++v) {
        even[i][v] = hn::ReorderWidenMulAccumulate(d, hn::LoadU(d_number, of_pair + 2 * kLanes * v), factors,
                                                   even[i][v], odd[i][v]);
      }
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(hn::RearrangeToOddPlusEven(even[i][v], odd[i][v]), d, sums + i * kPanelRows + v * kLanes);
    }
  }
#endif
}

void multiply_int16(const Int16Block& block, const std::int16_t* panel, std::int32_t* sums) {
  std::size_t i = 0;
  for (; i + kRowsTogether <= block.rows; i += kRowsTogether) {
    multiply_rows<kRowsTogether>(block.numbers + 2 * block.pairs * i, block.pairs, panel, sums + i * kPanelRows);
  }
  for (; i < block.rows; ++i) {
    multiply_rows<1>(block.numbers + 2 * block.pairs * i, block.pairs, panel, sums + i * kPanelRows);
  }
}

#endif

}  // namespace columnar::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace columnar {

HWY_EXPORT(multiply_int16);

void multiply_int16(const Int16Block& block, const std::int16_t* panel, std::int32_t* sums) {
  COLUMNAR_DISPATCH(multiply_int16)(block, panel, sums);
}

void plain::multiply_int16(const Int16Block& block, const std::int16_t* panel, std::int32_t* sums) {
  std::fill_n(sums, block.rows * kPanelRows, 0);
  for (std::size_t i = 0; i < block.rows; ++i) {
    for (std::size_t pair = 0; pair < block.pairs; ++pair) {
      const std::int16_t* numbers = block.numbers + 2 * (block.pairs * i + pair);
      const std::int16_t* others = panel + 2 * kPanelRows * pair;
      for (std::size_t j = 0; j < kPanelRows; ++j) {
        sums[i * kPanelRows + j] +=
            std::int32_t{numbers[0]} * others[2 * j] + std::int32_t{numbers[1]} * others[2 * j + 1];
      }
    }
  }
}

}  // namespace columnar
#endif
