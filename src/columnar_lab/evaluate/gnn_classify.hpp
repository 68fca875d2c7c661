#pragma once

#include "columnar_lab/baselines/gnn.hpp"
#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {

/// A supervised network under the protocol of classify(): the same stratified folds (of options.folds, options.seed),
/// trained end to end on the other folds and tested on this one. A share of the training nodes decides
/// when to stop; the test fold does not. options.seed also determines weights and dropout.
///
/// Unlike an embedding it sees classes during training, and features if the graph has them: an upper
/// reference, not a competitor. It has no C: options.cost and options.tolerance are ignored. context.threads folds run
/// in
/// parallel; options.threads is ignored. Throws like classify() and train_gnn().
[[nodiscard]] ClassificationReport gnn_classify(GnnKind kind, const Graph& graph, const Attributes& features,
                                                const Labels& labels, const GnnConfig& config = {},
                                                const ClassifyOptions& options = {}, const RunContext& context = {});

}  // namespace columnar
