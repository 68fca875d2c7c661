#include "columnar/cortex/l5_readout.hpp"

#include <algorithm>
#include <cstring>

#include "columnar/core/bf16_line.hpp"
#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/cortex/repeated_codes.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerReport = 32'768;
constexpr std::size_t kNodesPerBlock = 256;

/// W_r transposed, so that the drive of L5a is a sum of rows, and rounded, so that all rows fit into the cache.
struct ReadoutRows {
  explicit ReadoutRows(const CortexState& state)
      : lines((state.l5a_size + Bf16Line::kNumbers - 1) / Bf16Line::kNumbers) {
    const std::size_t cells = static_cast<std::size_t>(state.columns) * state.cells;
    rows.resize(cells * lines);
    own.resize(cells);
    std::vector<float> row(lines * Bf16Line::kNumbers, 0.0F);
    for (std::size_t i = 0; i < cells; ++i) {
      own[i] = static_cast<std::uint16_t>(i / state.cells % state.l5a_size);
      for (std::size_t j = 0; j < state.l5a_size; ++j) {
        row[j] = state.readout[j * cells + i];
      }
      for (std::size_t line = 0; line < lines; ++line) {
        rows[i * lines + line].set(row.data() + line * Bf16Line::kNumbers);
      }
    }
  }

  /// The weights of a cell.
  [[nodiscard]] std::span<const Bf16Line> of(std::size_t cell) const noexcept {
    return {rows.data() + cell * lines, lines};
  }

  std::size_t lines;  ///< per row
  std::vector<Bf16Line> rows;
  std::vector<std::uint16_t> own;  ///< the neuron of each cell's column
};

/// Reads one node after another; one object per block.
class Reader {
 public:
  Reader(const Config& config, const CortexState& state, const ReadoutRows& weights)
      : config_(config), state_(state), weights_(weights), factors_(state.l5a_size) {}

  /// Writes the code of a node. Round 0 is the plain code; in later rounds the node's key breaks ties.
  void read(std::uint64_t key, std::span<const std::uint16_t> cells, std::span<const float> scores, std::uint32_t round,
            std::uint16_t* out) {
    const std::uint32_t winners = config_.l23.active_columns;
    std::copy_n(cells.begin(), winners, out);
    std::sort(out, out + winners);
    compute_drive(key, cells, scores, round);
    require_finite(drive_, "readout", "the drive of a neuron");
    top_k_ascending(drive_, config_.readout.l5a_active, l5a_);
    std::uint16_t* l5a = out + winners;
    for (std::size_t k = 0; k < l5a_.size(); ++k) {
      l5a[k] = static_cast<std::uint16_t>(config_.l23.cells() + l5a_[k]);
    }
  }

  /// What the plain code is chosen by.
  [[nodiscard]] std::vector<float> plain_drive(std::span<const std::uint16_t> cells, std::span<const float> scores) {
    compute_drive(0, cells, scores, 0);
    return drive_;
  }

 private:
  void compute_drive(std::uint64_t key, std::span<const std::uint16_t> cells, std::span<const float> scores,
                     std::uint32_t round) {
    drive_.assign(state_.l5a_size, 0.0F);
    grades_.resize(cells.size());
    const float strongest = scores.front();
    float total = 0.0F;
    for (std::size_t rank = 0; rank < cells.size(); ++rank) {
      grades_[rank] = strongest > 0.0F ? scores[rank] / strongest : 1.0F;
      total += grades_[rank];
    }
    if (config_.plasticity.outstar) {
      sums_.assign(weights_.lines * Bf16Line::kRegisters, FloatLanes{});
      const float gain = static_cast<float>(config_.readout.readout_gain) / total;
      for (std::size_t rank = 0; rank < cells.size(); ++rank) {
        const auto row = weights_.of(cells[rank]);
        for (std::size_t line = 0; line < row.size(); ++line) {
          row[line].add_to(sums_.data() + line * Bf16Line::kRegisters, gain * grades_[rank]);
        }
      }
      std::memcpy(drive_.data(), sums_.data(), drive_.size() * sizeof(float));
    }
    // Without learned weights only the own columns count, whatever their gain.
    const auto topographic = config_.plasticity.outstar ? static_cast<float>(config_.readout.topographic_gain) : 1.0F;
    for (std::size_t rank = config_.readout.teacher_skips; rank < cells.size(); ++rank) {
      drive_[weights_.own[cells[rank]]] += topographic * grades_[rank];
    }
    if (round > 0) {
      // Silent neurons can be drawn too, so that even equal drives give different codes.
      const float largest = *std::max_element(drive_.begin(), drive_.end());
      const float floor = largest > 0.0F ? 1e-3F * largest : 1.0F;
      tie_break_factors(config_, key, round, factors_);
      for (std::size_t j = 0; j < drive_.size(); ++j) {
        drive_[j] = (drive_[j] + floor) * factors_[j];
      }
    }
  }

