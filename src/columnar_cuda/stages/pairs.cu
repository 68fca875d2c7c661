#include <algorithm>
#include <bit>
#include <cmath>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <limits>
#include <numeric>
#include <string>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/cub.cuh"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/pairs.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr double kNearChance = 1e-9;  // as in pair_scores.hpp

/// The walks as pointers, with the part of a walk that a position's window covers.
struct Windows {
  const NodeIndex* nodes;
  std::uint64_t places;
  std::uint32_t length;
  std::uint32_t window;

  /// The step of its walk that this thread's place is. In 32 bits: a remainder in 64 takes longer than all else here.
  __device__ std::uint32_t step() const { return (blockIdx.x % length * kThreads + threadIdx.x) % length; }

  /// Calls visit(other) for every other node that the node of this thread's place meets; a walk that came back is no
  /// pair.
  template <class Visit>
  __device__ void each(std::uint64_t place, const Visit& visit) const {
    const NodeIndex node = nodes[place];
    const std::uint32_t i = step();
    const std::uint32_t begin = i < window ? 0 : i - window;
    const std::uint32_t end = length - i <= window ? length : i + window + 1;
    const NodeIndex* const walk = nodes + (place - i);
    for (std::uint32_t j = begin; j < end; ++j) {
      const NodeIndex other = walk[j];
      if (other != node && other != Walks::kEnd) {
        visit(other);
      }
    }
  }
};

__global__ void __launch_bounds__(kThreads) count_meetings(Windows windows, unsigned long long* counts) {
  const std::size_t place = thread_index();
  if (place >= windows.places || windows.nodes[place] == Walks::kEnd) {
    return;
  }
  unsigned met = 0;
  windows.each(place, [&](NodeIndex) { ++met; });
  if (met > 0) {
    atomicAdd(counts + windows.nodes[place], static_cast<unsigned long long>(met));
  }
}

/// Lists the pairs of nodes [first, last), in any order: they are sorted next.
__global__ void __launch_bounds__(kThreads)
    list_pairs(Windows windows, NodeIndex first, NodeIndex last, unsigned column_bits, std::uint64_t* pairs,
               unsigned long long* used) {
  const std::size_t place = thread_index();
  const NodeIndex node = place < windows.places ? windows.nodes[place] : Walks::kEnd;
  const bool is_listed = node >= first && node < last;
  if (__ballot_sync(kAllLanes, is_listed) == 0) {
    return;
  }
  unsigned met = 0;
  if (is_listed) {
    windows.each(place, [&](NodeIndex) { ++met; });
  }
  unsigned before = met;  // the sum over this lane and those before it
  const unsigned lane = lane_index();
  for (unsigned step = 1; step < kWarp; step *= 2) {
    const unsigned other = __shfl_up_sync(kAllLanes, before, step);
    before += lane >= step ? other : 0;
  }
  unsigned long long begin = 0;
  if (lane == kWarp - 1) {
    begin = atomicAdd(used, static_cast<unsigned long long>(before));
  }
  begin = __shfl_sync(kAllLanes, begin, kWarp - 1) + before - met;
  if (is_listed) {
    const std::uint64_t row = std::uint64_t{node - first} << column_bits;
    windows.each(place, [&](NodeIndex other) { pairs[begin++] = row | other; });
  }
}

/// PairScores on the device.
struct Scores {
  const double* log_marginals;
  const double* log_pairs;
  const float* belief;
  const unsigned long long* marginals;
  double log_total;
  std::uint64_t total;
  double discount;
  std::uint64_t least;

  __device__ float value(std::uint64_t count, NodeIndex u, NodeIndex v) const {
    const bool is_tabled = count < PairScores::kTabled;
    const double log_pair = is_tabled ? log_pairs[count] : log(static_cast<double>(count)) + log_total;
    const double excess = log_pair - (log_marginals[u] + log_marginals[v]);
    const float information = fabs(excess) < kNearChance ? near(count, u, v) : static_cast<float>(excess);
    if (is_tabled) {
      return information * belief[count];
    }
    const auto met = static_cast<double>(count);
    return count < least ? 0.0F : information * static_cast<float>(met / (met + discount));
  }

 private:
  using Wide = unsigned __int128;
  /// positive_pmi of a pair so close to chance that the difference is far below 2^64.
  __device__ float near(std::uint64_t count, NodeIndex u, NodeIndex v) const {
    const Wide seen = static_cast<Wide>(count) * total;
    const Wide chance = static_cast<Wide>(marginals[u]) * marginals[v];
    if (seen <= chance) {
      return 0.0F;
    }
    return static_cast<float>(log1p(to_double(seen - chance) / to_double(chance)));
  }
  __device__ static double to_double(Wide number) {
    return static_cast<double>(static_cast<std::uint64_t>(number >> 64U)) * 0x1.0p64 +
           static_cast<double>(static_cast<std::uint64_t>(number));
  }
};

