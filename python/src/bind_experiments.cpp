#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

#include "attributes_argument.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/npz_attributes.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/report/code_json.hpp"
#include "experiment_inputs.hpp"
#include "long_call.hpp"

namespace columnar::python {
namespace {

/// Name, table, and what the table says of where it comes from, as JSON.
using ToldTable = std::tuple<std::string, TableArgument::second_type, std::string>;

using FeaturesArgument = std::optional<RowsArgument>;

/// What each option takes: "bool", "int", "float", "cost", "str", "floats", "strs", in the order of OptionValue.
constexpr std::array<const char*, std::variant_size_v<OptionValue>> kKinds{"bool", "int",    "float", "cost",
                                                                           "str",  "floats", "strs"};

/// In the order of Classes.
constexpr std::array<const char*, 3> kClasses{"", "optional", "required"};

/// Every experiment as it is declared, for the functions that Python makes of them.
nb::object declared_experiments() {
  Json all = Json::array();
  for (const Experiment& experiment : experiments()) {
    Json options = Json::array();
    for (const Option& option : experiment.options) {
      options.push_back({{"name", option.name},
                         {"flag", option.flag()},
                         {"python_name", option.python_name()},
                         {"kind", kKinds[option.initial.index()]},
                         {"initial", option_json(option.initial)},
                         {"help", option.help}});
      if (std::holds_alternative<std::uint64_t>(option.initial)) {
        options.back()["range"] = {{"least", option.least}, {"most", option.most}};
      }
    }
    all.push_back({{"name", experiment.name},
                   {"summary", experiment.summary},
                   {"graph", experiment.inputs.graph},
                   {"graphs", experiment.inputs.graphs},
                   {"train", experiment.inputs.train()},
                   {"embeddings", experiment.inputs.embeddings},
                   {"graph_help", experiment.inputs.graph_help},
                   {"labels", kClasses[static_cast<std::size_t>(experiment.inputs.classes)]},
                   {"several_classes", experiment.inputs.several_classes},
                   {"features", experiment.inputs.features},
                   {"then", experiment.inputs.second_graph},
                   {"residual", experiment.inputs.residual},
                   {"reference", experiment.inputs.reference},
                   {"options", std::move(options)}});
  }
  return json_to_python(json_text(all));
}

Options options_from(const Experiment& experiment, const nb::dict& given) {
  std::map<std::string, OptionValue> values;
  for (const Option& option : experiment.options) {
    if (const nb::str name(option.name.c_str()); given.contains(name)) {
      const nb::handle value = given[name];
      values[option.name] = std::visit(
          [&](const auto& initial) -> OptionValue {
            using Value = std::remove_cvref_t<decltype(initial)>;
            if constexpr (std::is_same_v<Value, Cost>) {
              return Cost{nb::cast<std::optional<double>>(value)};
            } else {
              return nb::cast<Value>(value);
            }
          },
          option.initial);
    }
  }
  return {experiment.options, std::move(values)};
}

/// Those given, else those in the file of the graph, if it is one that has some.
RowFeatures features_from(const FeaturesArgument& features, const NativeGraph* graph, const nb::object& file) {
  if (features) {
    if (graph == nullptr) {
      throw Error(ErrorCode::kConfig, "features: name the graph whose nodes they are");
    }
    return features_by_id(graph->read.graph.ids, attributes_from(*features));
  }
  if (file.is_none()) {
    return {};
  }
  return [path = path_from(file).bytes](const NodeIds& ids) { return read_npz_attributes(path, ids); };
}

void train_on(ExperimentInput& input, const NativeGraph& graph) {
  input.run.graph = &graph.read.graph;
  input.run.labels = &graph.read.labels;
  input.run.facts = facts_of(graph.place, graph.read);
}

nb::object evaluate(const std::string& name, const NativeGraph* graph, const nb::dict& config, const nb::dict& options,
                    const std::vector<const NativeGraph*>& graphs, const GroupsArgument& groups,
                    const LabelsArgument& labels, const std::vector<ToldTable>& embeddings, const NativeGraph* then,
                    const FeaturesArgument& features, const nb::object& features_path,
                    const std::optional<TableArgument>& reference, int threads, const nb::object& progress) {
  const Experiment& experiment = experiment_named(name);
  const Options values = options_from(experiment, options);
  ExperimentInput input;
  input.run.config = config_from(config);
  if (experiment.inputs.graph) {
    train_on(input, *graph);
  }
  for (const NativeGraph* one : graphs) {
    input.graphs.push_back(graph_in_memory(one->place, one->read.graph, &one->read.labels));
  }
  if (experiment.inputs.embeddings) {
    input.groups = groups_from(groups);
    input.nodes = nodes_from(graph, labels);
  }
  if (experiment.inputs.features) {
    input.features = features_from(features, graph, features_path);
  }
  for (const auto& [table_name, table, metadata] : embeddings) {
    input.embeddings.push_back({table_name, source_from({table_name, table}, metadata)});
  }
  if (then != nullptr) {
    input.further.push_back({then->place, then->read.graph, then->read.labels});
  }
  if (reference) {
    input.reference = NamedSource{reference->first, source_from(*reference)};
  }
  return json_to_python(long_call(threads, progress, [&](const RunContext& context) {
    return json_text(results_json(experiment, input, values, run_experiment(experiment, input, values, context)));
  }));
}

NativeGraph residual(const std::string& name, const NativeGraph& graph, const nb::dict& config,
                     const nb::dict& options) {
  const Experiment& experiment = experiment_named(name);
  ExperimentInput input;
  input.run.config = config_from(config);
  train_on(input, graph);
  return {graph.place, {experiment.residual(input, options_from(experiment, options)), {}, {}}};
}

nb::object health_of(const SdrTable& codes) { return json_to_python(health_json(code_health(codes, nullptr)).dump()); }

}  // namespace

void bind_experiments(nb::module_& module) {
  module.def("experiments", &declared_experiments, "Every experiment that is declared once.");
  module.def("evaluate", &evaluate, nb::arg("name"), nb::arg("graph").none(), nb::arg("config"), nb::arg("options"),
             nb::arg("graphs"), nb::arg("groups"), nb::arg("labels").none(), nb::arg("embeddings"),
             nb::arg("then").none(), nb::arg("features").none(), nb::arg("features_path").none(),
             nb::arg("reference").none(), nb::arg("threads"), nb::arg("progress").none(), "columnar evaluate NAME");
  module.def("residual", &residual, nb::arg("name"), nb::arg("graph"), nb::arg("config"), nb::arg("options"),
             "The graph that the first split of an experiment leaves.");
  module.def("health", &health_of, nb::arg("codes"), "The health of codes, as the summary of a fit has it.");
}

}  // namespace columnar::python
