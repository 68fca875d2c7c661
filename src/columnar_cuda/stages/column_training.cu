#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/cortex/cortex_bounds.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/stages/column_lesson.cuh"
#include "columnar_cuda/stages/column_training.hpp"
#include "columnar_cuda/stages/drive.cuh"
#include "columnar_cuda/stages/firing.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 128;
constexpr unsigned kThresholdThreads = 1024;
constexpr std::size_t kSharedBytes = 48U << 10U;
constexpr std::uint64_t kBlocksPerReport = 256;
constexpr std::uint32_t kScanned = 16;  ///< winners that a lane looks at together
/// A thread drives one candidate column of a presentation.
__global__ void drive_block(Lesson lesson, CortexView cortex, ColumnNumbers numbers) {
  const std::size_t slot = thread_index();
  if (slot >= std::size_t{lesson.size} * lesson.competing) {
    return;
  }
  const std::size_t node = lesson.shown[slot / lesson.competing].v;
  const std::uint32_t column = lesson.columns[node * lesson.width + slot % lesson.competing];
  const Inputs inputs{lesson.code + node * lesson.active, lesson.active, lesson.class_active};
  float sum = 0.0F;
  for (std::uint32_t lane = 0; lane < cortex.lanes; lane += kLanesAtOnce) {
    float drive[kLanesAtOnce];
    sum += drive_lanes(cortex, numbers, inputs, column, lane, drive);
    for (std::uint32_t k = 0; k < kLanesAtOnce; ++k) {
      lesson.drives[slot * cortex.lanes + lane + k] = drive[k];
    }
  }
  lesson.means[slot] = 1.0F / static_cast<float>(cortex.cells) * sum;
}

/// A warp ranks the candidates of one presentation, by the thresholds as they are.
__global__ void rank_part(Lesson lesson, std::uint32_t begin, std::uint32_t end, CortexView cortex,
                          ColumnNumbers numbers, RuleNumbers rules) {
  extern __shared__ float shared_memory[];
  const std::size_t shown = begin + warp_index();
  if (shown >= end) {
    return;
  }
  const unsigned warp = threadIdx.x / kWarp;
  float* scores = shared_memory + warp * lesson.competing;
  auto* winners =
      reinterpret_cast<std::uint16_t*>(shared_memory + blockDim.x / kWarp * lesson.competing) + warp * lesson.winners;
  const std::size_t node = lesson.shown[shown].v;
  const std::uint16_t* columns = lesson.columns + node * lesson.width;
  const std::size_t first_slot = shown * lesson.competing;
  int failed = 0;
  for (std::uint32_t i = lane_index(); i < lesson.competing; i += kWarp) {
    const float mean = lesson.means[first_slot + i];
    scores[i] = score_of(numbers, lesson.eligibility[node * lesson.width + i], mean);
    failed |= !isfinite(mean)        ? static_cast<int>(NotFinite::kDrive)
              : !isfinite(scores[i]) ? static_cast<int>(NotFinite::kScore)
                                     : 0;
  }
  __syncwarp();
  if (numbers.inhibits) {
    inhibit(cortex, numbers, columns, lesson.competing, scores, winners);
  }
  const auto key_of = [scores](std::uint32_t i) { return order_key(scores[i]); };
  for (std::uint32_t i = lane_index(); i < lesson.competing; i += kWarp) {
    failed |= isfinite(scores[i]) ? 0 : static_cast<int>(NotFinite::kInhibitedScore);
    const std::uint32_t rank = rank_of(i, lesson.competing, key_of);
    if (rank < lesson.winners) {
      const std::size_t slot = first_slot + i;
      FirstCell cell(cortex, columns[i]);
      for (std::uint32_t lane = 0; lane < cortex.lanes; lane += kLanesAtOnce) {
        cell.see(lane, lesson.drives + slot * cortex.lanes + lane);
      }
      lesson.winning[shown * lesson.winners + rank] = columns[i];
      lesson.wins[shown * lesson.winners + rank] = {static_cast<std::uint32_t>(slot), columns[i],
                                                    static_cast<std::uint16_t>(cell.cell()),
                                                    rate_of_cell(rules, cell.drive(), cell.threshold())};
    }
  }
  if (failed != 0) {
    atomicOr(lesson.not_finite, failed);
  }
}

