#include "columnar_lab/evaluate/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "columnar/eligibility/eligibility.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/spectral/regions.hpp"
#include "cortex/tiny_cortex.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::explain_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Four nodes in the plane, two regions at its axes, four columns of two cells, two of them active, one L5a bit.
///
/// The temperatures make the weights plain: NRW gives a node on an axis 3/4 of its region and 1/4 of the other, CRA
/// gives a column 4/5 of its own region and 1/5 of the other.
struct TinyWorld {
  Model model;
  SdrTable codes;
  std::uint32_t near = 0;  ///< the column of region 0
  std::uint32_t far = 0;   ///< the column of region 1; columns near + 2 and far + 2 lie between both

  explicit TinyWorld(std::uint32_t l5a_size = 2) {
    Config& config = model.config;
    config.l23.columns = 4;
    config.l23.cells_per_column = 2;
    config.l23.active_columns = 2;
    config.readout.l5a_size = l5a_size;
    config.readout.l5a_active = 1;
    config.eligibility.nrw_regions = 2;
    config.eligibility.nrw_temperature = 1.0 / std::log(3.0);
    config.eligibility.cra_temperature = 1.0 / std::log(4.0);
    config.eligibility.candidate_columns = 4;
    model.graph = testing_support::tiny_graph(4, {{0, 1}, {1, 3}});
    model.graph.ids.integers = {10, 11, 12, 13};
    model.learned->coordinates.resize(4, 2);
    model.learned->coordinates << 1.0F, 0.0F, 0.8F, 0.6F, 0.0F, 1.0F, 0.6F, 0.8F;
    model.learned->centroids = RowMatrix::Identity(2, 2);
    model.regions = {0, 0, 1, 1};
    near = primary_regions(4, 2, config.seed)[0] == 0 ? 0 : 1;
    far = 1 - near;
    codes.shape = {.columns = 4, .cells_per_column = 2, .active_columns = 2, .l5a_size = l5a_size, .l5a_active = 1};
    codes.ids = model.graph.ids;
    add({near, 0}, {far, 1}, 0);
    add({near, 0}, {near + 2, 1}, 1);
    add({far, 1}, {far + 2, 0}, 1);
    add({near, 1}, {far, 1}, 0);
  }

  using Cell = std::pair<std::uint32_t, std::uint32_t>;

  [[nodiscard]] static std::uint16_t bit(Cell cell) { return static_cast<std::uint16_t>(cell.first * 2 + cell.second); }

  void add(Cell a, Cell b, std::uint32_t l5a) {
    codes.bits.push_back(std::min(bit(a), bit(b)));
    codes.bits.push_back(std::max(bit(a), bit(b)));
    codes.bits.push_back(static_cast<std::uint16_t>(8 + l5a));
  }

  [[nodiscard]] const BitExplanation& find(const CodeExplanation& code, Cell cell) const {
    return *std::ranges::find(code.bits, bit(cell), &BitExplanation::bit);
  }
};

TEST(ExplainCode, LeadsFromBitsToColumnsToRegionsWorkedByHand) {
  const TinyWorld world;
  const Labels labels = testing_codes::make_labels({1, 0, 2, 1});
  const CodeExplanation code = explain_code(world.codes, world.model, &labels, 0);
  EXPECT_EQ(code.node, 0U);
  EXPECT_EQ(code.region, 0U);
  ASSERT_EQ(code.bits.size(), 3U);
  const BitExplanation& own = world.find(code, {world.near, 0});
  EXPECT_EQ(own.layer, Layer::kL23);
  EXPECT_THAT(own.columns, ElementsAre(world.near));
  EXPECT_EQ(own.cell, 0U);
  ASSERT_EQ(own.regions.size(), 2U);
  EXPECT_EQ(own.regions[0].region, 0U);
  EXPECT_NEAR(own.regions[0].affinity, 0.8, 1e-6);
  EXPECT_NEAR(own.regions[1].affinity, 0.2, 1e-6);
  EXPECT_NEAR(own.eligibility, 1.0, 1e-6);
  EXPECT_EQ(own.better_columns, 0U);
  EXPECT_EQ(own.nodes.nodes, 2U);  // nodes 0 and 1
  EXPECT_THAT(own.nodes.classes, ElementsAre(ClassMix::Count{0, 1}, ClassMix::Count{1, 1}));

  // (3/4 · 1/5 + 1/4 · 4/5) / (3/4 · 4/5 + 1/4 · 1/5) = 7/13, behind the column of the node's own region and the two
  // between.
  const BitExplanation& other = world.find(code, {world.far, 1});
  EXPECT_NEAR(other.eligibility, 7.0 / 13.0, 1e-5);  // of numbers of 16 bits
  EXPECT_EQ(other.better_columns, 3U);
  EXPECT_EQ(other.nodes.nodes, 3U);
}

