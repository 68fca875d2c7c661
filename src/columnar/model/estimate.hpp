#pragma once

#include <cstdint>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/config.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Predicted cost of a fit.
struct Estimate {
  std::vector<StageCost> stages;  ///< named and ordered as in FitReport; peak_bytes is that of the whole process
  std::uint64_t pairs = 0;        ///< windowed pairs of different nodes
  std::uint64_t distinct_pairs = 0;
  std::uint64_t pair_bytes = 0;   ///< PPMI entries, held in their stage and the spectrum's unless they are in a file
  std::uint64_t visit_bytes = 0;  ///< positions in the walks listed at a time while pairs are counted
  std::uint64_t role_pair_bytes = 0;  ///< the same two of the graph of roles, held in the stages "roles: …" alone
  std::uint64_t role_visit_bytes = 0;

  [[nodiscard]] double seconds() const noexcept;
  [[nodiscard]] std::uint64_t peak_bytes() const noexcept;
};

/// Predicts time and memory of Embedder::fit without running it.
///
/// Memory follows from the arrays that each stage holds. The number of distinct pairs decides most of it and
/// depends on the shape of the graph, so it is measured on a sample of nodes: short walks draw as many partners as a
/// node
/// will meet, and the distinct ones are counted. Times are operation counts times the speed of the machine on which the
/// coefficients were measured; expect them to be right within a factor of two. With roles, their graph is made to be
/// measured. Attributes are expected to have both parts in the coordinates, which is known only once they are measured.
[[nodiscard]] Estimate estimate_fit(const Graph& graph, const Config& config, int threads,
                                    const Attributes& attributes = {});

/// The same for what the command does with the codes, the stages "health" and "writing". `writer_bytes` is the memory
/// of the file writer (codes_writer_bytes).
[[nodiscard]] std::vector<StageCost> estimate_outputs(const Graph& graph, const Config& config,
                                                      std::uint64_t writer_bytes, const Attributes& attributes = {});

}  // namespace columnar
