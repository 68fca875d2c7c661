#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "columnar/model/learned.hpp"
#include "columnar_server/api/fields.hpp"
#include "columnar_server/api/node_json.hpp"
#include "columnar_server/api/routes.hpp"

// The graph, its map and its nodes.

namespace columnar::server {
namespace {

constexpr std::uint64_t kMaxEgo = 500;

Json part_json(const char* name, const LayerPart& part) {
  return {{"name", name}, {"size", part.width}, {"active", part.active}, {"first", part.begin}};
}

Json size_json(const LayerPart& part) { return {{"size", part.width}, {"active", part.active}}; }

const MapData& require_map(const Context& context) {
  if (context.map == nullptr) {
    throw Refusal(503, fmt::format("the map is being drawn: {:.0f} %", 100.0 * context.service.drawn()));
  }
  return *context.map;
}

Json optional_json(const std::optional<std::uint32_t>& value) { return value ? Json(*value) : Json(nullptr); }

/// The numbers of a text such as "1,2,3".
Json row_list(std::string_view text) {
  Json rows = Json::array();
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    rows.push_back(one);
  }
  return rows;
}

/// Collects nodes whose id has a text: those whose id begins with it before those that contain it.
class IdSearch {
 public:
  IdSearch(std::string_view part, std::size_t limit) : part_(part), limit_(limit) {}

  /// False once further nodes change nothing.
  bool offer(NodeIndex node, std::string_view id) {
    const std::size_t at = id.find(part_);
    if (at != std::string_view::npos) {
      std::vector<NodeIndex>& found = at == 0 ? begin_ : contain_;
      more_ = more_ || found.size() == limit_;
      if (found.size() < limit_) {
        found.push_back(node);
      }
    }
    return !(begin_.size() == limit_ && more_);
  }

  [[nodiscard]] std::vector<NodeIndex> take(std::optional<NodeIndex> exact, bool& more) {
    std::vector<NodeIndex> nodes;
    if (exact) {
      nodes.push_back(*exact);
    }
    for (const std::vector<NodeIndex>* found : {&begin_, &contain_}) {
      std::ranges::copy_if(*found, std::back_inserter(nodes), [&](NodeIndex node) { return exact != node; });
    }
    more = more_ || nodes.size() > limit_;
    nodes.resize(std::min(nodes.size(), limit_));
    return nodes;
  }

 private:
  std::string_view part_;
  std::size_t limit_;
  std::vector<NodeIndex> begin_;
  std::vector<NodeIndex> contain_;
  bool more_ = false;
};

}  // namespace

Answer get_summary(const Context& context, const Json& /*fields*/) {
  const Snapshot& snapshot = context.snapshot;
  const Graph& graph = snapshot.model().graph;
  const SdrShape& shape = snapshot.codes().shape;
  const L4Config& l4 = snapshot.model().config.l4;
  Json layers = Json::array({part_json("l23", shape.l23()), part_json("l5a", shape.l5a())});
  if (shape.has_l6()) {
    layers.push_back(part_json("l6", shape.l6()));
  }
  return json_answer({{"title", context.service.options().title},
                      {"nodes", graph.node_count()},
                      {"edges", graph.edge_count()},
                      {"directed", graph.directed},
                      {"weighted", graph.is_weighted()},
                      {"layers", std::move(layers)},
                      {"columns", shape.columns},
                      {"cells", shape.cells_per_column},
                      {"active_columns", shape.active_columns},
                      {"role_columns", shape.roles.columns},
                      {"l5a", size_json(shape.l5a())},
                      {"l6", size_json(shape.l6())},
                      {"bits", shape.width()},
                      {"l4",
                       {{"class", l4.class_bits},
                        {"class_active", l4.class_active},
                        {"identity", l4.identity_bits},
                        {"identity_active", l4.identity_active}}},
                      {"steps", snapshot.model().config.l23.time_steps},
                      {"regions", snapshot.model().learned->centroids.rows()},
                      {"labels", snapshot.labels() == nullptr ? Json(nullptr) : Json(snapshot.labels()->names)},
                      {"updates", context.service.options().allow_updates},
                      {"state", snapshot.state()}});
}