TEST(ExplainCode, NamesTheTypicalNodesAndClassesOfARegionWorkedByHand) {
  const TinyWorld world;
  const Labels labels = testing_codes::make_labels({1, 0, 2, 1});
  ExplainOptions options;
  options.typical = 1;
  const CodeExplanation code = explain_code(world.codes, world.model, &labels, 1, options);
  ASSERT_EQ(code.regions.size(), world.near == 0 ? 2U : 1U);  // L5a bit 1 listens to the odd columns
  const RegionExplanation& region = code.regions.front();
  EXPECT_EQ(region.region, 0U);
  EXPECT_NEAR(region.cosine, 0.8, 1e-6);
  EXPECT_NEAR(region.weight, 1.0 / (1.0 + std::pow(3.0, -0.2)), 1e-5);  // of a cosine of 16 bits
  EXPECT_EQ(region.bits, world.near == 0 ? 2U : 3U);
  EXPECT_EQ(region.nodes.nodes, 2U);
  EXPECT_THAT(region.nodes.classes, ElementsAre(ClassMix::Count{0, 1}, ClassMix::Count{1, 1}));
  ASSERT_EQ(region.typical.size(), 1U);
  EXPECT_EQ(region.typical[0].node, 0U);
  EXPECT_NEAR(region.typical[0].cosine, 1.0, 1e-6);
}

TEST(ExplainCode, GivesAnL5aNeuronTheColumnsThatItListensTo) {
  const TinyWorld three(3);  // neuron 0 listens to columns 0, of a region, and 3, between both; neuron 1 to column 1
  const BitExplanation mixed = explain_code(three.codes, three.model, nullptr, 0).bits.back();
  EXPECT_EQ(mixed.layer, Layer::kL5a);
  EXPECT_FALSE(mixed.cell);
  EXPECT_THAT(mixed.columns, ElementsAre(0, 3));
  EXPECT_NEAR(mixed.regions[0].affinity, (0.8 + 0.5) / 2.0, 1e-6);
  // That of the better one: column 0 itself where it is near, else the one between, 1/2 over 13/20.
  EXPECT_NEAR(mixed.eligibility, three.near == 0 ? 1.0 : 10.0 / 13.0, 1e-4);
  EXPECT_THAT(mixed.nodes.classes, IsEmpty());

  TinyWorld six(6);
  six.codes.bits[2] = 8 + 5;
  const BitExplanation none = explain_code(six.codes, six.model, nullptr, 0).bits.back();
  EXPECT_THAT(none.columns, IsEmpty());
  EXPECT_THAT(none.regions, IsEmpty());
  EXPECT_EQ(none.better_columns, 4U);
}

TEST(ExplainPair, SaysWhatTwoNodesShareWorkedByHand) {
  const TinyWorld world;
  const PairExplanation pair = explain_pair(world.codes, world.model, nullptr, 0, 3);
  EXPECT_THAT(pair.shared, ElementsAre(TinyWorld::bit({world.far, 1}), 8));
  EXPECT_EQ(pair.overlap, 2U);
  EXPECT_FALSE(pair.near);
  EXPECT_FALSE(pair.evidence.is_linked());
  EXPECT_THAT(pair.evidence.common, ElementsAre(1));
  EXPECT_EQ(pair.evidence.distance, 2U);
  // Of the six pairs (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), which share 1, 1, 2, 1, 0 and 1 bits, one shares
  // two.
  EXPECT_DOUBLE_EQ(pair.chance, 2.0 / 7.0);
  EXPECT_DOUBLE_EQ(pair.least_chance, 1.0 / 7.0);
  EXPECT_THAT(pair.other_cells, ElementsAre(world.near));
  EXPECT_NEAR(pair.cosine, 0.6, 1e-6);
  EXPECT_EQ(pair.nearer, 1U);  // node 1, at .8
  EXPECT_EQ(pair.first.node, 0U);
  EXPECT_EQ(pair.second.node, 3U);
  EXPECT_THAT(explain_pair(world.codes, world.model, nullptr, 0, 2).shared,
              ElementsAre(TinyWorld::bit({world.far, 1})));
}

