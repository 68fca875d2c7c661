#include <nanobind/stl/tuple.h>

#include "arrays.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/features.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/report/classify_experiment.hpp"
#include "columnar_lab/report/code_json.hpp"
#include "experiment_inputs.hpp"
#include "long_call.hpp"

namespace columnar::python {
namespace {

using FloatArray = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
/// A CSR matrix, a row a node of the graph: (indptr, indices, values, width).
using FeaturesArgument =
    std::optional<std::tuple<nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig>,
                             nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig>, FloatArray, std::uint32_t>>;

std::vector<GnnKind> networks_from(const std::vector<std::string>& names) {
  std::vector<GnnKind> networks;
  for (const std::string& name : names) {
    const auto network = network_by_name(name);
    if (!network) {
      throw Error(ErrorCode::kConfig, "--gnn: '" + name + "' is none of gcn, sage");
    }
    networks.push_back(*network);
  }
  return networks;
}

/// Those given, else those in the file of the graph, if it is one that has some.
RowFeatures features_from(const FeaturesArgument& features, const NativeGraph* graph, const nb::object& file) {
  if (features) {
    const auto& [indptr, indices, values, width] = *features;
    if (graph == nullptr) {
      throw Error(ErrorCode::kConfig, "features: name the graph whose nodes they are");
    }
    return features_by_id(graph->read.graph.ids,
                          Features{own_copy(indptr.data(), indptr.size()), own_copy(indices.data(), indices.size()),
                                   own_copy(values.data(), values.size()), width});
  }
  if (file.is_none()) {
    return {};
  }
  return [path = path_from(file).bytes](const NodeIds& ids) { return read_features(path, ids); };
}

nb::object evaluate_classify(const GroupsArgument& groups, const LabelsArgument& labels, const NativeGraph* graph,
                             std::int32_t folds, std::optional<double> cost, std::uint64_t seed,
                             const std::optional<std::vector<double>>& fractions, std::uint32_t repeats,
                             const std::vector<std::string>& networks, const FeaturesArgument& features,
                             const nb::object& features_path, int threads, const nb::object& progress) {
  ClassifyExperiment experiment;
  experiment.groups = groups_from(groups);
  experiment.nodes = nodes_from(graph, labels);
  experiment.options.folds = folds;
  experiment.options.cost = cost;
  experiment.options.seed = seed;
  if (fractions) {
    experiment.fractions.emplace();
    experiment.fractions->repeats = repeats;
    if (!fractions->empty()) {
      experiment.fractions->fractions = *fractions;
    }
  }
  experiment.networks = networks_from(networks);
  experiment.features = features_from(features, graph, features_path);
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(classify_json(experiment, run_classify(experiment, context)));
  }));
}

nb::object health_of(const SdrTable& codes) { return json_to_python(health_json(code_health(codes, nullptr)).dump()); }

}  // namespace

void bind_table_experiments(nb::module_& module) {
  module.def("evaluate_classify", &evaluate_classify, nb::arg("groups"), nb::arg("labels").none(),
             nb::arg("graph").none(), nb::arg("folds"), nb::arg("cost").none(), nb::arg("seed"),
             nb::arg("fractions").none(), nb::arg("repeats"), nb::arg("networks"), nb::arg("features").none(),
             nb::arg("features_path").none(), nb::arg("threads"), nb::arg("progress").none(),
             "columnar evaluate classify");
  module.def("health", &health_of, nb::arg("codes"), "The health of codes, as the summary of a fit has it.");
}

}  // namespace columnar::python
