#include <fmt/format.h>

#include <numeric>

#include "arrays.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/edge_list_reader.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/graph_builder.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

[[noreturn]] void fail(const std::string& place, const std::string& reason) {
  throw Error(ErrorCode::kInput, place + ": " + reason);
}

/// Calls use(data) with the array's own type, one of Types.
template <class... Types, class Use>
void with_type(const AnyArray& array, const std::string& place, const char* name, const Use& use) {
  const bool known =
      ((array.dtype() == nb::dtype<Types>() ? (use(static_cast<const Types*>(array.data())), true) : false) || ...);
  if (!known) {
    fail(place, fmt::format("{} has a type that is not understood", name));
  }
}

/// Row numbers of any integer type, checked against the number of nodes as they are read.
template <class Use>
void with_rows(const AnyArray& array, const std::string& place, const char* name, const Use& use) {
  with_type<std::int64_t, std::int32_t, std::uint32_t, std::uint64_t>(array, place, name, use);
}

template <class T>
NodeIndex checked_row(T value, std::size_t nodes, const std::string& place, const char* name, std::size_t entry) {
  if (!std::in_range<std::uint64_t>(value) || static_cast<std::uint64_t>(value) >= nodes) {
    fail(place, fmt::format("{}[{}] is {}, the graph has {} nodes", name, entry, value, nodes));
  }
  return static_cast<NodeIndex>(value);
}

/// The edge's weight, or nothing for an array that is not there.
class Weights {
 public:
  Weights(const std::optional<AnyArray>& array, std::size_t edges, const std::string& place) {
    if (!array) {
      return;
    }
    if (array->size() != edges) {
      fail(place, fmt::format("{} weights for {} edges", array->size(), edges));
    }
    if (array->dtype() == nb::dtype<double>()) {
      doubles_ = static_cast<const double*>(array->data());
    } else if (array->dtype() == nb::dtype<float>()) {
      floats_ = static_cast<const float*>(array->data());
    } else {
      fail(place, "weights are float32 or float64");
    }
  }
  void add_edge(GraphBuilder& builder, NodeIndex u, NodeIndex v, std::size_t entry) const {
    if (doubles_ != nullptr) {
      builder.add(u, v, read_once(doubles_[entry]));
    } else if (floats_ != nullptr) {
      builder.add(u, v, static_cast<double>(read_once(floats_[entry])));
    } else {
      builder.add(u, v);
    }
  }
  [[nodiscard]] bool given() const noexcept { return doubles_ != nullptr || floats_ != nullptr; }

 private:
  const double* doubles_ = nullptr;
  const float* floats_ = nullptr;
};

NativeGraph finished(GraphBuilder&& builder, NodeIds ids, const std::string& place) {
  if (builder.kept_edges() == 0) {
    fail(place, "has no edges");
  }
  BuiltGraph built = std::move(builder).build(std::move(ids));
  return {place, ReadResult{std::move(built.graph), built.report, Labels{}}};
}

NativeGraph from_edges(const AnyArray& sources, const AnyArray& targets, const std::optional<AnyArray>& weights,
                       std::size_t n_nodes, const IdsArgument& ids, bool directed, const std::string& place,
                       bool both_directions) {
  if (sources.size() != targets.size()) {
    fail(place, fmt::format("{} sources for {} targets", sources.size(), targets.size()));
  }
  NodeIds names = ids_from(ids, n_nodes, place);
  const nb::gil_scoped_release release;
  const Weights weight(weights, sources.size(), place);
  GraphBuilder builder({directed, both_directions ? EdgeSource::kMatrix : EdgeSource::kList, place});
  builder.reserve(sources.size(), weight.given());
  with_rows(sources, place, "sources", [&](const auto* from) {
    with_rows(targets, place, "targets", [&](const auto* to) {
      for (std::size_t e = 0; e < sources.size(); ++e) {
        weight.add_edge(builder, checked_row(read_once(from[e]), n_nodes, place, "sources", e),
                        checked_row(read_once(to[e]), n_nodes, place, "targets", e), e);
      }
    });
  });
  return finished(std::move(builder), std::move(names), place);
}

