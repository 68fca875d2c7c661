#include <algorithm>
#include <limits>

#include "columnar/core/random.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/l6_encoder.hpp"
#include "columnar_cuda/stages/l6_fans.cuh"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 128;
constexpr std::size_t kSharedBytes = 48U << 10U;

__global__ void scale_weights(GraphRows graph, double* scales) {
  const std::size_t node = thread_index();
  if (node >= graph.nodes) {
    return;
  }
  double sum = 0.0;
  const std::uint64_t first = graph.offsets[node];
  const std::uint64_t last = graph.offsets[node + 1];
  for (std::uint64_t e = first; e < last; ++e) {
    sum += static_cast<double>(graph.weights[e]);
  }
  scales[node] = static_cast<double>(last - first) / sum;
}

__global__ void fill_fans(Voices voices, Fans fans) {
  extern __shared__ std::uint64_t shared_lots[];
  const std::size_t node = warp_index();
  if (node >= voices.graph.nodes) {
    return;
  }
  std::uint64_t* lots = shared_lots + threadIdx.x / kWarp * 2 * voices.fan;
  std::uint64_t* edges = lots + voices.fan;
  const std::uint32_t size = draw_fan(voices, static_cast<NodeIndex>(node), lots, edges);
  const auto degree = static_cast<double>(voices.graph.offsets[node + 1] - voices.graph.offsets[node]);
  const auto share = static_cast<float>(1.0 / log1p(degree));  // as Adamic and Adar weigh a common neighbour
  for (std::uint32_t k = lane_index(); k < size; k += kWarp) {
    fans.neurons[node * voices.fan + k] = identity_of(voices, voices.graph.targets[edges[k]]);
    if (voices.scales != nullptr) {
      fans.worth[node * voices.fan + k] = share * weight_of(voices, static_cast<NodeIndex>(node), edges[k]);
    }
  }
  if (lane_index() == 0) {
    fans.sizes[node] = size;
    if (voices.scales == nullptr) {
      fans.worth[node] = share;
    }
  }
}

/// A neuron that was heard, and its claim to seats.
struct Party {
  float votes;
  float quotient;  ///< for the next seat
  std::uint16_t neuron;
  std::uint16_t asked;
};

/// What a warp has for a node.
struct Hearing {
  float* sums;           ///< [neuron], 0 for those not heard
  std::uint16_t* heard;  ///< neurons, ascending
  Party* parties;        ///< active + 1
};

COLUMNAR_HOST_DEVICE std::size_t hearing_bytes(std::uint32_t size, std::uint32_t active) {
  const std::size_t bytes =
      size * sizeof(float) + (size + std::size_t{1}) / 2 * 2 * sizeof(std::uint16_t) + (active + 1) * sizeof(Party);
  return (bytes + 15) / 16 * 16;
}

__device__ Hearing hearing_at(char* memory, std::uint32_t size) {
  auto* sums = reinterpret_cast<float*>(memory);
  auto* heard = reinterpret_cast<std::uint16_t*>(sums + size);
  return {sums, heard, reinterpret_cast<Party*>(heard + (size + 1) / 2 * 2)};
}

/// Adds up what the node hears: each neighbour, and after it what that neighbour passes on.
__device__ void hear(const Voices& voices, const Fans& fans, NodeIndex node, float* sums) {
  const auto add = [sums](std::uint16_t neuron, float weight) {
    // A weight too small for a float still counts as heard.
    sums[neuron] += fmaxf(weight, std::numeric_limits<float>::min());
  };
  const std::uint64_t last = voices.graph.offsets[node + std::size_t{1}];
  for (std::uint64_t begin = voices.graph.offsets[node]; begin < last; begin += kWarp) {
    // Each lane looks up a neighbour; then all lanes hear one neighbour after the other.
    const std::uint64_t e = begin + lane_index();
    const int here = static_cast<int>(last - begin < kWarp ? last - begin : kWarp);
    NodeIndex target = 0;
    std::uint32_t size = 0;
    std::uint16_t identity = 0;
    float weight = 0.0F;
    float share = 0.0F;
    if (e < last) {
      target = voices.graph.targets[e];
      size = fans.sizes[target];
      identity = identity_of(voices, target);
      weight = weight_of(voices, node, e);
      share = voices.scales == nullptr ? fans.worth[target] : 0.0F;
    }
    for (int k = 0; k < here; ++k) {
      const std::size_t first = std::size_t{__shfl_sync(kAllLanes, target, k)} * voices.fan;
      const std::uint16_t own = static_cast<std::uint16_t>(__shfl_sync(kAllLanes, std::uint32_t{identity}, k));
      const float by = __shfl_sync(kAllLanes, weight, k);
      const float worth = __shfl_sync(kAllLanes, share, k);
      const auto neuron_of = [&](std::uint64_t i) { return i == 0 ? own : fans.neurons[first + i - 1]; };
      in_order_of_slots(__shfl_sync(kAllLanes, size, k) + std::uint64_t{1}, neuron_of, [&](std::uint64_t i) {
        add(neuron_of(i), i == 0 ? by : voices.scales == nullptr ? by * worth : by * fans.worth[first + i - 1]);
      });
    }
  }
}

