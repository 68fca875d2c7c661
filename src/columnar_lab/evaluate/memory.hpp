#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar_lab/baselines/embedding.hpp"

namespace columnar {

/// log2 of n choose k; 0 where k > n.
[[nodiscard]] double log2_choose(std::uint32_t n, std::uint32_t k);

/// log2 of the codes that a shape allows: what one of them needs where all are alike.
[[nodiscard]] double structured_bits(const SdrShape& shape);

/// What one code takes in each representation, in bytes a node unless said otherwise.
///
/// All have random access. The paper's 34 bytes ("sparse index") are the packed indices, its 23 × ("entropy
/// coded") the structured bound in whole bytes; both are found from the shape alone. The coded size is measured on the
/// codes at hand, with the entropy codec of .sdr files, and read back and compared.
struct CodeMemory {
  std::uint64_t bitmap = 0;      ///< one bit a place, in whole bytes: 225 of 1800 bits
  std::uint64_t index = 0;       ///< 16 bits an active bit: 56 for 28 of them
  std::uint64_t packed = 0;      ///< ceil(log2 block) bits an active bit: 8 × 11 + 20 × 9 = 268 bits, 34 bytes
  std::uint64_t enumerated = 0;  ///< the structured bound in whole bytes: 22
  double structured_bits = 0.0;  ///< log2 of the codes there are: C(300,8) · 5^8 · C(300,20)
  double choose_bits = 0.0;      ///< log2 C(1800,28), for one who does not know the blocks
  double frequency_bits = 0.0;   ///< Σ H(p_i): entropy bound of bits that are independent, by their frequencies
  double coded = 0.0;            ///< measured: bytes of the entropy codec, its table included, divided by the nodes
};

/// Throws Error(kInput) for malformed codes or none at all.
[[nodiscard]] CodeMemory measure_memory(const SdrTable& codes);

/// A vector of d numbers of that many bytes.
[[nodiscard]] constexpr std::uint64_t vector_bytes(std::uint64_t dimensions, std::uint64_t number) noexcept {
  return dimensions * number;
}

}  // namespace columnar
