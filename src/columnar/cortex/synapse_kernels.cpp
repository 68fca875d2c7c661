#include "columnar/cortex/synapse_kernels.hpp"

#include <array>

#include "columnar/config.hpp"
#include "columnar/core/float_lanes.hpp"
#include "columnar/core/intrinsics.hpp"

namespace columnar {
namespace {

constexpr std::size_t kChains = 4;

void sum_portable(const float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs,
                  std::span<const std::uint16_t> others, float* sums, float* other_sums) {
  for (std::uint32_t lane = 0; lane < lanes_of(cells); ++lane) {
    const auto sum_of = [&](std::span<const std::uint16_t> some) {
      std::array<float, kChains> chain{};
      for (std::size_t i = 0; i < some.size(); ++i) {
        chain[i % kChains] += synapses[static_cast<std::size_t>(some[i]) * cells + lane];
      }
      return (chain[0] + chain[1]) + (chain[2] + chain[3]);
    };
    sums[lane] = sum_of(inputs);
    other_sums[lane] = sum_of(others);
  }
}

void move_portable(float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs, const float* change,
                   float* moved) {
  for (std::uint32_t lane = 0; lane < lanes_of(cells); ++lane) {
    std::array<float, kChains> chain{};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      float& synapse = synapses[static_cast<std::size_t>(inputs[i]) * cells + lane];
      const float before = synapse;
      const float after = before + change[lane];
      const float not_below = after > 0.0F ? after : 0.0F;
      synapse = not_below < 1.0F ? not_below : 1.0F;
      chain[i % kChains] += synapse - before;
    }
    moved[lane] += (chain[0] + chain[1]) + (chain[2] + chain[3]);
  }
}

#if defined(__x86_64__)

/// Input i is added to chain i mod 4: whole rounds first, then the chains that are left. `stride` floats an input.
__attribute__((target("avx2"), always_inline)) inline __m256 chained_avx2(const float* from, std::size_t stride,
                                                                          std::span<const std::uint16_t> inputs) {
  const auto of = [&](std::size_t i) __attribute__((target("avx2"), always_inline)) {
    return _mm256_loadu_ps(from + inputs[i] * stride);
  };
  __m256 a = _mm256_setzero_ps();
  __m256 b = a;
  __m256 c = a;
  __m256 d = a;
  std::size_t i = 0;
  for (; i + kChains <= inputs.size(); i += kChains) {
    a = _mm256_add_ps(a, of(i));
    b = _mm256_add_ps(b, of(i + 1));
    c = _mm256_add_ps(c, of(i + 2));
    d = _mm256_add_ps(d, of(i + 3));
  }
  if (i < inputs.size()) {
    a = _mm256_add_ps(a, of(i));
  }
  if (i + 1 < inputs.size()) {
    b = _mm256_add_ps(b, of(i + 1));
  }
  if (i + 2 < inputs.size()) {
    c = _mm256_add_ps(c, of(i + 2));
  }
  return _mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d));
}

__attribute__((target("avx2"))) void sum_avx2(const float* synapses, std::uint32_t cells,
                                              std::span<const std::uint16_t> inputs,
                                              std::span<const std::uint16_t> others, float* sums, float* other_sums) {
  for (std::uint32_t lane = 0; lane < lanes_of(cells); lane += 8) {
    _mm256_storeu_ps(sums + lane, chained_avx2(synapses + lane, cells, inputs));
    _mm256_storeu_ps(other_sums + lane, chained_avx2(synapses + lane, cells, others));
  }
}