/// Scores the counted pairs of a part; is_kept says which have evidence.
__global__ void __launch_bounds__(kThreads)
    score_pairs(Scores scores, const std::uint64_t* pairs, const unsigned* counts, std::uint64_t size, NodeIndex first,
                unsigned column_bits, float* values, unsigned* is_kept) {
  const std::size_t i = thread_index();
  if (i >= size) {
    return;
  }
  const std::uint64_t pair = pairs[i];
  const auto column = static_cast<NodeIndex>(pair & ((std::uint64_t{1} << column_bits) - 1));
  const float value = scores.value(counts[i], first + static_cast<NodeIndex>(pair >> column_bits), column);
  values[i] = value;
  is_kept[i] = value > 0.0F ? 1 : 0;
}

/// Moves the kept pairs together, and notes where rows begin. places is the number of kept pairs before each.
__global__ void __launch_bounds__(kThreads)
    keep_pairs(const std::uint64_t* pairs, const float* values, const unsigned* places, std::uint64_t size,
               NodeIndex first, unsigned column_bits, std::uint64_t begin, NodeIndex* columns, float* kept,
               std::uint64_t* offsets) {
  const std::size_t i = thread_index();
  if (i >= size) {
    return;
  }
  const std::uint64_t pair = pairs[i];
  const std::uint64_t row = pair >> column_bits;
  // Rows between two pairs have none: they begin where the next one does.
  const std::uint64_t from = i == 0 ? 0 : (pairs[i - 1] >> column_bits) + 1;
  for (std::uint64_t r = from; r <= row; ++r) {
    offsets[first + r] = begin + places[i];
  }
  if (values[i] > 0.0F) {
    columns[places[i]] = static_cast<NodeIndex>(pair & ((std::uint64_t{1} << column_bits) - 1));
    kept[places[i]] = values[i];
  }
}

/// Rows first … last begin at the end of the entries.
__global__ void end_rows(std::uint64_t* offsets, NodeIndex first, NodeIndex last, std::uint64_t end) {
  const std::size_t row = first + thread_index();
  if (row <= last) {
    offsets[row] = end;
  }
}

__global__ void read_entries(const NodeIndex* columns, const float* values, std::uint64_t begin, std::uint64_t size,
                             const std::uint64_t* numbers, std::size_t count, Ppmi::Entry* entries) {
  const std::size_t i = thread_index();
  if (i < count && numbers[i] >= begin && numbers[i] - begin < size) {
    entries[i].column = columns[numbers[i] - begin];
    entries[i].value = values[numbers[i] - begin];
  }
}

/// Logarithms as the host takes them.
std::vector<double> logarithms(const std::vector<std::uint64_t>& counts, int threads) {
  std::vector<double> logs(counts.size());
  parallel_blocks(threads, counts.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      logs[i] = std::log(static_cast<double>(counts[i]));
    }
  });
  return logs;
}

/// Sorts, counts and scores the pairs of consecutive rows, part after part.
class PartCounter {
 public:
  PartCounter(const Device& device, const Windows& windows, std::uint64_t most, unsigned column_bits)
      : device_(device),
        windows_(windows),
        column_bits_(column_bits),
        listed_(device, most),
        sorted_(device, most),
        counts_(device, most),
        used_(device, 1) {}

  /// The part of these rows, which have `size` pairs. Its distinct pairs are added to `distinct`.
  DevicePairs::Part count(const Scores& scores, NodeIndex first, NodeIndex last, std::uint64_t size,
                          std::uint64_t begin, std::uint64_t* offsets, std::uint64_t& distinct) {
    const Stream stream = device_.stream();
    used_.clear();
    list_pairs<<<blocks_for(windows_.places, kThreads), kThreads, 0, stream>>>(windows_, first, last, column_bits_,
                                                                               listed_.data(), used_.data());
    check_launch("listing pairs");
    const int bits = static_cast<int>(column_bits_ + std::bit_width(last - first - 1U));
    cub::DoubleBuffer<std::uint64_t> keys(listed_.data(), sorted_.data());
    run_cub(device_, "sorting pairs", [&](void* memory, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(memory, bytes, keys, size, 0, bits, stream);
    });
    run_cub(device_, "counting pairs", [&](void* memory, std::size_t& bytes) {
      return cub::DeviceRunLengthEncode::Encode(memory, bytes, keys.Current(), keys.Alternate(), counts_.data(),
                                                used_.data(), static_cast<int>(size), stream);
    });
    const std::uint64_t* const pairs = keys.Alternate();
    const std::uint64_t runs = used_.to_host()[0];
    distinct += runs;
    DeviceArray<float> values(device_, runs);
    DeviceArray<unsigned> places(device_, runs + 1);
    places.clear();
    if (runs > 0) {
      score_pairs<<<blocks_for(runs, kThreads), kThreads, 0, stream>>>(scores, pairs, counts_.data(), runs, first,
                                                                       column_bits_, values.data(), places.data());
      check_launch("scoring pairs");
    }
    run_cub(device_, "placing pairs", [&](void* memory, std::size_t& bytes) {
      return cub::DeviceScan::ExclusiveSum(memory, bytes, places.data(), places.data(), runs + 1, stream);
    });
    unsigned kept = 0;
    device_.download(&kept, places.data() + runs, sizeof(kept));
    DevicePairs::Part part{first, last, begin, DeviceArray<NodeIndex>(device_, kept),
                           DeviceArray<float>(device_, kept)};
    end_rows<<<blocks_for(last - first + 1U, kThreads), kThreads, 0, stream>>>(offsets, first, last, begin + kept);
    check_launch("ending rows");
    if (runs > 0) {
      keep_pairs<<<blocks_for(runs, kThreads), kThreads, 0, stream>>>(pairs, values.data(), places.data(), runs, first,
                                                                      column_bits_, begin, part.columns.data(),
                                                                      part.values.data(), offsets);
      check_launch("keeping pairs");
    }
    return part;
  }

