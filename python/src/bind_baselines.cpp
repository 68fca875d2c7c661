#include "columnar_lab/report/embed_summary.hpp"
#include "long_call.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

std::pair<Embedding, std::string> embed(const std::string& method, const NativeGraph& graph, const nb::dict& values,
                                        std::uint32_t dimensions, std::uint32_t epochs, std::uint32_t negatives,
                                        double learning_rate, std::uint32_t line_samples, int threads,
                                        const nb::object& progress) {
  const Config config = config_from(values);
  const BaselineConfig baseline{dimensions, epochs, negatives, learning_rate, line_samples};
  return long_call(threads, progress, [&](const RunContext& context) {
    GraphRun run;
    run.graph = &graph.read.graph;
    run.facts = facts_of(graph.place, graph.read.graph, graph.read.report);
    run.config = config;
    BaselineRun made = run_baseline(parse_method(method), run, baseline, context);
    std::string metadata = codes_of(made.embedding) == nullptr ? "{}" : baseline_metadata(made.summary);
    return std::pair(std::move(made.embedding), std::move(metadata));
  });
}

}  // namespace

void bind_baselines(nb::module_& module) {
  const BaselineConfig config;
  module.def("embed_by", &embed, nb::arg("method"), nb::arg("graph"), nb::arg("config"),
             nb::arg("dimensions") = config.dimensions, nb::arg("epochs") = config.epochs,
             nb::arg("negatives") = config.negatives, nb::arg("learning_rate") = config.learning_rate,
             nb::arg("line_samples") = config.line_samples, nb::arg("threads") = 1,
             nb::arg("progress").none() = nb::none(),
             "(codes or vectors, metadata) of a graph, by the name of the method.");
}

}  // namespace columnar::python
