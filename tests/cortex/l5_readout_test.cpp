#include "columnar/cortex/l5_readout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include "columnar/core/random.hpp"
#include "cortex/tiny_cortex.hpp"

namespace columnar::l5_readout_test {
namespace {

using testing::ElementsAre;
using testing_support::set_weights;
using testing_support::small_config;
using testing_support::tiny_config;

TEST(ReadoutTeacher, NamesTheRankedColumnsBehindTheOnesItSkips) {
  Config config;
  config.readout.l5a_size = 300;
  config.readout.l5a_active = 3;
  config.l23.cells_per_column = 5;
  const std::vector<std::uint16_t> firing = {5 * 5 + 4, 9 * 5, 301 * 5 + 1, 2 * 5, 8 * 5 + 3, 1 * 5};
  config.readout.teacher_skips = 0;
  EXPECT_THAT(readout_teacher(firing, config), ElementsAre(5, 9, 1));  // 301 mod 300
  config.readout.teacher_skips = 2;
  EXPECT_THAT(readout_teacher(firing, config), ElementsAre(1, 2, 8));
  config.readout.teacher_skips = 5;
  EXPECT_THAT(readout_teacher(firing, config), ElementsAre(1));  // no more are ranked
}

TEST(ReadOut, ChoosesDrivesWithinOnePercentOfTheExactOnes) {
  Config config = small_config();
  config.readout.topographic_gain = 0.0;
  config.readout.tie_break_rounds = 0;
  const std::size_t ranks = config.l23.active_columns + config.readout.l5a_active;
  const std::size_t cells = config.l23.cells();
  constexpr std::size_t kNodes = 50;
  const KeyedRandom random(1, Purpose::kProbe);
  CortexState state = initial_cortex(config);
  for (std::size_t i = 0; i < state.readout.size(); ++i) {
    state.readout[i] = static_cast<float>(random.uniform(0, i));
  }
  Firing firing;
  firing.ranks = ranks;
  for (std::size_t i = 0; i < kNodes * ranks; ++i) {
    firing.cells.push_back(static_cast<std::uint16_t>(random.below(cells, 1, i)));
    firing.scores.push_back(
        static_cast<float>(1.0 - 0.5 * static_cast<double>(i % ranks) / static_cast<double>(ranks)));
  }
  const Codes codes = read_out(firing, config, state, {});
  for (std::size_t v = 0; v < kNodes; ++v) {
    std::vector<double> drives(config.readout.l5a_size, 0.0);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      for (std::size_t j = 0; j < drives.size(); ++j) {
        drives[j] += static_cast<double>(firing.scores_of(v)[rank]) *
                     static_cast<double>(state.readout[j * cells + firing.of(v)[rank]]);
      }
    }
    std::vector<double> sorted = drives;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    for (std::size_t k = config.l23.active_columns; k < codes.active; ++k) {
      EXPECT_GE(drives[codes.bits[v * codes.active + k] - cells], 0.99 * sorted[config.readout.l5a_active - 1]) << v;
    }
  }
}

/// One node that drives columns 2, 1, 0 in this order with the scores 4, 2 and 1, each at its cell 0.
struct OneNode {
  Config config = tiny_config();
  CortexState state;
  L4Codes l4{2, 1, {0, 2}};
  Eligibility eligibility{3, {2, 1, 0}, {1.0F, 0.5F, 0.25F}};

