#include "columnar_lab/evaluate/attributes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "columnar/error.hpp"
#include "cortex/tiny_cortex.hpp"
#include "support/planted_words.hpp"

namespace columnar::evaluate_attributes_test {
namespace {

using testing::ElementsAre;
using testing_support::shuffled;
using testing_support::small_config;
using testing_support::Town;

double figure(const SeedTable& table, const std::string& row, const std::string& measure = "accuracy") {
  const auto found = std::ranges::find(table.rows, row, &SeedRow::name);
  const auto at = std::ranges::find(table.measures, measure, &SeedMeasure::key) - table.measures.begin();
  return found == table.rows.end() ? kUndefined : over_seeds(*found, static_cast<std::size_t>(at)).mean;
}

TEST(EvaluateAttributes, MeasuresCodesWithThemWithoutAloneAndCold) {
  const Town town;
  const std::vector<SeedTable> tables = evaluate_attributes(town.planted.graph, town.words, town.planted.labels,
                                                            small_config(), {{0.1}, {"gcn"}, 2}, {2, nullptr});
  ASSERT_EQ(tables.size(), 2U);
  const SeedTable& classes = tables[0];
  std::vector<std::string> names;
  for (const SeedRow& row : classes.rows) {
    names.push_back(row.name);
  }
  EXPECT_THAT(names, ElementsAre("codes without attributes", "codes with attributes", "codes of attributes alone",
                                 "codes with those of other nodes", "raw attributes", "gcn"));
  EXPECT_EQ(classes.rows[1].values[0].size(), 2U);
  EXPECT_EQ(classes.rows[4].values[0].size(), 1U);
  EXPECT_GT(figure(classes, "codes with attributes"), figure(classes, "codes without attributes") + 0.1);
  EXPECT_GT(figure(classes, "codes of attributes alone"), 0.9);
  EXPECT_EQ(figure(classes, "codes with those of other nodes"), figure(classes, "codes without attributes"));
  EXPECT_GT(figure(classes, "raw attributes"), 0.9);
  EXPECT_GT(figure(classes, "gcn"), 0.8);
  EXPECT_TRUE(std::isnan(figure(classes, "gcn", "search")));
  const SeedTable& cold = tables[1];
  EXPECT_GT(figure(cold, "10 % of the nodes", "encoded"), 0.8);
  EXPECT_GT(figure(cold, "10 % of the nodes", "raw"), 0.8);
  EXPECT_NEAR(figure(cold, "10 % of the nodes", "difference"),
              figure(cold, "10 % of the nodes", "encoded") - figure(cold, "10 % of the nodes", "raw"), 1e-12);
  EXPECT_LT(figure(cold, "10 % of the nodes", "majority"), 0.6);
}

TEST(EvaluateAttributes, OfNoiseHasNoColdStart) {
  const Town town;
  const std::vector<SeedTable> tables = evaluate_attributes(town.planted.graph, shuffled(town.words),
                                                            town.planted.labels, small_config(), {{0.1}, {}, 1}, {});
  EXPECT_TRUE(std::isnan(figure(tables[1], "10 % of the nodes", "encoded")));
  EXPECT_FALSE(std::isnan(figure(tables[1], "10 % of the nodes", "raw")));
}

TEST(EvaluateAttributes, RefusesThoseOfAnotherGraph) {
  const Town town;
  Attributes short_table = town.words;
  short_table.offsets.pop_back();
  EXPECT_THROW((void)evaluate_attributes(town.planted.graph, short_table, town.planted.labels, small_config(), {}, {}),
               Error);
}

}  // namespace
}  // namespace columnar::evaluate_attributes_test
