#pragma once

#include "columnar_lab/baselines/gnn.hpp"
#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {

/// A supervised network under the protocol of classify(): the same stratified folds (of options.folds, options.seed),
/// trained end to end on the other folds and asked for the nodes of this one. A share of the training nodes tells it
/// when to stop; the fold that tests it does not. Weights and dropout are drawn by options.seed as well.
///
/// Unlike an embedding it sees classes while it forms its vectors, and features where the graph has them: a point of
/// reference, not a peer. It has no C: options.cost and options.tolerance do not matter; context.threads folds run side
/// by side, and options.threads is not looked at. Throws as classify() and train_gnn() do.
[[nodiscard]] ClassificationReport gnn_classify(GnnKind kind, const Graph& graph, const Features& features,
                                                const Labels& labels, const GnnConfig& config = {},
                                                const ClassifyOptions& options = {}, const RunContext& context = {});

}  // namespace columnar
