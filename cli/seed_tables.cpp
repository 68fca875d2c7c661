#include "seed_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar_lab/report/numbers.hpp"
#include "columnar_lab/report/over_seeds.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kGroupWidth = 28;
constexpr std::size_t kRowNameWidth = 40;
constexpr std::size_t kCutHeading = 8;
constexpr std::size_t kMostColumns = 8;    ///< that a line of a terminal holds
constexpr std::size_t kMostMeasures = 16;  ///< that are shown as text
constexpr std::size_t kFewRows = 4;        ///< that fit beside each other

/// The measures to show that some row has: a column of dashes says nothing.
std::vector<std::size_t> measured_columns(const SeedTable& table) {
  std::vector<std::size_t> found;
  for (std::size_t m = 0; m < std::min(table.measures.size(), table.shown); ++m) {
    if (std::ranges::any_of(table.rows, [m](const SeedRow& row) { return !defined(row.values[m]).empty(); })) {
      found.push_back(m);
    }
  }
  return found;
}

/// Whether all measures mean the same and their headings alone tell them apart, such as the predicted classes.
bool mean_the_same(const SeedTable& table) {
  return table.measures.size() > 1 && std::ranges::all_of(table.measures, [&table](const SeedMeasure& measure) {
           return measure.meaning == table.measures.front().meaning;
         });
}

/// Whether text would be too wide; --json has the table.
bool too_wide(const SeedTable& table) {
  return measured_columns(table).size() > kMostMeasures && table.rows.size() > kFewRows && !table.side_by_side;
}

std::string cell_text(const SeedTable& table, const SeedRow& row, std::size_t m) {
  const SeedMeasure& measure = table.measures[m];
  const std::vector<double> found = defined(row.values[m]);
  if (measure.unit == Unit::kNumber || found.empty()) {
    return over_seeds_text(found, measure.digits);
  }
  const double mean = mean_and_sd(found).mean;
  if (measure.unit == Unit::kSeconds) {
    return human_seconds(mean);
  }
  const auto whole = static_cast<std::uint64_t>(std::min(mean, 1e18));
  return measure.unit == Unit::kBytes ? human_bytes(whole) : with_commas(whole);
}

/// A row for each of the rows.
Table plain_table(const SeedTable& table, const std::vector<std::size_t>& measured) {
  Table rows;
  const bool grouped = std::ranges::any_of(table.rows, [](const SeedRow& row) { return !row.group.empty(); });
  std::vector<std::string> head{table.level};
  if (grouped) {
    head.insert(head.begin(), "");
    rows.align_left(1);
  }
  for (const std::size_t m : measured) {
    head.push_back(mean_the_same(table) ? shortened(table.measures[m].heading, kCutHeading)
                                        : table.measures[m].heading);
  }
  rows.add(head);
  rows.add_rule();
  std::string group;
  for (const SeedRow& row : table.rows) {
    std::vector<std::string> cells{shortened(row.name, kRowNameWidth)};
    if (grouped) {
      cells.insert(cells.begin(), row.group == group ? "" : shortened(row.group, kGroupWidth));
      group = row.group;
    }
    for (const std::size_t m : measured) {
      cells.push_back(cell_text(table, row, m));
    }
    rows.add(cells);
  }
  return rows;
}

/// A table of many measures: a line for each, a column for each row.
Table turned_table(const SeedTable& table, const std::vector<std::size_t>& measured) {
  Table lines;
  std::vector<std::string> head{table.level};
  for (const SeedRow& row : table.rows) {
    head.push_back(shortened(row.group.empty() ? row.name : row.group + " " + row.name, kGroupWidth));
  }
  lines.add(head);
  lines.add_rule();
  for (const std::size_t m : measured) {
    std::vector<std::string> cells{table.measures[m].heading};
    for (const SeedRow& row : table.rows) {
      cells.push_back(cell_text(table, row, m));
    }
    lines.add(cells);
  }
  return lines;
}

/// One measure: a line for each name, a column for each group.
Table compared_table(const SeedTable& table, std::size_t measure) {
  std::vector<std::string> groups;
  std::vector<std::string> names;
  for (const SeedRow& row : table.rows) {
    for (auto [list, text] : {std::pair{&groups, &row.group}, std::pair{&names, &row.name}}) {
      if (std::ranges::find(*list, *text) == list->end()) {
        list->push_back(*text);
      }
    }
  }
  std::vector<std::vector<std::string>> cells(names.size(), std::vector<std::string>(groups.size() + 1, "–"));
  for (const SeedRow& row : table.rows) {
    const auto line = static_cast<std::size_t>(std::ranges::find(names, row.name) - names.begin());
    const auto column = static_cast<std::size_t>(std::ranges::find(groups, row.group) - groups.begin());
    cells[line][0] = row.name;
    cells[line][column + 1] = cell_text(table, row, measure);
  }
  Table lines;
  std::vector<std::string> head{fmt::format("{}, by {}", table.measures[measure].heading, table.level)};
  for (const std::string& group : groups) {
    head.push_back(shortened(group, kGroupWidth));
  }
  lines.add(head);
  lines.add_rule();
  for (std::vector<std::string>& line : cells) {
    lines.add(std::move(line));
  }
  return lines;
}

std::vector<Table> tables_of(const SeedTable& table) {
  const std::vector<std::size_t> measured = measured_columns(table);
  if (!table.side_by_side) {
    const bool turned = measured.size() > kMostColumns && table.rows.size() <= kFewRows;
    return {turned ? turned_table(table, measured) : plain_table(table, measured)};
  }
  std::vector<Table> tables;
  tables.reserve(measured.size());
  for (const std::size_t m : measured) {
    tables.push_back(compared_table(table, m));
  }
  return tables;
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
    if (repeats == 0) {
      continue;
    }
    const std::string line =
        fmt::format("Mean{} over {}.\n", repeats > 1 ? " ± sd" : "", counted(repeats, table.repeats));
    text += table.repeats.empty() || text.find(line) != std::string::npos ? "" : line;
  }
  return text;
}

std::string seed_table_text(const SeedTable& table, TableStyle style) {
  if (too_wide(table)) {
    return fmt::format("{}: the table of {} columns is in --json.\n", table.title, table.measures.size());
  }
  std::string text = table.title + "\n";
  for (const Table& one : tables_of(table)) {
    text += "\n" + (style == TableStyle::kMarkdown ? one.markdown() : one.text(""));
  }
  return text;
}

std::string legend_text(const SeedTable& table, TableStyle style) {
  if (too_wide(table)) {
    return "";
  }
  if (mean_the_same(table)) {
    return (style == TableStyle::kMarkdown ? "" : "  ") + table.measures.front().meaning + "\n";
  }
  if (style == TableStyle::kMarkdown) {
    std::string text;
    for (const std::size_t m : measured_columns(table)) {
      text += fmt::format("- {}: {}\n", table.measures[m].heading, table.measures[m].meaning);
    }
    return text;
  }
  Table legend;
  legend.align_left(1);
  for (const std::size_t m : measured_columns(table)) {
    legend.add({table.measures[m].heading, table.measures[m].meaning});
  }
  return legend.text();
}

}  // namespace columnar::cli
