#include "columnar_server/api/snapshot.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>

#include "columnar/core/role_share.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/files/little_endian.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/spectral/regions.hpp"

namespace columnar::server {
namespace {

constexpr std::size_t kTypical = 5;
constexpr std::uint16_t kNone = 65535;

/// The same classes for as many nodes as there are now.
std::shared_ptr<const Labels> for_nodes(std::shared_ptr<const Labels> labels, NodeIndex nodes) {
  if (!labels || labels->classes.size() == nodes) {
    return labels;
  }
  Labels longer = *labels;
  longer.classes.resize(nodes, Labels::kUnknown);
  return std::make_shared<const Labels>(std::move(longer));
}

/// The nodes of the best scores, ties to the lower row.
std::vector<NodeIndex> best_of(const std::vector<NodeIndex>& nodes, const std::vector<float>& scores) {
  std::vector<std::uint32_t> order;
  top_k(std::span<const float>(scores), kTypical, order);
  std::vector<NodeIndex> best;
  best.reserve(order.size());
  for (const std::uint32_t i : order) {
    best.push_back(nodes[i]);
  }
  return best;
}

std::unique_ptr<const std::vector<ColumnUse>> uses_of(const Snapshot& snapshot) {
  const Model& model = snapshot.model();
  const Config place = place_config(model.config);
  const SdrShape shape = code_shape(model.config);
  const RowMatrix& centroids = model.learned->centroids;
  const auto regions = static_cast<std::uint32_t>(centroids.rows());
  const std::vector<std::uint32_t> primary = primary_regions(place.l23.columns, regions, place.seed);
  const RowMatrix directions = column_directions(centroids, place.l23.columns, place.seed);
  std::vector<std::vector<NodeIndex>> won(shape.columns);
  std::vector<std::vector<float>> cosines(shape.columns);
  auto columns = std::make_unique<std::vector<ColumnUse>>(shape.columns);
  for (ColumnUse& column : *columns) {
    column.wins.resize(shape.cells_per_column);
  }
  for (NodeIndex v = 0; v < snapshot.nodes(); ++v) {
    for (const std::uint16_t bit : snapshot.codes().code(v).first(shape.active_columns)) {
      const std::uint32_t column = bit / shape.cells_per_column;
      ++(*columns)[column].wins[bit % shape.cells_per_column];
      won[column].push_back(v);
      const float* const of_node = model.learned->coordinates.row(v).data();
      cosines[column].push_back(column < place.l23.columns ? std::inner_product(of_node, of_node + directions.cols(),
                                                                                directions.row(column).data(), 0.0F)
                                                           : 0.0F);
    }
  }
  for (std::uint32_t column = 0; column < shape.columns; ++column) {
    (*columns)[column].typical = best_of(won[column], cosines[column]);
    if (column < place.l23.columns) {
      (*columns)[column].region = primary[column];
    }
  }
  return columns;
}

template <class Number>
void append(std::string& bytes, const std::vector<Number>& values) {
  if constexpr (std::endian::native == std::endian::little) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
  } else {
    const std::vector<std::byte> turned = to_little_endian(std::span<const Number>(values));
    bytes.append(reinterpret_cast<const char*>(turned.data()), turned.size());
  }
}

std::vector<std::uint16_t> rounded(const std::vector<Place>& places, float Place::*axis) {
  std::vector<std::uint16_t> values;
  values.reserve(places.size());
  for (const Place& place : places) {
    values.push_back(on_map(place.*axis));
  }
  return values;
}

}  // namespace

Snapshot::Snapshot(Model model, std::shared_ptr<const Labels> labels, std::uint64_t state)
    : model_(std::move(model)),
      codes_(codes_of(model_)),
      labels_(for_nodes(std::move(labels), model_.graph.node_count())),
      state_(state),
      index_of_ids_(model_.graph.ids),
      symmetric_(model_.graph),
      index_(codes_) {}

std::optional<std::uint32_t> Snapshot::region(NodeIndex node) const {
  return model_.regions[node] == Regions::kNone ? std::nullopt : std::optional(model_.regions[node]);
}

