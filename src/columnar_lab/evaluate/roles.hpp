#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

namespace columnar {

/// A graph whose nodes get bits for roles from a model of another graph.
struct OtherGraph {
  const Graph* graph = nullptr;  ///< null: none
  const Labels* labels = nullptr;
};

/// How well bits for roles tell classes: cross-validated accuracy of all bits, of those for roles and of the others,
/// beside what the degree and all features of a role tell, and beside `methods` (embedding_methods). With another graph
/// also the accuracy on it of a classifier that was trained on this one: the classes are matched by name, and the other
/// graph's nodes get their bits from this one's model (encode_roles).
///
/// Throws Error(kConfig) for a config without roles; Error(kInput) for classes that classify() cannot use, and for two
/// graphs that have no class in common.
[[nodiscard]] std::vector<SeedTable> evaluate_roles(const Graph& graph, const Labels& labels, const OtherGraph& other,
                                                    const Config& config, const std::vector<std::string>& methods,
                                                    std::uint32_t seeds, const RunContext& context);

}  // namespace columnar
