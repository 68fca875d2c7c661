#include "columnar/graph_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "columnar/core/stage_meter.hpp"
#include "columnar/error.hpp"

namespace columnar {
namespace {

/// Rows of arcs; weights is empty for an unweighted graph.
struct Rows {
  std::vector<std::uint64_t> offsets;
  std::vector<NodeIndex> targets;
  std::vector<float> weights;
};

/// Turns counts[v + 1] = size of row v into offsets.
void accumulate_offsets(std::vector<std::uint64_t>& counts) {
  for (std::size_t v = 1; v < counts.size(); ++v) {
    counts[v] += counts[v - 1];
  }
}

/// Arcs grouped by their target, in the order given: one counting sort. With `both_ways` each edge is two arcs.
Rows group_by_target(std::size_t nodes, const std::vector<NodeIndex>& sources, const std::vector<NodeIndex>& targets,
                     const std::vector<float>& weights, bool both_ways) {
  Rows rows;
  rows.offsets.assign(nodes + 1, 0);
  for (std::size_t e = 0; e < sources.size(); ++e) {
    ++rows.offsets[targets[e] + std::size_t{1}];
    if (both_ways) {
      ++rows.offsets[sources[e] + std::size_t{1}];
    }
  }
  accumulate_offsets(rows.offsets);
  rows.targets.resize(rows.offsets.back());
  rows.weights.resize(weights.empty() ? 0 : rows.targets.size());
  std::vector<std::uint64_t> next(rows.offsets.begin(), rows.offsets.end() - 1);
  const auto place = [&](NodeIndex row, NodeIndex other, std::size_t edge) {
    const std::uint64_t slot = next[row]++;
    rows.targets[slot] = other;
    if (!weights.empty()) {
      rows.weights[slot] = weights[edge];
    }
  };
  for (std::size_t e = 0; e < sources.size(); ++e) {
    place(targets[e], sources[e], e);
    if (both_ways) {
      place(sources[e], targets[e], e);
    }
  }
  return rows;
}

/// The transpose. Its rows come out sorted, and equal entries keep their order: the second counting sort.
Rows transpose(const Rows& in) {
  const std::size_t nodes = in.offsets.size() - 1;
  Rows out;
  out.offsets.assign(nodes + 1, 0);
  for (const NodeIndex target : in.targets) {
    ++out.offsets[target + std::size_t{1}];
  }
  accumulate_offsets(out.offsets);
  out.targets.resize(in.targets.size());
  out.weights.resize(in.weights.size());
  std::vector<std::uint64_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (std::size_t v = 0; v < nodes; ++v) {
    for (std::uint64_t i = in.offsets[v]; i < in.offsets[v + 1]; ++i) {
      const std::uint64_t slot = next[in.targets[i]]++;
      out.targets[slot] = static_cast<NodeIndex>(v);
      if (!in.weights.empty()) {
        out.weights[slot] = in.weights[i];
      }
    }
  }
  return out;
}

/// Merges runs of equal targets in sorted rows, in place; weights are added in double. Returns the number of arcs
/// removed.
std::uint64_t merge_repeats(Rows& rows, const std::string& place) {
  std::uint64_t out = 0;
  std::uint64_t begin = 0;
  for (std::size_t v = 0; v + 1 < rows.offsets.size(); ++v) {
    const std::uint64_t end = rows.offsets[v + 1];
    for (std::uint64_t i = begin; i < end;) {
      const NodeIndex target = rows.targets[i];
      double sum = 0.0;
      for (; i < end && rows.targets[i] == target; ++i) {
        sum += rows.weights.empty() ? 1.0 : static_cast<double>(rows.weights[i]);
      }
      rows.targets[out] = target;
      if (!rows.weights.empty()) {
        if (sum > static_cast<double>(std::numeric_limits<float>::max())) {
          throw Error(ErrorCode::kInput, fmt::format("{}: the weights of a repeated edge add up to infinity", place));
        }
        rows.weights[out] = static_cast<float>(sum);
      }
      ++out;
    }
    begin = end;
    rows.offsets[v + 1] = out;
  }
  const std::uint64_t merged = rows.targets.size() - out;
  rows.targets.resize(out);
  rows.weights.resize(rows.weights.empty() ? 0 : out);
  return merged;
}

/// Makes a matrix symmetric: row v of the result joins row v and column v; the larger weight is used.
Rows symmetrise(const Rows& a) {
  const Rows b = transpose(a);
  const bool weighted = !a.weights.empty();
  Rows out;
  out.offsets.reserve(a.offsets.size());
  out.offsets.push_back(0);
  out.targets.reserve(a.targets.size());
  out.weights.reserve(a.weights.size());
  for (std::size_t v = 0; v + 1 < a.offsets.size(); ++v) {
    std::uint64_t i = a.offsets[v];
    std::uint64_t j = b.offsets[v];
    const std::uint64_t i_end = a.offsets[v + 1];
    const std::uint64_t j_end = b.offsets[v + 1];
    while (i < i_end || j < j_end) {
      const bool take_a = i < i_end && (j == j_end || a.targets[i] <= b.targets[j]);
      const bool take_b = j < j_end && (i == i_end || b.targets[j] <= a.targets[i]);
      out.targets.push_back(take_a ? a.targets[i] : b.targets[j]);
      if (weighted) {
        out.weights.push_back(std::max(take_a ? a.weights[i] : 0.0F, take_b ? b.weights[j] : 0.0F));
      }
      i += take_a ? 1 : 0;
      j += take_b ? 1 : 0;
    }
    out.offsets.push_back(out.targets.size());
  }
  return out;
}

/// Reading may use this much whatever the limit: with too low a limit for a small graph, the error after reading then
/// states exactly how much is needed.
constexpr std::uint64_t kAlwaysGranted = std::uint64_t{64} << 20U;

constexpr std::size_t kEdgesPerMemoryCheck = std::size_t{1} << 18U;

void free_memory(auto& vector) { std::remove_reference_t<decltype(vector)>().swap(vector); }

}  // namespace

const char* weight_problem(double weight) noexcept {
  if (std::isnan(weight)) {
    return "weight is not a number";
  }
  if (weight < 0.0) {
    return "weight is negative";
  }
  if (std::isinf(weight)) {
    return "weight is infinite";
  }
  // Half a step above the largest float still rounds down to it; such a double is rejected as too large all the same.
  return weight > static_cast<double>(std::numeric_limits<float>::max()) ? "weight is too large" : nullptr;
}

GraphBuilder::GraphBuilder(GraphBuilderOptions options) : options_(std::move(options)) {}

void GraphBuilder::reserve(std::uint64_t edges, bool weighted) {
  sources_.reserve(edges);
  targets_.reserve(edges);
  weights_.reserve(weighted ? edges : 0);
}

void GraphBuilder::push(NodeIndex u, NodeIndex v) {
  if (sources_.size() % kEdgesPerMemoryCheck == kEdgesPerMemoryCheck - 1) {
    require_memory(0);
  }
  sources_.push_back(u);
  targets_.push_back(v);
}

void GraphBuilder::add(NodeIndex u, NodeIndex v) {
  ++report_.lines;
  if (u == v) {
    ++report_.self_loops;
    return;
  }
  push(u, v);
  if (weighted_) {
    weights_.push_back(1.0F);
  }
}

void GraphBuilder::add(NodeIndex u, NodeIndex v, double weight) {
  if (const char* problem = weight_problem(weight); problem != nullptr) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: edge {}: {}: {}", options_.place, report_.lines + 1, problem, weight));
  }
  ++report_.lines;
  if (!weighted_) {
    weighted_ = true;
    weights_.assign(sources_.size(), 1.0F);
  }
  const auto narrow = static_cast<float>(weight);
  if (u == v) {
    ++report_.self_loops;
    return;
  }
  if (narrow == 0.0F) {
    ++report_.zero_weight_edges;
    return;
  }
  push(u, v);
  weights_.push_back(narrow);
}

