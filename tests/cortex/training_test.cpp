#include "columnar/cortex/training.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "columnar/core/random.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/plasticity.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "cortex/plain_cortex.hpp"
#include "cortex/tiny_cortex.hpp"

namespace columnar {
namespace {

using testing_support::PlainCortex;
using testing_support::small_config;

/// Everything before the cortex, on a small planted graph.
struct Lesson {
  Config config;
  Graph graph = planted_communities(120, 3, 6.0, 0.1, 2).graph;
  Walks walks;
  Ppmi ppmi;
  L4Codes l4;
  Eligibility eligibility;

  explicit Lesson(Config wanted) : config(wanted) {
    walks = sample_walks(graph, config.walks, config.seed, {});
    ppmi = build_ppmi(count_pairs(walks, graph.node_count(), config.walks.window, {}), {});
    l4 = encode_l4(graph, config.l4, config.seed, {});
    const RowMatrix coordinates =
        embed_spectrum(ppmi, config.spectral, config.ppmi.spectral_clip, config.seed, {}).coordinates;
    const Regions regions = partition(coordinates, config.spectral, config.seed, {});
    eligibility =
        build_eligibility(coordinates, regions.centroids, config.eligibility, config.l23.columns, config.seed, {});
  }
  [[nodiscard]] CortexState learn(int threads = 1) const {
    CortexState state = newborn_cortex(config);
    learn_columns(walks, ppmi, l4, eligibility, config, state, {threads, nullptr});
    return state;
  }
};

void expect_equal(const CortexState& a, const CortexState& b) {
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.weight_sums, b.weight_sums);
  EXPECT_EQ(a.thresholds, b.thresholds);
  EXPECT_EQ(a.sliding, b.sliding);
  EXPECT_EQ(a.rates, b.rates);
  EXPECT_EQ(a.lateral, b.lateral);
  EXPECT_EQ(a.readout, b.readout);
}

TEST(TrainingPair, IsAPairOfTheWindowChosenByItsNumberAlone) {
  const Graph graph = path_graph(30);
  const Walks walks = sample_walks(graph, {}, 1, {});
  for (const bool balanced : {false, true}) {
    std::map<int, int> gaps;
    for (std::uint64_t t = 0; t < 2000; ++t) {
      const auto [u, v] = training_pair(walks, 3, balanced, 5, t);
      ASSERT_NE(u, v);
      const int gap = std::abs(static_cast<int>(u) - static_cast<int>(v));
      ASSERT_LE(gap, 3);  // on a path three steps lead no further
      ++gaps[gap];
      EXPECT_EQ(training_pair(walks, 3, balanced, 5, t), std::make_pair(u, v));
    }
    EXPECT_EQ(gaps.size(), 3U);
  }
}

/// How often each node is shown.
std::vector<int> shown(const Walks& walks, std::uint32_t window, bool balanced, std::size_t nodes,
                       std::uint64_t pairs) {
  std::vector<int> counts(nodes, 0);
  for (std::uint64_t t = 0; t < pairs; ++t) {
    ++counts[training_pair(walks, window, balanced, 1, t).second];
  }
  return counts;
}

TEST(TrainingPair, AsPrintedTakesBothOrdersOfAPairAlike) {
  Walks walks;
  walks.length = 2;
  walks.nodes = {0, 1};
  EXPECT_NEAR(shown(walks, 5, false, 2, 4000)[0], 2000, 5 * 32);
}

TEST(TrainingPair, AsPrintedShowsNodesAsOftenAsTheWalksMeetThem) {
  const Graph graph = planted_communities(40, 3, 5.0, 0.2, 3).graph;
  const Walks walks = sample_walks(graph, {}, 1, {});
  constexpr std::ptrdiff_t kWindow = 4;
  std::vector<double> met(40, 0.0);  // ordered pairs of the window whose second node this is
  double all = 0.0;
  for (std::size_t w = 0; w < walks.count(); ++w) {
    const auto walk = walks.walk(w);
    const auto size = static_cast<std::ptrdiff_t>(walk.size());
    ASSERT_EQ(size, static_cast<std::ptrdiff_t>(walks.length));
    for (std::ptrdiff_t j = 0; j < size; ++j) {
      for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, j - kWindow); i < std::min(size, j + kWindow + 1); ++i) {
        if (walk[static_cast<std::size_t>(i)] != walk[static_cast<std::size_t>(j)]) {
          met[walk[static_cast<std::size_t>(j)]] += 1.0;
          all += 1.0;
        }
      }
    }
  }
  constexpr double kPairs = 80'000;
  const std::vector<int> counts = shown(walks, kWindow, false, 40, static_cast<std::uint64_t>(kPairs));
  for (std::size_t v = 0; v < 40; ++v) {
    const double expected = kPairs * met[v] / all;
    EXPECT_NEAR(counts[v], expected, 5.0 * std::sqrt(expected)) << v;
  }
  const auto [least, most] = std::minmax_element(met.begin(), met.end());
  EXPECT_GT(*most, 2.0 * *least);  // and that is not alike
}

