#include <cstring>

#include "attributes_argument.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/embedder.hpp"
#include "columnar/model.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/nir.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar_cuda/stages/cuda_build.hpp"
#include "long_call.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

struct Fitted {
  Model model;
  FitReport report;
};

nb::list stages_to_python(const std::vector<StageCost>& costs) {
  nb::list stages;
  for (const StageCost& cost : costs) {
    nb::dict stage;
    stage["name"] = cost.name;
    stage["seconds"] = cost.seconds;
    stage["peak_bytes"] = cost.peak_bytes;
    stages.append(stage);
  }
  return stages;
}

nb::dict report_to_python(const FitReport& report) {
  nb::dict out;
  out["stages"] = stages_to_python(report.stages);
  out["notes"] = nb::cast(report.notes);
  out["pairs"] = report.pairs;
  out["distinct_pairs"] = report.distinct_pairs;
  out["presentations"] = report.presentations;
  out["tie_breaks"] = report.tie_breaks;
  return out;
}

nb::tuple fit(const nb::dict& values, const NativeGraph& graph, int threads, const nb::object& progress,
              const std::optional<AttributesArgument>& given, const std::string& device) {
  const Config config = config_from(values);
  const Attributes attributes = attributes_from(given);
  const std::unique_ptr<FitStages> stages = device == "cuda" ? cuda::stages_on_gpu(threads) : nullptr;
  Fitted fitted = long_call(threads, progress, [&](const RunContext& context) {
    Embedder embedder(config);
    // The model keeps the codes.
    (void)embedder.fit(graph.read.graph, attributes, context, nullptr, {}, stages.get());
    FitReport report = embedder.report();
    return Fitted{std::move(embedder).take_model(), std::move(report)};
  });
  return nb::make_tuple(std::move(fitted.model), report_to_python(fitted.report));
}

nb::bytes model_bytes(const Model& model) {
  const std::vector<std::byte> bytes = make_model_file(model, "model").bytes();
  return nb::bytes(bytes.data(), bytes.size());
}

Model model_from_bytes(const nb::bytes& bytes) {
  std::vector<std::byte> copy(bytes.size());
  std::memcpy(copy.data(), bytes.c_str(), bytes.size());
  return model_from_sections(SectionedFile::parse(std::move(copy), "model"));
}

nb::object matrix_view(const RowMatrix& matrix, const nb::object& owner) {
  return view_of(matrix.data(), {static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols())},
                 owner);
}

nb::list estimate_stages(const NativeGraph& graph, const nb::dict& values, int threads,
                         const std::optional<AttributesArgument>& given) {
  const Estimate estimate = estimate_fit(graph.read.graph, config_from(values), threads, attributes_from(given));
  return stages_to_python(estimate.stages);
}

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<Model>(module, "Model", "A trained model. It never changes.")
      .def_static(
          "load",
          [](const FilePath& path) {
            const nb::gil_scoped_release release;
            return load_model(path.bytes);
          },
          nb::arg("path"))
      .def(
          "save",
          [](const Model& model, const FilePath& path) {
            const nb::gil_scoped_release release;
            save_model(path.bytes, model);
          },
          nb::arg("path"))
      .def(
          "save_nir",
          [](const Model& model, const FilePath& path, const std::optional<FilePath>& inputs, int threads) {
            long_call(threads, nb::none(), [&](const RunContext& context) {
              save_nir(path.bytes, model, inputs ? inputs->bytes : "", context);
              return 0;
            });
          },
          nb::arg("path"), nb::arg("inputs").none(), nb::arg("threads"), "columnar export.")
      .def_static("from_bytes", &model_from_bytes, nb::arg("bytes"))
      .def("to_bytes", &model_bytes, "The model file, in memory.")
      .def_prop_ro(
          "codes", [](const Model& m) { return codes_of(m); }, "The codes of all nodes of its graph, a copy.")
      .def_prop_ro(
          "graph",
          [](const Model& m) {
            return NativeGraph{"model", {m.graph, {}, {}}};
          },
          "The graph that it knows, a copy.")
      .def_prop_ro("directed", [](const Model& m) { return m.graph.directed; })
      .def_prop_ro(
          "updates", [](const Model& m) { return m.updates; }, "How often it was updated since training.")
      .def_prop_ro("config", [](const Model& m) { return json_to_python(config_to_json(m.config)); })
      .def_prop_ro(
          "metadata", [](const Model& m) { return provenance_json(m.config, m.graph_digest); },
          "Where its codes come from, as JSON; kept in files of codes.")
      .def_prop_ro("graph_digest", [](const Model& m) { return m.graph_digest; })
      .def_prop_ro(
          "trained_digest", [](const Model& m) { return m.trained_digest; },
          "Of the graph that it was trained on, before any update.")
      .def_prop_ro("ids", [](const Model& m) { return ids_to_python(m.graph.ids); })
      .def_prop_ro(
          "regions",
          [](const nb::object& self) {
            const auto& model = nb::cast<const Model&>(self);
            return view_of(model.regions.data(), {model.regions.size()}, self);
          },
          "The region of each node; read only, without a copy.")
      .def_prop_ro(
          "attribute_columns", [](const Model& m) { return m.attributes.width; },
          "How many attributes its codes use; 0 without any.")
      .def_prop_ro(
          "attribute_names", [](const Model& m) { return m.attributes.names; },
          "Their names, none where columns have numbers only.")
      .def_prop_ro(
          "coordinates",
          [](const nb::object& self) { return matrix_view(nb::cast<const Model&>(self).learned->coordinates, self); },
          "Spectral coordinates, a unit row a node; read only, without a copy.")
      .def_prop_ro(
          "centroids",
          [](const nb::object& self) { return matrix_view(nb::cast<const Model&>(self).learned->centroids, self); },
          "The centre of each region; read only, without a copy.");

  module.def("fit", &fit, nb::arg("config"), nb::arg("graph"), nb::arg("threads") = 1,
             nb::arg("progress").none() = nb::none(), nb::arg("attributes").none() = nb::none(),
             nb::arg("device") = "cpu",
             "(model, report) of a graph. Attributes are ((indptr, indices, values or None, width), names).");
  module.def("estimate", &estimate_stages, nb::arg("graph"), nb::arg("config"), nb::arg("threads") = 1,
             nb::arg("attributes").none() = nb::none(), "What each stage of a fit will probably cost.");
}

}  // namespace columnar::python
