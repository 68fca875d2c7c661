#pragma once

#include <cstdint>
#include <vector>

#include "columnar/search/overlap_kernels.hpp"
#include "columnar/search/search_index.hpp"

namespace columnar {

/// Search that looks at every code: one bit a bit, counted by the widest instructions that the processor has.
///
/// Takes width / 8 bytes a code, rounded up to whole words: 232 at the paper's sizes. Its time hardly depends on the
/// codes, and it is what the inverted index is tested against.
class BruteForceIndex final : public SearchIndex {
 public:
  explicit BruteForceIndex(const SdrTable& table, Simd simd = available_simd().back());

 private:
  void run(std::span<const Scan> scans) const override;

  std::size_t words_;  ///< 64-bit words of one code
  OverlapKernel kernel_;
  std::vector<std::uint64_t> packed_;  ///< groups of kGroupRows codes; rows past the last are zeros
};

}  // namespace columnar
