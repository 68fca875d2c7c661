#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "columnar/core/in_quotes.hpp"
#include "columnar/edge_changes.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar_server/api/fields.hpp"
#include "columnar_server/api/node_json.hpp"
#include "columnar_server/api/routes.hpp"

// Graphs that change: a node that does not exist, and edges that come and go.

namespace columnar::server {
namespace {

constexpr std::size_t kMaxEdges = 1000;  ///< of a new node
constexpr std::size_t kMaxChanges = 10'000;
constexpr std::size_t kMaxListed = 10'000;  ///< nodes listed in an answer

std::optional<double> weight_of(const Json& edge) {
  const auto found = edge.find("weight");
  if (found == edge.end() || found->is_null()) {
    return std::nullopt;
  }
  const double weight = found->is_number() ? found->get<double>() : -1.0;
  if (!(weight >= 0.0) || !std::isfinite(weight)) {
    throw Refusal(400, "weight: must be a number, not negative");
  }
  return weight;
}

std::string id_of(const Json& edge, const char* name) {
  const auto found = edge.is_object() ? edge.find(name) : edge.end();
  if (found == edge.end()) {
    throw Refusal(400, fmt::format("an edge has no \"{}\"", name));
  }
  return id_text(*found, name);
}

/// An id that no node has: a number if all are numbers, which keeps them numbers.
std::string unused_id(const Snapshot& snapshot) {
  std::string id = snapshot.ids().are_text() ? "new node" : "-1";
  for (int i = 2; snapshot.find(id); ++i) {
    id = snapshot.ids().are_text() ? fmt::format("new node {}", i) : fmt::format("-{}", i);
  }
  return id;
}

/// The changes of a request.
EdgeChanges changes_of(const Json& fields) {
  EdgeChanges changes;
  changes.place = "update";
  IdIndex ids;
  const auto add = [&](ChangeKind kind, const Json& edge) {
    EdgeChange change;
    change.kind = kind;
    change.u = ids.row_of(id_of(edge, "source"));
    change.v = ids.row_of(id_of(edge, "target"));
    change.weight = kind == ChangeKind::kAdd ? weight_of(edge) : std::nullopt;
    changes.changes.push_back(change);
  };
  for (const Json& edge : list_of(fields, "add", kMaxChanges)) {
    require_known_fields(edge.is_object() ? edge : Json::object(), "source target weight");
    add(ChangeKind::kAdd, edge);
  }
  for (const Json& edge : list_of(fields, "remove", kMaxChanges)) {
    require_known_fields(edge.is_object() ? edge : Json::object(), "source target");
    add(ChangeKind::kRemove, edge);
  }
  if (changes.changes.empty()) {
    throw Refusal(400, "add: there are no changes");
  }
  changes.ids = std::move(ids).take_ids();
  return changes;
}

/// The places after an update: a node with another code goes among the codes that it resembles now.
std::vector<Place> moved_places(const Snapshot& now, const std::vector<Place>& before,
                                const std::vector<NodeIndex>& changed) {
  std::vector<Place> places = before;
  places.resize(now.nodes());
  constexpr std::size_t kAtOnce = 256;  // each question lists all new nodes
  for (std::size_t first = 0; first < changed.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, changed.size() - first);
    std::vector<Query> queries;
    for (std::size_t i = 0; i < count; ++i) {
      queries.push_back(query_like(now.codes(), std::span(&changed[first + i], 1)));
      for (auto v = static_cast<NodeIndex>(before.size()); v < now.nodes(); ++v) {
        queries.back().left_out.push_back(v);  // new nodes have no place yet
      }
    }
    const std::vector<std::vector<Hit>> hits = now.index().top(queries, 5, {});
    for (std::size_t i = 0; i < count; ++i) {
      places[changed[first + i]] = place_among(hits[i], before);
    }
  }
  return places;
}

/// The nodes whose code is another one, new nodes included.
std::vector<NodeIndex> changed_nodes(const Snapshot& before, const Snapshot& now) {
  std::vector<NodeIndex> changed;
  for (NodeIndex v = 0; v < now.nodes(); ++v) {
    if (v >= before.nodes() || !std::ranges::equal(before.codes().code(v), now.codes().code(v))) {
      changed.push_back(v);
    }
  }
  return changed;
}

Json point_json(const Place& place) { return {{"x", on_map(place.x)}, {"y", on_map(place.y)}}; }

}  // namespace

