#pragma once

#include <cstdint>

#include "columnar/core/fp8_line.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/device_graph.hpp"
#include "columnar_cuda/stages/l4_messages.hpp"

// The class code of L4 as a warp computes it for a node: what it receives, what it sends, which bits are its best.

namespace columnar::cuda {

inline constexpr std::uint32_t kBytesPerLane = 16;  ///< of a message, in one read
static_assert(kSlabBits <= kBytesPerLane * kWarp);

/// What every kernel reads: the graph, the order of the nodes, and the random bits that each sends.
struct Senders {
  GraphRows graph;
  const NodeIndex* rows;        ///< [place]: the node
  const NodeIndex* places;      ///< [node]: its place
  const double* strengths;      ///< [place]; null if every weight is 1
  const std::uint16_t* sent;    ///< [place][projection bit]
  std::uint32_t bits_per_node;  ///< projection bits
  bool averaging;
};

/// The nodes whose messages one node receives: with averaging itself first, then its neighbours.
class Receiver {
 public:
  __device__ Receiver(const Senders& senders, std::size_t place) : senders_(senders), place_(place) {
    const NodeIndex node = senders.rows[place];
    first_ = senders.graph.offsets[node];
    degree_ = senders.graph.offsets[node + std::size_t{1}] - first_;
    const double total = senders.strengths == nullptr ? static_cast<double>(degree_) : senders.strengths[place];
    own_ = degree_ == 0 ? 1.0 : total / static_cast<double>(degree_);
    scale_ = senders.averaging ? 1.0 / (total + own_) : 1.0;
  }

  [[nodiscard]] __device__ std::uint64_t senders() const { return degree_ + (senders_.averaging ? 1 : 0); }
  [[nodiscard]] __device__ std::size_t place_of(std::uint64_t sender) const {
    return is_self(sender) ? place_ : senders_.places[senders_.graph.targets[edge_of(sender)]];
  }
  [[nodiscard]] __device__ double weight_of(std::uint64_t sender) const {
    if (is_self(sender)) {
      return own_ * scale_;
    }
    const float* weights = senders_.graph.weights;
    return (weights == nullptr ? 1.0 : static_cast<double>(weights[edge_of(sender)])) * scale_;
  }

 private:
  [[nodiscard]] __device__ bool is_self(std::uint64_t sender) const { return senders_.averaging && sender == 0; }
  [[nodiscard]] __device__ std::uint64_t edge_of(std::uint64_t sender) const {
    return first_ + sender - (senders_.averaging ? 1 : 0);
  }

