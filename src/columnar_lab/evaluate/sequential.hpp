#pragma once

#include <cstdint>
#include <utility>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/gradient_encoder.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// One cortex trained on two graphs in sequence: how much it retains of the first.

namespace columnar {

/// Splits a graph into two disjoint graphs: nodes in breadth-first order from a peripheral node (the farthest from the
/// first node), other components last, cut in the middle; edges between the halves are dropped. Both keep ids, labels
/// and
/// all class names. Throws Error(kInput) if a half has no edge.
[[nodiscard]] std::pair<LabelledGraph, LabelledGraph> split_in_halves(const Graph& graph, const Labels& labels);

/// Accuracy of one protocol before and after: each of five classifiers trains on its training folds in
/// `before` and is tested on its test fold in `before` and in `after`.
struct FrozenAccuracy {
  double before = 0.0;
  double after = 0.0;
};

/// The tables must hold the same nodes and layer. Throws like classify().
[[nodiscard]] FrozenAccuracy frozen_accuracy(const SdrTable& before, const SdrTable& after, const Labels& labels,
                                             int threads);

/// The same for the gradient-trained network: trained on each fold's training nodes of `first`, then on all labelled
/// nodes of `second`, and tested on the fold's test nodes before and after. With one head both tasks share the output
/// units: class c of the second graph is class c of the first.
[[nodiscard]] FrozenAccuracy gradient_accuracy(const L4Codes& first_l4, const Labels& first, const L4Codes& second_l4,
                                               const Labels& second, std::uint32_t inputs, bool one_head,
                                               const GradientConfig& config, std::uint64_t seed, int threads);

/// The empty table of the experiment, with the meaning of its measures.
[[nodiscard]] SeedTable sequential_table();

/// Trains a cortex on `first`, then the same cortex on `second`, and adds one seed's figures to the table: rows
/// "SDR-28", "SDR-8", "drive alone", "gradient, own heads", "gradient, one head". The first graph is read both times
/// with its own eligibility and L4 codes. The second graph is prepared with its own seed, because nodes of the two
/// graphs
/// that have the same row are different nodes.
/// Throws Error(kInput) for labels that cannot be classified.
void add_sequential(const LabelledGraph& first, const LabelledGraph& second, const Config& config,
                    const RunContext& context, SeedTable& table);

}  // namespace columnar
