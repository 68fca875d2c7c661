#include <algorithm>
#include <utility>

#include "columnar/core/finite.hpp"
#include "columnar/core/random.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/distinct.hpp"
#include "columnar_cuda/stages/l4_encoder.hpp"
#include "columnar_cuda/stages/l4_passing.cuh"

namespace columnar::cuda {
namespace {

template <bool kIsFirst, bool kIsLast>
__global__ void pass_messages(Senders senders, Slab slab, Messages from, Messages to, Best best) {
  extern __shared__ float shared_rows[];
  const std::size_t place = warp_index();
  if (place >= senders.graph.nodes) {
    return;
  }
  float* row = shared_rows + threadIdx.x / kWarp * kSlabBits;
  for (std::uint32_t j = lane_index(); j < kSlabBits; j += kWarp) {
    row[j] = 0.0F;
  }
  __syncwarp();
  const Receiver receiver(senders, place);
  if constexpr (kIsFirst) {
    add_sent_bits(senders, slab, receiver, row);
  } else {
    add_messages(slab, receiver, from, row);
  }
  __syncwarp();
  if constexpr (kIsLast) {
    keep_best(slab, place, row, best);
  } else {
    send(senders, slab, place, row, to);
  }
}

__global__ void find_places(const NodeIndex* rows, std::size_t count, NodeIndex* places) {
  const std::size_t place = thread_index();
  if (place < count) {
    places[rows[place]] = static_cast<NodeIndex>(place);
  }
}

__global__ void sum_weights(GraphRows graph, const NodeIndex* rows, double* strengths) {
  const std::size_t place = thread_index();
  if (place >= graph.nodes) {
    return;
  }
  const NodeIndex node = rows[place];
  double sum = 0.0;
  for (std::uint64_t e = graph.offsets[node]; e < graph.offsets[node + std::size_t{1}]; ++e) {
    sum += static_cast<double>(graph.weights[e]);
  }
  strengths[place] = sum;
}

/// Draws `count` distinct numbers below `bound` for each node, and adds `shift`.
__global__ void draw_numbers(const NodeIndex* rows, std::size_t nodes, KeyedRandom random, std::uint32_t bound,
                             std::uint32_t count, std::uint32_t shift, std::uint32_t stride, std::uint16_t* out) {
  const std::size_t place = thread_index();
  if (place < nodes) {
    draw_distinct(random, rows[place], bound, count, [&](std::uint32_t i, std::uint16_t number) {
      out[place * stride + i] = static_cast<std::uint16_t>(number + shift);
    });
  }
}

/// The class code of each node: its best bits; where fewer have a signal, random bits fill up.
__global__ void write_class_bits(const NodeIndex* rows, std::size_t nodes, Best best, std::uint32_t width,
                                 KeyedRandom silence, std::uint32_t stride, std::uint16_t* codes) {
  const std::size_t place = warp_index();
  if (place >= nodes) {
    return;
  }
  const std::uint16_t* bits = best.bits + place * best.active;
  const float* values = best.values + place * best.active;
  std::uint16_t* out = codes + place * stride;
  bool all = true;
  for (std::uint32_t k = lane_index(); k < best.active; k += kWarp) {
    all = all && values[k] > 0.0F;
  }
  if (__all_sync(kAllLanes, all)) {
    for (std::uint32_t k = lane_index(); k < best.active; k += kWarp) {
      out[k] = bits[k];
    }
    return;
  }
  const NodeIndex node = rows[place];
  const auto key_of = [&](std::uint32_t bit) {
    for (std::uint32_t k = 0; k < best.active; ++k) {
      if (bits[k] == bit && values[k] > 0.0F) {
        return order_key(0.0F);
      }
    }
    return order_key(-static_cast<float>(silence.uniform(node, bit)) - 1.0F);
  };
  warp_visit(width, warp_cut(width, best.active, key_of), key_of,
             [&](std::uint32_t bit, bool is_in, std::uint32_t number) {
               if (is_in) {
                 out[number] = static_cast<std::uint16_t>(bit);
               }
             });
}

/// One slab of the class code: message passing over all hops, into `best`.
class ClassBits {
 public:
  ClassBits(const Device& device, const Senders& senders, const L4Config& config)
      : device_(device),
        senders_(senders),
        hops_(config.class_hops),
        lines_{DeviceArray<std::uint8_t>(device, message_bytes(config, 1)),
               DeviceArray<std::uint8_t>(device, message_bytes(config, 2))},
        powers_{DeviceArray<float>(device, hops_ > 1 ? senders.graph.nodes : 0),
                DeviceArray<float>(device, hops_ > 2 ? senders.graph.nodes : 0)} {}

  void pass(const Slab& slab, const Best& best) {
    for (std::uint32_t hop = 1; hop <= hops_; ++hop) {
      const Messages from{lines_[hop % 2].data(), powers_[hop % 2].data()};
      const Messages to{lines_[(hop + 1) % 2].data(), powers_[(hop + 1) % 2].data()};
      if (hop == 1 && hop == hops_) {
        launch<true, true>(slab, from, to, best);
      } else if (hop == 1) {
        launch<true, false>(slab, from, to, best);
      } else if (hop < hops_) {
        launch<false, false>(slab, from, to, best);
      } else {
        launch<false, true>(slab, from, to, best);
      }
    }
  }

 private:
  /// Bytes of the messages of all nodes, if there are at least this many hops before the last.
  [[nodiscard]] std::size_t message_bytes(const L4Config& config, std::uint32_t hops_before) const {
    const std::size_t widest = std::min<std::size_t>(config.class_bits, kSlabBits);
    return hops_ > hops_before ? senders_.graph.nodes * ((widest + kBytesPerLane - 1) / kBytesPerLane * kBytesPerLane)
                               : 0;
  }

