#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar/search/associative_memory.hpp"

namespace columnar {

struct RecallOptions {
  std::vector<double> missing{0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};  ///< shares of the active bits
  std::vector<double> flipped{0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  std::uint32_t repeats = 1;     ///< draws of the damage at each share
  std::uint64_t queries = 5000;  ///< nodes asked about at most, spread evenly over the table
  std::uint64_t seed = 1;        ///< of the damage
};

/// What a memory gives back for codes that are damaged alike. The three shares sum to 1.
struct RecallPoint {
  double share = 0.0;      ///< of the active bits that are missing or moved, as asked for
  std::uint32_t bits = 0;  ///< that is so many
  double recalled = 0.0;   ///< the code itself, and no other as near
  double tied = 0.0;       ///< the code itself is among several that are equally near
  double wrong = 0.0;      ///< another code is nearer, or none has any of the bits
  double margin = 0.0;     ///< mean bits between the answer and the next code, where it was recalled; else 0
};

/// Recall by the share of bits that are missing (subsample) and that have moved elsewhere (add_noise).
struct RecallCurves {
  std::size_t queries = 0;  ///< nodes asked about
  std::vector<RecallPoint> missing;
  std::vector<RecallPoint> flipped;
};

/// Asks a memory for every code it holds, or for options.queries of them, from what damage leaves of it.
///
/// Both kinds of damage take the same bits, so that the difference between the curves is what wrong bits do beyond the
/// loss of the right ones. Throws Error(kConfig) for a share outside [0, 1] or no queries, repeats or shares, and
/// Error(kInput) for a memory without codes.
[[nodiscard]] RecallCurves measure_recall(const AssociativeMemory& memory, const RecallOptions& options,
                                          const RunContext& context);

}  // namespace columnar
