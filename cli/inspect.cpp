#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/error.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/packed_graph.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar/sdr/sdr_file.hpp"
#include "columnar/search/index_file.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "commands.hpp"
#include "living_graph.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kShownIds = 5;

/// What inspection tells, gathered once and printed as text or JSON.
struct Findings {
  std::string text;
  Json json = Json::object();

  void add(const std::string& heading, const std::string& key, const std::string& words, Json value) {
    text += labelled(heading, {words});
    json[key] = std::move(value);
  }
};

std::string crc_text(std::uint32_t crc) { return fmt::format("{:08x}", crc); }

std::string type_text(const NpyHeader& header) {
  switch (header.kind) {
    case NpyKind::kFloat:
      return fmt::format("float{}", 8 * header.item_bytes);
    case NpyKind::kSigned:
      return fmt::format("int{}", 8 * header.item_bytes);
    case NpyKind::kUnsigned:
      return fmt::format("uint{}", 8 * header.item_bytes);
    case NpyKind::kBool:
      return "bool";
    default:
      return "text";
  }
}

void add_sections(Findings& found, const SectionedFile& file) {
  found.add("Format", "format_version", fmt::format("version {}", file.format_version()), file.format_version());
  Table table;
  table.align_left(3);
  Json list = Json::array();
  for (const SectionInfo& section : file.sections()) {
    table.add({section.name, human_bytes(section.size), crc_text(section.crc32), "checksum ok"});
    list.push_back({{"name", section.name},
                    {"offset", section.offset},
                    {"bytes", section.size},
                    {"crc32", crc_text(section.crc32)}});
  }
  found.text += "Sections\n" + table.text();
  found.json["sections"] = list;
  found.json["checksums"] = "ok";
}

void add_ids(Findings& found, const NodeIds& ids) {
  std::string first;
  Json shown = Json::array();
  for (NodeIndex v = 0; v < ids.size() && v < kShownIds; ++v) {
    first += fmt::format("{}{}", v == 0 ? "" : ", ", shortened(ids.name(v), 24));
    if (ids.are_text()) {
      shown.push_back(ids.texts[v]);
    } else {
      shown.push_back(ids.integers[v]);
    }
  }
  found.add("Nodes", "nodes", with_commas(ids.size()), ids.size());
  found.add("Ids", "ids",
            fmt::format("{}: {}{}", ids.are_text() ? "text" : "integers", first, ids.size() > kShownIds ? ", …" : ""),
            {{"kind", ids.are_text() ? "text" : "integer"}, {"first", shown}});
}

void add_shape(Findings& found, const SdrShape& shape) {
  found.add("Layer", "layer", layer_name(shape.layer), layer_flag(shape.layer));
  found.add("Code", "active_bits", fmt::format("{} of {} bits active", shape.active(), with_commas(shape.width())),
            shape.active());
  found.json["width"] = shape.width();
  std::string parts;
  if (shape.has_l23()) {
    parts = fmt::format("{} of {} columns of {} cells", shape.active_columns, shape.columns, shape.cells_per_column);
  }
  if (shape.has_l5a()) {
    parts += fmt::format("{}{} of {} L5a neurons", parts.empty() ? "" : ", ", shape.l5a_active, shape.l5a_size);
  }
  if (shape.has_l6()) {
    parts += fmt::format("{}{} of {} L6 neurons", parts.empty() ? "" : ", ", shape.l6_active, shape.l6_size);
  }
  found.add("Shape", "shape", parts,
            {{"columns", shape.columns},
             {"cells_per_column", shape.cells_per_column},
             {"active_columns", shape.active_columns},
             {"l5a_size", shape.l5a_size},
             {"l5a_active", shape.l5a_active},
             {"l6_size", shape.l6_size},
             {"l6_active", shape.l6_active}});
  if (const RoleShare& roles = shape.roles; shape.has_roles()) {
    found.add("Roles", "roles",
              fmt::format("{} of these {} columns ({} of {} active) and {} of the {} L5a neurons ({} of {} active)",
                          roles.columns, shape.columns, roles.active_columns, shape.active_columns, roles.l5a_size,
                          shape.l5a_size, roles.l5a_active, shape.l5a_active),
              {{"columns", roles.columns},
               {"active_columns", roles.active_columns},
               {"l5a_size", roles.l5a_size},
               {"l5a_active", roles.l5a_active}});
  }
}

void add_codes(Findings& found, const SdrTable& table) {
  add_ids(found, table.ids);
  add_shape(found, table.shape);
}

void add_codec(Findings& found, const SdrFile& file, std::size_t bytes) {
  found.add("Codec", "codec", codec_text(file.codec, file.table, bytes), name_of(file.codec));
  found.json["code_bytes"] = bytes;
}

std::string preset_of(const Config& config) {
  for (const char* name : {"default", "paper"}) {
    Config preset = preset_config(parse_preset(name));
    preset.seed = config.seed;
    if (config_to_json(preset) == config_to_json(config)) {
      return name;
    }
  }
  return "";
}

