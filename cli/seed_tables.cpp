#include "seed_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "columnar_lab/report/numbers.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kNameWidth = 28;

}  // namespace

std::string over_seeds_text(const std::vector<double>& values, int digits) {
  const MeanSd value = mean_and_sd(values);
  if (values.empty() || std::isnan(value.mean)) {
    return "–";
  }
  return plus_minus(value, digits);
}

std::string repeats_text(const std::vector<SeedTable>& tables) {
  std::string text;
  for (const SeedTable& table : tables) {
    std::size_t repeats = 0;
    for (const SeedRow& row : table.rows) {
      repeats = std::max(repeats, row.values.front().size());
    }
    const std::string line =
        fmt::format("Mean{} over {}.\n", repeats > 1 ? " ± sd" : "", counted(repeats, table.repeats));
    text += text.find(line) == std::string::npos ? line : "";
  }
  return text;
}

std::string seed_table_text(const SeedTable& table) {
  Table rows;
  const bool grouped = std::ranges::any_of(table.rows, [](const SeedRow& row) { return !row.group.empty(); });
  std::vector<std::string> head{table.level};
  if (grouped) {
    head.insert(head.begin(), "");
    rows.align_left(1);
  }
  for (const SeedMeasure& measure : table.measures) {
    head.push_back(measure.heading);
  }
  rows.add(head);
  rows.add_rule();
  std::string group;
  for (const SeedRow& row : table.rows) {
    std::vector<std::string> cells{row.name};
    if (grouped) {
      cells.insert(cells.begin(), row.group == group ? "" : shortened(row.group, kNameWidth));
      group = row.group;
    }
    for (std::size_t m = 0; m < table.measures.size(); ++m) {
      cells.push_back(over_seeds_text(row.values[m], table.measures[m].digits));
    }
    rows.add(cells);
  }
  return table.title + "\n\n" + rows.text("");
}

std::string legend_text(const SeedTable& table) {
  Table legend;
  legend.align_left(1);
  for (const SeedMeasure& measure : table.measures) {
    legend.add({measure.heading, measure.meaning});
  }
  return legend.text();
}

}  // namespace columnar::cli
