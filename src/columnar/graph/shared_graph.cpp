#include "columnar/graph/shared_graph.hpp"

#include <vector>

namespace columnar {

void share_graph(Ranks& ranks, Graph& graph) {
  broadcast_vector(ranks, graph.offsets, 0);
  broadcast_vector(ranks, graph.targets, 0);
  broadcast_vector(ranks, graph.weights, 0);
  std::vector<std::uint8_t> directed(1, graph.directed ? 1 : 0);
  broadcast_vector(ranks, directed, 0);
  graph.directed = directed.front() != 0;
}

void share_attributes(Ranks& ranks, Attributes& attributes) {
  broadcast_vector(ranks, attributes.offsets, 0);
  broadcast_vector(ranks, attributes.indices, 0);
  broadcast_vector(ranks, attributes.values, 0);
  std::vector<std::uint32_t> width(1, attributes.width);
  broadcast_vector(ranks, width, 0);
  attributes.width = width.front();
}

}  // namespace columnar
