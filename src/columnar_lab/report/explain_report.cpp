#include "columnar_lab/report/explain_report.hpp"

#include "columnar/sdr/layer_names.hpp"
#include "columnar/version.hpp"

namespace columnar {
namespace {

Json class_json(const Labels* labels, NodeIndex node) {
  const bool known = labels != nullptr && labels->classes[node] != Labels::kUnknown;
  return known ? Json(labels->names[static_cast<std::size_t>(labels->classes[node])]) : Json(nullptr);
}

/// {"nodes": 23, "classes": {"Theory": 20, …}}; without classes where there are no labels.
void add_mix(Json& json, const Labels* labels, const ClassMix& mix) {
  json["nodes"] = mix.nodes;
  json["classes"] = nullptr;
  if (labels != nullptr) {
    json["classes"] = Json::object();
    for (const ClassMix::Count& count : mix.classes) {
      json["classes"][labels->names[static_cast<std::size_t>(count.label)]] = count.nodes;
    }
  }
}

/// {"degree": 0.98, …}: the share of the nodes that have less; null where there are no roles.
Json role_json(const std::optional<RoleProfile>& role) {
  Json json = nullptr;
  for (std::size_t i = 0; role && i < kRoleFeatures; ++i) {
    json[std::string(kRoleFeatureNames[i])] = (*role)[i];
  }
  return json;
}

/// [{"name": "likes:chess", "share": 0.8, "share_of_all": 0.1}, …]; null where the model has no attributes.
Json typical_json(const Attributes& attributes, const std::vector<TypicalAttribute>& typical) {
  if (attributes.width == 0) {
    return nullptr;
  }
  Json json = Json::array();
  for (const TypicalAttribute& one : typical) {
    json.push_back({{"name", attributes.name(one.column)}, {"share", one.share}, {"share_of_all", one.share_of_all}});
  }
  return json;
}

/// [{"name": "likes:chess", "nodes": 6}, …]; null where the model has no attributes.
Json shared_json(const Attributes& attributes, const std::optional<std::vector<SharedAttribute>>& shared) {
  if (!shared) {
    return nullptr;
  }
  Json json = Json::array();
  for (const SharedAttribute& one : *shared) {
    json.push_back({{"name", attributes.name(one.column)}, {"nodes", one.nodes}});
  }
  return json;
}

Json bit_json(const Labels* labels, const Attributes& attributes, const BitExplanation& bit) {
  Json json{{"bit", bit.bit},
            {"layer", layer_flag(bit.layer)},
            {"columns", bit.columns},
            {"cell", bit.cell ? Json(*bit.cell) : Json(nullptr)},
            {"eligibility", bit.eligibility},
            {"better_columns", bit.better_columns},
            {"regions", Json::array()},
            {"role", role_json(bit.role)},
            {"attributes", typical_json(attributes, bit.attributes)}};
  for (const RegionAffinity& region : bit.regions) {
    json["regions"].push_back({{"region", region.region}, {"affinity", region.affinity}});
  }
  add_mix(json, labels, bit.nodes);
  return json;
}

Json region_json(const NodeIds& ids, const Labels* labels, const RegionExplanation& region) {
  Json json{{"region", region.region}, {"cosine", region.cosine}, {"weight", region.weight}, {"bits", region.bits}};
  add_mix(json, labels, region.nodes);
  json["typical"] = Json::array();
  for (const RegionExplanation::Typical& typical : region.typical) {
    json["typical"].push_back(
        {{"id", id_json(ids, typical.node)}, {"cosine", typical.cosine}, {"class", class_json(labels, typical.node)}});
  }
  return json;
}

Json near_json(const NodeIds& ids, const Labels* labels, const std::vector<HeardNode>& near) {
  Json json = Json::array();
  for (const HeardNode& other : near) {
    json.push_back(
        {{"id", id_json(ids, other.node)}, {"loudness", other.loudness}, {"class", class_json(labels, other.node)}});
  }
  return json;
}

/// {"linked": true, "weight": 2.0, "distance": 1, "common_neighbours": [{"id": …, "class": …}, …]}
Json evidence_json(const NodeIds& ids, const Labels* labels, const GraphEvidence& evidence) {
  Json json{{"linked", evidence.is_linked()},
            {"weight", evidence.there},
            {"weight_back", evidence.back},
            {"distance", evidence.distance ? Json(*evidence.distance) : Json(nullptr)},
            {"common_neighbours", Json::array()}};
  for (const NodeIndex node : evidence.common) {
    json["common_neighbours"].push_back({{"id", id_json(ids, node)}, {"class", class_json(labels, node)}});
  }
  return json;
}

Json code_json(const NodeIds& ids, const Labels* labels, const Attributes& attributes, const CodeExplanation& code) {
  Json json{{"id", id_json(ids, code.node)},
            {"class", class_json(labels, code.node)},
            {"region", code.region ? Json(*code.region) : Json(nullptr)},
            {"role", role_json(code.role)},
            {"bits", Json::array()},
            {"regions", Json::array()}};
  for (const BitExplanation& bit : code.bits) {
    json["bits"].push_back(bit_json(labels, attributes, bit));
  }
  for (const RegionExplanation& region : code.regions) {
    json["regions"].push_back(region_json(ids, labels, region));
  }
  json["near"] = near_json(ids, labels, code.near);
  return json;
}

}  // namespace

Json explanation_json(const NodeIds& ids, const Labels* labels, const Attributes& attributes,
                      const CodeExplanation& code) {
  return {{"version", kVersion},
          {"nodes", ids.size()},
          {"node", code_json(ids, labels, attributes, code)},
          {"with", nullptr}};
}

Json pair_json(const NodeIds& ids, const Labels* labels, const Attributes& attributes, const PairExplanation& pair) {
  Json json{{"version", kVersion},
            {"nodes", ids.size()},
            {"node", code_json(ids, labels, attributes, pair.first)},
            {"with", code_json(ids, labels, attributes, pair.second)},
            {"graph", evidence_json(ids, labels, pair.evidence)},
            {"attributes", shared_json(attributes, pair.attributes)},
            {"overlap", pair.overlap},
            {"chance", pair.chance},
            {"shared_bits", pair.shared},
            {"columns_with_other_cells", pair.other_cells},
            {"cosine", pair.cosine},
            {"nearer_nodes", pair.nearer}};
  if (pair.roles) {
    json["roles"] = *pair.roles;
  }
  if (pair.near) {
    json["near"] = *pair.near;
    json["near_both"] = near_json(ids, labels, pair.near_both);
  }
  return json;
}

}  // namespace columnar
