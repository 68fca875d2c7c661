#include "columnar/graph/digest.hpp"

#include <array>
#include <string_view>

#include "columnar/files/array_digest.hpp"

namespace columnar {

std::string graph_digest(const Graph& graph) {
  ArrayDigest digest;
  digest.add(std::string_view("columnar graph 2"));
  digest.add(std::array<bool, 2>{graph.directed, graph.ids.are_text()});
  digest.add(graph.offsets);
  digest.add(graph.targets);
  digest.add(graph.weights);
  digest.add(graph.ids.integers);
  for (const std::string& id : graph.ids.texts) {
    digest.add(id);
  }
  return digest.hex();
}

std::string run_digest(const Graph& graph, const Attributes& attributes) {
  const std::string of_graph = graph_digest(graph);
  if (attributes.width == 0) {
    return of_graph;
  }
  ArrayDigest digest;
  digest.add(std::string_view("columnar attributes 1"));
  digest.add(of_graph);
  digest.add(attributes.offsets);
  digest.add(attributes.indices);
  digest.add(attributes.values);
  for (const std::string& name : attributes.names) {
    digest.add(name);
  }
  return digest.hex();
}

}  // namespace columnar
