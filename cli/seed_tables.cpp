#include "seed_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar_lab/report/numbers.hpp"
#include "columnar_lab/report/over_seeds.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kMostColumns = 8;  ///< that a line of a terminal holds
constexpr std::size_t kFewRows = 4;      ///< that fit beside each other

/// The measures that some row has: a column of dashes says nothing.
std::vector<std::size_t> measured_columns(const SeedTable& table) {
  std::vector<std::size_t> found;
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    if (std::ranges::any_of(table.rows, [m](const SeedRow& row) { return !defined(row.values[m]).empty(); })) {
      found.push_back(m);
    }
  }
  return found;
}

/// A table of many measures: a line for each, a column for each row.
std::string across_text(const SeedTable& table, const std::vector<std::size_t>& measured) {
  Table lines;
  std::vector<std::string> head{table.level};
  for (const SeedRow& row : table.rows) {
    head.push_back(shortened(row.group.empty() ? row.name : row.group + " " + row.name, kNameWidth));
  }
  lines.add(head);
  lines.add_rule();
  for (const std::size_t m : measured) {
    std::vector<std::string> cells{table.measures[m].heading};
    for (const SeedRow& row : table.rows) {
      cells.push_back(over_seeds_text(row.values[m], table.measures[m].digits));
    }
    lines.add(cells);
  }
  return lines.text("");
}

}  // namespace

std::string over_seeds_text(const std::vector<double>& values, int digits) {
  const std::vector<double> found = defined(values);
  return found.empty() ? "–" : plus_minus(mean_and_sd(found), digits);
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
  const std::vector<std::size_t> measured = measured_columns(table);
  if (measured.size() > kMostColumns && table.rows.size() <= kFewRows) {
    return table.title + "\n\n" + across_text(table, measured);
  }
  Table rows;
  const bool grouped = std::ranges::any_of(table.rows, [](const SeedRow& row) { return !row.group.empty(); });
  std::vector<std::string> head{table.level};
  if (grouped) {
    head.insert(head.begin(), "");
    rows.align_left(1);
  }
  for (const std::size_t m : measured) {
    head.push_back(table.measures[m].heading);
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
    for (const std::size_t m : measured) {
      cells.push_back(over_seeds_text(row.values[m], table.measures[m].digits));
    }
    rows.add(cells);
  }
  return table.title + "\n\n" + rows.text("");
}

std::string legend_text(const SeedTable& table) {
  Table legend;
  legend.align_left(1);
  for (const std::size_t m : measured_columns(table)) {
    legend.add({table.measures[m].heading, table.measures[m].meaning});
  }
  return legend.text();
}

}  // namespace columnar::cli
