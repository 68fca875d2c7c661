#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar_cuda/device/device_array.hpp"

namespace columnar::cuda {

// By CUB, in one file of their own: its sorts take a minute to compile.

/// Sorts values by their keys, which are below `bound`; values of equal keys keep their order.
void sort_by_key(const Device& device, std::uint64_t bound, DeviceArray<std::uint32_t>& keys,
                 DeviceArray<std::uint32_t>& values);
void sort_by_key(const Device& device, std::uint64_t bound, DeviceArray<std::uint64_t>& keys,
                 DeviceArray<std::uint32_t>& values);

/// The numbers i below the size of `flags` whose flag is not 0, ascending.
[[nodiscard]] DeviceArray<std::uint32_t> flagged(const Device& device, const DeviceArray<std::uint8_t>& flags);

/// Where the entries of each key 0 … keys begin among sorted keys: `keys` + 1 entries, the last of which is the number
/// of entries with keys below `keys`.
[[nodiscard]] DeviceArray<std::uint64_t> starts_of(const Device& device, const DeviceArray<std::uint32_t>& sorted,
                                                   std::uint32_t keys);

/// 0, 1, …
[[nodiscard]] DeviceArray<std::uint32_t> counted_up(const Device& device, std::size_t count);

}  // namespace columnar::cuda
