#include "searchable.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/error.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/model.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar/search/index_file.hpp"
#include "living_graph.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

/// The nodes of a model, with new ones to ask about: a hit is always a known node.
Searchable open_with_new_nodes(const std::string& path, const NewNodeFiles& files, const std::optional<Layer>& layer) {
  if (!is_model_file(path)) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: {} is no model, which alone has codes for new nodes",
                                                files.edges.empty() ? "--new-attributes" : "--new", printable(path)));
  }
  const Model model = load_model(path);
  const EdgeChanges edges = files.edges.empty() ? EdgeChanges() : read_edge_changes(files.edges);
  const NamedAttributes attributes = read_attributes_of_new(files.attributes, model);
  require_attributes_of(edges, attributes, files.attributes, model);
  const NewCodes encoded = encode(model, edges, attributes, {});
  if (encoded.placeless > 0) {
    ProgressLine(false).note(placeless_text(encoded.placeless));
  }
  const SdrTable added = layer_of(encoded.codes, layer);
  return searchable(layer_of(codes_of(model), layer), &added);
}

}  // namespace

Searchable searchable(SdrTable table, const SdrTable* new_nodes) {
  Searchable opened;
  opened.index = std::make_unique<const BruteForceIndex>(table);
  opened.ids = table.ids;
  if (new_nodes != nullptr) {
    append_codes(table, *new_nodes);
  }
  const auto kept = std::make_shared<const SdrTable>(std::move(table));
  opened.named = kept->ids;
  opened.codes = kept->bits;
  opened.owner = kept;
  return opened;
}

SdrTable layer_of(SdrTable table, const std::optional<Layer>& layer) {
  return layer ? select_layer(table, *layer) : std::move(table);
}

Searchable open_codes(const std::string& path, const NewNodeFiles& new_nodes, const std::optional<Layer>& layer) {
  if (new_nodes.any()) {
    return open_with_new_nodes(path, new_nodes, layer);
  }
  if (sectioned_file_kind(path) != FileKind::kIndex) {
    return searchable(layer_of(read_stored_codes(path), layer));
  }
  if (layer) {
    throw Error(ErrorCode::kConfig, fmt::format("--layer: {} is an index, which has the layers of its codes (columnar "
                                                "convert --layer makes codes of one)",
                                                printable(path)));
  }
  IndexFile file = map_index(path);
  Searchable opened;
  opened.ids = file.ids;
  opened.named = std::move(file.ids);
  opened.codes = file.index->codes();
  opened.index = std::move(file.index);
  return opened;
}

}  // namespace columnar::cli
