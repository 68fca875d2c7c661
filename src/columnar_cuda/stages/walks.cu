#include <cmath>
#include <string>

#include "columnar/core/finite.hpp"
#include "columnar/core/random.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/stages/walks.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 128;
constexpr int kMaxRejections = 48;  // as in walk_sampler.cpp

/// The draws of one walk.
class WalkRandom {
 public:
  __device__ WalkRandom(const KeyedRandom& random, std::uint64_t walk) : random_(random), walk_(walk) {}
  __device__ double uniform() { return random_.uniform(walk_, draw_++); }
  __device__ std::uint64_t below(std::uint64_t bound) { return random_.below(bound, walk_, draw_++); }

 private:
  const KeyedRandom& random_;
  std::uint64_t walk_;
  std::uint64_t draw_ = 0;
};

/// The first place in [0, count) whose value is not below (or, `after`, above) the target; count if there is none.
template <bool kAfter, class Value>
__device__ std::uint64_t bound_of(const Value* values, std::uint64_t count, Value target) {
  std::uint64_t first = 0;
  while (count > 0) {
    const std::uint64_t half = count / 2;
    if (kAfter ? !(target < values[first + half]) : values[first + half] < target) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return first;
}

/// WalkSampler's rules over rows on the device; every function has its twin of the same name in walk_sampler.cpp.
struct Sampler {
  GraphRows graph;
  const double* cumulative;  ///< of the weights of each row; null for unweighted graphs
  double to_previous;
  double to_far;
  double envelope;
  bool first_order;

  __device__ std::uint64_t degree(NodeIndex v) const { return graph.offsets[v + 1] - graph.offsets[v]; }
  __device__ double edge_weight(std::uint64_t edge) const {
    return graph.weights == nullptr ? 1.0 : static_cast<double>(graph.weights[edge]);
  }
  __device__ double total(NodeIndex v) const {
    return cumulative == nullptr ? static_cast<double>(degree(v)) : cumulative[graph.offsets[v + 1] - 1];
  }
  __device__ double weight(NodeIndex v, NodeIndex x) const {
    const std::uint64_t first = graph.offsets[v];
    const std::uint64_t place = first + bound_of<false>(graph.targets + first, degree(v), x);
    return place == graph.offsets[v + 1] || graph.targets[place] != x ? 0.0 : edge_weight(place);
  }
  __device__ std::uint64_t place_of(NodeIndex v, double target) const {
    const std::uint64_t last = degree(v) - 1;
    const std::uint64_t place = bound_of<true>(cumulative + graph.offsets[v], degree(v), target);
    return place < last ? place : last;
  }
  __device__ NodeIndex draw(NodeIndex v, WalkRandom& random) const {
    const NodeIndex* const row = graph.targets + graph.offsets[v];
    return row[cumulative == nullptr ? random.below(degree(v)) : place_of(v, random.uniform() * total(v))];
  }
  __device__ NodeIndex draw_other(NodeIndex v, NodeIndex excluded, WalkRandom& random) const {
    const NodeIndex* const row = graph.targets + graph.offsets[v];
    const std::uint64_t size = degree(v);
    const std::uint64_t gap = bound_of<false>(row, size, excluded);
    if (gap == size || row[gap] != excluded) {
      return draw(v, random);
    }
    if (cumulative == nullptr) {
      const std::uint64_t place = random.below(size - 1);
      return row[place < gap ? place : place + 1];
    }
    const double* const first = cumulative + graph.offsets[v];
    const double before = gap == 0 ? 0.0 : first[gap - 1];
    const double target = random.uniform() * (total(v) - (first[gap] - before));
    const std::uint64_t place = place_of(v, target < before ? target : target + (first[gap] - before));
    if (place != gap) {
      return row[place];
    }
    return row[gap + 1 < size ? gap + 1 : gap - 1];
  }
  __device__ double bias(NodeIndex previous, NodeIndex next) const {
    if (next == previous) {
      return to_previous;
    }
    return weight(previous, next) > 0.0 ? 1.0 : to_far;
  }
  __device__ NodeIndex step(NodeIndex previous, NodeIndex current, WalkRandom& random) const {
    if (first_order || degree(current) == 1) {
      return draw(current, random);
    }
    const double beyond = to_previous - envelope;
    const double excess = (beyond > 0.0 ? beyond : 0.0) * weight(current, previous);
    const double body = envelope * total(current);
    for (int attempt = 0; attempt < kMaxRejections; ++attempt) {
      if (excess > 0.0 && random.uniform() * (body + excess) < excess) {
        return previous;
      }
      const NodeIndex next = draw(current, random);
      const double accepted = bias(previous, next);
      if (random.uniform() * envelope < (accepted < envelope ? accepted : envelope)) {
        return next;
      }
    }
    return to_far < 1.0 ? draw_by_parts(previous, current, random) : draw_exactly(previous, current, random);
  }

  /// Calls visit(x, sum) for the nodes linked to both, with the running sum of their weights, until it returns true.
  template <class Visit>
  __device__ void each_common(NodeIndex previous, NodeIndex current, const Visit& visit) const {
    const bool previous_shorter = degree(previous) < degree(current);
    const NodeIndex from = previous_shorter ? previous : current;
    double sum = 0.0;
    for (std::uint64_t e = graph.offsets[from]; e < graph.offsets[from + 1]; ++e) {
      const NodeIndex x = graph.targets[e];
      const double share = weight(current, x);
      if (x != previous && share > 0.0 && (previous_shorter || weight(previous, x) > 0.0)) {
        sum += (1.0 - to_far) * share;
        if (visit(x, sum)) {
          return;
        }
      }
    }
  }
  /// Twice over the common nodes in place of a list of them: the sums are the same.
  __device__ NodeIndex draw_by_parts(NodeIndex previous, NodeIndex current, WalkRandom& random) const {
    double sum = 0.0;
    each_common(previous, current, [&](NodeIndex, double so_far) {
      sum = so_far;
      return false;
    });
    const double back_weight = weight(current, previous);
    const double back = to_previous * back_weight;
    const double base = to_far * (total(current) - back_weight);
    const double target = random.uniform() * (back + sum + base);
    if (target < back) {
      return previous;
    }
    if (target < back + sum) {
      NodeIndex found = previous;
      each_common(previous, current, [&](NodeIndex x, double so_far) {
        found = x;
        return target - back < so_far;
      });
      return found;
    }
    return draw_other(current, previous, random);
  }
  __device__ NodeIndex draw_exactly(NodeIndex previous, NodeIndex current, WalkRandom& random) const {
    const std::uint64_t first = graph.offsets[current];
    const std::uint64_t last = graph.offsets[current + 1];
    double sum = 0.0;
    for (std::uint64_t e = first; e < last; ++e) {
      sum += bias(previous, graph.targets[e]) * edge_weight(e);
    }
    const double target = random.uniform() * sum;
    sum = 0.0;
    for (std::uint64_t e = first; e < last; ++e) {
      sum += bias(previous, graph.targets[e]) * edge_weight(e);
      if (target < sum) {
        return graph.targets[e];
      }
    }
    return graph.targets[last - 1];
  }
};

/// The running sums of the weights of each row, in its order.
__global__ void sum_weights(GraphRows graph, double* cumulative, NodeIndex* not_finite) {
  const std::size_t v = thread_index();
  if (v >= graph.nodes) {
    return;
  }
  double sum = 0.0;
  for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
    sum += static_cast<double>(graph.weights[e]);
    cumulative[e] = sum;
  }
  if (!isfinite(sum)) {
    atomicMin(not_finite, static_cast<NodeIndex>(v));
  }
}

