#include "columnar/cortex/l5_readout.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "columnar/core/finite.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/top_k.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerReport = 4096;

/// W_r transposed, so that the drive of L5a is a sum of contiguous rows: [cell][l5a neuron].
std::vector<float> transpose_readout(const CortexState& state) {
  const std::size_t cells = static_cast<std::size_t>(state.columns) * state.cells;
  std::vector<float> result(state.readout.size());
  for (std::size_t j = 0; j < state.l5a_size; ++j) {
    for (std::size_t i = 0; i < cells; ++i) {
      result[i * state.l5a_size + j] = state.readout[j * cells + i];
    }
  }
  return result;
}

/// Reads one node after another; one a thread.
class Reader {
 public:
  Reader(const Config& config, const CortexState& state, const std::vector<float>& by_cell)
      : config_(config), state_(state), by_cell_(by_cell), tie_(config.seed, Purpose::kTieBreak) {}

  /// Writes the code of a node. Round 0 is the plain code; later rounds let the identity, its key, break ties.
  void read(std::uint64_t key, const Activity& activity, std::uint32_t round, std::uint16_t* out) {
    const std::uint32_t winners = config_.l23.active_columns;
    for (std::uint32_t rank = 0; rank < winners; ++rank) {
      out[rank] = static_cast<std::uint16_t>(activity.columns[rank] * state_.cells + activity.cells[rank]);
    }
    std::sort(out, out + winners);
    compute_drive(key, activity, round);
    require_finite(drive_, "readout", "the drive of a neuron");
    top_k(std::span<const float>(drive_), config_.readout.l5a_active, order_);
    std::uint16_t* l5a = out + winners;
    for (std::size_t k = 0; k < order_.size(); ++k) {
      l5a[k] = static_cast<std::uint16_t>(config_.l23.cells() + order_[k]);
    }
    std::sort(l5a, l5a + order_.size());
  }

 private:
  void compute_drive(std::uint64_t key, const Activity& activity, std::uint32_t round) {
    drive_.assign(state_.l5a_size, 0.0F);
    grades_.resize(activity.columns.size());
    const float strongest = activity.scores.front();
    float total = 0.0F;
    for (std::size_t rank = 0; rank < activity.columns.size(); ++rank) {
      grades_[rank] = strongest > 0.0F ? activity.scores[rank] / strongest : 1.0F;
      total += grades_[rank];
    }
    if (config_.plasticity.outstar) {
      const float gain = static_cast<float>(config_.readout.readout_gain) / total;
      for (std::size_t rank = 0; rank < activity.columns.size(); ++rank) {
        const std::size_t cell = static_cast<std::size_t>(activity.columns[rank]) * state_.cells + activity.cells[rank];
        const float* row = by_cell_.data() + cell * state_.l5a_size;
        const float weight = gain * grades_[rank];
        for (std::size_t j = 0; j < drive_.size(); ++j) {
          drive_[j] += weight * row[j];
        }
      }
    }
    // Without learned weights the own columns are all there is, whatever their gain.
    const auto topographic = config_.plasticity.outstar ? static_cast<float>(config_.readout.topographic_gain) : 1.0F;
    for (std::size_t rank = config_.readout.teacher_skips; rank < activity.columns.size(); ++rank) {
      drive_[activity.columns[rank] % state_.l5a_size] += topographic * grades_[rank];
    }
    if (round > 0) {
      // A silent neuron can be drawn too, so that even equal drives end in different codes.
      const float largest = *std::max_element(drive_.begin(), drive_.end());
      const float floor = largest > 0.0F ? 1e-3F * largest : 1.0F;
      for (std::size_t j = 0; j < drive_.size(); ++j) {
        const double noise =
            config_.readout.tie_break * round * tie_.normal(key, std::uint64_t{round} * drive_.size() + j);
        drive_[j] = (drive_[j] + floor) * static_cast<float>(1.0 + noise);
      }
    }
  }

  const Config& config_;
  const CortexState& state_;
  const std::vector<float>& by_cell_;
  KeyedRandom tie_;
  std::vector<float> grades_;
  std::vector<float> drive_;
  std::vector<std::uint32_t> order_;
};

std::string_view code_key(std::span<const std::uint16_t> bits, std::size_t active, std::size_t node) {
  // NOLINTNEXTLINE: the bytes of a code are its key
  return {reinterpret_cast<const char*>(bits.data() + node * active), active * sizeof(std::uint16_t)};
}