/// Fast rules after some presentations, in one block of threads: running rates, then thresholds. `spikes` has a zero
/// for each cell of each column before and after.
__global__ void move_thresholds(const Win* wins, std::uint32_t count, CortexView cortex, RuleNumbers rules, float keep,
                                float intrinsic_rate, std::uint32_t* spikes) {
  for (std::uint32_t i = threadIdx.x; i < count; i += blockDim.x) {
    atomicAdd(spikes + wins[i].column * cortex.cells + wins[i].cell, 1U);
  }
  __syncthreads();
  for (std::uint32_t column = threadIdx.x; column < cortex.columns; column += blockDim.x) {
    float* rates = cortex.rates + column * cortex.lanes;
    float mean = 0.0F;
    for (std::uint32_t lane = 0; lane < cortex.lanes; ++lane) {
      float rate = rates[lane] * keep;
      if (lane < cortex.cells) {
        std::uint32_t& own = spikes[column * cortex.cells + lane];
        for (std::uint32_t n = 0; n < own; ++n) {  // one by one, as they are rounded on the CPU
          rate += rules.firing_average_rate;
        }
        own = 0;
        mean += rate;
      }
      rates[lane] = rate;
    }
    if (!rules.intrinsic) {
      continue;
    }
    mean /= static_cast<float>(cortex.cells);
    float* thresholds = cortex.thresholds + column * cortex.lanes;
    for (std::uint32_t cell = 0; cell < cortex.cells; ++cell) {
      const float moved = __fmaf_rn(intrinsic_rate, rates[cell] - mean, thresholds[cell]);
      thresholds[cell] = moved < rules.low ? rules.low : rules.high < moved ? rules.high : moved;
    }
  }
}

/// A warp teaches one column, from its own presentations in the order of the block.
__global__ void move_weights(Lesson lesson, CortexView cortex, RuleNumbers rules) {
  const std::uint32_t column = blockIdx.x;
  ColumnLesson learner(lesson, cortex, rules, column);
  const std::uint32_t count = lesson.size * lesson.winners;
  bool won = false;
  for (std::uint32_t portion = 0; portion < count; portion += kScanned * kWarp) {
    bool is_own[kScanned];
#pragma unroll
    for (std::uint32_t k = 0; k < kScanned; ++k) {  // all reads before the first lesson
      const std::uint32_t i = portion + k * kWarp + lane_index();
      is_own[k] = i < count && lesson.winning[i] == column;
    }
#pragma unroll
    for (std::uint32_t k = 0; k < kScanned; ++k) {
      unsigned own = __ballot_sync(kAllLanes, is_own[k]);
      won = won || own != 0;
      for (; own != 0; own &= own - 1) {
        const std::uint32_t at = portion + k * kWarp + static_cast<std::uint32_t>(__ffs(static_cast<int>(own)) - 1);
        const std::uint32_t shown = at / lesson.winners;
        if (rules.bcm || rules.anti_ce) {
          learner.move(lesson.wins[at], shown);
        }
        if (rules.lateral) {
          learner.inhibit(lesson.winning + std::size_t{shown} * lesson.winners);
        }
      }
    }
  }
  if (won && rules.lateral) {
    learner.settle();
  }
}

std::size_t rank_bytes(std::uint32_t competing, std::uint32_t winners) {
  return competing * sizeof(float) + winners * sizeof(std::uint16_t);
}

/// Most eligible columns that compete for a node: less eligible ones hardly ever win.
std::uint32_t competing_columns(const Config& config, std::uint32_t width) {
  return config.training.competing_columns == 0
             ? width
             : std::min(width, std::max(config.training.competing_columns, config.l23.active_columns));
}

/// The modulator of each presentation.
std::vector<float> modulators_of(std::span<const Presentation> stream, double clip) {
  std::vector<float> modulators(stream.size());
  std::ranges::transform(stream, modulators.begin(), [clip](const Presentation& shown) {
    if (!std::isfinite(shown.ppmi)) {  // the modulator would clip it
      refuse_as_not_finite("columns",
                           "the PPMI of rows " + std::to_string(shown.v) + " and " + std::to_string(shown.u));
    }
    return modulator(shown.ppmi, clip);
  });
  return modulators;
}

}  // namespace

bool trains(const Config& config) noexcept {
  const std::uint32_t width = std::min(config.eligibility.candidate_columns, config.l23.columns);
  return rank_bytes(competing_columns(config, width), config.l23.active_columns) * (kThreads / kWarp) <= kSharedBytes;
}

