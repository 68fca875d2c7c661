#pragma once

// A deliberately plain twin of the cortex's training: doubles, nested vectors, one presentation at a time, the rules
// written out as docs/equations.md has them. Nothing here is shared with the code under test but the config.

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"

namespace columnar::testing_support {

class PlainCortex {
 public:
  PlainCortex(const Config& config, const CortexState& start) : config_(config) {
    const ColumnConfig& l23 = config.l23;
    weights_.assign(l23.columns, Table(l23.cells_per_column, std::vector<double>(config.l4.width())));
    for (std::uint32_t c = 0; c < l23.columns; ++c) {
      for (std::uint32_t k = 0; k < l23.cells_per_column; ++k) {
        for (std::uint32_t a = 0; a < config.l4.width(); ++a) {
          weights_[c][k][a] = static_cast<double>(start.synapses(c, a)[k]);
        }
      }
    }
    thresholds_.assign(l23.columns, std::vector<double>(l23.cells_per_column, l23.initial_threshold));
    sliding_.assign(l23.columns, std::vector<double>(l23.cells_per_column, 0.0));
    rates_ = sliding_;
    lateral_.assign(l23.columns, std::vector<double>(l23.columns, 0.0));
  }

  /// Shows node v of a pair whose modulator is m.
  void present(std::span<const std::uint16_t> l4, std::span<const std::uint16_t> columns,
               std::span<const float> eligibility, double m) {
    const PlasticityConfig& rules = config_.plasticity;
    const std::vector<std::uint32_t> winners = compete(l4, columns, eligibility);
    std::vector<std::uint32_t> cells;
    for (const std::uint32_t c : winners) {
      cells.push_back(first_cell(c));
    }
    for (auto& column : rates_) {
      for (double& rate : column) {
        rate *= 1.0 - rules.firing_average_rate;
      }
    }
    for (std::size_t i = 0; i < winners.size(); ++i) {
      const std::uint32_t c = winners[i];
      const std::uint32_t k = cells[i];
      if (rules.bcm) {
        const double r = rate_of(drives_[c][k], thresholds_[c][k]);
        move(c, k, l4, rules.bcm_rate * r * (r - sliding_[c][k]) * m);
        sliding_[c][k] += rules.bcm_threshold_rate * (r * r - sliding_[c][k]);
      }
      if (rules.anti_ce) {
        double sum = 0.0;
        for (const double d : drives_[c]) {
          sum += std::exp(d / rules.anti_ce_temperature);
        }
        for (std::uint32_t other = 0; other < config_.l23.cells_per_column; ++other) {
          const double soft = std::exp(drives_[c][other] / rules.anti_ce_temperature) / sum;
          move(c, other, l4, rules.anti_ce_rate * (soft - (other == k ? 1.0 : 0.0)));
        }
      }
      rates_[c][k] += rules.firing_average_rate;
    }
    if (rules.lateral) {
      for (const std::uint32_t i : winners) {
        for (std::uint32_t j = 0; j < config_.l23.columns; ++j) {
          const double active = std::find(winners.begin(), winners.end(), j) != winners.end() ? 1.0 : 0.0;
          if (j != i) {
            lateral_[i][j] -= rules.lateral_rate * (active + lateral_[i][j]);
          }
        }
      }
    }
    if (rules.intrinsic) {
      for (std::uint32_t c = 0; c < config_.l23.columns; ++c) {
        double mean = 0.0;
        for (const double rate : rates_[c]) {
          mean += rate / config_.l23.cells_per_column;
        }
        for (std::uint32_t k = 0; k < config_.l23.cells_per_column; ++k) {
          thresholds_[c][k] =
              std::clamp(thresholds_[c][k] + rules.intrinsic_rate / rules.intrinsic_interval * (rates_[c][k] - mean),
                         config_.l23.minimum_threshold, config_.l23.maximum_threshold);
        }
      }
    }
  }

