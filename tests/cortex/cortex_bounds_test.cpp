#include "columnar/cortex/cortex_bounds.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <string>

#include "columnar/cortex/column_training.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/cortex/settling.hpp"
#include "cortex/tiny_cortex.hpp"
#include "cortex/training_inputs.hpp"
#include "support/hard_graphs.hpp"

/// A few thousand presentations of small graphs, so that every build can afford it. COLUMNAR_UPDATES=1000000 asks for
/// as many as it says, of large graphs, and prints what was seen: the table of docs/decisions/0024-numerical-safety.md.

namespace columnar::cortex_bounds_test {
namespace {

using testing_support::hard_graphs;
using testing_support::small_config;
using testing_support::TrainingInputs;
using testing_support::wide;

/// The presentations that were asked for, or none.
std::uint64_t asked_for() {
  const char* text = std::getenv("COLUMNAR_UPDATES");
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

/// The default constants; the default sizes, too, where much was asked for.
Config watched_config() { return asked_for() > 0 ? Config{} : small_config(); }

/// The least and the largest of every array, whenever it was looked at.
class Witness {
 public:
  explicit Witness(const Config& config) : config_(config) {
    least_.fill(std::numeric_limits<float>::max());
    most_.fill(std::numeric_limits<float>::lowest());
  }

  void look(const CortexState& state) {
    const auto arrays = bounded_arrays(state, config_);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      const auto [least, most] = std::ranges::minmax(arrays[i].numbers);
      least_[i] = std::min(least_[i], least);
      most_[i] = std::max(most_[i], most);
      EXPECT_GE(least, arrays[i].least) << arrays[i].name;
      EXPECT_LE(most, arrays[i].most) << arrays[i].name;
    }
    CortexState fresh = state;
    refresh_weight_sums(fresh);
    for (std::size_t i = 0; i < fresh.weight_sums.size(); ++i) {
      drift_ = std::max(drift_, std::abs(wide(fresh.weight_sums[i]) - wide(state.weight_sums[i])));
    }
  }

  /// How far a running sum of weights was from the sum.
  [[nodiscard]] double drift() const { return drift_; }

  [[nodiscard]] std::string text() const {
    std::string line;
    for (std::size_t i = 0; i < least_.size(); ++i) {
      line += fmt::format(" {:.4g} … {:.4g} |", least_[i], most_[i]);
    }
    return line + fmt::format(" {:.2g} |", drift_);
  }

 private:
  const Config& config_;
  std::array<float, 7> least_{};
  std::array<float, 7> most_{};
  double drift_ = 0.0;
};

/// Shows so many presentations to the columns, and as many nodes to the readout, looking now and then.
Witness watch(const TrainingInputs& inputs, std::uint64_t block_of_looks) {
  Witness witness(inputs.config);
  CortexState state = initial_cortex(inputs.config);
  std::uint64_t blocks = 0;
  const StageSteps steps{0, [&](std::uint64_t /*done*/) {
                           if (++blocks % block_of_looks == 0) {
                             witness.look(state);
                           }
                         }};
  learn_columns(inputs.presentations(), inputs.l4, inputs.eligibility, inputs.config, state, {2, nullptr}, steps);
  witness.look(state);
  const Firing firing = settle_thresholds(inputs.l4, inputs.eligibility, inputs.config, state, {});
  witness.look(state);
  learn_readout(firing, inputs.config, state, {2, nullptr});
  witness.look(state);
  return witness;
}

void watch_hard_graphs(Config config) {
  const std::uint64_t asked = asked_for();
  config.training.presentations = asked > 0 ? asked : 5000;
  config.training.presentations_per_node = std::numeric_limits<std::uint32_t>::max();
  config.training.outstar_presentations = asked > 0 ? asked : 100;
  for (const auto& [name, graph] : asked > 0 ? hard_graphs(100'000, 1000) : hard_graphs(300, 40)) {
    SCOPED_TRACE(name);
    const Witness witness = watch(TrainingInputs(config, graph), asked > 0 ? 256 : 4);
    EXPECT_LT(witness.drift(), asked > 0 ? 1.0 : 1e-2);
    if (asked > 0) {
      std::cout << "| " << name << " |" << witness.text() << std::endl;
    }
  }
}

TEST(CortexBounds, HoldOnGraphsThatAreMadeToBreakThem) { watch_hard_graphs(watched_config()); }

TEST(CortexBounds, HoldWithEveryRuleAtItsFastest) {
  Config config = watched_config();
  config.plasticity.bcm_rate = 1000.0;
  config.plasticity.bcm_threshold_rate = 1.0;
  config.plasticity.anti_ce_rate = 1000.0;
  config.plasticity.lateral_rate = 1.0;
  config.plasticity.intrinsic_rate = 1000.0;
  config.plasticity.firing_average_rate = 1.0;
  config.plasticity.outstar_rate = 1.0;
  watch_hard_graphs(config);
}

TEST(CortexBounds, AreThoseOfTheConfig) {
  Config config;
  config.l23.minimum_threshold = 1.5;
  config.l23.maximum_threshold = 4.0;
  const CortexState state = initial_cortex(config);
  const auto arrays = bounded_arrays(state, config);
  EXPECT_EQ(arrays[2].name, "thresholds");
  EXPECT_EQ(arrays[2].numbers.data(), state.thresholds.data());
  EXPECT_EQ(arrays[2].least, 1.5F);
  EXPECT_EQ(arrays[2].most, 4.0F);
}

}  // namespace
}  // namespace columnar::cortex_bounds_test
