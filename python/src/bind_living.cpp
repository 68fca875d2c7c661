#include <fmt/format.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "attributes_argument.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/model.hpp"
#include "long_call.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

using RowArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using WeightArray = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
/// (kind, rows of u, rows of v, weights or nothing): changes of one kind, in their order.
using ChangesArgument = std::tuple<std::string, RowArray, RowArray, std::optional<WeightArray>>;

ChangeKind kind_of(const std::string& name) {
  if (name == "add") {
    return ChangeKind::kAdd;
  }
  if (name == "remove") {
    return ChangeKind::kRemove;
  }
  if (name == "reweight") {
    return ChangeKind::kReweight;
  }
  throw Error(ErrorCode::kInput, fmt::format("changes: unknown '{}'; use add, remove or reweight", name));
}

NodeIndex row_of(std::int64_t value, std::size_t rows, const std::string& place) {
  if (value < 0 || std::cmp_greater_equal(value, rows)) {
    throw Error(ErrorCode::kInput, fmt::format("{}: row {} of {} nodes", place, value, rows));
  }
  return static_cast<NodeIndex>(value);
}

EdgeChanges changes_of_arrays(const IdsArgument& ids, std::size_t n_nodes, const std::vector<ChangesArgument>& groups,
                              const std::string& place) {
  EdgeChanges changes;
  changes.place = place;
  changes.ids = ids_from(ids, n_nodes, place);
  for (const auto& [name, u, v, weights] : groups) {
    if (u.size() != v.size() || (weights && weights->size() != u.size())) {
      throw Error(ErrorCode::kInput, fmt::format("{}: {} and {} ends of edges{}", place, u.size(), v.size(),
                                                 weights ? fmt::format(", {} weights", weights->size()) : ""));
    }
    const ChangeKind kind = kind_of(name);
    for (std::size_t i = 0; i < u.size(); ++i) {
      EdgeChange change;
      change.kind = kind;
      change.u = row_of(read_once(u.data()[i]), n_nodes, place);
      change.v = row_of(read_once(v.data()[i]), n_nodes, place);
      if (weights) {
        change.weight = read_once(weights->data()[i]);
      }
      change.line = changes.changes.size() + 1;
      changes.changes.push_back(change);
    }
  }
  return changes;
}

EdgeChanges changes_of_file(const FilePath& path) {
  const nb::gil_scoped_release release;
  return read_edge_changes(path.bytes);
}

/// Attributes with the ids of their rows.
using NamedArgument = std::tuple<IdsArgument, RowsArgument>;

NamedAttributes named_attributes_from(const std::optional<NamedArgument>& given) {
  NamedAttributes attributes;
  if (given) {
    const auto& [ids, rows] = *given;
    attributes.attributes = attributes_from(rows);
    attributes.ids = ids_from(ids, std::get<0>(rows).size() == 0 ? 0 : std::get<0>(rows).size() - 1, "attributes");
  }
  return attributes;
}

nb::tuple encode_new(const Model& model, const EdgeChanges& edges, int threads, const nb::object& progress,
                     const std::optional<NamedArgument>& given) {
  const NamedAttributes attributes = named_attributes_from(given);
  NewCodes encoded = long_call(threads, progress, [&](const RunContext& context) {
    return run_stage(context, "encoding", [&] { return encode(model, edges, attributes, context); });
  });
  nb::dict report;
  report["new_nodes"] = encoded.codes.size();
  report["new_edges"] = encoded.edges;
  report["placeless"] = encoded.placeless;
  report["tie_breaks"] = encoded.tie_breaks;
  return nb::make_tuple(std::move(encoded.codes), report);
}

nb::tuple roles_of_graph(const Model& model, const NativeGraph& graph, int threads, const nb::object& progress) {
  SdrTable codes = long_call(threads, progress, [&](const RunContext& context) {
    return run_stage(context, "encoding", [&] { return encode_roles(model, graph.read.graph, context); });
  });
  return nb::make_tuple(std::move(codes), provenance_json(model.config, graph_digest(graph.read.graph)));
}

/// By the names of `columnar update --json`.
nb::dict report_to_python(const UpdateReport& report) {
  nb::dict edges;
  edges["added"] = report.edges.added;
  edges["removed"] = report.edges.removed;
  edges["reweighted"] = report.edges.reweighted;
  edges["without_effect"] = report.edges.without_effect;
  nb::dict out;
  out["edges"] = edges;
  out["new_nodes"] = report.edges.new_nodes;
  out["touched"] = report.touched;
  out["learned"] = report.learned;
  out["presentations"] = report.presentations;
  out["codes_unchanged"] = report.nodes - report.edges.new_nodes - report.codes_changed;
  out["codes_unchanged_share"] = report.unchanged_share();
  return out;
}

struct Updated {
  Model model;
  UpdateReport report;
};

nb::tuple updated(const Model& model, const EdgeChanges& changes, bool add_nodes, int threads,
                  const nb::object& progress, const std::optional<NamedArgument>& given) {
  const NamedAttributes attributes = named_attributes_from(given);
  Updated result = long_call(threads, progress, [&](const RunContext& context) {
    return run_stage(context, "update", [&] {
      Updated next{model, {}};
      next.report = update(next.model, changes, add_nodes ? NewNodes::kAdmit : NewNodes::kRefuse, attributes, context);
      return next;
    });
  });
  return nb::make_tuple(std::move(result.model), report_to_python(result.report));
}

}  // namespace

void bind_living(nb::module_& module) {
  nb::class_<EdgeChanges>(module, "EdgeChanges", "Edges that come, go or change, in their order. It never changes.")
      .def_static("from_arrays", &changes_of_arrays, nb::arg("ids").none(), nb::arg("n_nodes"), nb::arg("groups"),
                  nb::arg("place") = "changes",
                  "Changes between nodes by row of ids; a group is (\"add\", \"remove\" or \"reweight\", u, v, weights "
                  "or None).")
      .def_static("read", &changes_of_file, nb::arg("path"), "The changes in a file, as columnar update reads it.")
      .def("__len__", [](const EdgeChanges& changes) { return changes.changes.size(); });
  module.def("encode", &encode_new, nb::arg("model"), nb::arg("edges"), nb::arg("threads") = 1,
             nb::arg("progress").none() = nb::none(), nb::arg("attributes").none() = nb::none(),
             "(codes, report) of the nodes in the edges that a model lacks, and of those with attributes alone: (ids, "
             "(indptr, indices, values or None, width)).");
  module.def("encode_roles", &roles_of_graph, nb::arg("model"), nb::arg("graph"), nb::arg("threads") = 1,
             nb::arg("progress").none() = nb::none(),
             "(codes, metadata): the bits for roles of the nodes of any graph, from a model of another one.");
  module.def("update", &updated, nb::arg("model"), nb::arg("changes"), nb::arg("add_nodes"), nb::arg("threads") = 1,
             nb::arg("progress").none() = nb::none(), nb::arg("attributes").none() = nb::none(),
             "(model, report) after some changes; the old model stays. Attributes as of encode().");
}

}  // namespace columnar::python
