#pragma once

#include <functional>
#include <memory>
#include <string>

#include "columnar/graph.hpp"
#include "columnar/graph_reader.hpp"

namespace columnar {

/// A graph in memory; labels may be null.
struct LoadedGraph {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Labels> labels;
};

/// A graph that is brought to memory when its turn comes.
struct LoadableGraph {
  std::string name;
  std::function<LoadedGraph()> load;
};

/// A graph with its classes, both of which live as long as either.
template <class Whole>
[[nodiscard]] LoadedGraph shared_parts(const std::shared_ptr<const Whole>& whole) {
  return {std::shared_ptr<const Graph>(whole, &whole->graph), std::shared_ptr<const Labels>(whole, &whole->labels)};
}

/// A graph file, read anew at each load.
[[nodiscard]] inline LoadableGraph graph_file(const std::string& path, const ReadOptions& options = {}) {
  return {path,
          [path, options] { return shared_parts(std::make_shared<const ReadResult>(read_graph(path, options))); }};
}

/// A graph in memory with its classes, if it has some. Both must outlive every load.
[[nodiscard]] inline LoadableGraph graph_in_memory(const std::string& name, const Graph& graph,
                                                   const Labels* labels = nullptr) {
  return {name, [&graph, labels] {
            return LoadedGraph{{std::shared_ptr<const Graph>(), &graph}, {std::shared_ptr<const Labels>(), labels}};
          }};
}

}  // namespace columnar
