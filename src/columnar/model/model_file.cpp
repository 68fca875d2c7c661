#include "columnar/model/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/fail_input.hpp"
#include "columnar/core/role_share.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/id_sections.hpp"
#include "columnar/model/array_sections.hpp"
#include "columnar/model/cortex_sections.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/model_check.hpp"
#include "columnar/model/role_codes.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kModelVersion = 5;
constexpr std::size_t kShapeBytes = 56;  // a u64, six u32, three u64

/// The sizes stated in a model file, in the order of the section `shape`.
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

ModelShape read_shape(const SectionedFile& file, const Config& config) {
  const auto bytes = file.section("shape");
  if (bytes.size() != kShapeBytes) {
    fail_input(file.name(), fmt::format("its shape has {} bytes, not {}", bytes.size(), kShapeBytes));
  }
  const auto field = [&](std::size_t i) { return load_little_endian<std::uint32_t>(bytes.data() + 8 + 4 * i); };
  const auto nodes = load_little_endian<std::uint64_t>(bytes.data());
  if (nodes > std::numeric_limits<NodeIndex>::max()) {
    fail_input(file.name(), fmt::format("{} nodes are more than 32 bits can count", nodes));
  }
  const auto wide = [&](std::size_t i) { return load_little_endian<std::uint64_t>(bytes.data() + 32 + 8 * i); };
  const ModelShape shape{nodes,    field(0), field(1), field(2), field(3),
                         field(4), field(5), wide(0),  wide(1),  wide(2) == 1};
  if (wide(2) > 1) {
    fail_input(file.name(), "it does not say whether its graph is directed");
  }
  const Config place = place_config(config);
  if (shape.inputs != place.l4.width() || shape.columns != place.l23.columns ||
      shape.cells != place.l23.cells_per_column || shape.l5a_size != place.readout.l5a_size) {
    fail_input(file.name(), "its shape and its config disagree");
  }
  return shape;
}

/// The rows of the graph; check_model() validates their content.
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

/// Attributes and what was learned of them; no sections if the model uses none.
void add_attributes(SectionedFileWriter& writer, const Model& model) {
  const AttributeSpace& space = model.learned->attribute_space;
  if (!space.weights.uses_attributes()) {
    return;
  }
  writer.add_array("attributes.weights",
                   std::span<const float>(std::array{space.weights.graph, space.weights.near, space.weights.own}));
  writer.add_view("attributes.offsets", std::span<const std::uint64_t>(model.attributes.offsets));
  writer.add_view("attributes.indices", std::span<const std::uint32_t>(model.attributes.indices));
  if (!model.attributes.values.empty()) {
    writer.add_view("attributes.values", std::span<const float>(model.attributes.values));
  }
  if (!model.attributes.names.empty()) {
    std::string text;
    std::vector<std::uint64_t> ends;
    for (const std::string& name : model.attributes.names) {
      text += name;
      ends.push_back(text.size());
    }
    writer.add_text("attributes.names", text);
    writer.add_array("attributes.name_ends", std::span<const std::uint64_t>(ends));
  }
  writer.add_view("attributes.frequencies", std::span<const float>(space.frequencies));
  writer.add_view("attributes.directions", numbers_of(space.directions));
  writer.add_view("attributes.means", numbers_of(space.means));
  writer.add_view("attributes.completion", numbers_of(space.completion));
}

std::vector<std::string> read_names(const SectionedFile& file) {
  const std::string_view text = file.text("attributes.names");
  std::vector<std::string> names;
  std::uint64_t begin = 0;
  for (const std::uint64_t end : file.array<std::uint64_t>("attributes.name_ends")) {
    if (end < begin || end > text.size()) {
      fail_input(file.name(), "the names of its attributes do not span their text");
    }
    names.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  return names;
}

/// A matrix of so many rows, or an empty one.
RowMatrix read_directions(const SectionedFile& file, std::string_view name, std::size_t attributes) {
  const std::size_t numbers = file.section(name).size() / sizeof(float);
  if (numbers == 0 || attributes == 0) {
    return {};
  }
  return read_matrix(file, name, attributes, std::max<std::size_t>(1, numbers / attributes));
}

void read_attributes(const SectionedFile& file, Model& model) {
  if (!file.has("attributes.weights")) {
    return;
  }
  AttributeSpace& space = model.learned->attribute_space;
  const auto weights = read_array<float>(file, "attributes.weights", {3, 1, 1});
  space.weights = {weights[0], weights[1], weights[2]};
  space.frequencies = file.array<float>("attributes.frequencies");
  model.attributes.width = static_cast<std::uint32_t>(space.frequencies.size());
  model.attributes.offsets = file.array<std::uint64_t>("attributes.offsets");
  model.attributes.indices = file.array<std::uint32_t>("attributes.indices");
  if (file.has("attributes.values")) {
    model.attributes.values = file.array<float>("attributes.values");
  }
  if (file.has("attributes.names")) {
    model.attributes.names = read_names(file);
  }
  space.directions = read_directions(file, "attributes.directions", space.frequencies.size());
  space.means = read_directions(file, "attributes.means", 2);
  space.completion = read_directions(file, "attributes.completion", static_cast<std::size_t>(space.directions.cols()));
}

/// The values of every feature, one after the other, and a whole model within the model: that of the graph of roles.
void add_roles(SectionedFileWriter& writer, const Model& model, const std::string& place) {
  const RoleModel* roles = model.learned->roles.get();
  if (roles == nullptr) {
    return;
  }
  std::vector<float> values;
  for (const std::vector<float>& each : roles->scale.values) {
    values.insert(values.end(), each.begin(), each.end());
  }
  writer.add_array("roles.scale", std::span<const float>(values));
  writer.add("roles.model", make_model_file(roles->model, place).bytes());
}

void read_roles(const SectionedFile& file, Model& model) {
  if (model.config.roles.roles == 0.0) {
    return;
  }
  auto roles = std::make_shared<RoleModel>();
  const std::vector<float> values = file.array<float>("roles.scale");
  const std::size_t each = values.size() / kRoleFeatures;
  for (std::size_t i = 0; i < kRoleFeatures; ++i) {
    roles->scale.values[i].assign(values.begin() + static_cast<std::ptrdiff_t>(i * each),
                                  values.begin() + static_cast<std::ptrdiff_t>((i + 1) * each));
  }
  const auto bytes = file.section("roles.model");
  const SectionedFile inner = SectionedFile::parse({bytes.begin(), bytes.end()}, file.name() + ": its roles");
  // A model of roles has none itself. Said here, or a file could nest models without end.
  if (config_from_json(inner.text("config"), inner.name()).roles.roles != 0.0) {
    fail_input(inner.name(), "have roles of their own");
  }
  roles->model = model_from_sections(inner);
  model.learned->roles = std::move(roles);
}

}  // namespace

