#pragma once

#include "columnar/graph/generators.hpp"

namespace columnar::cli {

/// The built-in graph of `columnar demo` and `columnar explore --demo`: six hidden communities.
inline constexpr PlantedCommunities kTown{.nodes = 3000, .classes = 6, .mean_degree = 8.0, .mixing = 0.2, .seed = 7};

}  // namespace columnar::cli