Answer get_map(const Context& context, const Json& /*fields*/) {
  if (context.map == nullptr) {
    const double drawn = context.service.drawn();
    return json_answer({{"error", fmt::format("the map is being drawn: {:.0f} %", 100.0 * drawn)}, {"progress", drawn}},
                       503);
  }
  return {200, "application/json", context.map->head};
}

Answer get_map_data(const Context& context, const Json& /*fields*/) {
  return {200, "application/octet-stream", require_map(context).data};
}

Answer get_nodes(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const std::string part = text_of(fields, "part");
  IdSearch search(part, whole_of(fields, "limit", 20, 1, kMaxHits));
  const NodeIds& ids = snapshot.ids();
  std::array<char, 24> digits{};
  for (NodeIndex v = 0; v < snapshot.nodes(); ++v) {
    std::string_view id;
    if (ids.are_text()) {
      id = ids.texts[v];
    } else {
      char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), ids.integers[v]).ptr;
      id = {digits.data(), static_cast<std::size_t>(end - digits.data())};
    }
    if (!search.offer(v, id)) {
      break;
    }
  }
  bool more = false;
  const std::vector<NodeIndex> nodes = search.take(snapshot.find(part), more);
  return json_answer({{"nodes", nodes_json(snapshot, nodes)}, {"more", more}});
}

Answer get_node_ids(const Context& context, const Json& fields) {
  const Json rows{{"rows", row_list(fields.contains("rows") ? fields["rows"].get<std::string>() : "")}};
  return json_answer({{"nodes", nodes_json(context.snapshot, rows_of(rows, "rows", context.snapshot, kMaxNodes))}});
}

Answer post_node(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const NodeIndex node = node_of(fields, snapshot);
  const std::string* label = snapshot.label(node);
  Json json = node_json(snapshot, node);
  json["degree"] = snapshot.linked().degree(node);
  json["region"] = optional_json(snapshot.region(node));
  json["label"] = label == nullptr ? Json(nullptr) : Json(*label);
  add_code_json(json, snapshot.codes().shape, snapshot.codes().code(node));
  return json_answer(json);
}

Answer post_ego(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const Graph& graph = snapshot.linked();
  const std::uint64_t limit = whole_of(fields, "limit", 50, 1, kMaxEgo);
  std::vector<NodeIndex> nodes{node_of(fields, snapshot)};
  const auto around = graph.neighbours(nodes.front());
  // The strongest edges first; without weights, the lower rows.
  std::vector<std::pair<double, NodeIndex>> order;
  for (const NodeIndex other : around) {
    order.emplace_back(graph.is_weighted() ? -graph.weight(nodes.front(), other) : 0.0, other);
  }
  const std::size_t shown = std::min<std::size_t>(limit - 1, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(shown));
  std::unordered_map<NodeIndex, std::size_t> place{{nodes.front(), 0}};
  for (std::size_t i = 0; i < shown; ++i) {
    place.emplace(order[i].second, nodes.size());
    nodes.push_back(order[i].second);
  }
  Json edges = Json::array();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const NodeIndex other : graph.neighbours(nodes[i])) {
      if (const auto found = place.find(other); found != place.end() && found->second > i) {
        edges.push_back({i, found->second, graph.weight(nodes[i], other)});
      }
    }
  }
  Json list = Json::array();
  for (const NodeIndex node : nodes) {
    Json one = node_json(snapshot, node);
    one["x"] = context.map == nullptr ? Json(nullptr) : Json(on_map(context.map->places[node].x));
    one["y"] = context.map == nullptr ? Json(nullptr) : Json(on_map(context.map->places[node].y));
    list.push_back(std::move(one));
  }
  return json_answer({{"nodes", std::move(list)}, {"edges", std::move(edges)}, {"more", shown < order.size()}});
}

}  // namespace columnar::server
