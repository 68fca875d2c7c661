#include "columnar_lab/report/recommend_report.hpp"

#include "columnar/graph/symmetric_graph.hpp"

namespace columnar {

std::vector<std::vector<Recommendation>> recommend(const Model& model, std::span<const NodeIndex> nodes, std::size_t k,
                                                   const RunContext& context) {
  const SymmetricGraph symmetric(model.graph);
  return Recommender(symmetric.graph(), codes_of(model)).top(nodes, k, context);
}

Json recommendations_json(const Model& model, std::span<const NodeIndex> nodes,
                          std::span<const std::vector<Recommendation>> recommended) {
  const NodeIds& ids = model.graph.ids;
  const bool has_l6 = search_shape(model.config).has_l6();
  Json list = Json::array();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Json found = Json::array();
    for (const Recommendation& one : recommended[i]) {
      found.push_back({{"id", id_json(ids, one.node)},
                       {"score", one.score},
                       {"overlap", one.overlap},
                       {"common_neighbours", one.common}});
      if (has_l6) {
        found.back()["near"] = one.near;
      }
    }
    list.push_back({{"id", id_json(ids, nodes[i])}, {"recommended", std::move(found)}});
  }
  return list;
}

}  // namespace columnar
