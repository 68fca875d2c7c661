#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/node_keys.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Bits of the class code computed together: seven cache lines per node, enough for the default 400 bits.
inline constexpr std::size_t kSlabBits = 448;

/// The input layer: the active L4 neurons of every node, class bits first, then identity bits.
struct L4Codes {
  std::uint32_t active = 0;         ///< per node
  std::uint32_t class_active = 0;   ///< number of leading class bits; the rest are identity bits
  std::vector<std::uint16_t> bits;  ///< n × active

  [[nodiscard]] std::span<const std::uint16_t> code(std::size_t node) const noexcept {
    return {bits.data() + node * active, active};
  }
};

/// The random bits that a node adds to its neighbours' class codes: its row of R. Keyed by NodeKeys.
[[nodiscard]] std::vector<std::uint16_t> projection_bits(std::uint64_t key, const L4Config& config, std::uint64_t seed);

/// The identity code: `identity_active` distinct bits out of `identity_bits`, a hash of the node.
/// docs/equations.md#l4-identity
[[nodiscard]] std::vector<std::uint16_t> identity_code(std::uint64_t key, const L4Config& config, std::uint64_t seed);

/// Class and identity codes of all nodes.                                         docs/equations.md#l4-class
///
/// Class code: the `class_active` largest entries of row v of S. As printed, S = A·R with R binary. With
/// class_averaging,
/// S = P·R + P²·R + … + P^hops·R, P = D⁻¹(A + I), which carries far more of the neighbourhood (docs/decisions/).
/// Values passed from hop to hop are rounded to five significant bits. The graph is symmetric (SymmetricGraph).
[[nodiscard]] L4Codes encode_l4(const Graph& graph, const L4Config& config, std::uint64_t seed,
                                const RunContext& context);

/// The same for the given distinct nodes only; nodes farther away than class_hops are not visited. Of several ranks
/// each gives some of all nodes, and they send each other what goes from node to node.
[[nodiscard]] L4Codes encode_l4(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                                const L4Config& config, std::uint64_t seed, const RunContext& context);

/// Class bits from coordinates, for nodes that have attributes: the `class_active` largest of a random projection
/// (keyed signs) of each row replace the bits that follow the edges alone. So a node without edges has a class code,
/// too.                                                                        docs/equations.md#l4-attributes
void set_class_bits(const RowMatrix& coordinates, const L4Config& config, std::uint64_t seed, int threads,
                    L4Codes& codes);

}  // namespace columnar
