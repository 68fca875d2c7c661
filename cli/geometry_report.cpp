#include "geometry_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "seed_tables.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kSpaceWidth = 28;

struct Column {
  const char* heading;
  MethodGeometry::Correlated MethodGeometry::*values;
};

constexpr std::array kColumns{
    Column{"reference", &MethodGeometry::reference},
    Column{"co-occurrence", &MethodGeometry::cooccurrence},
    Column{"PPMI", &MethodGeometry::ppmi},
    Column{"hops", &MethodGeometry::distance},
    Column{"hops up to 4", &MethodGeometry::distance_local},
};

std::string text_of(const SeedValues& figure, int digits = 3) { return over_seeds_text(figure.values(), digits); }

std::string separation_table(const std::vector<MethodGeometry>& methods) {
  Table table;
  table.add({"", "rows", "d'", "AUC", "same class", "other class"});
  table.add_rule();
  for (const MethodGeometry& method : methods) {
    table.add({shortened(method.name, kSpaceWidth), method.kind, text_of(method.d_prime), text_of(method.auc),
               text_of(method.same_mean, 2), text_of(method.cross_mean, 2)});
  }
  return table.text("");
}

/// Only columns in which some method has a figure.
std::string correlation_table(const std::vector<MethodGeometry>& methods,
                              SeedValues MethodGeometry::Correlated::*measure, const char* heading) {
  std::vector<std::vector<std::string>> rows{{heading}};
  for (const MethodGeometry& method : methods) {
    rows.push_back({shortened(method.name, kSpaceWidth)});
  }
  for (const Column& column : kColumns) {
    const bool measured =
        std::ranges::any_of(methods, [&](const MethodGeometry& method) { return (method.*column.values).pairs > 0; });
    if (!measured) {
      continue;
    }
    rows[0].emplace_back(column.heading);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      rows[m + 1].push_back(text_of(methods[m].*column.values.*measure));
    }
  }
  if (rows[0].size() == 1) {
    return "";
  }
  Table table;
  table.add(rows[0]);
  table.add_rule();
  for (std::size_t r = 1; r < rows.size(); ++r) {
    table.add(rows[r]);
  }
  return fmt::format("\n{}", table.text(""));
}

std::string hop_table(const std::vector<MethodGeometry>& methods) {
  std::size_t hops = 0;
  for (const MethodGeometry& method : methods) {
    hops = std::max(hops, method.by_hop.size());
  }
  if (hops == 0) {
    return "";
  }
  Table table;
  std::vector<std::string> head{"mean by hops apart"};
  for (std::size_t hop = 1; hop <= hops; ++hop) {
    head.push_back(std::to_string(hop));
  }
  table.add(head);
  table.add_rule();
  for (const MethodGeometry& method : methods) {
    std::vector<std::string> row{shortened(method.name, kSpaceWidth)};
    for (const MethodGeometry::Hop& hop : method.by_hop) {
      row.push_back(text_of(hop.mean, 2));
    }
    table.add(row);
  }
  return fmt::format("\n{}", table.text(""));
}

}  // namespace

std::string geometry_text(const GeometryResults& results) {
  const std::vector<MethodGeometry>& methods = results.methods;
  std::string text = separation_table(methods);
  text += correlation_table(methods, &MethodGeometry::Correlated::pearson, "Pearson's r with");
  text += correlation_table(methods, &MethodGeometry::Correlated::spearman, "Spearman's rho with");
  text += hop_table(methods);
  text += fmt::format("\nSimilarity: shared bits of codes, cosine of vectors. {} pairs of labelled nodes{}",
                      with_commas(results.class_pairs), results.sampled ? ", a sample" : ", all");
  if (results.distance_sources > 0) {
    text += fmt::format("; {} pairs by hops from {} nodes", with_commas(results.distance_pairs),
                        with_commas(results.distance_sources));
  }
  return text + ".\n";
}

}  // namespace columnar::cli
