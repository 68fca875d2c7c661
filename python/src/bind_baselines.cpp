#include <type_traits>

#include "columnar_lab/report/embed_summary.hpp"
#include "long_call.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

/// Every baseline as it is declared, for the functions that Python makes of them.
nb::object declared_baselines() {
  Json all = Json::array();
  for (const Method& method : baselines()) {
    Json constants = Json::array();
    visit_constants(method, {}, {}, [&constants](const FieldInfo& info, const auto& field) {
      constexpr bool kReal = std::is_floating_point_v<std::remove_cvref_t<decltype(field)>>;
      constants.push_back(
          {{"name", info.name}, {"kind", kReal ? "float" : "int"}, {"initial", field}, {"help", info.help}});
    });
    all.push_back({{"name", method.name},
                   {"summary", method.summary},
                   {"makes_codes", method.makes_codes},
                   {"constants", std::move(constants)}});
  }
  return json_to_python(json_text(all));
}

std::pair<Embedding, std::string> embed(const std::string& name, const NativeGraph& graph, const nb::dict& values,
                                        int threads, const nb::object& progress) {
  const Method& method = method_named(name);
  const auto [config, baseline] = constants_from(values);
  return long_call(threads, progress, [&, &of_method = config, &of_baseline = baseline](const RunContext& context) {
    GraphRun run;
    run.graph = &graph.read.graph;
    run.facts = facts_of(graph.place, graph.read);
    run.config = of_method;
    BaselineRun made = run_baseline(method, run, of_baseline, context);
    std::string metadata = codes_of(made.embedding) == nullptr ? "{}" : baseline_metadata(made.summary);
    return std::pair(std::move(made.embedding), std::move(metadata));
  });
}

}  // namespace

void bind_baselines(nb::module_& module) {
  module.def("baselines", &declared_baselines, "Every baseline as it is declared.");
  module.def("embed_by", &embed, nb::arg("method"), nb::arg("graph"), nb::arg("constants"), nb::arg("threads") = 1,
             nb::arg("progress").none() = nb::none(),
             "(codes or vectors, metadata) of a graph, by the name of the method; constants of the method by name.");
}

}  // namespace columnar::python
