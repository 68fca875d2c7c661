#include "seed_tables.hpp"

#include <fmt/format.h>

#include <cmath>

#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {

std::string over_seeds_text(const std::vector<double>& values, int digits) {
  const MeanSd value = mean_and_sd(values);
  if (values.empty() || std::isnan(value.mean)) {
    return "–";
  }
  return plus_minus(value, digits);
}

std::string seed_table_text(const SeedTable& table) {
  Table rows;
  std::vector<std::string> head{table.level};
  for (const SeedMeasure& measure : table.measures) {
    head.push_back(measure.heading);
  }
  rows.add(head);
  rows.add_rule();
  for (const SeedRow& row : table.rows) {
    std::vector<std::string> cells{row.name};
    for (std::size_t m = 0; m < table.measures.size(); ++m) {
      cells.push_back(over_seeds_text(row.values[m], table.measures[m].digits));
    }
    rows.add(cells);
  }
  Table legend;
  legend.align_left(1);
  for (const SeedMeasure& measure : table.measures) {
    legend.add({measure.heading, measure.meaning});
  }
  return table.title + "\n\n" + rows.text("") + "\n" + legend.text();
}

}  // namespace columnar::cli
