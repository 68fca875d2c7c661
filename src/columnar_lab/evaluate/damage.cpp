#include "columnar_lab/evaluate/damage.hpp"

#include <algorithm>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerTask = 64;

/// How many values two ascending lists share, each seen through `key`.
template <class Key>
std::uint32_t shared(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b, const Key& key) {
  std::uint32_t count = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const auto left = key(a[i]);
    const auto right = key(b[j]);
    count += left == right ? 1 : 0;
    i += left <= right ? 1 : 0;
    j += right <= left ? 1 : 0;
  }
  return count;
}

/// Adds up what one part of the codes keeps.
class KeptPart {
 public:
  void add(std::uint32_t kept, std::uint32_t of) {
    whole_ += kept == of ? 1 : 0;
    kept_ += kept;
    of_ += of;
    ++nodes_;
  }
  [[nodiscard]] double nodes_whole() const { return static_cast<double>(whole_) / static_cast<double>(nodes_); }
  [[nodiscard]] double share() const { return static_cast<double>(kept_) / static_cast<double>(of_); }

 private:
  std::uint64_t whole_ = 0;
  std::uint64_t kept_ = 0;
  std::uint64_t of_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace

CortexState cut_weights(const CortexState& cortex, double share, std::uint64_t seed) {
  CortexState cut = cortex;
  const KeyedRandom random(seed, Purpose::kWeightLoss);
  for (std::uint32_t column = 0; column < cut.columns; ++column) {
    for (std::uint32_t input = 0; input < cut.inputs; ++input) {
      float* weights = cut.synapses(column, input);
      for (std::uint32_t cell = 0; cell < cut.cells; ++cell) {
        if (random.uniform(std::uint64_t{column} * cut.cells + cell, input) < share) {
          weights[cell] = 0.0F;
        }
      }
    }
  }
  refresh_weight_sums(cut);
  return cut;
}

CortexState cut_readout(const CortexState& cortex, double share, std::uint64_t seed) {
  CortexState cut = cortex;
  const KeyedRandom random(seed, Purpose::kWeightLoss);
  const std::uint64_t cells = std::uint64_t{cut.columns} * cut.cells;
  for (std::uint64_t neuron = 0; neuron < cut.l5a_size; ++neuron) {
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
      if (random.uniform(cells + neuron, cell) < share) {
        cut.readout[neuron * cells + cell] = 0.0F;
      }
    }
  }
  return cut;
}

KeptCodes kept_codes(const SdrTable& before, const SdrTable& after) {
  check_codes(before, "codes", ErrorCode::kInput);
  check_codes(after, "codes", ErrorCode::kInput);
  if (before.shape != after.shape || before.shape.layer != Layer::kAll || before.ids != after.ids ||
      before.size() == 0) {
    throw Error(ErrorCode::kInput, "codes: two tables of whole codes of the same nodes are needed");
  }
  const std::uint32_t winners = before.shape.active_columns;
  const std::uint32_t readers = before.shape.l5a_active;
  const std::uint32_t cells = before.shape.cells_per_column;
  KeptPart of_columns;
  KeptPart of_cells;
  KeptPart of_l5a;
  for (std::size_t node = 0; node < before.size(); ++node) {
    const auto was = before.code(node);
    const auto is = after.code(node);
    const auto as_column = [cells](std::uint16_t bit) { return bit / cells; };
    const auto as_bit = [](std::uint16_t bit) { return bit; };
    of_columns.add(shared(was.first(winners), is.first(winners), as_column), winners);
    of_cells.add(shared(was.first(winners), is.first(winners), as_bit), winners);
    of_l5a.add(shared(was.last(readers), is.last(readers), as_bit), readers);
  }
  return {of_columns.nodes_whole(), of_columns.share(),   of_cells.nodes_whole(),
          of_cells.share(),         of_l5a.nodes_whole(), of_l5a.share()};
}

std::vector<double> column_margins(const PreparedGraph& graph, const Config& config, const CortexState& cortex,
                                   int threads) {
  const std::uint32_t winners = config.l23.active_columns;
  std::vector<double> margins(graph.ids.size());
  const auto stimulus = [&](std::size_t v) { return stimulus_of(v, graph.l4, graph.eligibility); };
  for_each_batch(cortex, config.l23, winners + 1, margins.size(), stimulus, threads,
                 [&](std::size_t first, std::span<const Activity> activities) {
                   for (std::size_t i = 0; i < activities.size(); ++i) {
                     const std::vector<float>& scores = activities[i].scores;
                     const auto last = static_cast<double>(scores[winners - 1]);
                     const double next = scores.size() > winners ? static_cast<double>(scores[winners]) : 0.0;
                     margins[first + i] = last > 0.0 ? (last - next) / last : 0.0;
                   }
                 });
  return margins;
}

double median(std::vector<double> values) {
  if (values.empty()) {
    return kUndefined;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double share_above(const std::vector<double>& values, double limit) {
  const auto above = std::ranges::count_if(values, [limit](double value) { return value > limit; });
  return values.empty() ? kUndefined : static_cast<double>(above) / static_cast<double>(values.size());
}

}  // namespace columnar
