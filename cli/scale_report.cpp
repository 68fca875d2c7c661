#include "scale_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "columnar/graph_builder.hpp"
#include "columnar_lab/evaluate/scale_forecast.hpp"
#include "seed_tables.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

using Cells = std::vector<std::string>;

/// The first row is the head; an empty row is a line across, which Markdown does without.
std::string table_text(const std::vector<Cells>& rows, TableStyle style) {
  if (style == TableStyle::kTerminal) {
    Table table;
    for (const Cells& cells : rows) {
      cells.empty() ? table.add_rule() : table.add(cells);
    }
    return table.text("");
  }
  std::string text;
  for (const Cells& cells : rows) {
    if (!cells.empty()) {
      text += fmt::format("| {} |\n", fmt::join(cells, " | "));
    }
    if (&cells == &rows.front()) {
      text += "|---|";
      for (std::size_t column = 1; column < cells.size(); ++column) {
        text += "--:|";
      }
      text += "\n";
    }
  }
  return text;
}

std::string exponent_cell(const std::optional<PowerLaw>& law) {
  return law ? fmt::format("{:.2f}", law->exponent) : "–";
}

/// A row with one cell a graph, and the last column.
Cells across(const ScaleGroup& group, const std::string& title, const std::function<std::string(const ScaleRow&)>& cell,
             const std::string& last = "") {
  Cells cells{title};
  std::ranges::transform(group.rows, std::back_inserter(cells), cell);
  cells.push_back(last);
  return cells;
}

std::vector<Cells> headed(const ScaleGroup& group, const std::string& title) {
  const auto name = [](const ScaleRow& row) { return shortened(row.name, 24); };
  std::vector<Cells> rows{across(group, title, name, "exponent"), {}};
  if (group.key == "files") {
    rows.push_back(across(group, "nodes", [](const ScaleRow& row) { return with_commas(row.nodes); }));
  }
  rows.push_back(across(group, "edges", [](const ScaleRow& row) { return with_commas(row.edges); }));
  return rows;
}

std::string ratio_cell(double ratio) { return ratio > 0.0 ? fmt::format("{:.2f}", ratio) : "–"; }

std::string seconds_table(const ScaleGroup& group, TableStyle style) {
  std::vector<Cells> rows = headed(group, "seconds");
  for (const std::string& stage : stage_names(group.rows)) {
    const auto cell = [&stage](const ScaleRow& row) {
      const std::vector<double> seconds = row.seconds(stage);
      return seconds.empty() ? std::string("–") : over_seeds_text(seconds, 2);
    };
    if (stage == ScaleRow::kTotal) {
      rows.emplace_back();
    }
    rows.push_back(across(group, stage, cell, exponent_cell(time_exponent(group.rows, stage))));
  }
  rows.push_back(
      across(group, "estimated / used", [](const ScaleRow& row) { return ratio_cell(estimated_seconds_ratio(row)); }));
  if (std::ranges::any_of(group.rows, [](const ScaleRow& row) { return !row.accuracy.empty(); })) {
    rows.push_back(across(group, "accuracy", [](const ScaleRow& row) { return over_seeds_text(row.accuracy, 3); }));
  }
  return table_text(rows, style);
}

std::string memory_table(const ScaleGroup& group, TableStyle style) {
  std::vector<Cells> rows = headed(group, "peak memory");
  for (const std::string& stage : stage_names(group.rows)) {
    if (stage == ScaleRow::kTotal) {
      rows.emplace_back();
    }
    rows.push_back(across(
        group, stage,
        [&stage](const ScaleRow& row) {
          return row.seconds(stage).empty() ? std::string("–") : human_bytes(row.peak_bytes(stage));
        },
        exponent_cell(memory_exponent(group.rows, stage))));
  }
  const auto share = [](std::uint64_t of) {
    return [of](const ScaleRow& row) {
      const std::uint64_t parts = std::max<std::uint64_t>(1, of == 0 ? row.nodes : row.edges);
      return human_bytes(row.peak_bytes(ScaleRow::kTotal) / parts);
    };
  };
  rows.push_back(across(group, "a node", share(0)));
  rows.push_back(across(group, "an edge", share(1)));
  rows.push_back(
      across(group, "estimated / used", [](const ScaleRow& row) { return ratio_cell(estimated_bytes_ratio(row)); }));
  return table_text(rows, style);
}

