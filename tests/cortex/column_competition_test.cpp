// The competition stops before candidates that cannot reach the ranks. Here it is held to a twin that looks at all.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ostream>

#include "columnar/core/random.hpp"
#include "columnar/cortex/l23_columns.hpp"

namespace columnar::column_competition_test {
namespace {

constexpr std::uint32_t kColumns = 24;
constexpr std::uint32_t kCells = 3;

/// Scores all candidates, inhibits all by the best `active_columns`, sorts all, and keeps `ranks`.
Activity look_at_all(const CortexState& state, const ColumnConfig& config, const Stimulus& stimulus,
                     std::uint32_t ranks) {
  const std::size_t candidates = stimulus.columns.size();
  std::vector<std::vector<float>> drives(candidates, std::vector<float>(state.lanes));
  std::vector<double> scores(candidates);
  for (std::size_t i = 0; i < candidates; ++i) {
    column_drive(state, config, stimulus, stimulus.columns[i], drives[i].data());
    const double mean = std::accumulate(drives[i].begin(), drives[i].begin() + kCells, 0.0) / kCells;
    scores[i] = static_cast<double>(stimulus.eligibility[i]) * std::pow(mean, config.drive_exponent);
  }
  std::vector<std::size_t> order(candidates);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto best_first = [&] {
    std::sort(order.begin(), order.end());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  };
  best_first();
  const std::vector<std::size_t> winners(
      order.begin(),
      order.begin() + std::min<std::ptrdiff_t>(config.active_columns, static_cast<std::ptrdiff_t>(candidates)));
  for (std::size_t i = 0; i < candidates; ++i) {
    double sum = 0.0;
    for (const std::size_t winner : winners) {
      sum += static_cast<double>(state.lateral[stimulus.columns[winner] * kColumns + stimulus.columns[i]]);
    }
    scores[i] *= std::max(0.0, 1.0 + config.lateral_gain * sum / config.active_columns);
  }
  best_first();
  order.resize(std::min<std::size_t>(ranks, candidates));

  Activity activity;
  for (const std::size_t i : order) {
    const std::uint32_t column = stimulus.columns[i];
    std::uint32_t cell = 0;
    for (std::uint32_t k = 1; k < kCells; ++k) {
      const float* thresholds = state.thresholds.data() + state.cell_index(column, 0);
      if (drives[i][k] / thresholds[k] > drives[i][cell] / thresholds[cell]) {
        cell = k;
      }
    }
    activity.columns.push_back(stimulus.columns[i]);
    activity.scores.push_back(static_cast<float>(scores[i]));
    activity.cells.push_back(static_cast<std::uint8_t>(cell));
    activity.drives.insert(activity.drives.end(), drives[i].begin(), drives[i].end());
  }
  return activity;
}

struct Setting {
  double lateral_gain;
  double identity_gain;
  double drive_exponent;
};

void PrintTo(const Setting& s, std::ostream* out) {
  *out << "lateral_gain " << s.lateral_gain << " identity_gain " << s.identity_gain << " drive_exponent "
       << s.drive_exponent;
}

/// A cortex, an input and eligibilities drawn from a number.
struct Trial {
  ColumnConfig config;
  CortexState state;
  std::vector<std::uint16_t> class_inputs;
  std::vector<std::uint16_t> identity_inputs;
  std::vector<std::uint16_t> columns;
  std::vector<float> eligibility;
  std::uint32_t ranks = 0;