  const Senders& senders_;
  std::size_t place_;
  std::uint64_t first_;
  std::uint64_t degree_;
  double own_;
  double scale_;
};

/// Bits of the class code that are computed together.
struct Slab {
  std::uint32_t first;
  std::uint32_t width;
  std::uint32_t stride;  ///< bytes of a message
};

/// What nodes send to their neighbours at one hop.
struct Messages {
  std::uint8_t* bytes;  ///< [place][bit of the slab]
  float* powers;        ///< [place]: Fp8Scale::power
};

/// The best bits of each node in the slabs so far, ascending.
struct Best {
  std::uint16_t* bits;  ///< [place][active]
  float* values;        ///< parallel to bits
  std::uint32_t active;
  std::uint32_t held;
  int* not_finite;
};

/// The row becomes the bits that the senders send, by weight.
__device__ inline void add_sent_bits(const Senders& senders, const Slab& slab, const Receiver& receiver, float* row) {
  const std::uint32_t per = senders.bits_per_node;
  const auto slot_of = [&](std::uint64_t i) {
    const std::uint32_t bit = senders.sent[receiver.place_of(i / per) * per + i % per] - slab.first;
    return min(bit, slab.width);  // a bit before the slab wraps to a large number
  };
  in_order_of_slots(receiver.senders() * per, slot_of, [&](std::uint64_t i) {
    const std::uint32_t slot = slot_of(i);
    if (slot < slab.width) {
      row[slot] += static_cast<float>(receiver.weight_of(i / per));
    }
  });
}

/// The row becomes the weighted sum of the senders' messages, sender after sender.
__device__ inline void add_messages(const Slab& slab, const Receiver& receiver, const Messages& from, float* row) {
  const std::uint64_t count = receiver.senders();
  double largest = 0.0;
  for (std::uint64_t i = lane_index(); i < count; i += kWarp) {
    const double worth = receiver.weight_of(i) * static_cast<double>(from.powers[receiver.place_of(i)]);
    largest = largest < worth ? worth : largest;
  }
  largest = warp_max(largest);
  // The power of two at or below it, so that no partial sum overflows.
  const double unit = __longlong_as_double(__double_as_longlong(largest) & 0x7FF0'0000'0000'0000LL);
  const double scale = 1.0 / (Fp8Line::kSmall * unit);
  const unsigned lane = lane_index();
  const bool has_bytes = lane * kBytesPerLane < slab.stride;
  float held[kBytesPerLane] = {};
  for (std::uint64_t first = 0; first < count; first += kWarp) {
    const std::uint64_t i = first + lane;
    std::size_t place = 0;
    float factor = 0.0F;
    if (i < count) {
      place = receiver.place_of(i);
      factor = static_cast<float>(receiver.weight_of(i) * static_cast<double>(from.powers[place]) * scale);
    }
    const int here = static_cast<int>(count - first < kWarp ? count - first : kWarp);
#pragma unroll 4
    for (int k = 0; k < here; ++k) {
      const std::size_t sender = __shfl_sync(kAllLanes, place, k);
      const float by = __shfl_sync(kAllLanes, factor, k);
      if (has_bytes) {
        const uint4 words = *reinterpret_cast<const uint4*>(from.bytes + sender * slab.stride + lane * kBytesPerLane);
        const std::uint32_t word[4] = {words.x, words.y, words.z, words.w};
#pragma unroll
        for (unsigned j = 0; j < kBytesPerLane; ++j) {
          held[j] = __fmaf_rn(by, __uint_as_float(bits_of_byte(word[j / 4], j % 4)), held[j]);
        }
      }
    }
  }
  if (has_bytes) {
    for (unsigned j = 0; j < kBytesPerLane; ++j) {
      row[lane * kBytesPerLane + j] = held[j] * static_cast<float>(unit);
    }
  }
}

/// Adds what the node sends itself, and writes the sum as a message.
__device__ inline void send(const Senders& senders, const Slab& slab, std::size_t place, float* row,
                            const Messages& to) {
  const std::uint32_t per = senders.bits_per_node;
  for (std::uint32_t k = lane_index(); k < per; k += kWarp) {
    const std::uint32_t bit = senders.sent[place * per + k] - slab.first;
    if (bit < slab.width) {
      row[bit] += 1.0F;
    }
  }
  __syncwarp();
  std::uint32_t largest = 0;
  for (std::uint32_t j = lane_index(); j < slab.width; j += kWarp) {
    largest = max(largest, __float_as_uint(row[j]));
  }
  const std::int32_t exponent = exponent_of_row(__reduce_max_sync(kAllLanes, largest));
  for (std::uint32_t j = lane_index(); j < slab.stride / 4; j += kWarp) {
    std::uint32_t word = 0;
    for (unsigned k = 0; k < 4; ++k) {
      word |= byte_of(__float_as_uint(row[4 * j + k]), exponent) << 8U * k;
    }
    reinterpret_cast<std::uint32_t*>(to.bytes + place * slab.stride)[j] = word;
  }
  if (lane_index() == 0) {
    to.powers[place] = __uint_as_float(static_cast<std::uint32_t>(exponent) << 23U);
  }
}

/// Merges the row with the best bits of the slabs before.
__device__ inline void keep_best(const Slab& slab, std::size_t place, const float* row, const Best& best) {
  bool finite = true;
  for (std::uint32_t j = lane_index(); j < slab.width; j += kWarp) {
    finite = finite && isfinite(row[j]);
  }
  if (!finite) {
    *best.not_finite = 1;
  }
  std::uint16_t* bits = best.bits + place * best.active;
  float* values = best.values + place * best.active;
  const std::uint32_t held = best.held;
  const std::uint32_t count = held + slab.width;
  const auto value_of = [&](std::uint32_t i) { return i < held ? values[i] : row[i - held]; };
  const auto key_of = [&](std::uint32_t i) { return order_key(value_of(i)); };
  warp_visit(count, warp_cut(count, min(best.active, count), key_of), key_of,
             [&](std::uint32_t i, bool is_in, std::uint32_t number) {
               std::uint16_t bit = 0;
               float value = 0.0F;
               if (is_in) {
                 bit = i < held ? bits[i] : static_cast<std::uint16_t>(slab.first + i - held);
                 value = value_of(i);
               }
               __syncwarp();  // no bit is overwritten before it is read
               if (is_in) {
                 bits[number] = bit;
                 values[number] = value;
               }
             });
}

}  // namespace columnar::cuda
