#include "columnar/model/model_file.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <span>
#include <string_view>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/graph/id_sections.hpp"
#include "columnar/model/model_check.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kFormatVersion = 2;
constexpr std::size_t kShapeBytes = 56;  // a u64, six u32, three u64

/// The sizes a model file states, in the order of the section `shape`.
struct ModelShape {
  std::uint64_t nodes = 0;
  std::uint32_t rank = 0;
  std::uint32_t regions = 0;
  std::uint32_t inputs = 0;
  std::uint32_t columns = 0;
  std::uint32_t cells = 0;
  std::uint32_t l5a_size = 0;
  std::uint64_t pairs = 0;  ///< T of the marginals
  std::uint64_t updates = 0;
  bool directed = false;
};

[[noreturn]] void fail_input(const SectionedFile& file, const std::string& reason) {
  throw Error(ErrorCode::kInput, file.name() + ": " + reason);
}

/// Rows of lanes without the unused ones at their ends.
std::vector<float> without_padding(std::span<const float> padded, std::uint32_t lanes, std::uint32_t cells) {
  std::vector<float> values;
  values.reserve(padded.size() / lanes * cells);
  for (std::size_t row = 0; row < padded.size(); row += lanes) {
    values.insert(values.end(), padded.begin() + static_cast<std::ptrdiff_t>(row),
                  padded.begin() + static_cast<std::ptrdiff_t>(row + cells));
  }
  return values;
}

std::vector<float> with_padding(std::span<const float> values, std::uint32_t lanes, std::uint32_t cells, float filler) {
  std::vector<float> padded(values.size() / cells * lanes, filler);
  for (std::size_t i = 0; i < values.size(); ++i) {
    padded[i / cells * lanes + i % cells] = values[i];
  }
  return padded;
}

std::span<const float> numbers_of(const RowMatrix& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

ModelShape read_shape(const SectionedFile& file, const Config& config) {
  const auto bytes = file.section("shape");
  if (bytes.size() != kShapeBytes) {
    fail_input(file, fmt::format("its shape has {} bytes, not {}", bytes.size(), kShapeBytes));
  }
  const auto field = [&](std::size_t i) { return load_little_endian<std::uint32_t>(bytes.data() + 8 + 4 * i); };
  const auto nodes = load_little_endian<std::uint64_t>(bytes.data());
  if (nodes > std::numeric_limits<NodeIndex>::max()) {
    fail_input(file, fmt::format("{} nodes are more than 32 bits can count", nodes));
  }
  const auto wide = [&](std::size_t i) { return load_little_endian<std::uint64_t>(bytes.data() + 32 + 8 * i); };
  const ModelShape shape{nodes,    field(0), field(1), field(2), field(3),
                         field(4), field(5), wide(0),  wide(1),  wide(2) == 1};
  if (wide(2) > 1) {
    fail_input(file, "it does not say whether its graph is directed");
  }
  if (shape.inputs != config.l4.width() || shape.columns != config.l23.columns ||
      shape.cells != config.l23.cells_per_column || shape.l5a_size != config.readout.l5a_size) {
    fail_input(file, "its shape and its config disagree");
  }
  return shape;
}

/// A section of exactly so many numbers, compared with its bytes before anything is allocated.
template <Number T>
std::vector<T> read_array(const SectionedFile& file, std::string_view name, std::array<std::uint64_t, 3> dimensions) {
  std::uint64_t bytes = sizeof(T);
  for (const std::uint64_t size : dimensions) {
    if (size == 0 || __builtin_mul_overflow(bytes, size, &bytes)) {
      fail_input(file,
                 fmt::format("section '{}' cannot be {} × {} × {}", name, dimensions[0], dimensions[1], dimensions[2]));
    }
  }
  if (const std::size_t size = file.section(name).size(); size != bytes) {
    fail_input(file, fmt::format("section '{}' has {} bytes, not {}", name, size, bytes));
  }
  return file.array<T>(name);
}

RowMatrix read_matrix(const SectionedFile& file, std::string_view name, std::uint64_t rows, std::uint32_t columns) {
  const std::vector<float> values = read_array<float>(file, name, {rows, columns, 1});
  return Eigen::Map<const RowMatrix>(values.data(), static_cast<Eigen::Index>(rows), columns);
}

/// The graph, as rows; check_model() looks at what they hold.
Graph read_rows(const SectionedFile& file, const ModelShape& shape) {
  Graph graph;
  graph.directed = shape.directed;
  graph.offsets = read_array<std::uint64_t>(file, "graph.offsets", {shape.nodes + 1, 1, 1});
  graph.targets = file.array<NodeIndex>("graph.targets");
  if (file.has("graph.weights")) {
    graph.weights = file.array<float>("graph.weights");
  }
  graph.ids = read_ids(file, shape.nodes);
  return graph;
}

CortexState read_cortex(const SectionedFile& file, const ModelShape& shape, float filler_threshold) {
  CortexState cortex;
  cortex.inputs = shape.inputs;
  cortex.columns = shape.columns;
  cortex.cells = shape.cells;
  cortex.l5a_size = shape.l5a_size;
  cortex.lanes = lanes_of(shape.cells);
  const auto read_cells = [&](std::string_view name, std::uint32_t rows, float filler) {
    const std::vector<float> values = read_array<float>(file, name, {shape.columns, rows, shape.cells});
    return with_padding(values, cortex.lanes, cortex.cells, filler);
  };
  cortex.weights = read_cells("l23.weights", shape.inputs, 0.0F);
  cortex.weight_sums = read_cells("l23.weight_sums", 1, 0.0F);
  cortex.thresholds = read_cells("l23.thresholds", 1, filler_threshold);
  cortex.sliding = read_cells("l23.sliding", 1, 0.0F);
  cortex.rates = read_cells("l23.rates", 1, 0.0F);
  cortex.lateral = read_array<float>(file, "l23.lateral", {shape.columns, shape.columns, 1});
  cortex.readout = read_array<float>(file, "l5a.readout", {shape.l5a_size, shape.columns, shape.cells});
  return cortex;
}

}  // namespace

