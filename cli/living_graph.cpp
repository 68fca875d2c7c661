#include "living_graph.hpp"

#include <fmt/format.h>

#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/attributes_reader.hpp"
#include "columnar/graph/id_index.hpp"
#include "terminal.hpp"

namespace columnar::cli {

void require_model_path(const std::string& path) {
  if (path == "-") {
    throw Error(ErrorCode::kConfig, "MODEL: must be a file; standard input is for edges");
  }
}

std::string graph_size_text(const Graph& graph) {
  return fmt::format("{}, {}, {}, {}", counted(graph.node_count(), "node"), counted(graph.edge_count(), "edge"),
                     graph.directed ? "directed" : "undirected", graph.is_weighted() ? "weighted" : "unweighted");
}

std::string updates_text(const Model& model) {
  return model.updates == 0 ? "never updated" : counted(model.updates, "update") + " since training";
}

std::string model_text(const std::string& path, const Model& model) {
  return labelled("Model", {printable(path), graph_size_text(model.graph), updates_text(model)});
}

Json model_json(const std::string& path, const Model& model) {
  return {{"path", path},
          {"nodes", model.graph.node_count()},
          {"edges", model.graph.edge_count()},
          {"directed", model.graph.directed},
          {"weighted", model.graph.is_weighted()},
          {"graph_digest", model.graph_digest},
          {"trained_digest", model.trained_digest},
          {"updates", model.updates}};
}

std::string placeless_text(std::uint64_t count) {
  return fmt::format("no walk leads from {} to a known one: {} nothing", counted(count, "new node"),
                     count == 1 ? "its code says" : "their codes say");
}

NamedAttributes read_attributes_of_new(const std::string& path, const Model& model) {
  return path.empty() ? NamedAttributes() : read_new_attributes(path, model.graph.ids, model.attributes);
}

void require_attributes_of(const EdgeChanges& edges, const NamedAttributes& given, const std::string& path,
                           const Model& model) {
  if (path.empty()) {
    return;
  }
  const IdIndex known(model.graph.ids);
  const IdIndex rows(given.ids);
  for (NodeIndex i = 0; i < edges.ids.size(); ++i) {
    const std::string id = edges.ids.name(i);
    if (!known.find(id) && !rows.find(id)) {
      throw Error(ErrorCode::kInput, fmt::format("{}: no row for the new node {}", path, columnar::in_quotes(id)));
    }
  }
}

void append_codes(SdrTable& table, const SdrTable& more) {
  const bool text = table.ids.are_text() || more.ids.are_text();
  const auto turn_to_text = [](NodeIds& ids) {
    ids.texts.reserve(ids.integers.size());
    for (const std::int64_t id : ids.integers) {
      ids.texts.push_back(std::to_string(id));
    }
    ids.integers.clear();
  };
  if (text && !table.ids.are_text()) {
    turn_to_text(table.ids);
  }
  for (NodeIndex v = 0; v < more.size(); ++v) {
    text ? table.ids.texts.push_back(more.ids.name(v)) : table.ids.integers.push_back(more.ids.integers[v]);
  }
  table.bits.insert(table.bits.end(), more.bits.begin(), more.bits.end());
}

}  // namespace columnar::cli