  OneNode() {
    config.l23.drive_scale = 16.0;
    config.l23.lateral_gain = 0.0;
    state = initial_cortex(config);
    for (std::uint32_t c = 0; c < 3; ++c) {
      set_weights(state, c, 0, {0.53125F, 0.46875F, 0, 0});  // drives 32 · W_0 = 17 and 15, mean 16
      set_weights(state, c, 1, {0.46875F, 0.53125F, 0, 0});
    }
  }
  [[nodiscard]] Codes codes() const { return read_out(fire(l4, eligibility, config, state, 1), config, state, {}); }
  [[nodiscard]] std::vector<std::uint16_t> code() const { return codes().bits; }
};

TEST(ReadOut, PutsTheWinnerCellsFirstAndTheReadoutBehindThem) {
  // Winners: columns 2 and 1 at cell 0, bits 4 and 2. Cells of the ranked columns: 4, 2, 0 with grades 1, 1/2, 1/4.
  OneNode one;
  one.config.readout.topographic_gain = 0.0;
  auto& readout = one.state.readout;
  readout[0 * 6 + 4] = 0.2F;  // neuron 0: 1 · .2
  readout[1 * 6 + 2] = 0.5F;  // neuron 1: 1/2 · .5 = .25
  readout[2 * 6 + 0] = 0.9F;  // neuron 2: 1/4 · .9 = .225
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 1));
  readout[2 * 6 + 4] = 0.05F;  // neuron 2: .275
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 2));
  readout[0 * 6 + 5] = 1.0F;  // cell 1 of column 2 does not fire
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 2));
}

TEST(ReadOut, AddsTheGradeOfTheOwnColumnToTheMeanOfTheReadoutWorkedByHand) {
  // Topography alone: neuron 2 gets 1, neuron 1 gets 1/2, neuron 0 gets 1/4. The grades sum to 7/4.
  OneNode one;
  auto& readout = one.state.readout;
  readout[0 * 6 + 4] = readout[0 * 6 + 2] = readout[0 * 6 + 0] = 1.0F;  // neuron 0: a mean of 1
  one.config.readout.readout_gain = 0.74;                               // 1/4 + .74 against 1
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 2));
  one.config.readout.readout_gain = 0.76;
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 0));

  readout[0 * 6 + 2] = readout[0 * 6 + 0] = 0.0F;  // neuron 0: a mean of 1 / (7/4) = 4/7
  one.config.readout.readout_gain = 1.31;          // 1/4 + 1.31 · 4/7 = .9986
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 2));
  one.config.readout.readout_gain = 1.32;  // 1.0043
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 0));
  one.config.readout.topographic_gain = 1.01;  // 1.01/4 + .7543 = 1.0068 against 1.01
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 2));
  one.config.readout.topographic_gain = 0.5;  // .8793 against .5
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 0));
}

TEST(ReadOut, LeavesTheSkippedColumnsOutOfTheTopographyAndNotOutOfTheReadout) {
  OneNode one;
  one.config.readout.teacher_skips = 1;  // neuron 1: 1/2, neuron 0: 1/4, neuron 2: nothing of its own
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 1));
  one.config.readout.teacher_skips = 2;
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 0));
  one.state.readout[1 * 6 + 4] = 0.5F;  // neuron 1 through the best column: 1 / (7/4) · .5 = .2857
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 1));
}

TEST(ReadOut, SharesItsNeuronsBetweenColumnsWhereItHasFewer) {
  // Two neurons for three columns. Neuron 0 belongs to columns 0 and 2, neuron 1 to column 1.
  OneNode one;
  one.config.readout.l5a_size = 2;
  one.config.readout.teacher_skips = 1;
  one.state.l5a_size = 2;
  one.state.readout.assign(2 * 6, 0.0F);
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 1));  // 1/2 against 1/4
  one.eligibility.values = {1.0F, 0.9F, 0.8F};
  one.config.readout.teacher_skips = 0;
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 0));  // 1 + .8 against .9
  one.config.l23.active_columns = 1;
  one.eligibility.values = {1.0F, 1.0F, 0.8F};
  one.eligibility.columns = {1, 2, 0};
  one.config.readout.l5a_active = 2;
  EXPECT_THAT(one.code(), ElementsAre(2, 6 + 0, 6 + 1));
}

TEST(ReadOut, WithoutTheOutstarIsTheRankedColumnsBehindTheOnesSkipped) {
  OneNode one;
  one.config.plasticity.outstar = false;
  one.state.readout.assign(one.state.readout.size(), 0.7F);
  one.state.readout[1 * 6 + 4] = 1.0F;
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 2));
  one.config.readout.teacher_skips = 2;  // as many as win: the runner-ups
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 0));
}