/// Writes the parties, the node's own neuron first, then the loudest in order, and returns how many there are. Clears
/// the sums.
__device__ std::uint32_t form_parties(const Voices& voices, std::uint16_t own, const Hearing& hearing) {
  std::uint32_t count = 0;
  for (std::uint32_t first = 0; first < voices.size; first += kWarp) {
    const std::uint32_t neuron = first + lane_index();
    const bool is_heard = neuron < voices.size && hearing.sums[neuron] != 0.0F;
    const unsigned heard = __ballot_sync(kAllLanes, is_heard);
    if (is_heard) {
      hearing.heard[count + static_cast<std::uint32_t>(__popc(heard & lanes_before()))] =
          static_cast<std::uint16_t>(neuron);
    }
    count += static_cast<std::uint32_t>(__popc(heard));
  }
  __syncwarp();
  const std::uint32_t loud = min(count, voices.active);
  if (loud > 0) {
    const auto key_of = [&](std::uint32_t i) { return order_key(hearing.sums[hearing.heard[i]]); };
    warp_visit(count, warp_cut(count, loud, key_of), key_of, [&](std::uint32_t i, bool is_in, std::uint32_t number) {
      if (is_in) {
        hearing.parties[number + 1] = {hearing.sums[hearing.heard[i]], 0.0F, hearing.heard[i], 0};
      }
    });
  }
  __syncwarp();
  for (std::uint32_t i = lane_index(); i < count; i += kWarp) {
    hearing.sums[hearing.heard[i]] = 0.0F;
  }
  __syncwarp();
  // Loudest first; the sums' room holds the order meanwhile.
  auto* order = reinterpret_cast<std::uint32_t*>(hearing.sums);
  const auto votes_of = [&](std::uint32_t i) { return order_key(hearing.parties[i + 1].votes); };
  for (std::uint32_t i = lane_index(); i < loud; i += kWarp) {
    order[rank_of(i, loud, votes_of)] = i + 1;
  }
  __syncwarp();
  const float loudest = loud > 0 ? hearing.parties[order[0]].votes : 1.0F;
  // The node's own neuron is a party already, and leaves its place in the order to the next.
  std::uint32_t parties = 1;
  for (std::uint32_t first = 0; first < loud; first += kWarp) {
    const std::uint32_t i = first + lane_index();
    const std::uint32_t place = i < loud ? order[i] : 0;  // read before another lane writes there
    const bool is_other = i < loud && hearing.parties[place].neuron != own;
    const unsigned others = __ballot_sync(kAllLanes, is_other);
    if (is_other) {
      order[parties - 1 + static_cast<std::uint32_t>(__popc(others & lanes_before()))] = place;
    }
    __syncwarp();
    parties += static_cast<std::uint32_t>(__popc(others));
  }
  if (lane_index() == 0) {
    hearing.parties[0] = {loudest, loudest, own, 0};
  }
  for (std::uint32_t i = lane_index(); i + 1 < parties; i += kWarp) {
    hearing.parties[order[i]].quotient = hearing.parties[order[i]].votes;
  }
  __syncwarp();
  return parties;
}

/// The party that the next seat goes to: the highest quotient, the first in order of equal ones.
__device__ std::uint32_t next_party(const Hearing& hearing, std::uint32_t parties) {
  const auto* order = reinterpret_cast<const std::uint32_t*>(hearing.sums);
  const auto party_at = [&](std::uint32_t i) { return i == 0 ? 0 : order[i - 1]; };
  float quotient = -1.0F;
  std::uint32_t place = parties;
  for (std::uint32_t i = lane_index(); i < parties; i += kWarp) {
    const float own = hearing.parties[party_at(i)].quotient;
    if (own > quotient) {
      quotient = own;
      place = i;
    }
  }
  const float highest = warp_max(quotient);
  const std::uint32_t first = __reduce_min_sync(kAllLanes, quotient == highest ? place : parties);
  return party_at(first);
}

