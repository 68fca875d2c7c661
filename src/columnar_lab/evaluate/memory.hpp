#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar_lab/baselines/embedding.hpp"

namespace columnar {

/// log2 of n choose k; 0 if k > n.
[[nodiscard]] double log2_choose(std::uint32_t n, std::uint32_t k);

/// log2 of the number of codes of a shape: bits per code if all are equally likely.
[[nodiscard]] double structured_bits(const SdrShape& shape);

/// Size of one code in each representation, in bytes per node unless said otherwise.
///
/// All have random access. The paper's 34 bytes ("sparse index") are the packed indices, its 23 × ("entropy
/// coded") the structured bound in whole bytes; both follow from the shape. The coded size is measured on the
/// given codes with the entropy codec of .sdr files, and verified by decoding.
struct CodeMemory {
  std::uint64_t bitmap = 0;      ///< one bit per place, in whole bytes: 225 for 1800 bits
  std::uint64_t index = 0;       ///< 16 bits per active bit: 56 for 28 active bits
  std::uint64_t packed = 0;      ///< ceil(log2 block) bits per active bit: 8 × 11 + 20 × 9 = 268 bits, 34 bytes
  std::uint64_t enumerated = 0;  ///< the structured bound in whole bytes: 22
  double structured_bits = 0.0;  ///< log2 of the number of codes: C(300,8) · 5^8 · C(300,20)
  double choose_bits = 0.0;      ///< log2 C(1800,28), without knowledge of the blocks
  double frequency_bits = 0.0;   ///< Σ H(p_i): entropy bound for independent bits, by their frequencies
  double coded = 0.0;            ///< measured: bytes of the entropy codec, including its table, divided by the nodes
};

/// Throws Error(kInput) for malformed codes or none at all.
[[nodiscard]] CodeMemory measure_memory(const SdrTable& codes);

/// Bytes of a vector of d numbers.
[[nodiscard]] constexpr std::uint64_t vector_bytes(std::uint64_t dimensions, std::uint64_t number) noexcept {
  return dimensions * number;
}

}  // namespace columnar
