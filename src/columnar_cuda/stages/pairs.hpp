#pragma once

#include <cstdint>
#include <vector>

#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar_cuda/device/device_array.hpp"
#include "columnar_cuda/stages/walks.hpp"

namespace columnar::cuda {

/// The positive entries of the PPMI matrix in the memory of a GPU, in parts of consecutive rows.
struct DevicePairs {
  struct Part {
    NodeIndex first = 0;  ///< rows first … last - 1
    NodeIndex last = 0;
    std::uint64_t begin = 0;  ///< the number of its first entry among those of all parts
    DeviceArray<NodeIndex> columns;
    DeviceArray<float> values;
  };
  NodeIndex nodes = 0;
  DeviceArray<std::uint64_t> offsets;  ///< n + 1: the first entry of each row among those of all parts
  std::vector<Part> parts;
};

/// What compute_ppmi leaves, with the matrix on the GPU.
struct DeviceCount {
  DevicePairs pairs;
  Marginals marginals;
  std::uint64_t distinct = 0;
};

/// Most pairs that are sorted at a time for walks that have `pairs` of them (from both of their ends), and the bytes
/// that sorting takes beside walks and entries.
[[nodiscard]] std::uint64_t sorted_at_a_time(std::uint64_t pairs) noexcept;
[[nodiscard]] std::uint64_t sorting_bytes(std::uint64_t pairs) noexcept;

/// The entries of columnar::compute_ppmi, value for value (counts above 255 use the GPU's logarithm, which may differ
/// in the last bit). Pairs are listed with both ends in one number, sorted and counted, for as many rows at a time as
/// have sorted_at_a_time pairs together. Throws Error(kConfig) for a node with more than 2^31 pairs.
[[nodiscard]] DeviceCount compute_ppmi(const Device& device, const DeviceWalks& walks, NodeIndex nodes,
                                       std::uint32_t window, const PairEvidence& evidence, const RunContext& context);

/// Entries by their numbers among all: a row's column and its value.
[[nodiscard]] std::vector<Ppmi::Entry> entries_at(const Device& device, const DevicePairs& pairs,
                                                  std::span<const std::uint64_t> numbers);

}  // namespace columnar::cuda
