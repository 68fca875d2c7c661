#include "columnar/baselines/method.hpp"
#include "long_call.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

Embedding embed(const std::string& method, const NativeGraph& graph, const nb::dict& values, std::uint32_t dimensions,
                std::uint32_t epochs, std::uint32_t negatives, double learning_rate, std::uint32_t line_samples,
                int threads, const nb::object& progress) {
  const Config config = config_from(values);
  return long_call(threads, progress, [&](const RunContext& context) {
    const BaselineConfig baseline{dimensions, epochs, negatives, learning_rate, line_samples};
    return embed_by(parse_method(method), graph.read.graph, config, baseline, config.seed, context);
  });
}

}  // namespace

void bind_baselines(nb::module_& module) {
  const BaselineConfig config;
  module.def("embed_by", &embed, nb::arg("method"), nb::arg("graph"), nb::arg("config"),
             nb::arg("dimensions") = config.dimensions, nb::arg("epochs") = config.epochs,
             nb::arg("negatives") = config.negatives, nb::arg("learning_rate") = config.learning_rate,
             nb::arg("line_samples") = config.line_samples, nb::arg("threads") = 1,
             nb::arg("progress").none() = nb::none(), "Codes or vectors of a graph, by the name of the method.");
}

}  // namespace columnar::python
