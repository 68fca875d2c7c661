#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/cortex/cortex_bounds.hpp"
#include "columnar/cortex/plasticity.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/sort.hpp"
#include "columnar_cuda/stages/drive.cuh"
#include "columnar_cuda/stages/settling.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr int kStrengtheningRounds = 2;     ///< as on the CPU: docs/decisions/0008
constexpr std::size_t kSharedCells = 8192;  ///< at most, counted in shared memory

/// Counts how often each cell fires among the ranks before `winners`, of the given places or of all. A block counts in
/// its own memory first, where that has room.
__global__ void count_cells(const std::uint16_t* firing, const std::uint32_t* places, std::size_t count,
                            std::uint32_t ranks, std::uint32_t winners, std::uint32_t cells, bool in_shared,
                            std::uint32_t* spikes) {
  extern __shared__ std::uint32_t own_spikes[];
  if (in_shared) {
    for (std::uint32_t cell = threadIdx.x; cell < cells; cell += blockDim.x) {
      own_spikes[cell] = 0;
    }
    __syncthreads();
  }
  std::uint32_t* to = in_shared ? own_spikes : spikes;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = thread_index(); i < count; i += stride) {
    const std::size_t place = places == nullptr ? i : places[i];
    if (place % ranks < winners) {
      atomicAdd(to + firing[place], 1U);
    }
  }
  if (in_shared) {
    __syncthreads();
    for (std::uint32_t cell = threadIdx.x; cell < cells; cell += blockDim.x) {
      if (own_spikes[cell] > 0) {
        atomicAdd(spikes + cell, own_spikes[cell]);
      }
    }
  }
}

/// Marks the candidates of each node, among the first `winners`, whose column is listed.
__global__ void mark_candidates(const std::uint16_t* columns, std::uint32_t width, std::uint32_t winners,
                                std::size_t nodes, const std::uint8_t* listed, std::uint8_t* flags) {
  const std::size_t i = thread_index();
  if (i < nodes * winners) {
    flags[i] = listed[columns[i / winners * width + i % winners]];
  }
}

/// The columns and the input codes of these candidates.
__global__ void gather_candidates(const std::uint16_t* columns, std::uint32_t width, std::uint32_t winners,
                                  const std::uint16_t* code, std::uint32_t active, const std::uint32_t* candidates,
                                  std::size_t count, std::uint16_t* out) {
  const std::size_t i = thread_index();
  const std::uint32_t entries = active + 1;
  if (i >= count * entries) {
    return;
  }
  const std::size_t candidate = candidates[i / entries];
  const std::size_t node = candidate / winners;
  const std::uint32_t entry = i % entries;
  out[i] = entry == 0 ? columns[node * width + candidate % winners] : code[node * active + entry - 1];
}

/// Marks the places whose column is listed.
__global__ void mark_places(const std::uint16_t* firing, std::size_t count, std::uint32_t cells,
                            const std::uint8_t* listed, std::uint8_t* flags) {
  const std::size_t i = thread_index();
  if (i < count) {
    flags[i] = listed[firing[i] / cells];
  }
}

/// The drives of all lanes of the columns at these places.
__global__ void drive_places(const std::uint16_t* firing, const std::uint32_t* places, std::size_t count,
                             std::uint32_t ranks, const std::uint16_t* code, std::uint32_t active,
                             std::uint32_t class_active, CortexView cortex, ColumnNumbers numbers, float* drives) {
  const std::size_t i = thread_index();
  if (i >= count) {
    return;
  }
  const std::size_t place = places[i];
  const Inputs inputs{code + place / ranks * active, active, class_active};
  for (std::uint32_t lane = 0; lane < cortex.lanes; lane += kLanesAtOnce) {
    float drive[kLanesAtOnce];
    drive_lanes(cortex, numbers, inputs, firing[place] / cortex.cells, lane, drive);
    for (std::uint32_t k = 0; k < kLanesAtOnce; ++k) {
      drives[i * cortex.lanes + lane + k] = drive[k];
    }
  }
}

/// The first cells to fire at these places, by the thresholds as they are.
__global__ void fire_places(const std::uint32_t* places, std::size_t count, CortexView cortex, const float* drives,
                            std::uint16_t* firing) {
  const std::size_t i = thread_index();
  if (i >= count) {
    return;
  }
  const std::uint32_t column = firing[places[i]] / cortex.cells;
  FirstCell cell(cortex, column);
  for (std::uint32_t lane = 0; lane < cortex.lanes; lane += kLanesAtOnce) {
    float drive[kLanesAtOnce];
    for (std::uint32_t k = 0; k < kLanesAtOnce; ++k) {
      drive[k] = drives[i * cortex.lanes + lane + k];
    }
    cell.see(lane, drive);
  }
  firing[places[i]] = static_cast<std::uint16_t>(column * cortex.cells + cell.cell());
}

