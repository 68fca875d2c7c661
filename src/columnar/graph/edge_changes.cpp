#include "columnar/edge_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "columnar/error.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

constexpr const char* kNotLetIn = ", and new nodes are not let in (--add-nodes lets them)";

/// A changed edge: its weight before and now, 0 if it does not exist.
struct Edge {
  double before = 0.0;
  double now = 0.0;
};

/// One direction of a changed edge.
struct Arc {
  NodeIndex from;
  NodeIndex to;
  float weight;  ///< 0: removed
};

/// Total weight of each node's edges; in a directed graph, incoming edges count too.
std::vector<double> strengths_of(const Graph& graph) {
  std::vector<double> strengths(graph.node_count());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    strengths[v] += graph.strength(v);
    for (std::uint64_t e = graph.offsets[v]; graph.directed && e < graph.offsets[v + std::size_t{1}]; ++e) {
      strengths[graph.targets[e]] += graph.edge_weight(e);
    }
  }
  return strengths;
}

class Changer {
 public:
  Changer(const Graph& graph, const EdgeChanges& changes, NewNodes policy)
      : graph_(graph),
        changes_(changes),
        policy_(policy),
        ids_(graph.ids, changes.place),
        weighted_(graph.is_weighted() || std::ranges::any_of(changes.changes, [](const EdgeChange& change) {
                    return change.weight.has_value();
                  })) {}

  ChangedGraph run() {
    resolve();
    for (const EdgeChange& change : changes_.changes) {
      make(change);
    }
    ChangedGraph result;
    result.first_new = graph_.node_count();
    counts_.new_nodes = ids_.size() - graph_.node_count();
    result.counts = counts_;
    result.graph = merged();
    result.changed = changed_shares(result.graph);
    if (result.graph.targets.empty()) {
      throw Error(ErrorCode::kInput, fmt::format("{}: no edge would be left", changes_.place));
    }
    return result;
  }

 private:
  [[noreturn]] void fail(const EdgeChange& change, const std::string& reason) const {
    throw Error(ErrorCode::kInput, fmt::format("{}: {}", changes_.place_of(change), reason));
  }
  [[nodiscard]] std::string name(NodeIndex row) const { return in_quotes(changes_.ids.name(row)); }

  /// Maps rows of the changes to rows of the graph; new nodes get the next rows in the order in which they are named.
  void resolve() {
    rows_.resize(changes_.ids.size());
    std::vector<bool> known(rows_.size(), false);
    for (NodeIndex i = 0; i < rows_.size(); ++i) {
      if (const auto row = ids_.find(changes_.ids.name(i))) {
        rows_[i] = *row;
        known[i] = true;
      }
    }
    for (const EdgeChange& change : changes_.changes) {
      if (policy_ == NewNodes::kRequire && change.kind != ChangeKind::kAdd) {
        fail(change, "edges of new nodes can only be added; an update takes other changes");
      }
      for (const NodeIndex end : {change.u, change.v}) {
        if (!known[end] && (policy_ == NewNodes::kRefuse || change.kind != ChangeKind::kAdd)) {
          fail(change,
               fmt::format("node {} is not in the model{}", name(end), policy_ == NewNodes::kRefuse ? kNotLetIn : ""));
        }
      }
      if (policy_ == NewNodes::kRequire && known[change.u] && known[change.v]) {
        fail(change, fmt::format("{} and {} are both in the model; an update takes their new edges", name(change.u),
                                 name(change.v)));
      }
    }
    if (const auto stranger = std::ranges::find(known, false);
        policy_ == NewNodes::kRefuse && stranger != known.end()) {
      throw Error(ErrorCode::kInput, fmt::format("{}: node {} is not in the model{}", changes_.place,
                                                 name(static_cast<NodeIndex>(stranger - known.begin())), kNotLetIn));
    }
    if (std::count(known.begin(), known.end(), false) + std::uint64_t{graph_.node_count()} > kMaxNodes) {
      throw Error(ErrorCode::kInput, fmt::format("{}: more than {} nodes", changes_.place, kMaxNodes));
    }
    for (NodeIndex i = 0; i < rows_.size(); ++i) {
      if (!known[i]) {
        rows_[i] = ids_.row_of(changes_.ids.name(i));
      }
    }
  }

  Edge& edge_of(NodeIndex u, NodeIndex v) {
    if (!graph_.directed && v < u) {
      std::swap(u, v);
    }
    const auto [found, is_new] = edges_.try_emplace((std::uint64_t{u} << 32U) | v);
    if (is_new) {
      found->second.before = found->second.now = u < graph_.node_count() ? graph_.weight(u, v) : 0.0;
    }
    return found->second;
  }

