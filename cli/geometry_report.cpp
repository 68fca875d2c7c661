#include "geometry_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kCosineBins = 40;

struct Column {
  const char* key;
  const char* heading;
  MethodGeometry::Correlated MethodGeometry::*values;
};

constexpr std::array kColumns{
    Column{"reference", "reference", &MethodGeometry::reference},
    Column{"cooccurrence", "co-occurrence", &MethodGeometry::cooccurrence},
    Column{"ppmi", "PPMI", &MethodGeometry::ppmi},
    Column{"distance", "hops", &MethodGeometry::distance},
    Column{"distance_within_4", "hops up to 4", &MethodGeometry::distance_local},
};

void add_correlation(MethodGeometry::Correlated& values, const std::optional<Correlation>& correlation) {
  if (correlation) {
    values.pairs = correlation->pairs;
    values.pearson.add(correlation->pearson);
    values.spearman.add(correlation->spearman);
  }
}

std::string separation_table(const std::vector<MethodGeometry>& methods) {
  Table table;
  table.add({"", "rows", "d'", "AUC", "same class", "other class"});
  table.add_rule();
  for (const MethodGeometry& method : methods) {
    table.add({shortened(method.name, kNameWidth), method.kind, method.d_prime.text(), method.auc.text(),
               method.same_mean.text(2), method.cross_mean.text(2)});
  }
  return table.text("");
}

/// Only columns in which some method has a figure.
std::string correlation_table(const std::vector<MethodGeometry>& methods,
                              SeedValues MethodGeometry::Correlated::*measure, const char* heading) {
  std::vector<std::vector<std::string>> rows{{heading}};
  for (const MethodGeometry& method : methods) {
    rows.push_back({shortened(method.name, kNameWidth)});
  }
  for (const Column& column : kColumns) {
    const bool measured =
        std::ranges::any_of(methods, [&](const MethodGeometry& method) { return (method.*column.values).pairs > 0; });
    if (!measured) {
      continue;
    }
    rows[0].emplace_back(column.heading);
    for (std::size_t m = 0; m < methods.size(); ++m) {
      rows[m + 1].push_back((methods[m].*column.values.*measure).text());
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
  return "\n" + table.text("");
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
    std::vector<std::string> row{shortened(method.name, kNameWidth)};
    for (const MethodGeometry::Hop& hop : method.by_hop) {
      row.push_back(hop.mean.text(2));
    }
    table.add(row);
  }
  return "\n" + table.text("");
}

Json correlated_json(const MethodGeometry::Correlated& values) {
  if (values.pairs == 0) {
    return nullptr;
  }
  return {{"pearson", values.pearson.json()}, {"spearman", values.spearman.json()}, {"pairs", values.pairs}};
}

Json rounded(float value, bool whole) {
  constexpr float kHundredths = 100.0F;
  return whole ? Json(static_cast<int>(value)) : Json(std::round(static_cast<double>(value * kHundredths)) / 100.0);
}

}  // namespace

void MethodGeometry::add(const Separation& separation, const Fidelity& fidelity) {
  ++seeds;
  d_prime.add(separation.d_prime);
  auc.add(separation.auc);
  if (separation.same.pairs > 0) {
    same_mean.add(separation.same.mean);
    same_sd.add(separation.same.sd);
  }
  if (separation.cross.pairs > 0) {
    cross_mean.add(separation.cross.mean);
    cross_sd.add(separation.cross.sd);
  }
  add_correlation(reference, fidelity.reference);
  add_correlation(cooccurrence, fidelity.cooccurrence);
  add_correlation(ppmi, fidelity.ppmi);
  add_correlation(distance, fidelity.distance);
  add_correlation(distance_local, fidelity.distance_local);
  by_hop.resize(std::max(by_hop.size(), fidelity.by_hop.size()));
  for (std::size_t h = 0; h < fidelity.by_hop.size(); ++h) {
    by_hop[h].pairs = fidelity.by_hop[h].pairs;
    by_hop[h].mean.add(fidelity.by_hop[h].mean);
    by_hop[h].spread.add(fidelity.by_hop[h].sd);
  }
}