void add_config(Findings& found, const Config& config) {
  std::map<std::string_view, std::string> standard;
  const Config defaults;
  visit_fields(defaults, [&](const FieldInfo& info, const auto& field) { standard[info.name] = field_text(field); });
  Table changed;
  std::size_t count = 0;
  visit_fields(config, [&](const FieldInfo& info, const auto& field) {
    if (info.name != "seed" && field_text(field) != standard[info.name]) {
      changed.add({flag_of(info.name), field_text(field), fmt::format("(default {})", standard[info.name])});
      ++count;
    }
  });
  const std::string preset = preset_of(config);
  found.add("Seed", "seed", std::to_string(config.seed), config.seed);
  found.text += labelled(
      "Config", {count == 0 ? "every constant at its default"
                            : fmt::format("{} from the default{}",
                                          count == 1 ? "1 constant differs" : fmt::format("{} constants differ", count),
                                          preset.empty() ? "" : fmt::format("; preset {}", preset))});
  found.text += changed.text("          ");
  found.json["config"] = config_json(config);
}

/// The metadata that `columnar embed` stores; others are shown as they stand.
void add_metadata(Findings& found, const std::string& metadata, const std::string& path) {
  const Json json = parse_json(metadata, path + ": metadata");
  if (!json.is_object()) {
    found.add("Metadata", "metadata", shortened(metadata, 200), metadata);
    return;
  }
  if (json.contains("version") && json["version"].is_string()) {
    found.add("Program", "version", fmt::format("columnar {}", json["version"].get<std::string>()), json["version"]);
  }
  if (json.contains("graph_digest") && json["graph_digest"].is_string()) {
    found.add("Graph", "graph_digest", fmt::format("digest {}", json["graph_digest"].get<std::string>()),
              json["graph_digest"]);
  }
  if (json.contains("config") && json["config"].is_object()) {
    add_config(found, config_from_json(json["config"].dump(), path));
  } else {
    found.json["metadata"] = json;
  }
}

/// What the model knows of its graph, and how far it has followed it since it was trained.
void add_graph(Findings& found, const Model& model) {
  const auto drifted = static_cast<std::uint64_t>(
      std::count_if(model.drift.begin(), model.drift.end(), [](double drift) { return drift > 0.0; }));
  found.add("Graph", "graph_digest", fmt::format("digest {}", model.graph_digest), model.graph_digest);
  found.text += labelled("", {graph_size_text(model.graph)});
  found.text += labelled("Updates", {updates_text(model)});
  if (model.updates > 0) {
    found.text +=
        labelled("", {fmt::format("trained on the graph {}", model.trained_digest),
                      fmt::format("{} with changed edges, too few to be learned again yet", counted(drifted, "node"))});
  }
  found.json["edges"] = model.graph.edge_count();
  found.json["directed"] = model.graph.directed;
  found.json["weighted"] = model.graph.is_weighted();
  found.json["trained_digest"] = model.trained_digest;
  found.json["updates"] = model.updates;
  found.json["drifted_nodes"] = drifted;
}

void add_packed_graph(Findings& found, const Graph& graph) {
  const std::string digest = graph_digest(graph);
  found.add("Graph", "graph_digest", "digest " + digest, digest);
  found.text += labelled("", {graph_size_text(graph)});
  found.json["edges"] = graph.edge_count();
  found.json["directed"] = graph.directed;
  found.json["weighted"] = graph.is_weighted();
  add_ids(found, graph.ids);
}

void inspect_model(Findings& found, const SectionedFile& file) {
  const Model model = model_from_sections(file);
  add_graph(found, model);
  add_ids(found, model.graph.ids);
  found.add("Spectrum", "rank", fmt::format("{} coordinates per node", model.learned->coordinates.cols()),
            model.learned->coordinates.cols());
  found.add("Regions", "regions", std::to_string(model.learned->centroids.rows()), model.learned->centroids.rows());
  const CortexState& cortex = model.learned->cortex;
  found.add(
      "Cortex", "cortex",
      fmt::format("{} inputs, {} columns of {} cells, {} L5a neurons", cortex.inputs, cortex.columns, cortex.cells,
                  cortex.l5a_size),
      {{"inputs", cortex.inputs}, {"columns", cortex.columns}, {"cells", cortex.cells}, {"l5a_size", cortex.l5a_size}});
  add_shape(found, search_shape(model.config));
  add_config(found, model.config);
}

void inspect_npz(Findings& found, const std::string& path) {
  std::string metadata;
  const SdrTable codes = read_codes(path, &metadata);
  const NpzReader archive(path);
  Table table;
  table.align_left(1);
  table.align_left(2);
  Json list = Json::array();
  for (const std::string& name : archive.names()) {
    const NpyHeader header = archive.header(name);
    std::string shape;
    for (const std::uint64_t size : header.shape) {
      shape += fmt::format("{}{}", shape.empty() ? "" : " × ", with_commas(size));
    }
    table.add({name, type_text(header), shape.empty() ? "single value" : shape});
    list.push_back({{"name", name}, {"type", type_text(header)}, {"shape", header.shape}});
  }
  found.text += "Arrays\n" + table.text();
  found.json["arrays"] = list;
  add_codes(found, codes);
  if (archive.has("columnar_metadata")) {
    add_metadata(found, metadata, path);
  }
}

