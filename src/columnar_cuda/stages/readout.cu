#include <algorithm>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/core/random.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/sort.hpp"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/readout.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kSharedBytes = 48U << 10U;  ///< that any kernel may have
constexpr std::uint32_t kPairs = 2;               ///< weights in one word
constexpr std::uint32_t kPadding = kPairs * kWarp;

/// The upper half of a float's bits, rounded to nearest even, as Bf16Line has it (core/bf16_line.hpp).
__device__ std::uint32_t rounded_half(float value) {
  const std::uint32_t bits = __float_as_uint(value);
  return (bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U;
}

/// W_r transposed and rounded: [cell][word], two neurons a word, padded with zeros.
__global__ void transpose_weights(const float* readout, std::uint32_t neurons, std::uint32_t cells, std::uint32_t words,
                                  std::uint32_t* rows) {
  const std::size_t i = thread_index();
  if (i >= std::size_t{cells} * words) {
    return;
  }
  const std::size_t cell = i / words;
  std::uint32_t word = 0;
  for (std::uint32_t k = 0; k < kPairs; ++k) {
    const std::size_t neuron = i % words * kPairs + k;
    word |= neuron < neurons ? rounded_half(readout[neuron * cells + cell]) << 16U * k : 0U;
  }
  rows[i] = word;
}

/// The constants of the readout, and the arrays of all nodes.
struct Reading {
  const std::uint16_t* cells;  ///< [node][rank]
  const float* scores;
  std::uint32_t ranks;
  const NodeIndex* keys;
  const std::uint32_t* weights;  ///< [cell][word]; null without learned weights
  std::uint32_t words;
  std::uint32_t neurons;
  std::uint32_t cells_per_column;
  std::uint32_t all_cells;
  std::uint32_t winners;
  std::uint32_t active;  ///< neurons
  std::uint32_t skipped;
  float gain;
  float topographic;
  double tie_break;
  KeyedRandom random;
  std::uint16_t* codes;  ///< [node][winners + active]
  int* not_finite;
};

/// The drive of all neurons by the firing cells of one node. `grades` has room for the ranks.
__device__ void drive_neurons(const Reading& reading, std::size_t node, float* grades, float* drive) {
  const std::uint16_t* cells = reading.cells + node * reading.ranks;
  const float* scores = reading.scores + node * reading.ranks;
  const float strongest = scores[0];
  for (std::uint32_t rank = lane_index(); rank < reading.ranks; rank += kWarp) {
    grades[rank] = strongest > 0.0F ? scores[rank] / strongest : 1.0F;
  }
  __syncwarp();
  float total = 0.0F;
  for (std::uint32_t rank = 0; rank < reading.ranks; ++rank) {
    total += grades[rank];
  }
  const float gain = reading.gain / total;
  for (std::uint32_t word = lane_index(); word < reading.words; word += kWarp) {
    float low = 0.0F;
    float high = 0.0F;
    if (reading.weights != nullptr) {
#pragma unroll 4
      for (std::uint32_t rank = 0; rank < reading.ranks; ++rank) {
        const std::uint32_t pair = reading.weights[std::size_t{cells[rank]} * reading.words + word];
        const float grade = gain * grades[rank];
        low = __fmaf_rn(grade, __uint_as_float(pair << 16U), low);
        high = __fmaf_rn(grade, __uint_as_float(pair & 0xFFFF'0000U), high);
      }
    }
    drive[kPairs * word] = low;
    drive[kPairs * word + 1] = high;
  }
  __syncwarp();
  const auto neuron_of = [&](std::uint64_t i) {
    return cells[reading.skipped + i] / reading.cells_per_column % reading.neurons;
  };
  if (reading.ranks > reading.skipped) {
    in_order_of_slots(reading.ranks - reading.skipped, neuron_of, [&](std::uint64_t i) {
      float& own = drive[neuron_of(i)];
      own = __fmaf_rn(reading.topographic, grades[reading.skipped + i], own);
    });
  }
  __syncwarp();
}

/// The identity of the node breaks ties.
__device__ void break_ties(const Reading& reading, std::size_t node, std::uint32_t round, float* drive) {
  float largest = drive[0];
  for (std::uint32_t j = lane_index(); j < reading.neurons; j += kWarp) {
    largest = fmaxf(largest, drive[j]);
  }
  largest = warp_max(largest);
  const float floor = largest > 0.0F ? 1e-3F * largest : 1.0F;
  const double strength = reading.tie_break * round;
  for (std::uint32_t j = lane_index(); j < reading.neurons; j += kWarp) {
    const double normal = reading.random.normal(reading.keys[node], std::uint64_t{round} * reading.neurons + j);
    drive[j] = (drive[j] + floor) * static_cast<float>(__fma_rn(strength, normal, 1.0));
  }
  __syncwarp();
}

/// A warp writes the code of a node: of all nodes, or of those listed.
__global__ void read_nodes(Reading reading, const std::uint32_t* nodes, std::size_t count, std::uint32_t round,
                           std::uint32_t floats_per_warp) {
  extern __shared__ float shared_drives[];
  const std::size_t i = warp_index();
  if (i >= count) {
    return;
  }
  float* drive = shared_drives + threadIdx.x / kWarp * floats_per_warp;
  float* grades = drive + reading.words * kPairs;
  const std::size_t node = nodes == nullptr ? i : nodes[i];
  drive_neurons(reading, node, grades, drive);
  if (round > 0) {
    break_ties(reading, node, round, drive);
  }
  bool finite = true;
  for (std::uint32_t j = lane_index(); j < reading.neurons; j += kWarp) {
    finite = finite && isfinite(drive[j]);
  }
  if (!finite) {
    *reading.not_finite = 1;
  }
  std::uint16_t* out = reading.codes + node * (reading.winners + reading.active);
  const std::uint16_t* cells = reading.cells + node * reading.ranks;
  for (std::uint32_t k = lane_index(); k < reading.winners; k += kWarp) {
    std::uint32_t less = 0;
    for (std::uint32_t j = 0; j < reading.winners; ++j) {
      less += cells[j] < cells[k] ? 1U : 0U;
    }
    out[less] = cells[k];
  }
  const auto key_of = [drive](std::uint32_t j) { return order_key(drive[j]); };
  warp_visit(reading.neurons, warp_cut(reading.neurons, reading.active, key_of), key_of,
             [&](std::uint32_t j, bool is_in, std::uint32_t number) {
               if (is_in) {
                 out[reading.winners + number] = static_cast<std::uint16_t>(reading.all_cells + j);
               }
             });
}

__global__ void note_rounds(const std::uint32_t* nodes, std::size_t count, std::uint32_t round, std::uint32_t* rounds) {
  const std::size_t i = thread_index();
  if (i < count) {
    rounds[nodes[i]] = round;
  }
}

__global__ void hash_codes(const std::uint16_t* codes, std::size_t rows, std::uint32_t active, KeyedRandom random,
                           std::uint64_t* hashes) {
  const std::size_t row = thread_index();
  if (row >= rows) {
    return;
  }
  std::uint64_t hash = 0;
  for (std::uint32_t k = 0; k < active; ++k) {
    hash = random.bits(hash, codes[row * active + k]);
  }
  hashes[row] = hash;
}

/// Rows come sorted by hash, equal hashes in the order of the rows: looks for an earlier row with the same code.
__global__ void mark_repeated(const std::uint64_t* hashes, const std::uint32_t* rows, std::size_t count,
                              const std::uint16_t* codes, std::uint32_t active, std::uint8_t* flags) {
  const std::size_t i = thread_index();
  if (i >= count) {
    return;
  }
  bool repeated = false;
  const std::uint16_t* own = codes + std::size_t{rows[i]} * active;
  for (std::size_t j = i; j > 0 && hashes[j - 1] == hashes[i] && !repeated; --j) {
    const std::uint16_t* other = codes + std::size_t{rows[j - 1]} * active;
    repeated = true;
    for (std::uint32_t k = 0; k < active && repeated; ++k) {
      repeated = own[k] == other[k];
    }
  }
  flags[rows[i]] = repeated ? 1 : 0;
}

/// Floats that a warp has for a node: drives, then grades.
std::uint32_t floats_per_warp(std::uint32_t neurons, std::uint32_t ranks) {
  return (neurons + kPadding - 1) / kPadding * kPadding + ranks;
}

}  // namespace

bool reads_out(const Config& config) noexcept {
  return floats_per_warp(config.readout.l5a_size, config.l23.active_columns + config.readout.l5a_active) *
             sizeof(float) <=
         kSharedBytes;
}

Codes read_out(const Device& device, const DeviceFiring& firing, const Config& config, const CortexState& state,
               const DeviceArray<NodeIndex>& keys, const RunContext& context) {
  const std::size_t nodes = firing.nodes();
  const std::uint32_t cells = state.columns * state.cells;
  const bool learned = config.plasticity.outstar;
  const std::uint32_t words = (state.l5a_size + kPadding - 1) / kPadding * kPadding / kPairs;
  DeviceArray<std::uint32_t> weights(device, learned ? std::size_t{cells} * words : 0);
  if (learned) {
    const DeviceArray<float> readout(device, state.readout);
    transpose_weights<<<blocks_for(weights.size(), kThreads), kThreads, 0, device.stream()>>>(
        readout.data(), state.l5a_size, cells, words, weights.data());
    check_launch("weights of the readout");
  }
  Codes codes;
  codes.active = config.l23.active_columns + config.readout.l5a_active;
  DeviceArray<std::uint16_t> bits(device, nodes * codes.active);
  DeviceArray<int> not_finite(device, 1);
  not_finite.clear();
  const auto ranks = static_cast<std::uint32_t>(firing.ranks);
  const Reading reading{firing.cells.data(), firing.scores.data(), ranks, keys.data(), weights.data(), words,
                        state.l5a_size, state.cells, config.l23.cells(), config.l23.active_columns,
                        config.readout.l5a_active, config.readout.teacher_skips,
                        static_cast<float>(config.readout.readout_gain),
                        // Without learned weights only the own columns count, whatever their gain.
                        learned ? static_cast<float>(config.readout.topographic_gain) : 1.0F, config.readout.tie_break,
                        KeyedRandom(config.seed, Purpose::kTieBreak), bits.data(), not_finite.data()};
  const std::uint32_t own = floats_per_warp(state.l5a_size, ranks);
  const auto warps =
      static_cast<unsigned>(std::clamp<std::size_t>(kSharedBytes / (own * sizeof(float)), 1, kRowThreads / kWarp));
  const auto read = [&](const DeviceArray<std::uint32_t>& which, std::size_t count, std::uint32_t round) {
    if (count > 0) {
      read_nodes<<<blocks_for(count, warps), warps * kWarp, warps * own * sizeof(float), device.stream()>>>(
          reading, which.data(), count, round, own);
      check_launch("readout");
    }
  };
  read({}, nodes, 0);
  DeviceArray<std::uint32_t> rounds(device, nodes);
  rounds.clear();
  for (std::uint32_t round = 1; round <= config.readout.tie_break_rounds; ++round) {
    const DeviceArray<std::uint32_t> repeated = repeated_codes(device, bits, codes.active);
    if (repeated.empty()) {
      break;
    }
    note_rounds<<<blocks_for(repeated.size(), kThreads), kThreads, 0, device.stream()>>>(
        repeated.data(), repeated.size(), round, rounds.data());
    check_launch("rounds of tie-breaks");
    read(repeated, repeated.size(), round);
  }
  if (not_finite.to_host().front() != 0) {
    refuse_as_not_finite("readout", "the drive of a neuron");
  }
  codes.bits = bits.to_host();
  codes.rounds = rounds.to_host();
  codes.tie_breaks = static_cast<std::uint64_t>(nodes) -
                     static_cast<std::uint64_t>(std::count(codes.rounds.begin(), codes.rounds.end(), 0U));
  context.advance(1.0);
  return codes;
}

DeviceArray<std::uint32_t> repeated_codes(const Device& device, const DeviceArray<std::uint16_t>& codes,
                                          std::uint32_t active) {
  const std::size_t count = codes.size() / active;
  DeviceArray<std::uint8_t> flags(device, count);
  if (count > 0) {
    DeviceArray<std::uint64_t> hashes(device, count);
    DeviceArray<std::uint32_t> rows = counted_up(device, count);
    hash_codes<<<blocks_for(count, kThreads), kThreads, 0, device.stream()>>>(
        codes.data(), count, active, KeyedRandom(0, Purpose::kTieBreak), hashes.data());
    check_launch("hashes of codes");
    sort_by_key(device, ~std::uint64_t{0}, hashes, rows);
    mark_repeated<<<blocks_for(count, kThreads), kThreads, 0, device.stream()>>>(hashes.data(), rows.data(), count,
                                                                                 codes.data(), active, flags.data());
    check_launch("repeated codes");
  }
  return flagged(device, flags);
}

}  // namespace columnar::cuda