SectionedFileWriter make_model_file(const Model& model, const std::string& place) {
  check_model(model, place, ErrorCode::kOutput);
  const CortexState& cortex = model.cortex;
  std::vector<std::byte> shape;
  append_little_endian(shape, std::uint64_t{model.graph.ids.size()});
  for (const std::uint32_t number :
       {static_cast<std::uint32_t>(model.coordinates.cols()), static_cast<std::uint32_t>(model.centroids.rows()),
        cortex.inputs, cortex.columns, cortex.cells, cortex.l5a_size}) {
    append_little_endian(shape, number);
  }
  for (const std::uint64_t number :
       {model.marginals.total, model.updates, std::uint64_t{model.graph.directed ? 1U : 0U}}) {
    append_little_endian(shape, number);
  }

  SectionedFileWriter writer(FileKind::kModel, kFormatVersion);
  writer.add_text("config", config_to_json(model.config));
  writer.add_text("graph.digest", model.graph_digest);
  writer.add_text("graph.trained", model.trained_digest);
  writer.add("shape", std::move(shape));
  add_ids(writer, model.graph.ids, place);
  writer.add_array("graph.offsets", std::span<const std::uint64_t>(model.graph.offsets));
  writer.add_array("graph.targets", std::span<const NodeIndex>(model.graph.targets));
  if (model.graph.is_weighted()) {
    writer.add_array("graph.weights", std::span<const float>(model.graph.weights));
  }
  writer.add_array("marginals", std::span<const std::uint64_t>(model.marginals.counts));
  writer.add_array("drift", std::span<const double>(model.drift));
  writer.add_array("coordinates", numbers_of(model.coordinates));
  writer.add_array("centroids", numbers_of(model.centroids));
  writer.add_array("regions", std::span<const std::uint32_t>(model.regions));
  const auto add_cells = [&](const std::string& name, const std::vector<float>& padded) {
    writer.add_array(name, std::span<const float>(without_padding(padded, cortex.lanes, cortex.cells)));
  };
  add_cells("l23.weights", cortex.weights);
  add_cells("l23.weight_sums", cortex.weight_sums);
  add_cells("l23.thresholds", cortex.thresholds);
  add_cells("l23.sliding", cortex.sliding);
  add_cells("l23.rates", cortex.rates);
  writer.add_array("l23.lateral", std::span<const float>(cortex.lateral));
  writer.add_array("l5a.readout", std::span<const float>(cortex.readout));
  writer.add_array("codes", std::span<const std::uint16_t>(model.codes));
  return writer;
}

void save_model(const std::string& path, const Model& model) { make_model_file(model, path).write(path); }

Model model_from_sections(const SectionedFile& file) {
  if (file.kind() != FileKind::kModel) {
    fail_input(file, fmt::format("not a columnar model file: it is a {} file", name_of(file.kind())));
  }
  if (file.format_version() != kFormatVersion) {
    fail_input(file, file.format_version() < kFormatVersion
                         ? "the model was made by an older version of the program: train it again"
                         : fmt::format("version {} of the model is unknown; this program knows {}",
                                       file.format_version(), kFormatVersion));
  }
  Model model;
  model.config = config_from_json(file.text("config"), file.name());
  check_model_config(model.config, file.name(), ErrorCode::kInput);
  model.graph_digest = file.text("graph.digest");
  model.trained_digest = file.text("graph.trained");
  const ModelShape shape = read_shape(file, model.config);
  model.coordinates = read_matrix(file, "coordinates", shape.nodes, shape.rank);
  model.graph = read_rows(file, shape);
  model.updates = shape.updates;
  model.marginals = {read_array<std::uint64_t>(file, "marginals", {shape.nodes, 1, 1}), shape.pairs};
  model.drift = read_array<double>(file, "drift", {shape.nodes, 1, 1});
  model.centroids = read_matrix(file, "centroids", shape.regions, shape.rank);
  model.regions = read_array<std::uint32_t>(file, "regions", {shape.nodes, 1, 1});
  model.cortex = read_cortex(file, shape, static_cast<float>(model.config.l23.initial_threshold));
  const SdrShape code = code_shape(model.config);
  model.codes = read_array<std::uint16_t>(file, "codes", {shape.nodes, code.active(), 1});
  check_model(model, file.name(), ErrorCode::kInput);
  return model;
}

Model load_model(const std::string& path) { return model_from_sections(SectionedFile::read(path, FileKind::kModel)); }

}  // namespace columnar
