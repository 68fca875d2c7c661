#include "columnar/kernels/synapses.hpp"

#include <array>

#include "columnar/kernels/float_lanes.hpp"

// Columns have few cells: AVX-512 vectors would be half empty, and choosing between two sizes takes longer.
#ifndef COLUMNAR_LEFT_OUT
#define COLUMNAR_LEFT_OUT (2 * HWY_AVX3 - 1)  // AVX3 and better x86 targets, which have lower bits
#endif
#define HWY_TARGET_INCLUDE "columnar/kernels/synapses.cpp"
#include "columnar/kernels/highway.hpp"

#ifndef COLUMNAR_SYNAPSES_ONCE
#define COLUMNAR_SYNAPSES_ONCE
namespace columnar {
namespace {

constexpr std::size_t kChains = 4;

/// Inputs of a column; std::span is a template of another library.
struct InputList {
  const std::uint16_t* indices;
  std::size_t count;
};

}  // namespace
}  // namespace columnar
#endif

HWY_BEFORE_NAMESPACE();
namespace columnar::HWY_NAMESPACE {

#if COLUMNAR_PLAIN_TARGET

void sum_synapses(const float* synapses, std::uint32_t cells, InputList inputs, InputList others, float* sums,
                  float* other_sums) {
  plain::sum_synapses(synapses, cells, {inputs.indices, inputs.count}, {others.indices, others.count}, sums,
                      other_sums);
}

void shift_synapses(float* synapses, std::uint32_t cells, InputList inputs, const float* change, float* moved) {
  plain::shift_synapses(synapses, cells, {inputs.indices, inputs.count}, change, moved);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using CellTag = hn::CappedTag<float, kVectorLanes>;
using Cells = hn::Vec<CellTag>;

/// Adds input i to chain i mod 4: whole rounds first, then the remaining chains. `stride` floats per input.
HWY_INLINE Cells chained(const float* from, std::size_t stride, InputList inputs) {
  const CellTag d;
  Cells a = hn::Zero(d);
  Cells b = a;
  Cells c = a;
  Cells e = a;
  const std::uint16_t* next = inputs.indices;
  std::size_t left = inputs.count;
  for (; left >= kChains; left -= kChains, next += kChains) {
    a = hn::Add(a, hn::LoadU(d, from + next[0] * stride));
    b = hn::Add(b, hn::LoadU(d, from + next[1] * stride));
    c = hn::Add(c, hn::LoadU(d, from + next[2] * stride));
    e = hn::Add(e, hn::LoadU(d, from + next[3] * stride));
  }
  if (left > 0) {
    a = hn::Add(a, hn::LoadU(d, from + next[0] * stride));
  }
  if (left > 1) {
    b = hn::Add(b, hn::LoadU(d, from + next[1] * stride));
  }
  if (left > 2) {
    c = hn::Add(c, hn::LoadU(d, from + next[2] * stride));
  }
  return hn::Add(hn::Add(a, b), hn::Add(c, e));
}

void sum_synapses(const float* synapses, std::uint32_t cells, InputList inputs, InputList others, float* sums,
                  float* other_sums) {
  const CellTag d;
  for (std::uint32_t lane = 0; lane < lanes_of(cells); lane += static_cast<std::uint32_t>(hn::Lanes(d))) {
    hn::StoreU(chained(synapses + lane, cells, inputs), d, sums + lane);
    hn::StoreU(chained(synapses + lane, cells, others), d, other_sums + lane);
  }
}

/// Changes the synapses of one input, and adds the actual change to `chain`.
HWY_INLINE void shift_one(float* synapse, Cells step, Cells& chain) {
  const CellTag d;
  const Cells before = hn::LoadU(d, synapse);
  const Cells after = hn::Min(hn::Max(hn::Add(before, step), hn::Zero(d)), hn::Set(d, 1.0F));
  hn::StoreU(after, d, synapse);
  chain = hn::Add(chain, hn::Sub(after, before));
}

void shift_synapses(float* synapses, std::uint32_t cells, InputList inputs, const float* change, float* moved) {
  const CellTag d;
  const std::size_t stride = cells;
  for (std::uint32_t lane = 0; lane < lanes_of(cells); lane += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const Cells step = hn::LoadU(d, change + lane);
    float* from = synapses + lane;
    Cells a = hn::Zero(d);
    Cells b = a;
    Cells c = a;
    Cells e = a;
    const std::uint16_t* next = inputs.indices;
    std::size_t left = inputs.count;
    for (; left >= kChains; left -= kChains, next += kChains) {
      shift_one(from + next[0] * stride, step, a);
      shift_one(from + next[1] * stride, step, b);
      shift_one(from + next[2] * stride, step, c);
      shift_one(from + next[3] * stride, step, e);
    }
    if (left > 0) {
      shift_one(from + next[0] * stride, step, a);
    }
    if (left > 1) {
      shift_one(from + next[1] * stride, step, b);
    }
    if (left > 2) {
      shift_one(from + next[2] * stride, step, c);
    }
    const Cells sum = hn::Add(hn::Add(a, b), hn::Add(c, e));
    hn::StoreU(hn::Add(hn::LoadU(d, moved + lane), sum), d, moved + lane);
  }
}

#endif

}  // namespace columnar::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace columnar {

HWY_EXPORT(sum_synapses);
HWY_EXPORT(shift_synapses);

void sum_synapses(const float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs,
                  std::span<const std::uint16_t> others, float* sums, float* other_sums) {
  COLUMNAR_DISPATCH(sum_synapses)
  (synapses, cells, {inputs.data(), inputs.size()}, {others.data(), others.size()}, sums, other_sums);
}

void shift_synapses(float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs, const float* change,
                    float* moved) {
  COLUMNAR_DISPATCH(shift_synapses)(synapses, cells, {inputs.data(), inputs.size()}, change, moved);
}

void plain::sum_synapses(const float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs,
                         std::span<const std::uint16_t> others, float* sums, float* other_sums) {
  for (std::uint32_t lane = 0; lane < lanes_of(cells); ++lane) {
    const auto sum_of = [&](std::span<const std::uint16_t> list) {
      std::array<float, kChains> chain{};
      for (std::size_t i = 0; i < list.size(); ++i) {
        chain[i % kChains] += synapses[static_cast<std::size_t>(list[i]) * cells + lane];
      }
      return (chain[0] + chain[1]) + (chain[2] + chain[3]);
    };
    sums[lane] = sum_of(inputs);
    other_sums[lane] = sum_of(others);
  }
}

void plain::shift_synapses(float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs,
                           const float* change, float* moved) {
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

}  // namespace columnar
#endif