  const Config& config_;
  const CortexState& state_;
  const ReadoutRows& weights_;
  std::vector<float> factors_;  ///< of a tie-break
  std::vector<float> grades_;
  std::vector<FloatLanes> sums_;  ///< of the weights of the firing cells
  std::vector<float> drive_;
  std::vector<std::uint32_t> l5a_;  ///< active neurons
};

/// The rows of all ranks whose codes are repeated. The first rank finds them, for all.
std::vector<std::size_t> all_repeated(const Codes& codes, const RowShares& shares,
                                      std::span<const std::span<const std::uint16_t>> taken, Ranks& ranks) {
  if (ranks.is_alone()) {
    return repeated_codes(codes.bits, codes.active, taken);
  }
  const std::vector<std::uint16_t> all = rows_on_first(ranks, shares, codes.bits, codes.active);
  std::vector<std::size_t> repeated;
  if (ranks.is_first()) {
    repeated = repeated_codes(all, codes.active, taken);
  }
  broadcast_vector(ranks, repeated, 0);
  return repeated;
}

}  // namespace

void tie_break_factors(const Config& config, std::uint64_t key, std::uint32_t round,
                       std::span<float> factors) noexcept {
  const KeyedRandom random(config.seed, Purpose::kTieBreak);
  const double strength = config.readout.tie_break * round;
  for (std::size_t j = 0; j < factors.size(); ++j) {
    factors[j] = static_cast<float>(1.0 + strength * random.normal(key, std::uint64_t{round} * factors.size() + j));
  }
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

std::vector<float> readout_drive(const Firing& firing, std::size_t node, const Config& config,
                                 const CortexState& state) {
  const ReadoutRows weights(state);
  return Reader(config, state, weights).plain_drive(firing.of(node), firing.scores_of(node));
}

Codes read_out(const Firing& firing, const Config& config, const CortexState& state, const RunContext& context) {
  return read_out(firing, config, state, {}, context);
}

Codes read_out(const Firing& firing, const Config& config, const CortexState& state, const ReadOutNeighbours& others,
               const RunContext& context) {
  const std::size_t nodes = firing.nodes();
  Codes codes;
  codes.active = config.l23.active_columns + config.readout.l5a_active;
  codes.bits.resize(nodes * codes.active);
  const ReadoutRows weights(state);
  const auto read_nodes = [&](std::size_t count, std::uint32_t round, const auto& node_of) {
    parallel_blocks(context.threads, count, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      Reader reader(config, state, weights);
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t node = node_of(i);
        reader.read(others.keys.empty() ? node : others.keys[node], firing.of(node), firing.scores_of(node), round,
                    codes.bits.data() + node * codes.active);
      }
    });
  };
  for (std::size_t first = 0; first < nodes; first += kNodesPerReport) {
    const std::size_t count = std::min(kNodesPerReport, nodes - first);
    read_nodes(count, 0, [first](std::size_t i) { return first + i; });
    context.advance(static_cast<double>(first + count) / static_cast<double>(nodes));
  }
  codes.rounds.assign(nodes, 0);
  Ranks& ranks = ranks_of(context);
  const RowShares shares = RowShares::of(ranks, nodes);
  for (std::uint32_t round = 1; round <= config.readout.tie_break_rounds; ++round) {
    std::vector<std::size_t> repeated = all_repeated(codes, shares, others.taken, ranks);
    if (repeated.empty()) {
      break;
    }
    std::erase_if(repeated, [&shares](std::size_t row) { return !shares.has(row); });
    for (std::size_t& row : repeated) {
      row -= shares.first();
    }
    for (const std::size_t v : repeated) {
      codes.rounds[v] = round;
    }
    read_nodes(repeated.size(), round, [&repeated](std::size_t i) { return repeated[i]; });
  }
  codes.tie_breaks =
      sum_over(ranks, static_cast<std::uint64_t>(nodes) -
                          static_cast<std::uint64_t>(std::count(codes.rounds.begin(), codes.rounds.end(), 0U)));
  return codes;
}

}  // namespace columnar
