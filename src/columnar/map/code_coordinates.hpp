#pragma once

#include <cstdint>

#include "columnar/codes.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// The codes in few dimensions: their coordinates in the leading singular directions of the table, seen as a matrix of
/// zeros and ones, then to unit length. n × rank, or fewer columns if the table has fewer directions. Of codes with L6
/// and other layers, the others alone: they say where in the graph a node lies.
[[nodiscard]] RowMatrix code_coordinates(const SdrTable& codes, std::uint32_t rank, std::uint64_t seed,
                                         const RunContext& context);

/// The bits that clusters and maps look at: without L6, if the codes also have other layers.
[[nodiscard]] SdrTable without_l6(const SdrTable& codes);

}  // namespace columnar