/// "2024-02-29 12:00:00 UTC"; a file may bear any time, also one that has no year.
std::string utc_text(std::time_t time) {
  std::tm parts{};
  std::array<char, 64> text{};
  if (::gmtime_r(&time, &parts) == nullptr ||
      std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts) == 0) {
    return fmt::format("{} seconds after 1970", time);
  }
  return text.data();
}

/// Of a directory or of one of its files.
void add_checkpoint(Findings& found, const std::string& path) {
  const CheckpointStatus status = checkpoint_status(path);
  Table table;
  table.align_left(2);
  Json list = Json::array();
  for (const CheckpointFileInfo& file : status.files) {
    const std::string written = utc_text(file.modified);
    table.add({std::string(name_of(file.part)), human_bytes(file.bytes), written});
    list.push_back({{"part", name_of(file.part)}, {"file", file.path}, {"bytes", file.bytes}, {"written", written}});
  }
  found.text += "Parts\n" + table.text();
  found.json["parts"] = list;
  const RunPosition& at = status.at;
  found.add(
      "Stage", "stage",
      at.steps == 0 ? at.stage : fmt::format("{} ({} of {})", at.text(), with_commas(at.done), with_commas(at.steps)),
      at.stage);
  found.json["done"] = at.done;
  found.json["steps"] = at.steps;
  found.json["fraction"] = at.fraction();
  found.add("Program", "version", fmt::format("columnar {}", status.run.version), status.run.version);
  found.add("Graph", "graph_digest", fmt::format("digest {}", status.run.graph_digest), status.run.graph_digest);
  found.add("Nodes", "nodes", with_commas(status.run.nodes), status.run.nodes);
  add_config(found, status.run.config);
}

void inspect_directory(const std::string& path, bool as_json) {
  Findings found;
  found.add("Directory", "directory", path, path);
  found.add("Kind", "kind", "checkpoint of a run", name_of(FileKind::kCheckpoint));
  add_checkpoint(found, path);
  print(as_json ? json_text(found.json) : found.text);
}

void run_inspect(const std::string& path, bool as_json) {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) {
    inspect_directory(path, as_json);
    return;
  }
  std::optional<std::uint64_t> size;
  if (std::error_code ignored; !std::filesystem::is_fifo(path, ignored)) {  // a pipe can be opened but once
    size = InputFile(path, Gzip::kKeep).size_on_disk();                     // is there, is no directory
  }
  Findings found;
  found.add("File", "file", size ? fmt::format("{}, {}", path, human_bytes(*size)) : path, path);
  found.json["bytes"] = size ? Json(*size) : Json(nullptr);
  if (sectioned_file_kind(path)) {
    const SectionedFile file = SectionedFile::read_any(path);
    const bool is_model = file.kind() == FileKind::kModel;
    const bool is_index = file.kind() == FileKind::kIndex;
    const bool is_checkpoint = file.kind() == FileKind::kCheckpoint;
    const bool is_layout = file.kind() == FileKind::kLayout;
    const bool is_graph = file.kind() == FileKind::kGraph;
    found.add("Kind", "kind",
              is_model        ? "trained model"
              : is_index      ? "index of codes"
              : is_checkpoint ? "checkpoint of a run"
              : is_layout     ? "layout of a map"
              : is_graph      ? "packed graph"
                              : "codes (.sdr)",
              name_of(file.kind()));
    add_sections(found, file);
    if (is_model) {
      inspect_model(found, file);
    } else if (is_checkpoint) {
      add_checkpoint(found, path);
    } else if (is_graph) {
      add_packed_graph(found, graph_from_sections(file));
    } else if (is_index) {
      const IndexFile index = index_from_sections(file);
      add_codes(found, {index.index->shape(), index.ids, {}});
    } else if (!is_layout) {
      const SdrFile codes = sdr_from_sections(file);
      add_codes(found, codes.table);
      add_codec(found, codes, file.section("codes").size());
      add_metadata(found, codes.metadata_json, path);
    }
  } else {
    const CodesFormat* format = find_codes_format(path);
    if (format == nullptr) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: neither codes ({}), nor a model, an index, a checkpoint, a packed graph or a map",
                              path, list_text(codes_extensions())));
    }
    found.add("Kind", "kind", fmt::format("codes ({})", std::filesystem::path(path).extension().string()), "codes");
    if (format->extension == ".npz") {
      inspect_npz(found, path);
    } else {
      add_codes(found, read_codes(path));
    }
  }
  print(as_json ? json_text(found.json) : found.text);
}

}  // namespace

void add_inspect(CLI::App& app) {
  struct Arguments {
    std::string file;
    bool json = false;
  };
  CLI::App* command = app.add_subcommand(
      "inspect", "Explain codes, a model, an index, a checkpoint, a packed graph or a kept map, and check it");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("FILE", arguments->file, codes_help() + ", a model, an index, or a checkpoint or its directory")
      ->type_name("")
      ->required();
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { run_inspect(arguments->file, arguments->json); });
}

}  // namespace columnar::cli