TEST(TrainingPair, BalancedShowsTheStartOfTheWalk) {
  Walks walks;
  walks.length = 4;
  walks.nodes = {5, 6, 7, 8};
  std::map<NodeIndex, int> contexts;
  for (std::uint64_t t = 0; t < 3000; ++t) {
    const auto [u, v] = training_pair(walks, 3, true, 1, t);
    ASSERT_EQ(v, 5U);
    ++contexts[u];
  }
  for (const NodeIndex u : {6U, 7U, 8U}) {  // the window's steps are alike
    EXPECT_NEAR(contexts[u], 1000, 5 * 26);
  }
}

TEST(TrainingPair, BalancedShowsEveryNodeOfAStarAlike) {
  const Walks walks = sample_walks(star_graph(20), {}, 1, {});
  const std::vector<int> balanced = shown(walks, 5, true, 21, 84'000);
  for (const int count : balanced) {
    EXPECT_NEAR(count, 4000, 600);
  }
  // As printed: at step s a walk of 20 has 20 - s pairs, half of them shown at the hub where s is odd (19 + 17 + 15 in
  // all), none where s is even (18 + 16), and there half start at a leaf and 19 of 20 end at another one. The hub's
  // share is 25.5 / (51 + 34 / 2 · .95) = .38.
  const std::vector<int> printed = shown(walks, 5, false, 21, 84'000);
  EXPECT_NEAR(printed[0], 31'900, 700);
  EXPECT_LT(*std::max_element(printed.begin() + 1, printed.end()), 5000);
}

/// 0 → 1 → 2: one walk from each node.
Walks directed_path() {
  Walks walks;
  walks.length = 3;
  walks.nodes = {0, 1, 2, 1, 2, Walks::kEnd, 2, Walks::kEnd, Walks::kEnd};
  return walks;
}

TEST(TrainingPair, AsPrintedOnADirectedPathWorkedByHand) {
  // Window 2: a walk of three has two partners at each of its places, each drawn with 1/3 · 1/3 · 1/4; the walk of two
  // has one at each, drawn with 1/3 · 1/2 · 1/4; the walk of one has none. Nodes 0, 1, 2: 2/36, 2/36 + 1/24, 2/36 +
  // 1/24.
  const std::vector<int> counts = shown(directed_path(), 2, false, 3, 36'000);
  EXPECT_NEAR(counts[0], 8000, 5 * 79);
  EXPECT_NEAR(counts[1], 14'000, 5 * 93);
  EXPECT_NEAR(counts[2], 14'000, 5 * 93);
}

TEST(TrainingPair, BalancedLeavesTheTurnOfASinkToThePairsAtLargeWorkedByHand) {
  // Start 0 always finds a partner, start 1 at one step of two, start 2 never: half of the turns are left to the shares
  // 4/18, 7/18, 7/18 above. Node 0: 1/3 + 4/36 = 16/36; node 1: 1/6 + 7/36 = 13/36; node 2, the sink: 7/36.
  const std::vector<int> counts = shown(directed_path(), 2, true, 3, 36'000);
  EXPECT_NEAR(counts[0], 16'000, 5 * 94);
  EXPECT_NEAR(counts[1], 13'000, 5 * 91);
  EXPECT_NEAR(counts[2], 7000, 5 * 75);
}

TEST(TrainingPair, BalancedShowsTheSinksOfADirectedGraphToo) {
  const Graph graph = testing_support::tiny_graph(6, {{0, 1}, {1, 2}, {3, 2}, {3, 4}, {4, 5}}, true);
  const std::vector<int> counts = shown(sample_walks(graph, {}, 1, {}), 5, true, 6, 12'000);
  EXPECT_GT(counts[2], 500);  // the sinks, 2 and 5
  EXPECT_GT(counts[5], 500);
  EXPECT_GT(*std::min_element(counts.begin(), counts.end()), 500);
}

TEST(TrainingPair, PassesOverWalksWithoutAPair) {
  Walks walks;
  walks.length = 3;
  walks.nodes = {4, Walks::kEnd, Walks::kEnd, 7, 9, Walks::kEnd, 3, 3, 3};
  for (const bool balanced : {false, true}) {
    for (std::uint64_t t = 0; t < 50; ++t) {
      const auto [u, v] = training_pair(walks, 5, balanced, 1, t);
      EXPECT_EQ(u + v, 16U);
    }
  }
}

TEST(PresentationCount, IsTheSmallerOfBothLimits) {
  TrainingConfig config;
  config.presentations = 1000;
  config.presentations_per_node = 50;
  EXPECT_EQ(presentation_count(config, 10), 500U);
  EXPECT_EQ(presentation_count(config, 20), 1000U);
  EXPECT_EQ(presentation_count(config, 5'000'000'000), 1000U);
}

/// Runs blocks of one against the plain twin.
double distance_from_twin(const Config& config) {
  const Lesson lesson(config);
  PlainCortex plain(lesson.config, newborn_cortex(lesson.config));
  for (std::uint64_t t = 0; t < config.training.presentations; ++t) {
    const auto [u, v] = training_pair(lesson.walks, config.walks.window, config.training.balanced, config.seed, t);
    const double m = std::min(config.ppmi.modulator_clip, static_cast<double>(lesson.ppmi.at(u, v)));
    plain.present(lesson.l4.code(v), lesson.eligibility.row_columns(v), lesson.eligibility.row_values(v), m);
  }
  return plain.distance(lesson.learn());
}

TEST(Training, InBlocksOfOneEqualsThePlainOnlineRules) {
  Config config = small_config();
  config.training.block = 1;
  config.training.presentations = 300;
  config.plasticity.bcm_rate = 0.05;  // strong rules, so that a wrong one shows
  config.plasticity.lateral_rate = 0.05;
  config.plasticity.anti_ce_rate = 0.01;
  config.plasticity.firing_average_rate = 0.02;
  config.l23.lateral_gain = 0.5;
  config.l23.identity_gain = 1.0;
  config.training.balanced = false;
  EXPECT_LT(distance_from_twin(config), 1e-4);
  config.training.balanced = true;
  EXPECT_LT(distance_from_twin(config), 1e-4);
  config.plasticity.rate_is_trace = false;
  config.l23.identity_gain = 0.3;
  config.l23.drive_exponent = 0.8;
  EXPECT_LT(distance_from_twin(config), 1e-4);
}

TEST(Training, GivesTheSameStateAtAnyThreadCount) {
  const Lesson lesson(small_config());
  CortexState one = lesson.learn(1);
  CortexState four = lesson.learn(4);
  expect_equal(one, four);
  learn_readout(lesson.l4, lesson.eligibility, lesson.config, one, {1, nullptr});
  learn_readout(lesson.l4, lesson.eligibility, lesson.config, four, {4, nullptr});
  expect_equal(one, four);
}

TEST(Training, EndsWithTrueSumsAndEverythingInItsBounds) {
  const Lesson lesson(small_config());
  CortexState state = lesson.learn();
  const std::vector<float> sums = state.weight_sums;
  refresh_weight_sums(state);
  EXPECT_EQ(state.weight_sums, sums);
  for (const float weight : state.weights) {
    ASSERT_TRUE(weight >= 0.0F && weight <= 1.0F);
  }
  for (const float l : state.lateral) {
    ASSERT_TRUE(l >= -1.0F && l <= 0.0F);
  }
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    for (std::uint32_t a = 0; a < state.inputs; ++a) {
      for (std::uint32_t k = state.cells; k < state.lanes; ++k) {
        ASSERT_EQ(state.synapses(c, a)[k], 0.0F);
      }
    }
  }
}

TEST(Training, OfARuleThatIsOffChangesNothingOfIts) {
  Config config = small_config();
  const CortexState newborn = newborn_cortex(config);
  const CortexState all = Lesson(config).learn();
  EXPECT_NE(all.weights, newborn.weights);
  EXPECT_NE(all.sliding, newborn.sliding);
  EXPECT_NE(all.lateral, newborn.lateral);
  EXPECT_NE(all.thresholds, newborn.thresholds);

  config.plasticity.lateral = false;
  EXPECT_EQ(Lesson(config).learn().lateral, newborn.lateral);
  config.plasticity.intrinsic = false;
  EXPECT_EQ(Lesson(config).learn().thresholds, newborn.thresholds);
  config.plasticity.bcm = false;
  const CortexState anti_ce_alone = Lesson(config).learn();
  EXPECT_EQ(anti_ce_alone.sliding, newborn.sliding);
  EXPECT_NE(anti_ce_alone.weights, newborn.weights);
  config.plasticity.anti_ce = false;
  EXPECT_EQ(Lesson(config).learn().weights, newborn.weights);
}

TEST(Training, OfNoPresentationsLeavesTheNewbornCortex) {
  Config config = small_config();
  config.training.presentations = 0;
  expect_equal(Lesson(config).learn(), newborn_cortex(config));
}

TEST(OutstarTraining, EqualsItsRuleAppliedNodeByNode) {
  const Lesson lesson(small_config());
  CortexState state = lesson.learn();
  CortexState plain = state;
  learn_readout(lesson.l4, lesson.eligibility, lesson.config, state, {});

  // 500 presentations of 120 nodes: five passes, each in an order of its own.
  const std::uint32_t ranks = lesson.config.l23.active_columns + lesson.config.readout.l5a_active;
  const KeyedRandom random(lesson.config.seed, Purpose::kOutstarOrder);
  ColumnCompetition competition(plain, lesson.config.l23, ranks);
  Activity activity;
  const std::size_t cells = lesson.config.l23.cells();
  std::vector<double> expected(plain.readout.size(), 0.0);
  for (std::uint64_t pass = 0; pass < 5; ++pass) {
    std::vector<NodeIndex> order(120);
    std::iota(order.begin(), order.end(), NodeIndex{0});
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(i, pass, i)]);
    }
    for (const NodeIndex v : order) {
      competition.run(stimulus_of(v, lesson.l4, lesson.eligibility), activity);
      std::vector<double> pattern(cells, 0.0);
      for (const std::uint32_t i : firing_cells(activity, plain)) {
        pattern[i] = 1.0;
      }
      for (const std::uint16_t j : readout_teacher(activity, lesson.config)) {
        for (std::size_t i = 0; i < cells; ++i) {
          expected[j * cells + i] += lesson.config.plasticity.outstar_rate * (pattern[i] - expected[j * cells + i]);
        }
      }
    }
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(static_cast<double>(state.readout[i]), expected[i], 1e-5);
  }
  EXPECT_EQ(state.weights, plain.weights);
}

}  // namespace
}  // namespace columnar
