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
  std::uint32_t repeats = 1;     ///< draws of the damage per share
  std::uint64_t queries = 5000;  ///< maximum number of query nodes, spread evenly over the table
  std::uint64_t seed = 1;        ///< seed of the damage
};

/// Recall from equally damaged codes. The three shares sum to 1.
struct RecallPoint {
  double share = 0.0;      ///< requested share of active bits that are missing or moved
  std::uint32_t bits = 0;  ///< the same in bits
  double recalled = 0.0;   ///< only the code itself is nearest
  double tied = 0.0;       ///< the code itself is among several equally near codes, as all are without any shared bit
  double wrong = 0.0;      ///< another code is nearer
  double margin = 0.0;     ///< mean bits between the answer and the next code, if recalled; else 0
};

/// Recall by the share of missing bits (subsample) and of moved bits (add_noise).
struct RecallCurves {
  std::size_t queries = 0;  ///< number of query nodes
  std::vector<RecallPoint> missing;
  std::vector<RecallPoint> flipped;
};

/// Recalls every code of a memory, or options.queries of them, from its damaged version.
///
/// Both kinds of damage affect the same bits, so that the difference between the curves is the effect of wrong bits
/// beyond
/// the loss of right ones. Throws Error(kConfig) for a share outside [0, 1] or no queries, repeats or shares, and
/// Error(kInput) for a memory without codes.
[[nodiscard]] RecallCurves measure_recall(const AssociativeMemory& memory, const RecallOptions& options,
                                          const RunContext& context);

}  // namespace columnar
