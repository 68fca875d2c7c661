#include <nanobind/stl/tuple.h>

#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/report/code_json.hpp"
#include "columnar_lab/report/geometry_experiment.hpp"
#include "columnar_lab/report/robustness_experiment.hpp"
#include "experiment_inputs.hpp"
#include "long_call.hpp"

namespace columnar::python {
namespace {

nb::object evaluate_geometry(const GroupsArgument& groups, const LabelsArgument& labels, const NativeGraph* graph,
                             const std::optional<TableArgument>& reference, std::uint64_t pairs, std::uint64_t seed,
                             bool matrices, int threads, const nb::object& progress) {
  GeometryExperiment experiment;
  experiment.groups = groups_from(groups);
  experiment.nodes = nodes_from(graph, labels);
  experiment.options.pairs = pairs;
  experiment.options.seed = seed;
  experiment.matrices = matrices;
  if (reference) {
    experiment.reference = NamedSource{reference->first, source_from(*reference)};
  }
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(geometry_json(experiment, run_geometry(experiment, context)));
  }));
}

nb::object evaluate_robustness(const GroupsArgument& groups, const LabelsArgument& labels, const NativeGraph* graph,
                               const std::optional<std::vector<double>>& deltas, std::uint32_t repeats,
                               std::uint64_t pairs, bool train_damaged, std::int32_t folds, double cost,
                               std::uint64_t seed, const std::string& reference, int threads,
                               const nb::object& progress) {
  RobustnessExperiment experiment;
  experiment.groups = groups_from(groups);
  experiment.nodes = nodes_from(graph, labels);
  if (deltas) {
    experiment.options.deltas = *deltas;
  }
  experiment.options.repeats = repeats;
  experiment.options.pairs = pairs;
  experiment.options.train_damaged = train_damaged;
  experiment.options.classify.folds = folds;
  experiment.options.classify.cost = cost;
  experiment.options.classify.seed = seed;
  experiment.reference = reference;
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(robustness_json(experiment, run_robustness(experiment, context)));
  }));
}

nb::object health_of(const SdrTable& codes) { return json_to_python(health_json(code_health(codes, nullptr)).dump()); }

}  // namespace

void bind_table_experiments(nb::module_& module) {
  module.def("evaluate_geometry", &evaluate_geometry, nb::arg("groups"), nb::arg("labels").none(),
             nb::arg("graph").none(), nb::arg("reference").none(), nb::arg("pairs"), nb::arg("seed"),
             nb::arg("matrices"), nb::arg("threads"), nb::arg("progress").none(), "columnar evaluate geometry");
  module.def("evaluate_robustness", &evaluate_robustness, nb::arg("groups"), nb::arg("labels").none(),
             nb::arg("graph").none(), nb::arg("deltas").none(), nb::arg("repeats"), nb::arg("pairs"),
             nb::arg("train_damaged"), nb::arg("folds"), nb::arg("cost"), nb::arg("seed"), nb::arg("reference"),
             nb::arg("threads"), nb::arg("progress").none(), "columnar evaluate robustness");
  module.def("health", &health_of, nb::arg("codes"), "The health of codes, as the summary of a fit has it.");
}

}  // namespace columnar::python