TEST(ExplainPair, SaysWhichAttributesAreSharedAndAColumnStandsForWorkedByHand) {
  TinyWorld world;
  EXPECT_FALSE(explain_pair(world.codes, world.model, nullptr, 0, 1).attributes.has_value());
  // Column `near` is used by the nodes 0, 1 and 3. Attribute 0: 0 and 1; attribute 1: all; attribute 2: 0, 1 and 3.
  world.model.attributes = {{0, 3, 6, 7, 9}, {0, 1, 2, 0, 1, 2, 1, 1, 2}, {}, 3, {}};
  const PairExplanation pair = explain_pair(world.codes, world.model, nullptr, 0, 1);
  ASSERT_TRUE(pair.attributes.has_value());
  ASSERT_EQ(pair.attributes->size(), 3U);
  EXPECT_EQ(pair.attributes->front().column, 0U);
  EXPECT_EQ(pair.attributes->back().nodes, 4U);
  const std::uint16_t bit = TinyWorld::bit({world.near, 0});
  const auto found = std::ranges::find(pair.first.bits, bit, &BitExplanation::bit);
  ASSERT_NE(found, pair.first.bits.end());
  ASSERT_EQ(found->attributes.size(), 2U);  // attribute 1 tells nothing
  EXPECT_EQ(found->attributes[0].column, 2U);
  EXPECT_EQ(found->attributes[0].share, 1.0);
  EXPECT_EQ(found->attributes[0].share_of_all, 0.75);
  EXPECT_EQ(found->attributes[1].column, 0U);
}

TEST(ExplainCode, OfANodeWithoutCoordinatesSaysThatItLiesNowhere) {
  TinyWorld world;
  world.model.learned->coordinates.row(0).setZero();
  world.model.regions[0] = Regions::kNone;
  const CodeExplanation code = explain_code(world.codes, world.model, nullptr, 0);
  EXPECT_FALSE(code.region);
  EXPECT_NEAR(code.bits.front().eligibility, 1.0, 1e-4);  // of 16 bits
  EXPECT_EQ(code.regions.front().cosine, 0.0);
}

std::string complaint(const SdrTable& codes, const Model& model, NodeIndex node = 0, const Labels* labels = nullptr) {
  try {
    (void)explain_code(codes, model, labels, node);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ExplainCode, RefusesCodesThatAreNotTheModels) {
  const TinyWorld world;
  EXPECT_EQ(complaint(world.codes, world.model), "");
  EXPECT_THAT(complaint(world.codes, world.model, 4), HasSubstr("node: there is no row 4; the codes have 4 rows"));
  SdrTable renamed = world.codes;
  renamed.ids.integers[2] = 99;
  EXPECT_THAT(complaint(renamed, world.model), HasSubstr("codes: are not of the nodes"));
  Model wide = world.model;
  wide.config.readout.l5a_size = 5;
  EXPECT_THAT(complaint(world.codes, wide), HasSubstr("another shape"));
  Model narrow = world.model;
  narrow.config.eligibility.candidate_columns = 2;  // then the two columns of the nearer region alone can win
  EXPECT_THAT(complaint(world.codes, narrow), HasSubstr("of 8 columns that they use it would consider 6"));
  const Labels few = testing_codes::make_labels({1, 0});
  EXPECT_NE(complaint(world.codes, world.model, 0, &few), "");
}

TEST(ExplainCode, NamesTheNodesThatLeadToANodeAsNear) {
  const Graph graph = testing_support::downhill(planted_communities(120, 3, 6.0, 0.2, 1).graph);
  const NodeIndex last = 119;
  ASSERT_EQ(graph.degree(last), 0U);
  Embedder embedder{testing_support::small_config()};
  const SdrTable codes = embedder.fit(graph, {});
  const CodeExplanation explained = explain_code(codes, embedder.model(), nullptr, last, {});
  ASSERT_FALSE(explained.near.empty());
  EXPECT_GT(graph.weight(explained.near.front().node, last), 0.0);
}

TEST(ExplainCode, KnowsTheCodesOfATrainedModelFromThoseOfAnotherSeed) {
  const Graph graph = planted_communities(120, 3, 6.0, 0.2, 1).graph;
  Config config = testing_support::small_config();
  config.eligibility.candidate_columns = 16;
  config.readout.l5a_active = 8;
  Embedder one{config};
  config.seed = 2;
  Embedder two{config};
  const SdrTable codes = one.fit(graph, {});
  const SdrTable others = two.fit(graph, {});
  EXPECT_EQ(complaint(codes, one.model()), "");
  EXPECT_THAT(complaint(others, one.model()), HasSubstr("not the codes of this model"));
  EXPECT_EQ(complaint(select_layer(codes, Layer::kL23), one.model()), "");
  EXPECT_EQ(complaint(select_layer(codes, Layer::kL5a), one.model()), "");
}

}  // namespace
}  // namespace columnar::explain_test