NativeGraph from_csr(const AnyArray& indptr, const AnyArray& indices, const std::optional<AnyArray>& data,
                     const IdsArgument& ids, bool directed, const std::string& place, bool by_column) {
  if (indptr.size() == 0) {
    fail(place, "indptr is empty");
  }
  const std::size_t nodes = indptr.size() - 1;
  NodeIds names = ids_from(ids, nodes, place);
  const nb::gil_scoped_release release;
  const Weights weight(data, indices.size(), place);
  GraphBuilder builder({directed, EdgeSource::kMatrix, place});
  builder.reserve(indices.size(), weight.given());
  with_rows(indptr, place, "indptr", [&](const auto* given) {
    const auto offsets = own_copy(given, nodes + 1);
    if (offsets[0] != 0 || !std::cmp_equal(offsets[nodes], indices.size())) {
      fail(place, fmt::format("indptr runs from {} to {}, but there are {} indices", offsets[0], offsets[nodes],
                              indices.size()));
    }
    for (std::size_t v = 0; v < nodes; ++v) {
      if (offsets[v] > offsets[v + 1]) {
        fail(place, fmt::format("indptr decreases at entry {}", v + 1));
      }
    }
    with_rows(indices, place, "indices", [&](const auto* others) {
      for (std::size_t v = 0; v < nodes; ++v) {
        const auto row = static_cast<NodeIndex>(v);
        for (auto i = static_cast<std::size_t>(offsets[v]); i < static_cast<std::size_t>(offsets[v + 1]); ++i) {
          const NodeIndex other = checked_row(read_once(others[i]), nodes, place, "indices", i);
          weight.add_edge(builder, by_column ? other : row, by_column ? row : other, i);
        }
      }
    });
  });
  return finished(std::move(builder), std::move(names), place);
}

NativeGraph read(const FilePath& path, bool directed, bool largest, bool unweighted,
                 const std::vector<std::string>& columns) {
  const nb::gil_scoped_release release;
  return {path.bytes, read_graph(path.bytes, {.directed = directed,
                                              .largest_component = largest,
                                              .unweighted = unweighted,
                                              .edges = {.columns = columns}})};
}

NativeGraph only_largest(const NativeGraph& graph) {
  const nb::gil_scoped_release release;
  NativeGraph part{graph.place, {{}, graph.read.report, graph.read.labels}};
  part.read.graph = largest_component(graph.read.graph, part.read.labels, part.read.report);
  return part;
}

NativeGraph with_labels(const NativeGraph& graph, std::vector<std::int32_t> classes, std::vector<std::string> names) {
  if (classes.size() != graph.read.graph.node_count()) {
    fail(graph.place, fmt::format("{} labels for {} nodes", classes.size(), graph.read.graph.node_count()));
  }
  for (const std::int32_t one : classes) {
    if (one < Labels::kUnknown || std::cmp_greater_equal(one, names.size())) {
      fail(graph.place, fmt::format("class {} has no name", one));
    }
  }
  NativeGraph labelled = graph;
  labelled.read.labels = {std::move(classes), std::move(names)};
  return labelled;
}

/// (classes, names) of a file of labels, for the ids of a table or graph.
nb::tuple labels_of_file(const FilePath& path, const IdsArgument& ids, std::size_t rows) {
  const Labels labels = read_labels(path.bytes, ids_from(ids, rows, path.bytes));
  return nb::make_tuple(labels.classes, labels.names);
}

/// (classes, names, offsets) of a file in which a node may have several; offsets is None if none has.
nb::tuple class_sets_of_file(const FilePath& path, const IdsArgument& ids, std::size_t rows) {
  const FoundClasses found = read_class_sets(path.bytes, ids_from(ids, rows, path.bytes));
  return found.sets ? nb::make_tuple(found.sets->classes, found.sets->names, found.sets->offsets)
                    : nb::make_tuple(found.labels.classes, found.labels.names, nb::none());
}

nb::object csr_arrays(const nb::object& self) {
  const Graph& graph = nb::cast<const NativeGraph&>(self).read.graph;
  return nb::make_tuple(
      view_of(graph.offsets.data(), {graph.offsets.size()}, self),
      view_of(graph.targets.data(), {graph.targets.size()}, self),
      graph.weights.empty() ? nb::none() : view_of(graph.weights.data(), {graph.weights.size()}, self));
}

nb::object labels_view(const nb::object& self) {
  const Labels& labels = nb::cast<const NativeGraph&>(self).read.labels;
  return labels.empty() ? nb::none() : view_of(labels.classes.data(), {labels.classes.size()}, self);
}

nb::dict dropped(const NativeGraph& graph) {
  const GraphReadReport& report = graph.read.report;
  nb::dict counts;
  counts["self_loops"] = report.self_loops;
  counts["duplicate_edges"] = report.duplicate_edges;
  counts["zero_weight_edges"] = report.zero_weight_edges;
  counts["nodes_outside_largest_component"] = report.nodes_outside_largest_component;
  counts["edges_outside_largest_component"] = report.edges_outside_largest_component;
  return counts;
}