 private:
  const Device& device_;
  Windows windows_;
  unsigned column_bits_;
  DeviceArray<std::uint64_t> listed_;
  DeviceArray<std::uint64_t> sorted_;
  DeviceArray<unsigned> counts_;
  DeviceArray<unsigned long long> used_;
};

constexpr std::uint64_t kMostSorted = std::uint64_t{1} << 29U;
constexpr std::uint64_t kLeastSorted = std::uint64_t{1} << 26U;

}  // namespace

std::uint64_t sorted_at_a_time(std::uint64_t pairs) noexcept {
  constexpr std::uint64_t kParts = 8;
  return std::min(pairs, std::clamp(pairs / kParts, kLeastSorted, kMostSorted));
}

std::uint64_t sorting_bytes(std::uint64_t pairs) noexcept {
  // Two lists, the counts, what the sort works in, and the distinct pairs, of which each is met at least once.
  constexpr std::uint64_t kBytesEach = 2 * sizeof(std::uint64_t) + sizeof(unsigned) + 1 + 2 * sizeof(float);
  return sorted_at_a_time(pairs) * kBytesEach;
}

DeviceCount compute_ppmi(const Device& device, const DeviceWalks& walks, NodeIndex nodes, std::uint32_t window,
                         const PairEvidence& evidence, const RunContext& context) {
  const Windows windows{walks.nodes.data(), walks.nodes.size(), walks.length, window};
  DeviceCount result;
  DeviceArray<unsigned long long> marginals(device, nodes);
  marginals.clear();
  count_meetings<<<blocks_for(windows.places, kThreads), kThreads, 0, device.stream()>>>(windows, marginals.data());
  check_launch("counting meetings");
  std::vector<std::uint64_t>& counts = result.marginals.counts;
  counts.resize(nodes);
  device.download(counts.data(), marginals.data(), marginals.bytes());
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  result.marginals.total = all / 2;

  const PairScores host({{}, result.marginals.total}, evidence);
  const DeviceArray<double> logs(device, std::span<const double>(logarithms(counts, context.threads)));
  const DeviceArray<double> log_pairs(device, std::span<const double>(host.log_pairs()));
  const DeviceArray<float> belief(device, std::span<const float>(host.belief()));
  const Scores scores{logs.data(),      log_pairs.data(),       belief.data(),     marginals.data(),
                      host.log_total(), result.marginals.total, evidence.discount, evidence.least};

  result.pairs.nodes = nodes;
  result.pairs.offsets = DeviceArray<std::uint64_t>(device, std::size_t{nodes} + 1);
  result.pairs.offsets.clear();
  const std::uint64_t most = std::max(sorted_at_a_time(all), *std::max_element(counts.begin(), counts.end()));
  if (most > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error(ErrorCode::kConfig, "PPMI: a node meets others more than 2^31 times, too often for --device cuda");
  }
  const auto column_bits = static_cast<unsigned>(std::bit_width(nodes - 1U));
  PartCounter counter(device, windows, most, column_bits);
  std::uint64_t entries = 0;
  for (NodeIndex first = 0; first < nodes;) {
    std::uint64_t size = 0;
    NodeIndex last = first;
    for (; last < nodes && size + counts[last] <= most; ++last) {
      size += counts[last];
    }
    result.pairs.parts.push_back(
        counter.count(scores, first, last, size, entries, result.pairs.offsets.data(), result.distinct));
    entries += result.pairs.parts.back().columns.size();
    first = last;
    context.advance(static_cast<double>(first) / nodes);
  }
  result.distinct /= 2;
  device.synchronize();  // the tables above are freed
  return result;
}

std::vector<Ppmi::Entry> entries_at(const Device& device, const DevicePairs& pairs,
                                    std::span<const std::uint64_t> numbers) {
  const DeviceArray<std::uint64_t> wanted(device, numbers);
  DeviceArray<Ppmi::Entry> entries(device, numbers.size());
  for (const DevicePairs::Part& part : pairs.parts) {
    if (!numbers.empty() && part.columns.size() > 0) {
      read_entries<<<blocks_for(numbers.size(), kThreads), kThreads, 0, device.stream()>>>(
          part.columns.data(), part.values.data(), part.begin, part.columns.size(), wanted.data(), numbers.size(),
          entries.data());
      check_launch("reading entries");
    }
  }
  return entries.to_host();
}

}  // namespace columnar::cuda