/// The stage, with what its steps share.
class Settling {
 public:
  Settling(const Device& device, const DeviceL4& l4, const DeviceEligibility& eligibility, const Config& config,
           CortexState& state, DeviceCortex& cortex)
      : device_(device),
        l4_(l4),
        eligibility_(eligibility),
        config_(config),
        state_(state),
        cortex_(cortex),
        cells_(state.columns * state.cells),
        spikes_(device, cells_),
        firing_(fire(device, l4, eligibility, config, state, cortex)),
        winners_(static_cast<std::uint32_t>(std::min<std::size_t>(config.l23.active_columns, firing_.ranks))) {}

  /// Strengthens columns that win for fewer nodes than they have cells; false if nothing changed.
  [[nodiscard]] bool strengthen_starved_columns() {
    const std::vector<std::uint32_t> wins = by_column(spikes(nullptr, firing_.cells.size(), winners_));
    std::vector<std::uint8_t> starved(state_.columns);
    std::ranges::transform(wins, starved.begin(), [this](std::uint32_t n) { return n < state_.cells ? 1 : 0; });
    if (std::ranges::count(starved, 1) == 0) {
      return false;
    }
    const std::vector<std::uint16_t> found = starved_candidates(starved);
    if (found.empty()) {
      return false;
    }
    SynapseChange change{};
    std::fill_n(change.begin(), state_.cells, static_cast<float>(config_.plasticity.bcm_rate));
    const std::size_t entries = l4_.active + std::size_t{1};
    for (std::size_t i = 0; i < found.size(); i += entries) {
      move_synapses(state_, found[i], std::span(found).subspan(i + 1, l4_.active), change);
    }
    refresh_weight_sums(state_);
    cortex_.upload(state_);
    firing_ = {};
    firing_ = fire(device_, l4_, eligibility_, config_, state_, cortex_);
    return true;
  }

  /// Lowers the thresholds of silent cells, as many columns at a time as there is room for.
  void wake() {
    const std::vector<std::uint32_t> fired = spikes(nullptr, firing_.cells.size(), winners_);
    const std::vector<std::uint32_t> places =
        by_column(spikes(nullptr, firing_.cells.size(), static_cast<std::uint32_t>(firing_.ranks)));
    std::vector<std::uint32_t> columns;
    std::uint64_t held = 0;
    for (std::uint32_t column = 0; column < state_.columns; ++column) {
      const auto own = std::span(fired).subspan(column * state_.cells, state_.cells);
      if (std::ranges::count(own, 0U) == 0) {
        continue;
      }
      if (held > 0 && held + places[column] > kPlacesAtOnce) {
        wake_columns(columns);
        columns.clear();
        held = 0;
      }
      columns.push_back(column);
      held += places[column];
    }
    wake_columns(columns);
  }

  [[nodiscard]] DeviceFiring take_firing() { return std::move(firing_); }

 private:
  [[nodiscard]] unsigned blocks(std::size_t items) const { return blocks_for(items, kThreads); }

  /// How often each cell fires at these places, or everywhere, among the first `winners` ranks.
  [[nodiscard]] std::vector<std::uint32_t> spikes(const std::uint32_t* places, std::size_t count,
                                                  std::uint32_t winners) {
    spikes_.clear();
    if (count > 0) {
      constexpr unsigned kBlocksPerProcessor = 8;
      const bool in_shared = cells_ <= kSharedCells;
      const unsigned most = kBlocksPerProcessor * static_cast<unsigned>(device_.multiprocessors());
      count_cells<<<std::min(most, blocks(count)), kThreads, in_shared ? cells_ * sizeof(std::uint32_t) : 0,
                    device_.stream()>>>(firing_.cells.data(), places, count, static_cast<std::uint32_t>(firing_.ranks),
                                        winners, cells_, in_shared, spikes_.data());
      check_launch("counts of spikes");
    }
    return spikes_.to_host();
  }

  [[nodiscard]] std::vector<std::uint32_t> by_column(const std::vector<std::uint32_t>& of_cells) const {
    std::vector<std::uint32_t> sums(state_.columns, 0);
    for (std::size_t cell = 0; cell < of_cells.size(); ++cell) {
      sums[cell / state_.cells] += of_cells[cell];
    }
    return sums;
  }

