#include "columnar_lab/report/seed_tables.hpp"

#include "columnar_lab/report/over_seeds.hpp"

namespace columnar {

Json seed_table_json(const SeedTable& table) {
  Json rows = Json::array();
  for (const SeedRow& row : table.rows) {
    Json json = Json::object();
    if (!row.group.empty()) {
      json["group"] = row.group;
    }
    json.update({{"name", row.name}, {"level", row.level}});
    for (std::size_t m = 0; m < table.measures.size(); ++m) {
      json[table.measures[m].key] = over_seeds_json(row.values[m]);
    }
    rows.push_back(json);
  }
  Json meanings = Json::object();
  for (const SeedMeasure& measure : table.measures) {
    meanings[measure.key] = measure.meaning;
  }
  return {{"title", table.title}, {"measures", meanings}, {"rows", rows}};
}

}  // namespace columnar
