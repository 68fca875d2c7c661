#include "columnar_lab/evaluate/seed_table.hpp"

#include <algorithm>

namespace columnar {

void SeedTable::add(const std::string& name, double level_value, const std::vector<double>& figures,
                    const std::string& group) {
  auto row = std::ranges::find_if(rows, [&](const SeedRow& one) { return one.name == name && one.group == group; });
  if (row == rows.end()) {
    rows.push_back({group, name, level_value, std::vector<std::vector<double>>(measures.size())});
    row = rows.end() - 1;
  }
  for (std::size_t m = 0; m < measures.size() && m < figures.size(); ++m) {
    row->values[m].push_back(figures[m]);
  }
}

}  // namespace columnar