  Trial(const Setting& setting, std::uint64_t number) {
    const KeyedRandom random(11, Purpose::kProbe);
    std::uint64_t draws = 0;
    const auto uniform = [&] { return random.uniform(number, draws++); };
    const auto below = [&](std::uint64_t bound) {
      return static_cast<std::uint32_t>(random.below(bound, number, draws++));
    };

    Config whole;
    whole.l4.class_bits = 8;
    whole.l4.identity_bits = 8;
    whole.l23.columns = kColumns;
    whole.l23.cells_per_column = kCells;
    whole.l23.active_columns = 1 + below(4);
    whole.l23.lateral_gain = setting.lateral_gain;
    whole.l23.identity_gain = setting.identity_gain;
    whole.l23.drive_exponent = setting.drive_exponent;
    whole.readout.l5a_size = 1;
    config = whole.l23;
    ranks = config.active_columns + below(8);
    state = initial_cortex(whole);
    for (std::uint16_t a = 0; a < 16; ++a) {
      if (a == 0 || uniform() < 0.4) {
        (a < 8 ? class_inputs : identity_inputs).push_back(a);
      }
    }
    // From even weights to a few on which everything rests: drives from nothing up to their bound.
    const double power = std::pow(10.0, 1.5 * uniform());
    for (std::uint32_t c = 0; c < kColumns; ++c) {
      const bool devoted = uniform() < 0.2;
      for (std::uint32_t a = 0; a < 16; ++a) {
        const bool active = std::count(class_inputs.begin(), class_inputs.end(), a) > 0;
        for (std::uint32_t k = 0; k < kCells; ++k) {
          const double weight = std::pow(uniform(), power);
          state.synapses(c, a)[k] = devoted && !active ? 0.0F : static_cast<float>(weight);
        }
      }
    }
    refresh_weight_sums(state);
    for (float& threshold : state.thresholds) {
      threshold = static_cast<float>(0.6 + uniform());
    }
    const double strong = uniform();
    for (float& lateral : state.lateral) {
      lateral = uniform() < strong ? -1.0F : static_cast<float>(-uniform());
    }
    const std::size_t candidates = 1 + below(kColumns);
    columns.resize(kColumns);
    std::iota(columns.begin(), columns.end(), std::uint16_t{0});
    for (std::uint32_t i = kColumns; i > 1; --i) {
      std::swap(columns[i - 1], columns[below(i)]);
    }
    columns.resize(candidates);
    const double fall = 2.0 * uniform();
    for (std::size_t i = 0; i < candidates; ++i) {
      eligibility.push_back(static_cast<float>(std::exp(-fall * static_cast<double>(i)) * (0.5 + 0.5 * uniform())));
    }
    std::sort(eligibility.begin(), eligibility.end(), std::greater<>());
  }
  [[nodiscard]] Stimulus stimulus() const { return {class_inputs, identity_inputs, columns, eligibility}; }
};

class ColumnCompetitionTwin : public testing::TestWithParam<Setting> {};

TEST_P(ColumnCompetitionTwin, RanksAsThePlainCompetition) {
  for (std::uint64_t number = 0; number < 1500; ++number) {
    const Trial trial(GetParam(), number);
    const Activity all = look_at_all(trial.state, trial.config, trial.stimulus(), trial.ranks);
    Activity activity;
    ColumnCompetition(trial.state, trial.config, trial.ranks).run(trial.stimulus(), activity);
    ASSERT_EQ(activity.columns, all.columns) << number;
    ASSERT_EQ(activity.cells, all.cells) << number;
    ASSERT_EQ(activity.drives, all.drives) << number;
    for (std::size_t rank = 0; rank < all.scores.size(); ++rank) {
      ASSERT_NEAR(static_cast<double>(activity.scores[rank]), static_cast<double>(all.scores[rank]),
                  1e-5 * static_cast<double>(all.scores[0]))
          << number;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, ColumnCompetitionTwin,
                         testing::Values(Setting{0.0, 0.5, 0.5},  // no inhibition
                                         Setting{0.1, 0.5, 0.5},  // as by default
                                         Setting{0.1, 1.0, 0.5},  // as printed
                                         Setting{0.9, 0.5, 0.5}, Setting{1.0, 0.5, 0.5},
                                         Setting{20.0, 0.5, 0.5},                         // down to zero at once
                                         Setting{0.5, 0.0, 1.0},                          // class inputs alone
                                         Setting{0.5, 1.0, 2.0}, Setting{0.5, 0.5, 0.0},  // eligibility alone
                                         Setting{0.1, 3.0, 0.5}));

}  // namespace
}  // namespace columnar::column_competition_test