nb::object repr_of(const NativeGraph& graph) {
  const Graph& g = graph.read.graph;
  return shown(fmt::format("<Graph {}: {} nodes, {} edges, {}{}>", graph.place, g.node_count(), g.edge_count(),
                           g.directed ? "directed" : "undirected", g.is_weighted() ? ", weighted" : ""));
}

}  // namespace

NodeIds ids_from(const IdsArgument& ids, std::size_t rows, const std::string& place) {
  if (rows > kMaxNodes) {
    fail(place, fmt::format("{} nodes, more than the limit of {}", rows, kMaxNodes));
  }
  NodeIds names;
  if (const auto* integers = std::get_if<1>(&ids)) {
    names.integers = own_copy(integers->data(), integers->size());
  } else if (const auto* texts = std::get_if<2>(&ids)) {
    names.texts = *texts;
  } else {
    names.integers.resize(rows);
    std::iota(names.integers.begin(), names.integers.end(), std::int64_t{0});
  }
  if (names.size() != rows) {
    fail(place, fmt::format("{} ids for {} nodes", names.size(), rows));
  }
  return names;
}

nb::object ids_to_python(const NodeIds& ids) {
  if (ids.are_text()) {
    return nb::cast(ids.texts);
  }
  return owned_array(std::vector<std::int64_t>(ids.integers));
}

void bind_graph(nb::module_& module) {
  nb::class_<NativeGraph>(module, "Graph", "A graph, as the engine holds it. It never changes.")
      .def_static("from_edges", &from_edges, nb::arg("sources"), nb::arg("targets"), nb::arg("weights").none(),
                  nb::arg("n_nodes"), nb::arg("ids").none() = nb::none(), nb::arg("directed") = false,
                  nb::arg("place") = "graph", nb::arg("both_directions") = false,
                  "A graph of edges given by row numbers; repeated edges add up. With both_directions every entry is "
                  "half an edge: (u, v) and (v, u) are one edge, once.")
      .def_static("from_csr", &from_csr, nb::arg("indptr"), nb::arg("indices"), nb::arg("data").none() = nb::none(),
                  nb::arg("ids").none() = nb::none(), nb::arg("directed") = false, nb::arg("place") = "graph",
                  nb::arg("by_column") = false,
                  "A graph of a square sparse matrix; undirected, (u, v) and (v, u) are one edge.")
      .def_static(
          "read", &read, nb::arg("path"), nb::arg("directed") = false, nb::arg("largest_component") = false,
          nb::arg("unweighted") = false, nb::arg("columns") = std::vector<std::string>{},
          "The graph in a file of any format. The columns of an edge list: both ends and, if named, the weight.")
      .def_prop_ro(
          "doubt", [](const NativeGraph& g) { return header_doubt(g.place, g.read); },
          "Why the first line of the file may be a header that was read as an edge; else empty.")
      .def("largest_component", &only_largest, "The largest (weakly) connected component alone.")
      .def("with_labels", &with_labels, nb::arg("classes"), nb::arg("names"),
           "The same graph with the class of each node: an index into names, or -1.")
      .def_prop_ro("n_nodes", [](const NativeGraph& g) { return g.read.graph.node_count(); })
      .def_prop_ro("n_edges", [](const NativeGraph& g) { return g.read.graph.edge_count(); })
      .def_prop_ro("directed", [](const NativeGraph& g) { return g.read.graph.directed; })
      .def_prop_ro("weighted", [](const NativeGraph& g) { return g.read.graph.is_weighted(); })
      .def_prop_ro(
          "ids", [](const NativeGraph& g) { return ids_to_python(g.read.graph.ids); },
          "The ids of the nodes, by row: an int64 array or a list of str.")
      .def_prop_ro("labels", &labels_view, "The class of each node (-1: unknown), or None where it has none.")
      .def_prop_ro("class_names", [](const NativeGraph& g) { return g.read.labels.names; })
      .def_prop_ro(
          "digest", [](const NativeGraph& g) { return graph_digest(g.read.graph); },
          "A fingerprint of direction, edges, weights and ids.")
      .def_prop_ro("dropped", &dropped, "What making it left out or put together, counted.")
      .def_prop_ro(
          "place", [](const NativeGraph& g) { return g.place; }, "Where it comes from.")
      .def_prop_ro("arrays", &csr_arrays, "(indptr, indices, weights or None), read only, without a copy.")
      .def("__repr__", &repr_of);
  module.def("read_class_sets", &class_sets_of_file, nb::arg("path"), nb::arg("ids").none(), nb::arg("rows"),
             "(classes, names, offsets); offsets is None unless a node has several classes.");
  module.def("read_labels", &labels_of_file, nb::arg("path"), nb::arg("ids").none(), nb::arg("rows"),
             "(classes, names) of a file of labels.");
}

}  // namespace columnar::python
