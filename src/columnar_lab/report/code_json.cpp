#include "columnar_lab/report/code_json.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace columnar {
namespace {

template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Json health_json(const CodeHealth& health) {
  Json json = {{"nodes", health.nodes},
               {"active_bits_min", health.active_bits_min},
               {"active_bits_max", health.active_bits_max},
               {"unique_codes", health.unique.codes},
               {"unique_share", health.unique.share}};
  json["unique_share_l23"] = health.unique_l23 ? Json(health.unique_l23->share) : Json(nullptr);
  for (const auto& [name, use] : {std::pair{"l23", health.l23_neurons}, std::pair{"l5a", health.l5a_neurons}}) {
    json[fmt::format("neurons_used_{}", name)] = use ? Json(use->used) : Json(nullptr);
    json[fmt::format("neurons_{}", name)] = use ? Json(use->total) : Json(nullptr);
  }
  json["same_cell_rate"] = optional_json(health.same_cell_rate);
  json["same_cell_rate_same_class"] = optional_json(health.same_cell_rate_same_class);
  json["cell_entropy"] = optional_json(health.cell_entropy);
  json["cross_class_duplicate_groups"] =
      health.cross_class_duplicates ? Json(health.cross_class_duplicates->groups) : Json(nullptr);
  json["cross_class_duplicate_pairs"] =
      health.cross_class_duplicates ? Json(health.cross_class_duplicates->pairs) : Json(nullptr);
  json["same_class_duplicate_pairs"] =
      health.cross_class_duplicates ? Json(health.cross_class_duplicates->same_class_pairs) : Json(nullptr);
  return json;
}

}  // namespace columnar
