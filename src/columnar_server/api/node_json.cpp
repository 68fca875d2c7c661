#include "columnar_server/api/node_json.hpp"

#include <utility>

#include "columnar/sdr/algebra.hpp"
#include "columnar_lab/report/query_report.hpp"

namespace columnar::server {
namespace {

/// The neurons of one part of a code, numbered from 0.
Json neurons(std::span<const std::uint16_t> code, const LayerPart& part) {
  Json list = Json::array();
  for (const std::uint16_t bit : code.subspan(part.first, part.active)) {
    list.push_back(bit - part.begin);
  }
  return list;
}

}  // namespace

Json node_json(const Snapshot& snapshot, NodeIndex node) {
  return {{"row", node}, {"id", id_json(snapshot.ids(), node)}};
}

Json nodes_json(const Snapshot& snapshot, std::span<const NodeIndex> nodes) {
  Json list = Json::array();
  for (const NodeIndex node : nodes) {
    list.push_back(node_json(snapshot, node));
  }
  return list;
}

void add_code_json(Json& json, const SdrShape& shape, std::span<const std::uint16_t> code) {
  Json cells = Json::array();
  for (const std::uint16_t bit : code.first(shape.active_columns)) {
    cells.push_back({{"column", bit / shape.cells_per_column}, {"cell", bit % shape.cells_per_column}});
  }
  json["l23"] = std::move(cells);
  json["l5a"] = neurons(code, shape.l5a());
  json["l6"] = neurons(code, shape.l6());
  json["bits"] = code;
}

Json hits_with_bits(const Snapshot& snapshot, std::optional<Layer> layer, std::span<const std::uint16_t> bits,
                    const std::vector<Hit>& hits) {
  const SdrTable& codes = snapshot.codes(layer);
  Json list = hits_json(hits, snapshot.ids(), codes.shape);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    list[i]["row"] = hits[i].row;
    list[i]["shared"] = intersection(bits, codes.code(hits[i].row));
  }
  return list;
}

}  // namespace columnar::server