std::string long_time(double seconds) {
  constexpr double kDay = 86'400.0;
  if (seconds < 2.0 * kDay) {
    return human_seconds(seconds);
  }
  return seconds < 730.0 * kDay ? fmt::format("{:.1f} days", seconds / kDay)
                                : fmt::format("{:.1f} years", seconds / (365.25 * kDay));
}

std::string bytes_text(double bytes) { return human_bytes(static_cast<std::uint64_t>(std::min(bytes, 1e18))); }

/// To two digits: an extrapolation knows no more.
std::uint64_t rounded(std::uint64_t number) {
  std::uint64_t step = 1;
  while (number / step >= 100) {
    step *= 10;
  }
  return (number + step / 2) / step * step;
}

std::string forecast_text(const ScaleGroup& group, const ScaleResults& results, TableStyle style) {
  std::vector<std::vector<StageForecast>> sizes;
  Cells head{"extrapolated"};
  for (const double nodes : kForecastNodes) {
    sizes.push_back(forecast_scale(group.rows, nodes));
    head.push_back(with_commas(static_cast<std::uint64_t>(nodes)) + " nodes");
    head.emplace_back("memory");
  }
  std::vector<Cells> rows{head, {}};
  for (std::size_t stage = 0; stage < sizes.front().size(); ++stage) {
    Cells cells{sizes.front()[stage].stage};
    for (const std::vector<StageForecast>& size : sizes) {
      cells.push_back(long_time(size[stage].seconds));
      cells.push_back(bytes_text(size[stage].peak_bytes));
    }
    if (stage + 1 == sizes.front().size()) {
      rows.emplace_back();
    }
    rows.push_back(cells);
  }
  const ScaleRow& largest = group.rows.back();
  std::string text = table_text(rows, style);
  text += fmt::format(
      "\nAn extrapolation: nothing beyond {} nodes was run. Each stage grows by its exponent from the largest graph "
      "on, "
      "or along\nthe straight line through all of them where that is more; {:.1f} edges a node, {} thread{}.\n",
      with_commas(largest.nodes), static_cast<double>(largest.edges) / static_cast<double>(largest.nodes),
      results.threads, results.threads == 1 ? "" : "s");
  if (results.machine_bytes > 0) {
    text += fmt::format("What breaks first is memory: the {} of this machine would hold about {} nodes. ",
                        human_bytes(results.machine_bytes),
                        with_commas(rounded(nodes_that_fit(group.rows, static_cast<double>(results.machine_bytes)))));
  }
  return text + fmt::format("Nodes are numbered by 32 bits: {} at most.\n", with_commas(kMaxNodes));
}

}  // namespace

std::string scale_text(const ScaleExperiment& experiment, const ScaleResults& results, TableStyle style) {
  std::string text;
  for (const ScaleGroup& group : results.groups) {
    text += seconds_table(group, style) + "\n" + memory_table(group, style) + "\n";
    if (const auto growth = memory_growth(group.rows)) {
      text += fmt::format("Growth: {} bytes a node, or {} an edge.\n\n",
                          with_commas(static_cast<std::uint64_t>(growth->bytes_per_node)),
                          with_commas(static_cast<std::uint64_t>(growth->bytes_per_edge)));
    }
    if (can_forecast(group)) {
      text += forecast_text(group, results, style) + "\n";
    }
  }
  return text + fmt::format(
                    "{} thread{}, {} seed{}. Exponents: seconds, or bytes, ~ edges^exponent, by least squares "
                    "of the logarithms; seconds over\nthe graphs that take more than {:.0f} ms.\n",
                    results.threads, results.threads == 1 ? "" : "s", experiment.seeds,
                    experiment.seeds == 1 ? "" : "s", 1000.0 * kMeasurableSeconds);
}

}  // namespace columnar::cli
