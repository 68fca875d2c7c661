#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/embedding.hpp"

namespace columnar {

/// Every way the program has from a graph to one row a node.
enum class Method {
  kColumnar,  ///< the Embedder: sparse codes, learned
  kNode2vec,
  kDeepwalk,
  kLine,
  kPpmiSvd,
  kKWinners,  ///< sparse codes without learning, from PPMI-SVD
};

/// Method by name (columnar, node2vec, deepwalk, line, ppmi-svd, k-winners); Error(kConfig) that lists the names for
/// another.
[[nodiscard]] Method parse_method(std::string_view name);
[[nodiscard]] std::string_view method_name(Method method) noexcept;

/// All methods, in the order of their declaration.
[[nodiscard]] std::span<const Method> all_methods() noexcept;

/// Whether the method makes codes; the others make vectors.
[[nodiscard]] bool makes_codes(Method method) noexcept;

/// Embeds a graph by any method, for those who compare them: the same walks and window (config.walks) for all that
/// walk.
///
/// The seed given holds, not config.seed. Each method reports its work as stages. Throws Error(kConfig) for impossible
/// constants and Error(kInput) for a graph without edges.
[[nodiscard]] Embedding embed_by(Method method, const Graph& graph, const Config& config,
                                 const BaselineConfig& baseline, std::uint64_t seed, const RunContext& context);

}  // namespace columnar