  /// The starved columns among the most eligible of each node, in the order of the nodes: each followed by the code.
  [[nodiscard]] std::vector<std::uint16_t> starved_candidates(const std::vector<std::uint8_t>& starved) {
    const DeviceArray<std::uint8_t> listed(device_, starved);
    DeviceArray<std::uint8_t> flags(device_, l4_.nodes() * winners_);
    mark_candidates<<<blocks(flags.size()), kThreads, 0, device_.stream()>>>(
        eligibility_.columns.data(), eligibility_.width, winners_, l4_.nodes(), listed.data(), flags.data());
    check_launch("starved columns");
    const DeviceArray<std::uint32_t> candidates = flagged(device_, flags);
    flags.reset();
    DeviceArray<std::uint16_t> found(device_, candidates.size() * (l4_.active + std::size_t{1}));
    if (!found.empty()) {
      gather_candidates<<<blocks(found.size()), kThreads, 0, device_.stream()>>>(
          eligibility_.columns.data(), eligibility_.width, winners_, l4_.bits.data(), l4_.active, candidates.data(),
          candidates.size(), found.data());
      check_launch("nodes of starved columns");
    }
    return found.to_host();
  }

  /// Lowers the thresholds of these columns' silent cells, round after round, and lets their cells fire anew.
  void wake_columns(const std::vector<std::uint32_t>& columns) {
    if (columns.empty()) {
      return;
    }
    std::vector<std::uint8_t> is_listed(state_.columns, 0);
    for (const std::uint32_t column : columns) {
      is_listed[column] = 1;
    }
    const DeviceArray<std::uint8_t> listed(device_, is_listed);
    DeviceArray<std::uint8_t> flags(device_, firing_.cells.size());
    mark_places<<<blocks(flags.size()), kThreads, 0, device_.stream()>>>(firing_.cells.data(), firing_.cells.size(),
                                                                         state_.cells, listed.data(), flags.data());
    check_launch("columns with silent cells");
    const DeviceArray<std::uint32_t> places = flagged(device_, flags);
    flags.reset();
    if (places.empty()) {
      return;
    }
    const auto ranks = static_cast<std::uint32_t>(firing_.ranks);
    DeviceArray<float> drives(device_, places.size() * state_.lanes);
    drive_places<<<blocks(places.size()), kThreads, 0, device_.stream()>>>(
        firing_.cells.data(), places.data(), places.size(), ranks, l4_.bits.data(), l4_.active, l4_.class_active,
        cortex_.view(), ColumnNumbers(config_.l23, state_), drives.data());
    check_launch("drives of columns");
    for (std::uint32_t round = 0; round < config_.plasticity.settling_rounds; ++round) {
      const std::vector<std::uint32_t> fired = spikes(places.data(), places.size(), winners_);
      std::size_t moved = 0;
      for (const std::uint32_t column : columns) {
        moved += wake_silent_cells(state_, config_.l23, column,
                                   std::span(fired).subspan(column * state_.cells, state_.cells));
      }
      if (moved == 0) {
        break;
      }
      cortex_.upload_thresholds(state_);
      fire_places<<<blocks(places.size()), kThreads, 0, device_.stream()>>>(
          places.data(), places.size(), cortex_.view(), drives.data(), firing_.cells.data());
      check_launch("cells of columns");
    }
  }

  const Device& device_;
  const DeviceL4& l4_;
  const DeviceEligibility& eligibility_;
  const Config& config_;
  CortexState& state_;
  DeviceCortex& cortex_;
  std::uint32_t cells_;  ///< of all columns
  DeviceArray<std::uint32_t> spikes_;
  DeviceFiring firing_;
  std::uint32_t winners_;
};

}  // namespace

DeviceFiring settle_thresholds(const Device& device, const DeviceL4& l4, const DeviceEligibility& eligibility,
                               const Config& config, CortexState& state, DeviceCortex& cortex,
                               const RunContext& context) {
  Settling settling(device, l4, eligibility, config, state, cortex);
  for (int round = 0; config.plasticity.bcm && round < kStrengtheningRounds; ++round) {
    if (!settling.strengthen_starved_columns()) {
      break;
    }
  }
  settling.wake();
  require_finite_cells(state, "settling", l4.nodes());
  context.advance(1.0);
  return settling.take_firing();
}

}  // namespace columnar::cuda