Answer post_encode(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const std::uint64_t k = whole_of(fields, "k", 10, 1, kMaxHits);
  EdgeChanges changes;
  changes.place = "encode";
  IdIndex ids;
  const NodeIndex node = ids.row_of(unused_id(snapshot));
  std::size_t position = 0;
  for (const Json& edge : list_of(fields, "edges", kMaxEdges)) {
    require_known_fields(edge.is_object() ? edge : Json::object(), "to weight");
    const std::string to = id_of(edge, "to");
    if (!snapshot.find(to)) {
      throw Refusal(404, fmt::format("edges[{}].to: there is no node {}", position, in_quotes(to)));
    }
    ++position;
    changes.changes.push_back({ChangeKind::kAdd, node, ids.row_of(to), weight_of(edge), 0});
  }
  if (changes.changes.empty()) {
    throw Refusal(400, "edges: there are none");
  }
  changes.ids = std::move(ids).take_ids();
  const NewCodes encoded = encode(snapshot.model(), changes, {});
  const SdrShape& shape = encoded.codes.shape;
  const auto code = encoded.codes.code(0);
  const Query query{{code.begin(), code.end()}, {}};
  const std::vector<Hit> hits = snapshot.index().top(query, std::max<std::uint64_t>(k, 5));
  const std::vector<Hit> shown(hits.begin(),
                               hits.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(k, hits.size())));
  Json json = Json::object();
  add_code_json(json, shape, code);
  json["placeless"] = encoded.placeless > 0;
  json["place"] = context.map == nullptr ? Json(nullptr) : point_json(place_among(hits, context.map->places));
  json["least"] = snapshot.index().least_chance(query);
  json["neighbours"] = hits_with_bits(snapshot, {}, code, shown);
  return json_answer(json);
}

Answer post_update(const Context& context, const Json& fields) {
  if (!context.service.options().allow_updates) {
    throw Refusal(403, "updates are not allowed; columnar serve --updates allows them");
  }
  const EdgeChanges changes = changes_of(fields);
  Json list = Json::array();
  std::size_t changed_codes = 0;
  std::size_t nodes = 0;
  std::uint64_t number = 0;
  context.service.update([&](const Service::State& before) {
    if (before.map == nullptr) {
      throw Refusal(503, "the map is being drawn; ask again");
    }
    Model model = before.snapshot->model();
    (void)update(model, changes, NewNodes::kAdmit, {context.service.options().threads, nullptr});
    Service::State now;
    now.snapshot = std::make_shared<const Snapshot>(std::move(model), context.service.options().labels,
                                                    before.snapshot->state() + 1);
    const std::vector<NodeIndex> changed = changed_nodes(*before.snapshot, *now.snapshot);
    now.map = make_map(*now.snapshot, moved_places(*now.snapshot, before.map->places, changed));
    for (const NodeIndex v : changed) {
      if (list.size() == kMaxListed) {
        break;
      }
      const bool is_new = v >= before.snapshot->nodes();
      const auto code = now.snapshot->codes().code(v);
      Json one = node_json(*now.snapshot, v);
      one["from"] = is_new ? Json(nullptr) : point_json(before.map->places[v]);
      one["to"] = point_json(now.map->places[v]);
      one["bits_changed"] = is_new ? code.size() : code.size() - overlap(code, before.snapshot->codes().code(v));
      list.push_back(std::move(one));
    }
    changed_codes = changed.size();
    nodes = now.snapshot->nodes();
    number = now.snapshot->state();
    return now;
  });
  return json_answer(
      {{"changed", std::move(list)}, {"changed_codes", changed_codes}, {"nodes", nodes}, {"state", number}});
}

}  // namespace columnar::server