__attribute__((target("avx2"))) void move_avx2(float* synapses, std::uint32_t cells,
                                               std::span<const std::uint16_t> inputs, const float* change,
                                               float* moved) {
  const __m256 zero = _mm256_setzero_ps();
  const __m256 one = _mm256_set1_ps(1.0F);
  for (std::uint32_t lane = 0; lane < lanes_of(cells); lane += 8) {
    const __m256 step = _mm256_loadu_ps(change + lane);
    float* from = synapses + lane;
    const auto move = [&](std::size_t i, __m256 & chain) __attribute__((target("avx2"))) {
      float* synapse = from + static_cast<std::size_t>(inputs[i]) * cells;
      const __m256 before = _mm256_loadu_ps(synapse);
      const __m256 after = _mm256_min_ps(_mm256_max_ps(_mm256_add_ps(before, step), zero), one);
      _mm256_storeu_ps(synapse, after);
      chain = _mm256_add_ps(chain, _mm256_sub_ps(after, before));
    };
    __m256 a = zero;
    __m256 b = zero;
    __m256 c = zero;
    __m256 d = zero;
    std::size_t i = 0;
    for (; i + kChains <= inputs.size(); i += kChains) {
      move(i, a);
      move(i + 1, b);
      move(i + 2, c);
      move(i + 3, d);
    }
    if (i < inputs.size()) {
      move(i, a);
    }
    if (i + 1 < inputs.size()) {
      move(i + 1, b);
    }
    if (i + 2 < inputs.size()) {
      move(i + 2, c);
    }
    const __m256 sum = _mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d));
    _mm256_storeu_ps(moved + lane, _mm256_add_ps(_mm256_loadu_ps(moved + lane), sum));
  }
}

__attribute__((target("avx512f"), always_inline)) inline __m512 chained_avx512(const float* from, std::size_t stride,
                                                                               std::span<const std::uint16_t> inputs) {
  __m512 chain[kChains] = {};  // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    chain[i % kChains] = _mm512_add_ps(chain[i % kChains], _mm512_loadu_ps(from + inputs[i] * stride));
  }
  return _mm512_add_ps(_mm512_add_ps(chain[0], chain[1]), _mm512_add_ps(chain[2], chain[3]));
}

/// Columns of nine to sixteen cells, or of a multiple, fill the wider vectors; others take the narrower ones.
__attribute__((target("avx512f"))) void sum_avx512(const float* synapses, std::uint32_t cells,
                                                   std::span<const std::uint16_t> inputs,
                                                   std::span<const std::uint16_t> others, float* sums,
                                                   float* other_sums) {
  if (lanes_of(cells) % 16 != 0) {
    sum_avx2(synapses, cells, inputs, others, sums, other_sums);
    return;
  }
  for (std::uint32_t lane = 0; lane < lanes_of(cells); lane += 16) {
    _mm512_storeu_ps(sums + lane, chained_avx512(synapses + lane, cells, inputs));
    _mm512_storeu_ps(other_sums + lane, chained_avx512(synapses + lane, cells, others));
  }
}

__attribute__((target("avx512f"))) void move_avx512(float* synapses, std::uint32_t cells,
                                                    std::span<const std::uint16_t> inputs, const float* change,
                                                    float* moved) {
  if (lanes_of(cells) % 16 != 0) {
    move_avx2(synapses, cells, inputs, change, moved);
    return;
  }
  const __m512 zero = _mm512_setzero_ps();
  const __m512 one = _mm512_set1_ps(1.0F);
  for (std::uint32_t lane = 0; lane < lanes_of(cells); lane += 16) {
    const __m512 step = _mm512_loadu_ps(change + lane);
    __m512 chain[kChains] = {};  // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      float* synapse = synapses + static_cast<std::size_t>(inputs[i]) * cells + lane;
      const __m512 before = _mm512_loadu_ps(synapse);
      const __m512 after = _mm512_min_ps(_mm512_max_ps(_mm512_add_ps(before, step), zero), one);
      _mm512_storeu_ps(synapse, after);
      chain[i % kChains] = _mm512_add_ps(chain[i % kChains], _mm512_sub_ps(after, before));
    }
    const __m512 sum = _mm512_add_ps(_mm512_add_ps(chain[0], chain[1]), _mm512_add_ps(chain[2], chain[3]));
    _mm512_storeu_ps(moved + lane, _mm512_add_ps(_mm512_loadu_ps(moved + lane), sum));
  }
}

#endif

}  // namespace

SynapseKernels synapse_kernels(Simd simd) noexcept {
  static_assert(kVectorLanes % 8 == 0, "lanes must be whole vectors");
#if defined(__x86_64__)
  if (simd == Simd::kAvx512) {
    return {sum_avx512, move_avx512};
  }
  if (simd == Simd::kAvx2) {
    return {sum_avx2, move_avx2};
  }
#endif
  (void)simd;
  return {sum_portable, move_portable};
}

const SynapseKernels& synapse_kernels() {
  static const SynapseKernels best = synapse_kernels(best_simd());
  return best;
}

}  // namespace columnar