SectionedFileWriter make_model_file(const Model& model, const std::string& place) {
  check_model(model, place, ErrorCode::kOutput);
  const CortexState& cortex = model.learned->cortex;
  std::vector<std::byte> shape;
  append_little_endian(shape, std::uint64_t{model.graph.ids.size()});
  for (const std::uint32_t number : {static_cast<std::uint32_t>(model.learned->coordinates.cols()),
                                     static_cast<std::uint32_t>(model.learned->centroids.rows()), cortex.inputs,
                                     cortex.columns, cortex.cells, cortex.l5a_size}) {
    append_little_endian(shape, number);
  }
  for (const std::uint64_t number :
       {model.learned->marginals.total, model.updates, std::uint64_t{model.graph.directed ? 1U : 0U}}) {
    append_little_endian(shape, number);
  }

  SectionedFileWriter writer(FileKind::kModel, kModelVersion);
  writer.add_text("config", config_to_json(model.config));
  writer.add_text("graph.digest", model.graph_digest);
  writer.add_text("graph.trained", model.trained_digest);
  writer.add("shape", std::move(shape));
  add_ids(writer, model.graph.ids, place);
  writer.add_view("graph.offsets", std::span<const std::uint64_t>(model.graph.offsets));
  writer.add_view("graph.targets", std::span<const NodeIndex>(model.graph.targets));
  if (model.graph.is_weighted()) {
    writer.add_view("graph.weights", std::span<const float>(model.graph.weights));
  }
  writer.add_view("marginals", std::span<const std::uint64_t>(model.learned->marginals.counts));
  writer.add_view("drift", std::span<const double>(model.drift));
  writer.add_view("coordinates", numbers_of(model.learned->coordinates));
  writer.add_view("centroids", numbers_of(model.learned->centroids));
  writer.add_view("regions", std::span<const std::uint32_t>(model.regions));
  add_cortex(writer, cortex);
  writer.add_view("codes", std::span<const std::uint16_t>(model.codes));
  writer.add_view("l6", std::span<const std::uint16_t>(model.l6));
  add_attributes(writer, model);
  add_roles(writer, model, place);
  return writer;
}

void save_model(const std::string& path, const Model& model) { make_model_file(model, path).write(path); }

void save_model(AtomicFile& file, const Model& model) { make_model_file(model, file.path()).write(file); }

Model model_from_sections(const SectionedFile& file) {
  if (file.kind() != FileKind::kModel) {
    const char* way = file.kind() == FileKind::kCodes ? "; `columnar embed --model FILE` writes a model" : "";
    fail_input(file.name(), fmt::format("not a columnar model file: it is a {} file{}", name_of(file.kind()), way));
  }
  if (file.format_version() != kModelVersion) {
    fail_input(file.name(), file.format_version() < kModelVersion
                                ? "the model was made by an older version of the program: train it again"
                                : fmt::format("version {} of the model is unknown; this program knows {}",
                                              file.format_version(), kModelVersion));
  }
  Model model;
  model.config = config_from_json(file.text("config"), file.name());
  check_model_config(model.config, file.name(), ErrorCode::kInput);
  model.graph_digest = file.text("graph.digest");
  model.trained_digest = file.text("graph.trained");
  const ModelShape shape = read_shape(file, model.config);
  model.learned->coordinates = read_matrix(file, "coordinates", shape.nodes, shape.rank);
  model.graph = read_rows(file, shape);
  model.updates = shape.updates;
  model.learned->marginals = {read_array<std::uint64_t>(file, "marginals", {shape.nodes, 1, 1}), shape.pairs};
  model.drift = read_array<double>(file, "drift", {shape.nodes, 1, 1});
  model.learned->centroids = read_matrix(file, "centroids", shape.regions, shape.rank);
  model.regions = read_array<std::uint32_t>(file, "regions", {shape.nodes, 1, 1});
  model.learned->cortex = read_cortex(file, place_config(model.config));
  const SdrShape code = code_shape(model.config);
  model.codes = read_array<std::uint16_t>(file, "codes", {shape.nodes, code.active(), 1});
  if (model.config.l6.l6_active > 0) {
    model.l6 = read_array<std::uint16_t>(file, "l6", {shape.nodes, model.config.l6.l6_active, 1});
  }
  read_attributes(file, model);
  read_roles(file, model);
  check_model(model, file.name(), ErrorCode::kInput);
  return model;
}

Model load_model(const std::string& path) { return model_from_sections(SectionedFile::read(path, FileKind::kModel)); }

}  // namespace columnar
