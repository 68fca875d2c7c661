#include "columnar/cortex/lif.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/core/random.hpp"

namespace columnar::lif_test {
namespace {

TEST(Lif, FiresAtTheStepWorkedByHand) {
  // τ = 2: V = D/2, 3D/4, 7D/8, 15D/16 …
  const LifClock clock(2.0, 4);
  EXPECT_EQ(clock.steps(), 4U);
  EXPECT_EQ(clock.spike_step(1.0F, 0.5F), 1U);  // reaching the threshold is enough
  EXPECT_EQ(clock.spike_step(1.0F, 0.51F), 2U);
  EXPECT_EQ(clock.spike_step(1.0F, 0.8F), 3U);
  EXPECT_EQ(clock.spike_step(4.0F, 3.75F), 4U);
  EXPECT_EQ(clock.spike_step(1.0F, 0.95F), LifClock::kSilent);
}

TEST(Lif, NeverFiresWhereTheDriveDoesNotExceedTheThreshold) {
  const LifClock clock(10.0, 1000);
  EXPECT_EQ(clock.spike_step(0.0F, 0.6F), LifClock::kSilent);
  EXPECT_EQ(clock.spike_step(0.5F, 0.6F), LifClock::kSilent);
  EXPECT_EQ(simulate_spike_step(0.5, 0.6, 10.0, 1000), LifClock::kSilent);
}

TEST(Lif, TableAndStepByStepSimulationAgree) {
  const KeyedRandom random(1, Purpose::kProbe);
  int silent = 0;
  for (const double tau : {1.0, 3.0, 10.0}) {
    const LifClock clock(tau, 20);
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const auto drive = static_cast<float>(6.0 * random.uniform(1, i));
      const auto threshold = static_cast<float>(0.1 + 3.0 * random.uniform(2, i));
      const std::uint32_t step = clock.spike_step(drive, threshold);
      EXPECT_EQ(step, simulate_spike_step(static_cast<double>(drive), static_cast<double>(threshold), tau, 20))
          << drive << " against " << threshold;
      silent += step == LifClock::kSilent ? 1 : 0;
    }
  }
  EXPECT_GT(silent, 300);
  EXPECT_LT(silent, 5000);
}

TEST(FiringRate, AsPrintedIsATraceOfTheSpikeAtTheEnd) {
  EXPECT_FLOAT_EQ(firing_rate(20, 20, 10.0, true), 1.0F);  // just now
  EXPECT_FLOAT_EQ(firing_rate(10, 20, 10.0, true), std::exp(-1.0F));
  EXPECT_FLOAT_EQ(firing_rate(1, 20, 10.0, true), std::exp(-1.9F));
}

TEST(FiringRate, ByLatencyIsLargerForAnEarlierSpike) {
  EXPECT_FLOAT_EQ(firing_rate(10, 20, 10.0, false), std::exp(-1.0F));
  EXPECT_FLOAT_EQ(firing_rate(1, 20, 10.0, false), std::exp(-0.1F));
}

TEST(FiringRate, OfASilentCellIsZero) {
  EXPECT_EQ(firing_rate(LifClock::kSilent, 20, 10.0, true), 0.0F);
  EXPECT_EQ(firing_rate(LifClock::kSilent, 20, 10.0, false), 0.0F);
}

}  // namespace
}  // namespace columnar::lif_test
