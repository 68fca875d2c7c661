#include "columnar_lab/report/query_report.hpp"

#include <utility>

namespace columnar {

Json hits_json(const std::vector<Hit>& hits, const NodeIds& ids, const SdrShape& shape) {
  Json list = Json::array();
  for (const Hit& hit : hits) {
    Json one{{"id", id_json(ids, hit.row)}, {"overlap", hit.overlap}, {"chance", hit.chance}};
    if (shape.has_l6()) {
      one["near"] = hit.near;
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace columnar