/// Assigns seats in proportion to votes, by the method of Sainte-Laguë: `seats` receives them in order.
__device__ void give_seats(const Voices& voices, const Hearing& hearing, std::uint32_t parties, std::uint16_t* seats) {
  for (std::uint32_t seat = 0; seat < voices.active;) {
    Party& next = hearing.parties[next_party(hearing, parties)];
    const std::uint32_t rank = next.asked;
    const std::uint16_t neuron =
        rank == 0 ? next.neuron : static_cast<std::uint16_t>(voices.seats.below(voices.size, next.neuron, rank));
    bool taken = false;
    for (std::uint32_t k = lane_index(); k < seat; k += kWarp) {
      taken = taken || seats[k] == neuron;
    }
    taken = __any_sync(kAllLanes, taken);
    __syncwarp();
    if (lane_index() == 0) {
      next.asked = static_cast<std::uint16_t>(rank + 1);
      next.quotient = next.votes / static_cast<float>(2 * (rank + 1) + 1);
      if (!taken) {
        seats[seat] = neuron;
      }
    }
    __syncwarp();
    seat += taken ? 0 : 1;
  }
}

/// Each warp listens for one node after another.
__global__ void listen(Voices voices, Fans fans, std::uint16_t* out) {
  extern __shared__ char shared_hearings[];
  char* memory = shared_hearings + threadIdx.x / kWarp * hearing_bytes(voices.size, voices.active);
  const Hearing hearing = hearing_at(memory, voices.size);
  const std::size_t warps = std::size_t{gridDim.x} * blockDim.x / kWarp;
  for (std::size_t place = warp_index(); place < voices.graph.nodes; place += warps) {
    for (std::uint32_t neuron = lane_index(); neuron < voices.size; neuron += kWarp) {
      hearing.sums[neuron] = 0.0F;
    }
    __syncwarp();
    const NodeIndex node = voices.rows[place];
    hear(voices, fans, node, hearing.sums);
    __syncwarp();
    const std::uint32_t parties = form_parties(voices, identity_of(voices, node), hearing);
    give_seats(voices, hearing, parties, hearing.heard);
    for (std::uint32_t k = lane_index(); k < voices.active; k += kWarp) {
      std::uint32_t rank = 0;
      for (std::uint32_t j = 0; j < voices.active; ++j) {
        rank += hearing.heard[j] < hearing.heard[k] ? 1U : 0U;
      }
      out[place * voices.active + rank] = hearing.heard[k];
    }
    __syncwarp();
  }
}

}  // namespace

bool encodes_l6(const L6Config& config) noexcept {
  return hearing_bytes(config.l6_size, config.l6_active) <= kSharedBytes &&
         2 * sizeof(std::uint64_t) * config.l6_fan <= kSharedBytes;
}

std::vector<std::uint16_t> encode_l6(const Device& device, const DeviceGraph& graph, const DeviceArray<NodeIndex>& rows,
                                     const L6Config& config, std::uint64_t seed, const RunContext& context) {
  const std::size_t nodes = rows.size();
  if (nodes == 0 || config.l6_active == 0) {
    return {};
  }
  const bool weighted = !graph.weights.empty();
  DeviceArray<double> scales(device, weighted ? nodes : 0);
  if (weighted) {
    scale_weights<<<blocks_for(nodes, kThreads), kThreads, 0, device.stream()>>>(GraphRows(graph), scales.data());
    check_launch("scales of weights");
  }
  const Voices voices{GraphRows(graph),
                      rows.data(),
                      scales.data(),
                      config.l6_size,
                      config.l6_active,
                      config.l6_fan,
                      KeyedRandom(seed, Purpose::kL6Identity),
                      KeyedRandom(seed, Purpose::kL6Fan),
                      KeyedRandom(seed, Purpose::kL6Seats)};
  DeviceArray<std::uint32_t> sizes(device, nodes);
  DeviceArray<std::uint16_t> neurons(device, nodes * config.l6_fan);
  DeviceArray<float> worth(device, weighted ? nodes * config.l6_fan : nodes);
  const Fans fans{sizes.data(), neurons.data(), worth.data()};
  const auto warps_of = [](std::size_t bytes) {
    return static_cast<unsigned>(std::clamp<std::size_t>(kSharedBytes / bytes, 1, kThreads / kWarp));
  };
  const std::size_t fan_bytes = 2 * sizeof(std::uint64_t) * config.l6_fan;
  const unsigned fan_warps = warps_of(fan_bytes);
  fill_fans<<<blocks_for(nodes, fan_warps), fan_warps * kWarp, fan_warps * fan_bytes, device.stream()>>>(voices, fans);
  check_launch("fans of L6");
  DeviceArray<std::uint16_t> out(device, nodes * config.l6_active);
  const std::size_t bytes = hearing_bytes(config.l6_size, config.l6_active);
  const unsigned warps = warps_of(bytes);
  listen<<<blocks_for(nodes, warps), warps * kWarp, warps * bytes, device.stream()>>>(voices, fans, out.data());
  check_launch("L6 codes");
  context.advance(1.0);
  return out.to_host();
}

}  // namespace columnar::cuda