std::uint64_t learn_columns(const Device& device, std::span<const Presentation> stream, const DeviceL4& l4,
                            const DeviceEligibility& eligibility, const Config& config, CortexState& state,
                            DeviceCortex& cortex, const RunContext& context) {
  const std::uint64_t total = stream.size();
  const std::uint32_t competing = competing_columns(config, eligibility.width);
  if (config.training.competing_columns > 0 && config.training.competing_columns < config.l23.active_columns) {
    context.note(std::to_string(config.l23.active_columns) + " columns compete for a node, one for each winner, not " +
                 std::to_string(config.training.competing_columns));
  }
  const std::uint32_t winners = std::min(config.l23.active_columns, competing);
  const std::uint64_t block = config.training.block;
  const DeviceArray<Presentation> shown(device, stream);
  const DeviceArray<float> modulators(device, modulators_of(stream, config.ppmi.modulator_clip));
  DeviceArray<float> drives(device, block * competing * state.lanes);
  DeviceArray<float> means(device, block * competing);
  DeviceArray<Win> wins(device, block * winners);
  DeviceArray<std::uint16_t> winning(device, block * winners);
  DeviceArray<std::uint32_t> spikes(device, std::size_t{state.columns} * state.cells);
  spikes.clear();
  DeviceArray<int> not_finite(device, 1);
  not_finite.clear();

  const ColumnConfig& columns = config.l23;
  const PlasticityConfig& plasticity = config.plasticity;
  const LifClock clock(columns.membrane_time, columns.time_steps);
  std::vector<float> rate_of;
  for (std::uint32_t step = 0; step <= clock.steps(); ++step) {
    rate_of.push_back(firing_rate(step, clock.steps(), columns.rate_time, plasticity.rate_is_trace));
  }
  const DeviceArray<float> charge(device, clock.charge());
  const DeviceArray<float> rates(device, rate_of);
  const RuleNumbers rules{charge.data(),
                          clock.steps(),
                          rates.data(),
                          plasticity.bcm,
                          plasticity.anti_ce,
                          plasticity.lateral,
                          plasticity.intrinsic,
                          static_cast<float>(plasticity.bcm_rate),
                          static_cast<float>(plasticity.bcm_threshold_rate),
                          static_cast<float>(plasticity.anti_ce_rate),
                          static_cast<float>(1.0 / plasticity.anti_ce_temperature),
                          static_cast<float>(plasticity.lateral_rate),
                          static_cast<float>(plasticity.firing_average_rate),
                          static_cast<float>(columns.minimum_threshold),
                          static_cast<float>(columns.maximum_threshold)};
  const ColumnNumbers numbers(columns, state);
  const CortexView view = cortex.view();
  for (std::uint64_t first = 0; first < total; first += block) {
    const auto size = static_cast<std::uint32_t>(std::min(block, total - first));
    const Lesson lesson{shown.data() + first,
                        modulators.data() + first,
                        size,
                        l4.bits.data(),
                        l4.active,
                        l4.class_active,
                        eligibility.columns.data(),
                        eligibility.values.data(),
                        eligibility.width,
                        competing,
                        winners,
                        drives.data(),
                        means.data(),
                        wins.data(),
                        winning.data(),
                        not_finite.data()};
    drive_block<<<blocks_for(std::size_t{size} * competing, kThreads), kThreads, 0, device.stream()>>>(lesson, view,
                                                                                                       numbers);
    check_launch("drives of columns");
    for (std::uint32_t part = 0; part < size; part += kThresholdStep) {
      const std::uint32_t count = std::min(static_cast<std::uint32_t>(kThresholdStep), size - part);
      rank_part<<<blocks_for(count * kWarp, kThreads), kThreads, kThreads / kWarp * rank_bytes(competing, winners),
                  device.stream()>>>(lesson, part, part + count, view, numbers, rules);
      check_launch("ranks of columns");
      move_thresholds<<<1, kThresholdThreads, 0, device.stream()>>>(
          wins.data() + std::size_t{part} * winners, count * winners, view, rules,
          static_cast<float>(std::pow(1.0 - plasticity.firing_average_rate, count)),
          static_cast<float>(plasticity.intrinsic_rate * count / plasticity.intrinsic_interval), spikes.data());
      check_launch("thresholds");
    }
    move_weights<<<state.columns, kWarp, 0, device.stream()>>>(lesson, view, rules);
    check_launch("weights of columns");
    if ((first / block + 1) % kBlocksPerReport == 0) {
      refuse_competition(not_finite.to_host().front());
      context.advance(static_cast<double>(first + size) / static_cast<double>(total));
    }
  }
  refuse_competition(not_finite.to_host().front());
  cortex.download(state);
  require_finite_cells(state, "columns", total);
  require_finite_synapses(state, "columns", total);
  refresh_weight_sums(state);
  cortex.upload(state);
  context.advance(1.0);
  return total;
}

}  // namespace columnar::cuda
