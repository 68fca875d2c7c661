#include <nanobind/stl/tuple.h>

#include "columnar_lab/report/learning_experiment.hpp"
#include "columnar_lab/report/links_experiment.hpp"
#include "columnar_lab/report/living_experiment.hpp"
#include "columnar_lab/report/neighbours_experiment.hpp"
#include "columnar_lab/report/resilience_experiment.hpp"
#include "columnar_lab/report/scale_experiment.hpp"
#include "columnar_lab/report/spectral_experiment.hpp"
#include "columnar_lab/report/training_health_experiment.hpp"
#include "experiment_inputs.hpp"
#include "long_call.hpp"

namespace columnar::python {
namespace {

GraphRun run_on(const NativeGraph& graph, const nb::dict& config) {
  GraphRun run;
  run.graph = &graph.read.graph;
  run.labels = &graph.read.labels;
  run.facts = facts_of(graph.place, graph.read.graph, graph.read.report);
  run.config = config_from(config);
  return run;
}

LinksExperiment links_experiment(const NativeGraph& graph, const nb::dict& config, double held_out,
                                 const std::string& negatives, const std::string& forest) {
  LinksExperiment experiment;
  experiment.run = run_on(graph, config);
  experiment.split.held_out = held_out;
  experiment.split.negatives = parse_negatives(negatives);
  experiment.split.forest = parse_forest(forest);
  return experiment;
}

/// Name, table, and what the table says of where it comes from, as JSON.
using ToldTable = std::tuple<std::string, TableArgument::second_type, std::string>;

nb::object evaluate_links(const NativeGraph& graph, const nb::dict& config, double held_out,
                          const std::string& negatives, const std::string& forest, std::uint32_t splits, double cost,
                          const std::vector<std::string>& methods, const std::vector<ToldTable>& embeddings,
                          int threads, const nb::object& progress) {
  LinksExperiment experiment = links_experiment(graph, config, held_out, negatives, forest);
  experiment.splits = splits;
  experiment.cost = cost;
  experiment.methods = methods;
  for (const auto& [name, table, metadata] : embeddings) {
    experiment.embeddings.push_back({name, source_from({name, table}, metadata)});
  }
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(links_json(experiment, run_links(experiment, context)));
  }));
}

NativeGraph links_residual(const NativeGraph& graph, const nb::dict& config, double held_out,
                           const std::string& negatives, const std::string& forest) {
  const LinksExperiment experiment = links_experiment(graph, config, held_out, negatives, forest);
  check_links(experiment);
  return {graph.place, {first_residual(experiment), {}, {}}};
}

nb::object evaluate_neighbours(const NativeGraph& graph, const nb::dict& config, double held_out, std::uint64_t k,
                               std::uint64_t queries, std::uint32_t splits, const std::vector<std::string>& methods,
                               const std::vector<TableArgument>& embeddings, bool agreement, int threads,
                               const nb::object& progress) {
  NeighboursExperiment experiment;
  experiment.run = run_on(graph, config);
  experiment.split.held_out = held_out;
  experiment.k = k;
  experiment.queries = queries;
  experiment.splits = splits;
  experiment.agreement = agreement;
  experiment.methods = methods;
  for (const TableArgument& table : embeddings) {
    experiment.embeddings.push_back({table.first, source_from(table)});
  }
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(neighbours_json(experiment, run_neighbours(experiment, context)));
  }));
}

nb::object evaluate_learning(const NativeGraph& graph, const nb::dict& config, std::uint32_t seeds, int threads,
                             const nb::object& progress) {
  const LearningExperiment experiment{run_on(graph, config), seeds};
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(learning_json(experiment, run_learning(experiment, context)));
  }));
}

nb::object evaluate_resilience(const NativeGraph& graph, const nb::dict& config, std::uint32_t seeds,
                               const std::vector<std::string>& only, const NativeGraph* then, int threads,
                               const nb::object& progress) {
  ResilienceExperiment experiment;
  experiment.run = run_on(graph, config);
  experiment.seeds = seeds;
  experiment.only = only;
  LabelledGraph second;
  if (then != nullptr) {
    second = {then->read.graph, then->read.labels};
    experiment.then = &second;
    experiment.then_name = then->place;
  }
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(resilience_json(experiment, run_resilience(experiment, context)));
  }));
}

