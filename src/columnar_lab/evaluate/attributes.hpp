#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

namespace columnar {

struct AttributesOptions {
  std::vector<double> hidden{0.1};      ///< shares of the nodes that come without an edge
  std::vector<std::string> networks{};  ///< "gcn", "sage"
  std::uint32_t seeds = 3;              ///< config.seed and the following
};

/// What attributes add to codes, in two tables. "classes": cross-validated accuracy of codes without attributes, with
/// them, from them alone (attribute_share 1) and with those of other nodes (noise), beside a logistic regression on the
/// attributes themselves and supervised networks; all on the folds of classify(). "cold": some nodes are hidden, a
/// model is trained on the rest and encodes them by their attributes without any edge; a classifier that learned the
/// codes of the visible nodes predicts their classes, beside one on the attributes of the same nodes, and beside codes
/// of the hidden nodes by attributes and edges; undefined where the model found the attributes to tell nothing.
///
/// `attributes` has a row per node. Throws Error(kInput) for labels that cannot be classified, for attributes that are
/// not of the graph, and for a graph that is too small.
[[nodiscard]] std::vector<SeedTable> evaluate_attributes(const Graph& graph, const Attributes& attributes,
                                                         const Labels& labels, const Config& config,
                                                         const AttributesOptions& options, const RunContext& context);

}  // namespace columnar
