#include "columnar_lab/evaluate/explain.hpp"
#include "columnar_lab/report/explain_report.hpp"
#include "experiment_inputs.hpp"
#include "long_call.hpp"

namespace columnar::python {
namespace {

nb::object explain(const SdrTable& codes, const Model& model,
                   const std::optional<std::pair<std::vector<std::int32_t>, std::vector<std::string>>>& labels,
                   NodeIndex node, std::optional<NodeIndex> other, std::uint32_t typical) {
  Labels classes;
  if (labels) {
    classes = {labels->first, labels->second};
  }
  const Labels* known = labels ? &classes : nullptr;
  ExplainOptions options;
  options.typical = typical;
  return json_to_python(long_call(1, nb::none(), [&](const RunContext&) {
    return json_text(
        other ? pair_json(codes.ids, known, model.attributes, explain_pair(codes, model, known, node, *other, options))
              : explanation_json(codes.ids, known, model.attributes, explain_code(codes, model, known, node, options)));
  }));
}

}  // namespace

void bind_explain(nb::module_& module) {
  module.def("explain", &explain, nb::arg("codes"), nb::arg("model"), nb::arg("labels").none(), nb::arg("node"),
             nb::arg("other").none(), nb::arg("typical"), "columnar explain");
}

}  // namespace columnar::python
