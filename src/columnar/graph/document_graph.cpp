#include "columnar/graph/document_graph.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"

namespace columnar {

DocumentGraph::DocumentGraph(std::function<std::string()> place, std::string name, const ReadOptions& options)
    : place_(std::move(place)),
      options_{.directed = options.directed,
               .source = EdgeSource::kList,
               .place = name,
               .memory_limit = options.memory_limit},
      memory_(options_),
      keys_(std::move(name)) {}

/// Compares the memory in use with the limit from time to time.
void DocumentGraph::check_memory(std::size_t bytes) {
  constexpr std::size_t kBytesBetween = std::size_t{1} << 20U;
  unchecked_bytes_ += bytes;
  if (unchecked_bytes_ > kBytesBetween) {
    memory_.require_memory(keys_.size());
    unchecked_bytes_ = 0;
  }
}

NodeIndex DocumentGraph::row_of(std::string_view key) {
  if (key.empty()) {
    fail_input(place_(), "the id of a node is empty");
  }
  if (keys_.size() + 1 > kMaxNodes) {
    fail_input(place_(), fmt::format("more than {} nodes", kMaxNodes));
  }
  check_memory(key.size());
  return keys_.row_of(key);
}

NodeIndex DocumentGraph::add_node(std::string_view key) {
  const NodeIndex row = row_of(key);
  if (row < listed_.size() && listed_[row]) {
    fail_input(place_(), fmt::format("the node {} is listed twice", in_quotes(key)));
  }
  if (row >= listed_.size()) {
    listed_.resize(row + std::size_t{1});
  }
  listed_[row] = true;
  ++listed_count_;
  return row;
}

void DocumentGraph::add_edge(NodeIndex source, NodeIndex target, std::optional<double> weight, EdgeKind kind) {
  check_memory(sizeof(Edge));
  any_directed_ = any_directed_ || kind == EdgeKind::kDirected;
  edges_.push_back({source, target, weight ? static_cast<float>(*weight) : -1.0F, kind});
}

void DocumentGraph::set_label(NodeIndex node, std::string_view label) {
  check_memory(label.size() + sizeof(std::string));
  if (node >= labels_.size()) {
    labels_.resize(node + std::size_t{1});
  }
  labels_[node] = label;
}

void DocumentGraph::require_listed() {
  if (listed_count_ == 0 || listed_count_ == keys_.size()) {
    return;
  }
  for (const Edge& edge : edges_) {
    for (const NodeIndex end : {edge.source, edge.target}) {
      if (end >= listed_.size() || !listed_[end]) {
        fail_input(options_.place, fmt::format("an edge names the node {}, which the file does not list",
                                               in_quotes(std::move(keys_).take_ids().name(end))));
      }
    }
  }
}

NodeIds DocumentGraph::take_ids() {
  if (labels_.empty() || labels_.size() != keys_.size()) {
    return std::move(keys_).take_ids();
  }
  IdIndex names(options_.place);
  for (std::size_t row = 0; row < labels_.size(); ++row) {
    if (labels_[row].empty() || names.row_of(labels_[row]) != row) {
      return std::move(keys_).take_ids();
    }
  }
  return std::move(names).take_ids();
}

BuiltGraph DocumentGraph::build() && {
  require_listed();
  const bool asked = options_.directed;
  options_.directed = directed_ || any_directed_;
  GraphBuilder builder(options_);
  const auto add = [&builder](NodeIndex u, NodeIndex v, float weight) {
    if (weight < 0.0F) {
      builder.add(u, v);
    } else {
      builder.add(u, v, static_cast<double>(weight));
    }
  };
  for (const Edge& edge : edges_) {
    add(edge.source, edge.target, edge.weight);
    const bool one_way = edge.kind == EdgeKind::kDirected || (edge.kind == EdgeKind::kDefault && directed_);
    if (options_.directed && !one_way && edge.source != edge.target) {
      add(edge.target, edge.source, edge.weight);
    }
  }
  const std::uint64_t lines = edges_.size();
  std::vector<Edge>().swap(edges_);
  BuiltGraph built = std::move(builder).build(take_ids());
  built.graph.directed = built.graph.directed || asked;
  built.report.lines = lines;
  return built;
}

}  // namespace columnar
