#include "columnar/cortex/l5_readout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "cortex/tiny_cortex.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing_support::set_weights;
using testing_support::small_config;
using testing_support::tiny_config;

TEST(FiringCells, AreTheWinnersCellsAsBitsOfL23) {
  const CortexState state = newborn_cortex({});
  Activity activity;
  activity.columns = {299, 0, 7};
  activity.cells = {4, 2, 0};
  EXPECT_THAT(firing_cells(activity, state), ElementsAre(1499, 2, 35));
}

TEST(ReadoutTeacher, NamesTheRankedColumnsBehindTheOnesItSkips) {
  Config config;
  config.readout.l5a_active = 3;
  Activity activity;
  activity.columns = {5, 9, 301, 2, 8, 1};
  config.readout.teacher_skips = 0;
  EXPECT_THAT(readout_teacher(activity, config), ElementsAre(5, 9, 1));  // 301 mod 300
  config.readout.teacher_skips = 2;
  EXPECT_THAT(readout_teacher(activity, config), ElementsAre(1, 2, 8));
  config.readout.teacher_skips = 5;
  EXPECT_THAT(readout_teacher(activity, config), ElementsAre(1));  // no more are ranked
}

/// One node that drives columns 2, 1, 0 in this order with the scores 4, 2 and 1, each at its cell 0.
struct OneNode {
  Config config = tiny_config();
  CortexState state;
  L4Codes l4{2, {0, 2}};
  Eligibility eligibility{3, {2, 1, 0}, {1.0F, 0.5F, 0.25F}};

  OneNode() {
    config.l23.weight_normalisation = false;
    config.l23.drive_scale = 1.0;
    config.l23.lateral_gain = 0.0;
    state = newborn_cortex(config);
    for (std::uint32_t c = 0; c < 3; ++c) {
      set_weights(state, c, 0, {8.5F, 0, 0, 0});  // drives 17 and 15, mean 16
      set_weights(state, c, 1, {7.5F, 0, 0, 0});
    }
  }
  [[nodiscard]] std::vector<std::uint16_t> code() const { return read_out(l4, eligibility, config, state, {}).bits; }
};

TEST(ReadOut, PutsTheWinnerCellsFirstAndTheReadoutBehindThem) {
  // Winners: columns 2 and 1 at cell 0, bits 4 and 2. Cells of the ranked columns: 4, 2, 0 with grades 1, 1/2, 1/4.
  OneNode one;
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

TEST(ReadOut, WithoutTheOutstarIsTheRunnerUpColumns) {
  OneNode one;
  one.config.plasticity.outstar = false;
  one.state.readout.assign(one.state.readout.size(), 0.7F);
  EXPECT_THAT(one.code(), ElementsAre(2, 4, 6 + 0));
}

/// So many nodes that are all alike.
struct Alike {
  Config config = small_config();
  CortexState state = newborn_cortex(config);
  L4Codes l4;
  Eligibility eligibility;
  std::size_t nodes;

  explicit Alike(std::size_t count) : nodes(count) {
    l4.active = config.l4.active();
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
    return read_out(l4, eligibility, config, state, {threads, nullptr});
  }
  static std::set<std::vector<std::uint16_t>> distinct(const Codes& codes) {
    std::set<std::vector<std::uint16_t>> all;
    for (auto first = codes.bits.begin(); first != codes.bits.end(); first += codes.active) {
      all.emplace(first, first + codes.active);
    }
    return all;
  }
};

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
}  // namespace columnar