std::string geometry_text(const std::vector<MethodGeometry>& methods, const ReferenceGeometry& geometry,
                          const ClassPairs& pairs) {
  std::string text = separation_table(methods);
  text += correlation_table(methods, &MethodGeometry::Correlated::pearson, "Pearson's r with");
  text += correlation_table(methods, &MethodGeometry::Correlated::spearman, "Spearman's rho with");
  text += hop_table(methods);
  text += fmt::format("\nSimilarity: shared bits of codes, cosine of vectors. {} pairs of labelled nodes{}",
                      with_commas(pairs.same.size() + pairs.cross.size()), pairs.sampled ? ", a sample" : ", all");
  if (geometry.distance_sources() > 0) {
    text += fmt::format("; {} pairs by hops from {} nodes", with_commas(geometry.distance_pairs()),
                        with_commas(geometry.distance_sources()));
  }
  return text + ".\n";
}

Json geometry_json(const MethodGeometry& method) {
  Json json{{"name", method.name},
            {"kind", method.kind},
            {"seeds", method.seeds},
            {"d_prime", method.d_prime.json()},
            {"auc", method.auc.json()},
            {"same_mean", method.same_mean.json()},
            {"same_sd", method.same_sd.json()},
            {"cross_mean", method.cross_mean.json()},
            {"cross_sd", method.cross_sd.json()}};
  json["by_hop"] = Json::array();
  for (std::size_t h = 0; h < method.by_hop.size(); ++h) {
    const MethodGeometry::Hop& hop = method.by_hop[h];
    const MeanSd mean = hop.mean.mean_sd();
    json["by_hop"].push_back({{"hop", h + 1},
                              {"mean", mean.mean},
                              {"sd", mean.sd},
                              {"spread", hop.spread.mean_sd().mean},
                              {"pairs", hop.pairs}});
  }
  json["correlations"] = Json::object();
  for (const Column& column : kColumns) {
    json["correlations"][column.key] = correlated_json(method.*column.values);
  }
  return json;
}

Json matrix_json(const RowSimilarity& similarity, std::span<const NodeIndex> nodes, int threads) {
  const std::vector<float> matrix = similarity_matrix(similarity, nodes, threads);
  Json rows = Json::array();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < nodes.size(); ++j) {
      row.push_back(rounded(matrix[i * nodes.size() + j], similarity.is_overlap()));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Json hexbin_json(const RowSimilarity& reference, const RowSimilarity& similarity, const ReferenceGeometry& geometry,
                 int threads) {
  const auto range_of = [](const RowSimilarity& kind) {
    const auto most = static_cast<double>(kind.maximum());
    return kind.is_overlap() ? JointHistogram::Range{0.0, most + 1.0, static_cast<std::size_t>(most) + 1}
                             : JointHistogram::Range{-1.0, 1.0, kCosineBins};
  };
  const JointHistogram histogram =
      joint_histogram(geometry.reference_values(), similarities(similarity, geometry.pairs(), threads),
                      range_of(reference), range_of(similarity));
  const auto axis = [](const JointHistogram::Range& range) {
    return Json{{"least", range.least}, {"greatest", range.greatest}, {"bins", range.bins}};
  };
  Json json{{"x", axis(histogram.x)}, {"y", axis(histogram.y)}, {"counts", Json::array()}};
  for (std::size_t x = 0; x < histogram.x.bins; ++x) {
    Json row = Json::array();
    for (std::size_t y = 0; y < histogram.y.bins; ++y) {
      row.push_back(histogram.at(x, y));
    }
    json["counts"].push_back(std::move(row));
  }
  return json;
}

}  // namespace columnar::cli