  void make(const EdgeChange& change) {
    const NodeIndex u = rows_[change.u];
    const NodeIndex v = rows_[change.v];
    const double weight = change.weight.value_or(1.0);
    if (const char* problem = weight_problem(weight); problem != nullptr) {
      fail(change, fmt::format("{}: {}", problem, weight));
    }
    if (u == v && change.kind == ChangeKind::kAdd) {
      ++counts_.without_effect;
      return;
    }
    Edge& edge = edge_of(u, v);
    if (change.kind != ChangeKind::kAdd && edge.now == 0.0) {
      fail(change, fmt::format("there is no edge from {} to {}", name(change.u), name(change.v)));
    }
    switch (change.kind) {
      case ChangeKind::kAdd:
        add(edge, static_cast<float>(weight), change);
        break;
      case ChangeKind::kRemove:
        edge.now = 0.0;
        ++counts_.removed;
        break;
      case ChangeKind::kReweight:
        if (static_cast<float>(weight) == 0.0F) {
          fail(change, "a weight of 0 is no edge; '- u v' removes it");
        }
        ++(edge.now == static_cast<double>(static_cast<float>(weight)) ? counts_.without_effect : counts_.reweighted);
        edge.now = static_cast<double>(static_cast<float>(weight));
        break;
    }
  }

  void add(Edge& edge, float weight, const EdgeChange& change) {
    if (weight == 0.0F || (edge.now > 0.0 && !weighted_)) {
      ++counts_.without_effect;
      return;
    }
    ++(edge.now > 0.0 ? counts_.reweighted : counts_.added);
    edge.now += static_cast<double>(weight);
    if (const char* problem = weight_problem(edge.now); problem != nullptr) {
      fail(change, fmt::format("{}: {}", problem, edge.now));
    }
  }

  /// Merges old rows and changed arcs, both sorted.
  Graph merged() {
    std::vector<Arc> arcs;
    bool weighted = graph_.is_weighted();
    for (const auto& [key, edge] : edges_) {
      if (static_cast<float>(edge.now) == static_cast<float>(edge.before)) {
        continue;
      }
      const auto u = static_cast<NodeIndex>(key >> 32U);
      const auto v = static_cast<NodeIndex>(key);
      const auto weight = static_cast<float>(edge.now);
      weighted = weighted || (weight != 0.0F && weight != 1.0F);
      arcs.push_back({u, v, weight});
      if (!graph_.directed) {
        arcs.push_back({v, u, weight});
      }
    }
    std::sort(arcs.begin(), arcs.end(),
              [](const Arc& a, const Arc& b) { return a.from < b.from || (a.from == b.from && a.to < b.to); });
    Graph result;
    result.directed = graph_.directed;
    result.targets.reserve(graph_.targets.size() + arcs.size());
    const auto put = [&](NodeIndex to, float weight) {
      result.targets.push_back(to);
      if (weighted) {
        result.weights.push_back(weight);
      }
    };
    auto arc = arcs.begin();
    for (NodeIndex v = 0; v < ids_.size(); ++v) {
      const auto neighbours = v < graph_.node_count() ? graph_.neighbours(v) : std::span<const NodeIndex>{};
      for (std::size_t i = 0; i < neighbours.size(); ++i) {
        for (; arc != arcs.end() && arc->from == v && arc->to < neighbours[i]; ++arc) {
          put(arc->to, arc->weight);
        }
        if (arc != arcs.end() && arc->from == v && arc->to == neighbours[i]) {
          if (arc->weight != 0.0F) {
            put(arc->to, arc->weight);
          }
          ++arc;
        } else {
          put(neighbours[i], static_cast<float>(graph_.edge_weight(graph_.offsets[v] + i)));
        }
      }
      for (; arc != arcs.end() && arc->from == v; ++arc) {
        put(arc->to, arc->weight);
      }
      result.offsets.push_back(result.targets.size());
    }
    if (std::all_of(result.weights.begin(), result.weights.end(), [](float w) { return w == 1.0F; })) {
      result.weights = {};
    }
    result.ids = std::move(ids_).take_ids();
    return result;
  }

  [[nodiscard]] std::vector<double> changed_shares(const Graph& now) const {
    const std::vector<double> before = strengths_of(graph_);
    const std::vector<double> after = strengths_of(now);
    std::vector<double> moved(now.node_count(), 0.0);
    for (const auto& [key, edge] : edges_) {
      for (const auto end : {static_cast<NodeIndex>(key >> 32U), static_cast<NodeIndex>(key)}) {
        moved[end] += std::abs(edge.now - edge.before);
      }
    }
    for (NodeIndex v = 0; v < moved.size(); ++v) {
      if (moved[v] > 0.0) {
        moved[v] = std::min(1.0, moved[v] / std::max(after[v], v < before.size() ? before[v] : 0.0));
      }
    }
    return moved;
  }

  const Graph& graph_;
  const EdgeChanges& changes_;
  NewNodes policy_;
  IdIndex ids_;
  bool weighted_;                        ///< some edge has a weight, so a repeated edge grows, as in a file
  std::vector<NodeIndex> rows_;          ///< [id of the changes]
  std::map<std::uint64_t, Edge> edges_;  ///< by (u, v), ordered: sums must be reproducible
  ChangeCounts counts_;
};

}  // namespace

ChangedGraph apply_changes(const Graph& graph, const EdgeChanges& changes, NewNodes policy) {
  return Changer(graph, changes, policy).run();
}

}  // namespace columnar