nb::object evaluate_spectral(const NativeGraph& graph, const nb::dict& config, std::uint32_t seeds, int threads,
                             const nb::object& progress) {
  const SpectralExperiment experiment{run_on(graph, config), seeds};
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(spectral_json(experiment, run_spectral(experiment, context)));
  }));
}

nb::object evaluate_living(const NativeGraph& graph, const nb::dict& config, std::uint32_t seeds,
                           const std::vector<double>& hidden, const std::vector<double>& late, int threads,
                           const nb::object& progress) {
  const LivingExperiment experiment{run_on(graph, config), {hidden, late, seeds}};
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(living_json(experiment, run_living(experiment, context)));
  }));
}

nb::object evaluate_training_health(const NativeGraph& graph, const nb::dict& config, std::uint32_t seeds, int threads,
                                    const nb::object& progress) {
  const TrainingHealthExperiment experiment{run_on(graph, config), seeds};
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(training_health_json(experiment, run_training_health(experiment, context)));
  }));
}

nb::object evaluate_scale(const nb::dict& config, std::uint32_t seeds, const std::vector<NodeIndex>& sizes,
                          double mean_degree, const std::vector<const NativeGraph*>& graphs, int threads,
                          const nb::object& progress) {
  ScaleExperiment experiment;
  experiment.config = config_from(config);
  experiment.seeds = seeds;
  experiment.sizes = sizes;
  experiment.mean_degree = mean_degree;
  for (const NativeGraph* graph : graphs) {
    experiment.graphs.push_back(scale_graph(graph->place, graph->read.graph));
  }
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(scale_json(experiment, run_scale(experiment, context)));
  }));
}

}  // namespace

void bind_graph_experiments(nb::module_& module) {
  module.def("evaluate_links", &evaluate_links, nb::arg("graph"), nb::arg("config"), nb::arg("held_out"),
             nb::arg("negatives"), nb::arg("forest"), nb::arg("splits"), nb::arg("cost"), nb::arg("methods"),
             nb::arg("embeddings"), nb::arg("threads"), nb::arg("progress").none(), "columnar evaluate links");
  module.def("links_residual", &links_residual, nb::arg("graph"), nb::arg("config"), nb::arg("held_out"),
             nb::arg("negatives"), nb::arg("forest"), "The graph that the first split of evaluate_links leaves.");
  module.def("evaluate_neighbours", &evaluate_neighbours, nb::arg("graph"), nb::arg("config"), nb::arg("held_out"),
             nb::arg("k"), nb::arg("queries"), nb::arg("splits"), nb::arg("methods"), nb::arg("embeddings"),
             nb::arg("agreement"), nb::arg("threads"), nb::arg("progress").none(), "columnar evaluate neighbours");
  module.def("evaluate_learning", &evaluate_learning, nb::arg("graph"), nb::arg("config"), nb::arg("seeds"),
             nb::arg("threads"), nb::arg("progress").none(), "columnar evaluate learning");
  module.def("evaluate_resilience", &evaluate_resilience, nb::arg("graph"), nb::arg("config"), nb::arg("seeds"),
             nb::arg("only"), nb::arg("then").none(), nb::arg("threads"), nb::arg("progress").none(),
             "columnar evaluate resilience");
  module.def("evaluate_spectral", &evaluate_spectral, nb::arg("graph"), nb::arg("config"), nb::arg("seeds"),
             nb::arg("threads"), nb::arg("progress").none(), "columnar evaluate spectral");
  module.def("evaluate_living", &evaluate_living, nb::arg("graph"), nb::arg("config"), nb::arg("seeds"),
             nb::arg("hidden"), nb::arg("late"), nb::arg("threads"), nb::arg("progress").none(),
             "columnar evaluate living");
  module.def("evaluate_training_health", &evaluate_training_health, nb::arg("graph"), nb::arg("config"),
             nb::arg("seeds"), nb::arg("threads"), nb::arg("progress").none(), "columnar evaluate health --graph");
  module.def("evaluate_scale", &evaluate_scale, nb::arg("config"), nb::arg("seeds"), nb::arg("sizes"),
             nb::arg("mean_degree"), nb::arg("graphs"), nb::arg("threads"), nb::arg("progress").none(),
             "columnar evaluate scale");
}

}  // namespace columnar::python
