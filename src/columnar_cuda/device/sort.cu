#include <thrust/iterator/counting_iterator.h>

#include <bit>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <limits>
#include <utility>

#include "columnar/error.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/cub.cuh"
#include "columnar_cuda/device/sort.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 256;

template <class Key>
void sort_pairs(const Device& device, std::uint64_t bound, DeviceArray<Key>& keys, DeviceArray<std::uint32_t>& values) {
  DeviceArray<Key> sorted_keys(device, keys.size());
  DeviceArray<std::uint32_t> sorted(device, values.size());
  const int bits = bound <= 1 ? 1 : static_cast<int>(std::bit_width(bound - 1));
  run_cub(device, "sort", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, keys.data(), sorted_keys.data(), values.data(), sorted.data(),
                                           keys.size(), 0, bits, device.stream());
  });
  keys = std::move(sorted_keys);
  values = std::move(sorted);
}

__global__ void find_starts(const std::uint32_t* sorted, std::size_t count, std::uint32_t keys, std::uint64_t* starts) {
  const std::size_t key = thread_index();
  if (key > keys) {
    return;
  }
  std::size_t first = 0;
  std::size_t last = count;
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (sorted[middle] < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  starts[key] = first;
}

__global__ void count_up(std::uint32_t* numbers, std::size_t count) {
  const std::size_t i = thread_index();
  if (i < count) {
    numbers[i] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace

void sort_by_key(const Device& device, std::uint64_t bound, DeviceArray<std::uint32_t>& keys,
                 DeviceArray<std::uint32_t>& values) {
  sort_pairs(device, bound, keys, values);
}

void sort_by_key(const Device& device, std::uint64_t bound, DeviceArray<std::uint64_t>& keys,
                 DeviceArray<std::uint32_t>& values) {
  sort_pairs(device, bound, keys, values);
}

DeviceArray<std::uint32_t> flagged(const Device& device, const DeviceArray<std::uint8_t>& flags) {
  if (flags.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::kConfig, "--device cuda: this graph needs lists of more than 2^32 entries");
  }
  DeviceArray<std::uint32_t> found(device, flags.size());
  DeviceArray<std::uint64_t> number(device, 1);
  run_cub(device, "selection", [&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(memory, bytes, thrust::counting_iterator<std::uint32_t>(0), flags.data(),
                                      found.data(), number.data(), flags.size(), device.stream());
  });
  DeviceArray<std::uint32_t> fitting(device, number.to_host().front());
  if (!fitting.empty()) {
    device.copy(fitting.data(), found.data(), fitting.bytes());
  }
  return fitting;
}

DeviceArray<std::uint64_t> starts_of(const Device& device, const DeviceArray<std::uint32_t>& sorted,
                                     std::uint32_t keys) {
  DeviceArray<std::uint64_t> starts(device, std::size_t{keys} + 1);
  find_starts<<<blocks_for(starts.size(), kThreads), kThreads, 0, device.stream()>>>(sorted.data(), sorted.size(), keys,
                                                                                     starts.data());
  check_launch("starts of keys");
  return starts;
}

DeviceArray<std::uint32_t> counted_up(const Device& device, std::size_t count) {
  DeviceArray<std::uint32_t> numbers(device, count);
  if (count > 0) {
    count_up<<<blocks_for(count, kThreads), kThreads, 0, device.stream()>>>(numbers.data(), count);
    check_launch("counting");
  }
  return numbers;
}

}  // namespace columnar::cuda