void GraphBuilder::require_memory(std::size_t nodes) const {
  if (options_.memory_limit == 0) {
    return;
  }
  const bool is_matrix = options_.source == EdgeSource::kMatrix;
  const std::uint64_t arc_bytes = sizeof(NodeIndex) + (weighted_ ? sizeof(float) : 0);
  const std::uint64_t edge_bytes = sources_.size() * (arc_bytes + sizeof(NodeIndex));
  const std::uint64_t row_bytes =
      sources_.size() * arc_bytes * (options_.directed || is_matrix ? 1 : 2) + 2 * sizeof(std::uint64_t) * nodes;
  // The edges and their rows, then two copies of the rows without the edges; making a matrix symmetric takes three.
  const std::uint64_t copies = is_matrix && !options_.directed ? 3 : 2;
  const std::uint64_t needed =
      current_memory() + std::max(row_bytes, copies * row_bytes - std::min(copies * row_bytes, edge_bytes));
  if (needed > std::max(options_.memory_limit, kAlwaysGranted)) {
    constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;
    throw Error(ErrorCode::kConfig,
                fmt::format("{}: --memory-limit: reading it needs {} MiB at least, not {}", options_.place,
                            needed / kMebibyte + 1, options_.memory_limit / kMebibyte));
  }
}

BuiltGraph GraphBuilder::build(NodeIds ids) && {
  const std::size_t nodes = ids.size();
  require_memory(nodes);
  if (nodes > kMaxNodes) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: {} nodes, more than the limit of {}", options_.place, nodes, kMaxNodes));
  }
  for (std::size_t e = 0; e < sources_.size(); ++e) {
    if (sources_[e] >= nodes || targets_[e] >= nodes) {
      throw Error(ErrorCode::kInput, fmt::format("{}: an edge joins rows {} and {} of a graph with {} nodes",
                                                 options_.place, sources_[e], targets_[e], nodes));
    }
  }
  const bool list_both_ways = !options_.directed && options_.source == EdgeSource::kList;
  Rows by_target = group_by_target(nodes, sources_, targets_, weights_, list_both_ways);
  free_memory(sources_);
  free_memory(targets_);
  free_memory(weights_);
  Rows rows = transpose(by_target);
  by_target = Rows{};
  const std::uint64_t merged = merge_repeats(rows, options_.place);
  report_.duplicate_edges = list_both_ways ? merged / 2 : merged;
  if (!options_.directed && options_.source == EdgeSource::kMatrix) {
    rows = symmetrise(rows);
  }
  if (std::all_of(rows.weights.begin(), rows.weights.end(), [](float w) { return w == 1.0F; })) {
    free_memory(rows.weights);
  }
  BuiltGraph built;
  built.graph.offsets = std::move(rows.offsets);
  built.graph.targets = std::move(rows.targets);
  built.graph.weights = std::move(rows.weights);
  built.graph.directed = options_.directed;
  built.graph.ids = std::move(ids);
  built.report = report_;
  return built;
}

}  // namespace columnar
