#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/graph.hpp"

/// What the competitors of bench_quality share: the graphs, and what one run of a method hands over.

namespace columnar::bench {

/// One of the five graphs, with the figures to meet on it.
struct Dataset {
  std::string_view name;
  std::string_view file;
  double target;            ///< accuracy of the whole code
  double stretch;           ///< the same, to make a name
  double node2vec_seconds;  ///< node2vec-c, the same walks, d = 64, one thread; published, not measured here
};

inline constexpr std::array<Dataset, 5> kDatasets{{{"cora", "cora.npz", .840, .855, 0.5},
                                                   {"citeseer", "citeseer.npz", .738, .755, 0.4},
                                                   {"photo", "amazon_photo.npz", .925, .940, 2.9},
                                                   {"pubmed", "pubmed.npz", .805, .825, 6.9},
                                                   {"physics", "coauthor_physics.npz", .926, .938, 15.9}}};

/// The codes of one run, checked: exactly the bits that their shape says.
struct Run {
  SdrTable table;
  double seconds = 0.0;  ///< from the graph in memory to the codes, one thread
  std::uint64_t peak_bytes = 0;
};

/// The method itself, at one seed. Throws Error where a code is not what its shape says, or two are equal although
/// ties were to be broken: what is wrong is not timed.
[[nodiscard]] Run run_columnar(const Graph& graph, const Config& config);

/// The floor: no learning at all. Spectral coordinates of the given rank times a Gaussian matrix of rank × 1800, of
/// each row the best 28 places. Same walks, pairs and PPMI as the method.
[[nodiscard]] Run run_random_projection(const Graph& graph, const Config& config, std::uint32_t rank);

}  // namespace columnar::bench