  template <bool kIsFirst, bool kIsLast>
  void launch(const Slab& slab, const Messages& from, const Messages& to, const Best& best) const {
    constexpr std::size_t kShared = kRowThreads / kWarp * kSlabBits * sizeof(float);
    pass_messages<kIsFirst, kIsLast><<<blocks_for(std::size_t{senders_.graph.nodes} * kWarp, kRowThreads), kRowThreads,
                                       kShared, device_.stream()>>>(senders_, slab, from, to, best);
    check_launch("messages of L4");
  }

  const Device& device_;
  Senders senders_;
  std::uint32_t hops_;
  DeviceArray<std::uint8_t> lines_[2];  // NOLINT(modernize-avoid-c-arrays): odd hops write 0, even hops 1
  DeviceArray<float> powers_[2];        // NOLINT(modernize-avoid-c-arrays)
};

}  // namespace

bool encodes_l4(const L4Config& config) noexcept {
  return config.projection_bits <= kMostDistinct && config.identity_active <= kMostDistinct;
}

DeviceL4 encode_l4(const Device& device, const DeviceGraph& graph, const DeviceArray<NodeIndex>& rows,
                   const L4Config& config, std::uint64_t seed, const RunContext& context) {
  constexpr unsigned kThreads = 128;
  const std::size_t nodes = rows.size();
  const Stream stream = device.stream();
  DeviceL4 codes;
  codes.active = config.active();
  codes.class_active = config.class_active;
  codes.bits = DeviceArray<std::uint16_t>(device, nodes * codes.active);
  if (nodes == 0) {
    return codes;
  }
  const unsigned blocks = blocks_for(nodes, kThreads);
  if (config.identity_active > 0) {
    draw_numbers<<<blocks, kThreads, 0, stream>>>(rows.data(), nodes, KeyedRandom(seed, Purpose::kIdentityCode),
                                                  config.identity_bits, config.identity_active, config.class_bits,
                                                  codes.active, codes.bits.data() + config.class_active);
    check_launch("identity codes");
  }
  if (config.class_active == 0) {
    return codes;
  }
  DeviceArray<NodeIndex> places(device, nodes);
  find_places<<<blocks, kThreads, 0, stream>>>(rows.data(), nodes, places.data());
  check_launch("places of nodes");
  DeviceArray<double> strengths(device, graph.weights.empty() ? 0 : nodes);
  if (!strengths.empty()) {
    sum_weights<<<blocks, kThreads, 0, stream>>>(GraphRows(graph), rows.data(), strengths.data());
    check_launch("sums of weights");
  }
  DeviceArray<std::uint16_t> sent(device, nodes * config.projection_bits);
  draw_numbers<<<blocks, kThreads, 0, stream>>>(rows.data(), nodes, KeyedRandom(seed, Purpose::kClassProjection),
                                                config.class_bits, config.projection_bits, 0, config.projection_bits,
                                                sent.data());
  check_launch("random bits");
  const Senders senders{GraphRows(graph),       rows.data(),           places.data(), strengths.data(), sent.data(),
                        config.projection_bits, config.class_averaging};
  DeviceArray<std::uint16_t> best_bits(device, nodes * config.class_active);
  DeviceArray<float> best_values(device, nodes * config.class_active);
  DeviceArray<int> not_finite(device, 1);
  not_finite.clear();
  Best best{best_bits.data(), best_values.data(), config.class_active, 0, not_finite.data()};
  {
    ClassBits signal(device, senders, config);
    for (Slab slab{}; slab.first < config.class_bits; slab.first += slab.width) {
      slab.width = std::min(static_cast<std::uint32_t>(kSlabBits), config.class_bits - slab.first);
      slab.stride = (slab.width + kBytesPerLane - 1) / kBytesPerLane * kBytesPerLane;
      signal.pass(slab, best);
      best.held = std::min(best.active, best.held + slab.width);
    }
  }
  if (not_finite.to_host().front() != 0) {
    refuse_as_not_finite("L4 codes", "a sum of products of weights, as --no-class-averaging asks for,");
  }
  write_class_bits<<<blocks_for(nodes * kWarp, kRowThreads), kRowThreads, 0, stream>>>(
      rows.data(), nodes, best, config.class_bits, KeyedRandom(seed, Purpose::kSilentBits), codes.active,
      codes.bits.data());
  check_launch("class codes");
  device.synchronize();
  context.advance(1.0);
  return codes;
}

std::uint64_t l4_bytes(std::uint64_t nodes, const L4Config& config) noexcept {
  const std::uint64_t held = std::min<std::uint64_t>(config.class_hops - 1, 2);  // messages of two hops
  const std::uint64_t message = std::min<std::uint64_t>(config.class_bits, kSlabBits) + kBytesPerLane + sizeof(float);
  const std::uint64_t best = (sizeof(float) + sizeof(std::uint16_t)) * config.class_active;
  return nodes * (held * message + best + sizeof(std::uint16_t) * config.projection_bits + sizeof(NodeIndex) * 2 +
                  sizeof(double));
}

L4Codes to_host(const DeviceL4& l4) { return {l4.active, l4.class_active, l4.bits.to_host()}; }

DeviceL4 to_device(const Device& device, const L4Codes& l4) {
  return {l4.active, l4.class_active, DeviceArray<std::uint16_t>(device, l4.bits)};
}

}  // namespace columnar::cuda