/// Nodes whose code an earlier node has too, or one of the others.
std::vector<std::size_t> later_duplicates(const Codes& codes, std::size_t nodes, const ReadOutNeighbours& others) {
  std::unordered_map<std::string_view, std::size_t> first;  // of the nodes with this code; kTaken for another's
  constexpr std::size_t kTaken = ~std::size_t{0};
  first.reserve(nodes);
  for (std::size_t v = 0; v < nodes; ++v) {
    first.emplace(code_key(codes.bits, codes.active, v), v);
  }
  for (const auto rows : others.taken) {
    for (std::size_t v = 0; v < rows.size() / codes.active; ++v) {
      if (const auto found = first.find(code_key(rows, codes.active, v)); found != first.end()) {
        found->second = kTaken;
      }
    }
  }
  std::vector<std::size_t> repeated;
  for (std::size_t v = 0; v < nodes; ++v) {
    if (first.at(code_key(codes.bits, codes.active, v)) != v) {
      repeated.push_back(v);
    }
  }
  return repeated;
}

}  // namespace

std::vector<std::uint16_t> firing_cells(const Activity& activity, const CortexState& state) {
  std::vector<std::uint16_t> cells(activity.columns.size());
  for (std::size_t rank = 0; rank < cells.size(); ++rank) {
    cells[rank] = static_cast<std::uint16_t>(activity.columns[rank] * state.cells + activity.cells[rank]);
  }
  return cells;
}

std::vector<std::uint16_t> readout_teacher(std::span<const std::uint16_t> firing, const Config& config) {
  std::vector<std::uint16_t> teacher;
  const std::size_t first = config.readout.teacher_skips;
  const std::size_t last = std::min<std::size_t>(first + config.readout.l5a_active, firing.size());
  for (std::size_t rank = first; rank < last; ++rank) {
    const std::uint32_t column = firing[rank] / config.l23.cells_per_column;
    teacher.push_back(static_cast<std::uint16_t>(column % config.readout.l5a_size));
  }
  return teacher;
}

Codes read_out(const L4Codes& l4, const Eligibility& eligibility, const Config& config, const CortexState& state,
               const RunContext& context) {
  return read_out(l4, eligibility, config, state, {}, context);
}

Codes read_out(const L4Codes& l4, const Eligibility& eligibility, const Config& config, const CortexState& state,
               const ReadOutNeighbours& others, const RunContext& context) {
  const std::size_t nodes = l4.bits.size() / l4.active;
  Codes codes;
  codes.active = config.l23.active_columns + config.readout.l5a_active;
  codes.bits.resize(nodes * codes.active);
  const std::vector<float> by_cell = transpose_readout(state);
  const auto read_nodes = [&](std::span<const std::size_t> which, std::uint32_t round) {
    const auto stimulus = [&](std::size_t i) { return stimulus_of(which[i], l4, eligibility); };
    for_each_batch(state, config.l23, codes.active, which.size(), stimulus, context.threads,
                   [&](std::size_t first, std::span<const Activity> activities) {
                     Reader reader(config, state, by_cell);
                     for (std::size_t i = 0; i < activities.size(); ++i) {
                       const std::size_t node = which[first + i];
                       reader.read(others.keys.empty() ? node : others.keys[node], activities[i], round,
                                   codes.bits.data() + node * codes.active);
                     }
                   });
  };
  std::vector<std::size_t> all(std::min(nodes, kNodesPerReport));
  for (std::size_t first = 0; first < nodes; first += kNodesPerReport) {
    all.resize(std::min(kNodesPerReport, nodes - first));
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = first + i;
    }
    read_nodes(all, 0);
    context.advance(static_cast<double>(first + all.size()) / static_cast<double>(nodes));
  }
  std::vector<bool> redrawn(nodes, false);
  for (std::uint32_t round = 1; round <= config.readout.tie_break_rounds; ++round) {
    const std::vector<std::size_t> repeated = later_duplicates(codes, nodes, others);
    if (repeated.empty()) {
      break;
    }
    for (const std::size_t v : repeated) {
      redrawn[v] = true;
    }
    read_nodes(repeated, round);
  }
  codes.tie_breaks = static_cast<std::uint64_t>(std::count(redrawn.begin(), redrawn.end(), true));
  return codes;
}

}  // namespace columnar
