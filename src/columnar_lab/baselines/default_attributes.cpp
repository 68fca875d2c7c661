#include "columnar_lab/baselines/default_attributes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace columnar {
namespace {

constexpr NodeIndex kMaxIdentityNodes = NodeIndex{1} << 17;

}  // namespace

Attributes identity_attributes(const Graph& graph) {
  Attributes features;
  features.width = graph.node_count();
  features.offsets.resize(std::size_t{graph.node_count()} + 1);
  std::iota(features.offsets.begin(), features.offsets.end(), std::uint64_t{0});
  features.indices.resize(graph.node_count());
  std::iota(features.indices.begin(), features.indices.end(), 0U);
  return features;
}

Attributes degree_attributes(const Graph& graph) {
  Attributes features;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    features.indices.push_back(static_cast<std::uint32_t>(std::bit_width(graph.degree(v))));
    features.offsets.push_back(features.indices.size());
    features.width = std::max(features.width, features.indices.back() + 1);
  }
  return features;
}

Attributes default_attributes(const Graph& graph) {
  return graph.node_count() <= kMaxIdentityNodes ? identity_attributes(graph) : degree_attributes(graph);
}

}  // namespace columnar
