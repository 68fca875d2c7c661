#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/embedding.hpp"

namespace columnar {

/// A way to embed a graph, by the name that --methods knows it by.
struct EmbeddingMethod {
  std::string name;
  std::function<Embedding(const Graph&, std::uint64_t seed, const RunContext&)> embed;
};

/// "sdr-8", "sdr-28", "l6" and "search": L2/3, L2/3 and L5a, L6, and all three, of one training; and every other method
/// of the program (Method::name). Both layers come from one training: codes are kept until another graph is embedded.
[[nodiscard]] std::vector<EmbeddingMethod> embedding_methods(const Config& config);

}  // namespace columnar