  /// The largest difference from a state, over everything that presentations change.
  [[nodiscard]] double distance(const CortexState& state) const {
    double largest = 0.0;
    const auto compare = [&](double mine, float theirs) {
      largest = std::max(largest, std::abs(mine - static_cast<double>(theirs)));
    };
    for (std::uint32_t c = 0; c < config_.l23.columns; ++c) {
      for (std::uint32_t k = 0; k < config_.l23.cells_per_column; ++k) {
        for (std::uint32_t a = 0; a < config_.l4.width(); ++a) {
          compare(weights_[c][k][a], state.synapses(c, a)[k]);
        }
        compare(thresholds_[c][k], state.thresholds[state.cell_index(c, k)]);
        compare(sliding_[c][k], state.sliding[state.cell_index(c, k)]);
        compare(rates_[c][k], state.rates[state.cell_index(c, k)]);
      }
      for (std::uint32_t j = 0; j < config_.l23.columns; ++j) {
        compare(lateral_[c][j], state.lateral[static_cast<std::size_t>(c) * config_.l23.columns + j]);
      }
    }
    return largest;
  }

 private:
  using Table = std::vector<std::vector<double>>;

  std::vector<std::uint32_t> compete(std::span<const std::uint16_t> l4, std::span<const std::uint16_t> columns,
                                     std::span<const float> eligibility) {
    const ColumnConfig& l23 = config_.l23;
    drives_.assign(l23.columns, std::vector<double>(l23.cells_per_column, 0.0));
    std::vector<double> scores(l23.columns, -1.0);  // no candidate
    for (std::size_t i = 0; i < columns.size(); ++i) {
      double mean = 0.0;
      for (std::uint32_t k = 0; k < l23.cells_per_column; ++k) {
        double active = 0.0;
        double all = 0.0;
        for (std::uint32_t a = 0; a < config_.l4.width(); ++a) {
          const double w = weights_[columns[i]][k][a];
          all += w;
          if (std::find(l4.begin(), l4.end(), a) != l4.end()) {
            active += a < config_.l4.class_bits ? w : l23.identity_gain * w;
          }
        }
        const double scale = l23.drive_scale * config_.l4.width() / static_cast<double>(l4.size());
        drives_[columns[i]][k] = scale * active / all;
        mean += drives_[columns[i]][k] / l23.cells_per_column;
      }
      scores[columns[i]] = static_cast<double>(eligibility[i]) * std::pow(mean, l23.drive_exponent);
    }
    std::vector<double> inhibited = scores;
    const std::vector<std::uint32_t> provisional = best(scores);
    for (std::uint32_t c = 0; c < l23.columns; ++c) {
      double sum = 0.0;
      for (const std::uint32_t j : provisional) {
        sum += lateral_[j][c];
      }
      inhibited[c] *= std::max(0.0, 1.0 + l23.lateral_gain * sum / l23.active_columns);
    }
    return best(inhibited);
  }

  [[nodiscard]] std::vector<std::uint32_t> best(const std::vector<double>& scores) const {
    std::vector<std::uint32_t> order;
    for (std::uint32_t c = 0; c < scores.size(); ++c) {
      if (scores[c] >= 0.0) {
        order.push_back(c);
      }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
    order.resize(std::min<std::size_t>(order.size(), config_.l23.active_columns));
    return order;
  }

  [[nodiscard]] std::uint32_t first_cell(std::uint32_t c) const {
    std::uint32_t best_cell = 0;
    for (std::uint32_t k = 1; k < config_.l23.cells_per_column; ++k) {
      if (drives_[c][k] / thresholds_[c][k] > drives_[c][best_cell] / thresholds_[c][best_cell]) {
        best_cell = k;
      }
    }
    return best_cell;
  }

  [[nodiscard]] double rate_of(double drive, double threshold) const {
    double potential = 0.0;
    for (std::uint32_t t = 1; t <= config_.l23.time_steps; ++t) {
      potential += (drive - potential) / config_.l23.membrane_time;
      if (potential >= threshold) {
        const double age = config_.plasticity.rate_is_trace ? config_.l23.time_steps - static_cast<double>(t) : t;
        return std::exp(-age / config_.l23.rate_time);
      }
    }
    return 0.0;
  }

  void move(std::uint32_t c, std::uint32_t k, std::span<const std::uint16_t> l4, double change) {
    for (const std::uint16_t a : l4) {
      weights_[c][k][a] = std::clamp(weights_[c][k][a] + change, 0.0, 1.0);
    }
  }

  const Config& config_;
  std::vector<Table> weights_;  // [column][cell][input]
  Table thresholds_;            // [column][cell]
  Table sliding_;
  Table rates_;
  Table lateral_;  // [from][to]
  Table drives_;   // of the last presentation
};

}  // namespace columnar::testing_support
