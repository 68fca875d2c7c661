#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "columnar/sdr/algebra.hpp"
#include "columnar/search/near_all.hpp"
#include "columnar_lab/report/recommend_report.hpp"
#include "columnar_server/api/fields.hpp"
#include "columnar_server/api/node_json.hpp"
#include "columnar_server/api/routes.hpp"

// Who is near whom.

namespace columnar::server {
namespace {

constexpr std::size_t kMaxLike = 20;  // each is a search over all nodes

}  // namespace

Answer post_neighbours(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const std::vector<NodeIndex> nodes = nodes_of(fields, "nodes", snapshot);
  const std::uint64_t k = whole_of(fields, "k", 10, 1, kMaxHits);
  if (nodes.size() * k > kMaxHitsOfAll) {
    throw Refusal(400, fmt::format("k: at most {} for {} nodes", kMaxHitsOfAll / nodes.size(), nodes.size()));
  }
  const std::optional<Layer> layer = layer_of(fields, snapshot.codes().shape);
  const SdrTable& codes = snapshot.codes(layer);
  std::vector<Query> queries;
  queries.reserve(nodes.size());
  for (const NodeIndex node : nodes) {
    queries.push_back(query_like(codes, std::span(&node, 1)));
  }
  const std::vector<std::vector<Hit>> hits = snapshot.index(layer).top(queries, k, {});
  Json results = Json::array();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Json one = node_json(snapshot, nodes[i]);
    one["least"] = snapshot.index(layer).least_chance(queries[i]);
    one["neighbours"] = hits_with_bits(snapshot, layer, codes.code(nodes[i]), hits[i]);
    results.push_back(std::move(one));
  }
  return json_answer({{"results", std::move(results)}});
}

Answer post_ask(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const SdrTable& codes = snapshot.codes();
  const std::vector<NodeIndex> like = nodes_of(fields, "like", snapshot, kMaxLike);
  const std::vector<NodeIndex> unlike = nodes_of(fields, "unlike", snapshot, kMaxLike);
  const std::vector<std::uint16_t> bits = bits_of(fields, "bits", codes.shape.width());
  const std::uint64_t k = whole_of(fields, "k", 10, 1, kMaxHits);
  std::vector<Query> queries;
  queries.reserve(like.size() + 1);
  for (const NodeIndex node : like) {
    queries.push_back(query_like(codes, std::span(&node, 1), unlike));
  }
  if (!bits.empty()) {
    queries.push_back({difference(bits, Pattern(query_like(codes, unlike).bits)), unlike});
  }
  Pattern asked;
  double least = 1.0;
  for (Query& query : queries) {
    std::ranges::sort(query.bits);
    if (query.bits.empty()) {
      throw Refusal(400, "unlike: takes away every bit of the question");
    }
    asked = set_union(asked, query.bits);
    least = std::min(least, snapshot.index().least_chance(query));
  }
  if (queries.empty()) {
    throw Refusal(400, "like: name a node, or some bits");
  }
  const std::vector<Hit> hits =
      queries.size() == 1 ? snapshot.index().top(queries.front(), k) : near_all(snapshot.index(), queries, 1, k);
  return json_answer({{"hits", hits_with_bits(snapshot, {}, asked, hits)}, {"least", least}, {"bits", asked}});
}

Answer post_overlaps(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const SdrTable& codes = snapshot.codes();
  if (fields.contains("bits") && (fields.contains("id") || fields.contains("row"))) {
    throw Refusal(400, "bits: not together with a node");
  }
  std::vector<std::uint8_t> asked(codes.shape.width(), 0);
  if (fields.contains("bits")) {
    for (const std::uint16_t bit : bits_of(fields, "bits", codes.shape.width())) {
      asked[bit] = 1;
    }
  } else {
    for (const std::uint16_t bit : codes.code(node_of(fields, snapshot))) {
      asked[bit] = 1;
    }
  }
  std::string shared(codes.size(), '\0');
  for (std::size_t v = 0; v < codes.size(); ++v) {
    std::uint32_t count = 0;
    for (const std::uint16_t bit : codes.code(v)) {
      count += asked[bit];
    }
    shared[v] = static_cast<char>(static_cast<std::uint8_t>(std::min(count, 255U)));
  }
  return bytes_answer(std::move(shared));
}

Answer post_recommend(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const std::vector<NodeIndex> nodes = nodes_of(fields, "nodes", snapshot, 100);  // each scores every node
  const auto recommended = snapshot.recommender().top(nodes, whole_of(fields, "k", 10, 1, kMaxHits));
  return json_answer(recommendations_json(snapshot.model(), nodes, recommended));
}

}  // namespace columnar::server