__global__ void __launch_bounds__(kThreads)
    draw_walks(Sampler sampler, KeyedRandom random, std::uint32_t per_node, std::uint32_t length, NodeIndex* nodes) {
  const std::size_t w = thread_index();
  if (w >= std::size_t{sampler.graph.nodes} * per_node) {
    return;
  }
  WalkRandom draws(random, w);
  NodeIndex* const walk = nodes + w * length;
  NodeIndex previous = 0;
  auto current = static_cast<NodeIndex>(w / per_node);
  walk[0] = current;
  std::uint32_t i = 1;
  for (; i < length && sampler.degree(current) > 0; ++i) {
    const NodeIndex next = i == 1 ? sampler.draw(current, draws) : sampler.step(previous, current, draws);
    walk[i] = next;
    previous = current;
    current = next;
  }
  for (; i < length; ++i) {
    walk[i] = Walks::kEnd;
  }
}

}  // namespace

DeviceWalks sample_walks(const Device& device, const DeviceGraph& graph, const WalkConfig& config, std::uint64_t seed) {
  const GraphRows rows(graph);
  DeviceArray<double> cumulative;
  if (rows.weights != nullptr) {
    cumulative = DeviceArray<double>(device, graph.targets.size());
    const NodeIndex none = Walks::kEnd;
    DeviceArray<NodeIndex> not_finite(device, std::span(&none, 1));
    sum_weights<<<blocks_for(rows.nodes, kThreads), kThreads, 0, device.stream()>>>(rows, cumulative.data(),
                                                                                    not_finite.data());
    check_launch("walks");
    if (const NodeIndex row = not_finite.to_host()[0]; row != none) {
      refuse_as_not_finite("walks", "the weight of the edges of row " + std::to_string(row));
    }
  }
  const double to_far = 1.0 / config.inout_q;
  const Sampler sampler{rows,   cumulative.data(),           1.0 / config.return_p,
                        to_far, to_far > 1.0 ? to_far : 1.0, config.return_p == 1.0 && config.inout_q == 1.0};
  const std::size_t walks = std::size_t{rows.nodes} * config.walks_per_node;
  DeviceWalks result{config.walk_length, DeviceArray<NodeIndex>(device, walks * config.walk_length)};
  draw_walks<<<blocks_for(walks, kThreads), kThreads, 0, device.stream()>>>(
      sampler, KeyedRandom(seed, Purpose::kWalkStep), config.walks_per_node, config.walk_length, result.nodes.data());
  check_launch("walks");
  return result;
}

Walks sample_walks(const Device& device, const Graph& graph, const WalkConfig& config, std::uint64_t seed) {
  const DeviceWalks drawn = sample_walks(device, DeviceGraph(device, graph), config, seed);
  return {drawn.length, drawn.nodes.to_host()};
}

}  // namespace columnar::cuda