const std::string* Snapshot::label(NodeIndex node) const {
  const bool known = labels_ && labels_->classes[node] != Labels::kUnknown;
  return known ? &labels_->names[static_cast<std::size_t>(labels_->classes[node])] : nullptr;
}

const Snapshot::LayerIndex* Snapshot::of_layer(std::optional<Layer> layer) const {
  if (!layer || *layer == codes_.shape.layer) {
    return nullptr;
  }
  return &layers_.at(static_cast<std::size_t>(*layer)).get([&] {
    return std::make_unique<const LayerIndex>(select_layer(codes_, *layer));
  });
}

const SearchIndex& Snapshot::index(std::optional<Layer> layer) const {
  const LayerIndex* of = of_layer(layer);
  return of == nullptr ? index_ : of->index;
}

const SdrTable& Snapshot::codes(std::optional<Layer> layer) const {
  const LayerIndex* of = of_layer(layer);
  return of == nullptr ? codes_ : of->codes;
}

const Recommender& Snapshot::recommender() const {
  return recommender_.get([&] { return std::make_unique<const Recommender>(linked(), codes_); });
}

const std::vector<ColumnUse>& Snapshot::columns() const {
  return columns_.get([&] { return uses_of(*this); });
}

std::uint16_t on_map(float coordinate) noexcept {
  return static_cast<std::uint16_t>(std::clamp(coordinate + 0.5F, 0.0F, kMapSide));
}

std::shared_ptr<const MapData> make_map(const Snapshot& snapshot, std::vector<Place> places) {
  const NodeIndex nodes = snapshot.nodes();
  auto map = std::make_shared<MapData>();
  map->places = std::move(places);
  std::vector<std::uint16_t> region(nodes);
  std::vector<std::uint32_t> degree(nodes);
  std::vector<std::uint16_t> label(nodes, kNone);
  for (NodeIndex v = 0; v < nodes; ++v) {
    region[v] = static_cast<std::uint16_t>(std::min<std::uint32_t>(snapshot.region(v).value_or(kNone), kNone));
    degree[v] = static_cast<std::uint32_t>(snapshot.linked().degree(v));
    if (snapshot.label(v) != nullptr) {
      label[v] = static_cast<std::uint16_t>(std::min<std::int32_t>(snapshot.labels()->classes[v], kNone));
    }
  }
  std::string bytes;
  Json arrays = Json::array();
  const auto add = [&](const char* name, const char* type, const auto& values) {
    bytes.resize((bytes.size() + 3) / 4 * 4, '\0');  // a page reads numbers of four bytes at multiples of four
    arrays.push_back({{"name", name}, {"type", type}, {"offset", bytes.size()}});
    append(bytes, values);
  };
  add("x", "u16", rounded(map->places, &Place::x));
  add("y", "u16", rounded(map->places, &Place::y));
  add("region", "u16", region);
  add("degree", "u32", degree);
  add("label", "u16", label);
  const Json head{{"nodes", nodes},
                  {"state", snapshot.state()},
                  {"regions", snapshot.model().learned->centroids.rows()},
                  {"labels", snapshot.labels() == nullptr ? Json(nullptr) : Json(snapshot.labels()->names)},
                  {"arrays", std::move(arrays)},
                  {"bytes", bytes.size()}};
  map->head = std::make_shared<const std::string>(json_text(head, true));
  map->data = std::make_shared<const std::string>(std::move(bytes));
  return map;
}

Place place_among(const std::vector<Hit>& hits, const std::vector<Place>& places) {
  constexpr std::size_t kNearest = 5;
  double x = 0.0;
  double y = 0.0;
  double weight = 0.0;
  for (std::size_t i = 0; i < std::min(kNearest, hits.size()); ++i) {
    const double shared = hits[i].overlap + hits[i].near;
    x += shared * static_cast<double>(places[hits[i].row].x);
    y += shared * static_cast<double>(places[hits[i].row].y);
    weight += shared;
  }
  return weight == 0.0 ? Place{kMapSide / 2, kMapSide / 2}
                       : Place{static_cast<float>(x / weight), static_cast<float>(y / weight)};
}

}  // namespace columnar::server
