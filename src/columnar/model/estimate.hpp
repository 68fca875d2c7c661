#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// What a fit will probably cost.
struct Estimate {
  std::vector<StageCost> stages;  ///< named and ordered as in FitReport; peak_bytes is that of the whole process
  std::uint64_t pairs = 0;        ///< windowed pairs of different nodes
  std::uint64_t distinct_pairs = 0;
  std::uint64_t pair_bytes = 0;   ///< the entries of the PPMI, held from their stage on unless a file has them
  std::uint64_t visit_bytes = 0;  ///< places of the walks that are listed at a time while pairs are counted

  [[nodiscard]] double seconds() const noexcept;
  [[nodiscard]] std::uint64_t peak_bytes() const noexcept;
};

/// Predicts time and memory of Embedder::fit without running it.
///
/// Memory follows from the arrays that each stage holds. How many distinct pairs there are decides most of it and
/// depends on the shape of the graph, so it is measured on a sample of nodes: as many partners as a node will meet are
/// drawn by short walks from it, and the distinct ones counted. Times are counts of operations times the speed of the
/// machine that the coefficients were measured on; expect them to be right within a factor of two.
[[nodiscard]] Estimate estimate_fit(const Graph& graph, const Config& config, int threads);

/// The same of what the command does with the codes, the stages "health" and "writing". `writer_bytes` are what the
/// writer of the file holds (codes_writer_bytes).
[[nodiscard]] std::vector<StageCost> estimate_outputs(const Graph& graph, const Config& config,
                                                      std::uint64_t writer_bytes);

}  // namespace columnar
