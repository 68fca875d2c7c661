#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/npz_attributes.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/propagation.hpp"

namespace columnar {

/// How the supervised networks are trained: two layers, the whole graph at once.
struct GnnConfig {
  std::uint32_t hidden = 64;
  double learning_rate = 0.01;  ///< of Adam
  double dropout = 0.5;         ///< share of the features, and of the hidden values, that an epoch does not see
  double weight_decay = 5e-4;   ///< of the first layer
  std::uint32_t max_epochs = 200;
  std::uint32_t patience = 50;    ///< epochs without a lower validation loss after which training ends
  double validation_share = 0.1;  ///< of the training nodes, held out to see when to stop
  /// Dividing by the sum leaves the 260 words of a node of Amazon Photo so small that 200 epochs do not suffice (GCN
  /// .77, by the root .94). No division does worse for GraphSAGE where labels are few (Cora, 20 a class: .776, not
  /// .787).
  RowScale row_scale = RowScale::kRoot;
};

/// What training gave, and how it went.
struct GnnResult {
  std::vector<std::int32_t> predictions;  ///< a class for every node of the graph
  std::uint32_t epochs = 0;               ///< trained
  std::uint32_t best_epoch = 0;           ///< whose weights were taken, from 1 on
  double validation_loss = 0.0;           ///< there
};

/// The nodes of a split; see hold_out().
struct TrainingSplit {
  std::vector<NodeIndex> train;
  std::vector<NodeIndex> validation;
};

/// Holds out `share` of the nodes of each class, chosen by (seed, kGnnSplit): each class is shuffled, and over all
/// classes in turn every node at which the running share passes the next whole number is held out. A few nodes may give
/// an empty validation part; the training part is never empty unless `nodes` is.
[[nodiscard]] TrainingSplit hold_out(std::span<const std::int32_t> classes, std::span<const NodeIndex> nodes,
                                     double share, std::uint64_t seed);

/// Trains on `train` and keeps the weights of the epoch with the lowest loss on `validation`; where that is empty,
/// those of the last epoch. Sees the classes of these two parts alone. A function of its inputs and the seed; the
/// threads of `context` change nothing.
///
/// Throws Error(kInput) for an empty `train`, a node outside the graph or without class, more than 4096 classes, or
/// features that do not fit the graph; Error(kConfig) for an impossible config.
[[nodiscard]] GnnResult train_gnn(GnnKind kind, const Graph& graph, const Attributes& features,
                                  std::span<const std::int32_t> classes, const TrainingSplit& split,
                                  const GnnConfig& config, std::uint64_t seed, const RunContext& context);

/// A class for every node, learnt from the classes of the nodes in `train`, of which hold_out() takes some to know when
/// to stop.
[[nodiscard]] std::vector<std::int32_t> train_and_predict(GnnKind kind, const Graph& graph, const Attributes& features,
                                                          std::span<const std::int32_t> classes,
                                                          std::span<const NodeIndex> train, const GnnConfig& config,
                                                          std::uint64_t seed, const RunContext& context);

}  // namespace columnar