TEST(ReadOut, WithoutTheOutstarNeedsNoTopographicGain) {
  OneNode one;
  one.config.plasticity.outstar = false;
  one.config.readout.topographic_gain = 0.0;  // as in the preset of the paper
  one.config.readout.teacher_skips = 1;
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 1));
}

/// So many nodes that are all alike.
struct Alike {
  Config config = small_config();
  CortexState state = initial_cortex(config);
  L4Codes l4;
  Eligibility eligibility;
  std::size_t nodes;

  explicit Alike(std::size_t count) : nodes(count) {
    l4.active = config.l4.active();
    l4.class_active = config.l4.class_active;
    eligibility.width = config.eligibility.candidate_columns;
    for (std::size_t v = 0; v < nodes; ++v) {
      for (std::uint32_t a = 0; a < l4.active; ++a) {
        l4.bits.push_back(static_cast<std::uint16_t>(3 * a));
      }
      for (std::uint32_t c = 0; c < eligibility.width; ++c) {
        eligibility.columns.push_back(static_cast<std::uint16_t>(c));
        eligibility.values.push_back(1.0F / static_cast<float>(c + 1));
      }
    }
    for (std::size_t i = 0; i < state.readout.size(); ++i) {
      state.readout[i] = static_cast<float>(i % 97) / 97.0F;
    }
  }
  [[nodiscard]] Codes codes(int threads = 1) const {
    return read_out(fire(l4, eligibility, config, state, threads), config, state, {threads, nullptr});
  }
  static std::set<std::vector<std::uint16_t>> distinct(const Codes& codes) {
    std::set<std::vector<std::uint16_t>> all;
    for (auto first = codes.bits.begin(); first != codes.bits.end(); first += codes.active) {
      all.emplace(first, first + codes.active);
    }
    return all;
  }
};

/// The L5a neuron of each of some nodes like OneNode's, by the equation: drives 1, 1/2 and 1/4 for neurons 2, 1 and 0,
/// and in round r of node v neuron j gets (drive + .001) · (1 + σ · r · g(v, r, j)).
std::vector<std::uint16_t> broken_by_hand(const Config& config, std::size_t nodes) {
  constexpr std::array<double, 3> kDrive = {0.25, 0.5, 1.0};
  const KeyedRandom random(config.seed, Purpose::kTieBreak);
  std::vector<std::uint16_t> neuron(nodes, 2);
  for (std::uint32_t round = 1; round <= config.readout.tie_break_rounds; ++round) {
    std::set<std::uint16_t> seen;
    std::vector<std::size_t> again;
    for (std::size_t v = 0; v < nodes; ++v) {
      if (!seen.insert(neuron[v]).second) {
        again.push_back(v);
      }
    }
    for (const std::size_t v : again) {
      double best = -1e9;
      for (std::uint16_t j = 0; j < 3; ++j) {
        const double drive =
            (kDrive[j] + 0.001) * (1.0 + config.readout.tie_break * round * random.normal(v, round * 3 + j));
        if (drive > best) {
          best = drive;
          neuron[v] = j;
        }
      }
    }
  }
  return neuron;
}

TEST(TieBreak, GrowsWithTheRoundWorkedByHand) {
  OneNode one;
  one.l4.bits = {0, 2, 0, 2, 0, 2};
  one.eligibility.columns = {2, 1, 0, 2, 1, 0, 2, 1, 0};
  one.eligibility.values = {1.0F, 0.5F, 0.25F, 1.0F, 0.5F, 0.25F, 1.0F, 0.5F, 0.25F};
  std::set<std::vector<std::uint16_t>> outcomes;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    one.config.seed = seed;
    for (const std::uint32_t rounds : {0U, 1U, 2U, 5U, 20U, 100U}) {
      one.config.readout.tie_break = 0.05;  // one round alone could hardly lift 1/2 over 1
      one.config.readout.tie_break_rounds = rounds;
      const Codes codes = one.codes();
      const std::vector<std::uint16_t> expected = broken_by_hand(one.config, 3);
      ASSERT_EQ(codes.bits.size(), 9U);
      for (std::size_t v = 0; v < 3; ++v) {
        ASSERT_EQ(codes.bits[3 * v + 2], 6 + expected[v]) << "seed " << seed << " rounds " << rounds << " node " << v;
      }
      outcomes.insert(expected);
    }
    // In a hundred rounds the noise has grown so far that the three neurons are dealt to the three nodes.
    const std::vector<std::uint16_t> last = broken_by_hand(one.config, 3);
    EXPECT_EQ(std::set<std::uint16_t>(last.begin(), last.end()).size(), 3U) << "seed " << seed;
  }
  EXPECT_GE(outcomes.size(), 4U);
}

