#pragma once

#include <cstdint>

namespace columnar::cuda {

// A warp, 32 threads that run together, works on one row. All its threads must call these functions together.

inline constexpr unsigned kWarp = 32;
inline constexpr unsigned kAllLanes = 0xFFFF'FFFFU;
/// Threads of a block whose warps work on a row each.
inline constexpr unsigned kRowThreads = 256;

__device__ inline unsigned lane_index() { return threadIdx.x % kWarp; }
/// The number of this warp in the grid.
__device__ inline std::size_t warp_index() { return (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) / kWarp; }
/// A bit for each lane before this one.
__device__ inline unsigned lanes_before() { return (1U << lane_index()) - 1U; }

/// The sum over the lanes, on all of them, in an order of its own: the same bits in every run.
template <class T>
__device__ T warp_sum(T value) {
  for (unsigned step = kWarp / 2; step > 0; step /= 2) {
    value += __shfl_xor_sync(kAllLanes, value, step);
  }
  return value;
}

/// The largest over the lanes, on all of them; NaN is ignored.
template <class T>
__device__ T warp_max(T value) {
  for (unsigned step = kWarp / 2; step > 0; step /= 2) {
    const T other = __shfl_xor_sync(kAllLanes, value, step);
    value = value < other ? other : value;
  }
  return value;
}

/// An integer that is larger for larger floats; 0 and -0 have the same.
__device__ inline std::uint32_t order_key(float number) {
  const std::uint32_t bits = __float_as_uint(number + 0.0F);
  return (bits & 0x8000'0000U) != 0 ? ~bits : bits | 0x8000'0000U;
}

/// The largest keys of a row: all above `least`, and the first `ties` of those equal to it.
struct Cut {
  std::uint32_t least;
  std::uint32_t ties;
};

/// Finds the k largest of key_of(0 … count - 1), 1 ≤ k ≤ count: one bit of the k-th largest after the other.
template <class KeyOf>
__device__ Cut warp_cut(std::uint32_t count, std::uint32_t k, const KeyOf& key_of) {
  const auto reach = [&](std::uint32_t least) {
    std::uint32_t found = 0;
    for (std::uint32_t i = lane_index(); i < count; i += kWarp) {
      found += key_of(i) >= least ? 1U : 0U;
    }
    return __reduce_add_sync(kAllLanes, found);
  };
  std::uint32_t least = 0;
  for (std::uint32_t bit = 1U << 31U; bit != 0; bit >>= 1U) {
    const std::uint32_t reached = reach(least | bit);
    if (reached >= k) {
      least |= bit;
    }
    if (reached == k) {
      return {least, k};
    }
  }
  return {least, least == ~0U ? k : k - reach(least + 1)};
}

/// Calls visit(place, is_in, r) for every place, 32 at a time, each lane for its own: whether the cut leaves it, and if
/// so, its number among those left, in ascending order. The last lanes may get places from `count` on, never in.
template <class KeyOf, class Visit>
__device__ void warp_visit(std::uint32_t count, Cut cut, const KeyOf& key_of, const Visit& visit) {
  std::uint32_t taken = 0;
  for (std::uint32_t first = 0; first < count; first += kWarp) {
    const std::uint32_t place = first + lane_index();
    const std::uint32_t key = place < count ? key_of(place) : 0;
    const bool is_tie = place < count && key == cut.least;
    const unsigned ties = __ballot_sync(kAllLanes, is_tie);
    const bool is_in =
        place < count &&
        (key > cut.least || (is_tie && static_cast<std::uint32_t>(__popc(ties & lanes_before())) < cut.ties));
    cut.ties -= min(cut.ties, static_cast<std::uint32_t>(__popc(ties)));
    const unsigned in = __ballot_sync(kAllLanes, is_in);
    visit(place, is_in, taken + static_cast<std::uint32_t>(__popc(in & lanes_before())));
    __syncwarp();
    taken += static_cast<std::uint32_t>(__popc(in));
  }
}

/// The rank of entry i among entries of different places in ascending order, the largest key first, the first of equal
/// keys first.
template <class KeyOf>
__device__ std::uint32_t rank_of(std::uint32_t i, std::uint32_t count, const KeyOf& key_of) {
  const std::uint32_t own = key_of(i);
  std::uint32_t rank = 0;
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t key = key_of(j);
    rank += key > own || (key == own && j < i) ? 1U : 0U;
  }
  return rank;
}

/// Calls add(i) for i = 0 … count - 1, side by side, but one after the other, in order, for those with the same
/// slot_of(i): a sum over a slot has one order.
template <class SlotOf, class Add>
__device__ void in_order_of_slots(std::uint64_t count, const SlotOf& slot_of, const Add& add) {
  for (std::uint64_t first = 0; first < count; first += kWarp) {
    const std::uint64_t i = first + lane_index();
    const unsigned active = __ballot_sync(kAllLanes, i < count);
    if (i < count) {
      const unsigned same = __match_any_sync(active, slot_of(i));
      const int turn = __popc(same & lanes_before());
      const int turns = static_cast<int>(__reduce_max_sync(active, static_cast<unsigned>(turn)));
      for (int t = 0; t <= turns; ++t) {
        if (turn == t) {
          add(i);
        }
        __syncwarp(active);
      }
    }
    __syncwarp();
  }
}

}  // namespace columnar::cuda
