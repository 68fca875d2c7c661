#include "columnar/kernels/synapses.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/kernels/float_lanes.hpp"
#include "columnar/kernels/targets.hpp"

namespace columnar::synapses_test {
namespace {

constexpr std::uint32_t kInputs = 90;

std::vector<float> random_synapses(std::uint32_t cells) {
  const KeyedRandom random(1, Purpose::kProbe);
  std::vector<float> synapses(std::size_t{kInputs} * cells + kVectorLanes);
  for (std::size_t i = 0; i < synapses.size(); ++i) {
    synapses[i] = static_cast<float>(random.uniform(cells, i));
  }
  return synapses;
}

std::vector<std::uint16_t> some_inputs(std::size_t count) {
  std::vector<std::uint16_t> inputs;
  for (std::size_t i = 0; i < count; ++i) {
    inputs.push_back(static_cast<std::uint16_t>(i * 37 % kInputs));  // 37 and 90 have no common factor: all distinct
  }
  return inputs;
}

TEST(Synapses, SumWorkedByHand) {
  std::vector<float> synapses(3 * 8, 0.0F);
  synapses[0 * 8 + 1] = 0.25F;
  synapses[2 * 8 + 1] = 0.5F;
  synapses[1 * 8 + 1] = 9.0F;  // not asked for
  synapses[2 * 8 + 5] = 0.125F;
  const std::array<std::uint16_t, 2> inputs = {0, 2};
  const std::array<std::uint16_t, 1> others = {2};
  std::array<float, 8> sums{};
  std::array<float, 8> other_sums{};
  sums.fill(7.0F);  // what an earlier call left behind
  plain::sum_synapses(synapses.data(), 8, inputs, others, sums.data(), other_sums.data());
  EXPECT_EQ(sums, (std::array<float, 8>{0.0F, 0.75F, 0.0F, 0.0F, 0.0F, 0.125F, 0.0F, 0.0F}));
  EXPECT_EQ(other_sums, (std::array<float, 8>{0.0F, 0.5F, 0.0F, 0.0F, 0.0F, 0.125F, 0.0F, 0.0F}));
}

TEST(Synapses, ShiftKeepsBetweenZeroAndOneAndTellsWhatReallyMoved) {
  std::vector<float> synapses(2 * 8, 0.5F);
  synapses[8] = 0.875F;
  const std::array<std::uint16_t, 2> inputs = {0, 1};
  std::array<float, 8> change{};
  change[0] = 0.25F;
  change[1] = -2.0F;
  std::array<float, 8> moved{};
  moved[2] = 3.0F;  // is added to
  plain::shift_synapses(synapses.data(), 8, inputs, change.data(), moved.data());
  EXPECT_EQ(synapses[0], 0.75F);
  EXPECT_EQ(synapses[8], 1.0F);
  EXPECT_EQ(synapses[1], 0.0F);
  EXPECT_EQ(synapses[2], 0.5F);
  EXPECT_EQ(moved, (std::array<float, 8>{0.375F, -1.0F, 3.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F}));
}

TEST(Synapses, GiveTheBitsOfThePlainTwinsOnEveryTarget) {
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    for (const std::uint32_t cells : {1U, 5U, 8U, 12U, 16U, 24U, 27U, 32U, 64U}) {
      const std::uint32_t lanes = lanes_of(cells);
      for (const std::size_t count : {0U, 1U, 2U, 3U, 4U, 5U, 20U, 40U, 90U}) {
        const std::vector<std::uint16_t> inputs = some_inputs(count);
        std::vector<float> expected_synapses = random_synapses(cells);
        std::vector<float> synapses = expected_synapses;
        std::vector<float> expected(lanes, 1.0F);
        std::vector<float> found(lanes, 2.0F);
        const std::vector<std::uint16_t> others = some_inputs(90 - count);
        std::vector<float> expected_others(lanes, 3.0F);
        std::vector<float> found_others(lanes, 4.0F);
        plain::sum_synapses(synapses.data(), cells, inputs, others, expected.data(), expected_others.data());
        sum_synapses(synapses.data(), cells, inputs, others, found.data(), found_others.data());
        ASSERT_EQ(found_others, expected_others) << target.name << ", " << cells << " cells, " << count << " inputs";
        ASSERT_EQ(found, expected) << target.name << ", " << cells << " cells, " << count << " inputs";

        std::vector<float> change(lanes);
        for (std::uint32_t lane = 0; lane < cells; ++lane) {
          change[lane] = (static_cast<float>(lane % 5) - 2.0F) * 0.3F;
        }
        plain::shift_synapses(expected_synapses.data(), cells, inputs, change.data(), expected.data());
        shift_synapses(synapses.data(), cells, inputs, change.data(), found.data());
        ASSERT_EQ(synapses, expected_synapses) << target.name << ", " << cells << " cells, " << count << " inputs";
        ASSERT_EQ(found, expected) << target.name << ", " << cells << " cells, " << count << " inputs";
      }
    }
  }
}

}  // namespace
}  // namespace columnar::synapses_test