TEST(TieBreak, GivesUpWhereThereAreMoreNodesThanCodes) {
  OneNode one;
  one.l4.bits = {0, 2, 0, 2, 0, 2, 0, 2};
  one.eligibility.columns = {2, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 0};
  one.eligibility.values.assign(12, 1.0F);
  one.config.readout.tie_break = 0.5;
  one.config.readout.tie_break_rounds = 30;
  const Codes codes = one.codes();
  EXPECT_EQ(codes.tie_breaks, 3U);
  std::set<std::uint16_t> neurons;
  for (std::size_t v = 0; v < 4; ++v) {
    neurons.insert(codes.bits[3 * v + 2]);
  }
  EXPECT_LE(neurons.size(), 3U);
  EXPECT_GE(neurons.size(), 2U);
}

TEST(TieBreak, HelpsWhereNothingDrivesTheReadout) {
  OneNode one;
  one.l4.bits = {0, 2, 0, 2};
  one.eligibility.columns = {2, 1, 0, 2, 1, 0};
  one.eligibility.values = {1.0F, 0.5F, 0.25F, 1.0F, 0.5F, 0.25F};
  one.config.readout.topographic_gain = 0.0;  // and the readout has not learnt
  const Codes codes = one.codes();
  EXPECT_NE(codes.bits[2], codes.bits[5]);
}

TEST(TieBreak, MakesEveryCodeUniqueAndLeavesTheFirstAsItWas) {
  Alike alike(300);
  alike.config.readout.tie_break_rounds = 0;
  const Codes plain = alike.codes();
  EXPECT_EQ(Alike::distinct(plain).size(), 1U);
  EXPECT_EQ(plain.tie_breaks, 0U);

  alike.config.readout.tie_break_rounds = 64;
  const Codes broken = alike.codes();
  EXPECT_EQ(Alike::distinct(broken).size(), 300U);
  EXPECT_EQ(broken.tie_breaks, 299U);
  ASSERT_EQ(broken.active, 28U);
  EXPECT_TRUE(std::equal(plain.bits.begin(), plain.bits.begin() + 28, broken.bits.begin()));
  const std::uint32_t cells = alike.config.l23.cells();
  for (std::size_t v = 0; v < 300; ++v) {
    const auto code = std::span(broken.bits).subspan(v * 28, 28);
    EXPECT_TRUE(std::is_sorted(code.begin(), code.end()));
    EXPECT_EQ(std::adjacent_find(code.begin(), code.end()), code.end());
    EXPECT_LT(code[7], cells);
    EXPECT_GE(code[8], cells);
    EXPECT_LT(code[27], cells + alike.config.readout.l5a_size);
    EXPECT_TRUE(std::equal(code.begin(), code.begin() + 8, plain.bits.begin()));  // the winner cells stay
  }
  EXPECT_EQ(alike.codes(4).bits, broken.bits);
}

TEST(TieBreak, HelpsWhereTheReadoutIsSilentForAllButAFewNeurons) {
  Alike alike(50);
  alike.state.readout.assign(alike.state.readout.size(), 0.0F);
  for (std::size_t i = 0; i < 5 * alike.config.l23.cells(); ++i) {
    alike.state.readout[i] = 0.5F;  // neurons 0 to 4 alone
  }
  EXPECT_EQ(Alike::distinct(alike.codes()).size(), 50U);
}

TEST(TieBreak, OfAnotherSeedDrawsOtherCodes) {
  Alike alike(50);
  const Codes one = alike.codes();
  alike.config.seed = 2;
  EXPECT_NE(alike.codes().bits, one.bits);
}

}  // namespace
}  // namespace columnar::l5_readout_test
