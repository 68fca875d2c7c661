#pragma once

#include <cstdint>
#include <utility>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/gradient_encoder.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// One cortex, two graphs, one after the other: what it still knows of the first.

namespace columnar {

/// Two disjoint graphs out of one: nodes in breadth-first order from a node at the rim (the farthest from the first
/// node), other components behind, cut in the middle; edges between the two are left out. Both keep ids, labels and all
/// class names. Throws Error(kInput) where a half has no edge.
[[nodiscard]] std::pair<LabelledGraph, LabelledGraph> split_in_halves(const Graph& graph, const Labels& labels);

/// Accuracy of one protocol before and after: each of five classifiers learns the nodes of its training folds from
/// `before` and is asked about its test fold in `before` and in `after`.
struct FrozenAccuracy {
  double before = 0.0;
  double after = 0.0;
};

/// The tables must hold the same nodes and layer. Errors as classify().
[[nodiscard]] FrozenAccuracy frozen_accuracy(const SdrTable& before, const SdrTable& after, const Labels& labels,
                                             int threads);

/// The same of the gradient-trained network: on each fold's training nodes of `first`, then on all labelled nodes of
/// `second`, asked about the fold's test nodes before and after that. With one head both tasks share the output units:
/// class c of the second graph is class c of the first.
[[nodiscard]] FrozenAccuracy gradient_accuracy(const L4Codes& first_l4, const Labels& first, const L4Codes& second_l4,
                                               const Labels& second, std::uint32_t inputs, bool one_head,
                                               const GradientConfig& config, std::uint64_t seed, int threads);

/// The empty table of the experiment: what its measures mean.
[[nodiscard]] SeedTable sequential_table();

/// Trains a cortex on `first`, then the same cortex on `second`, and adds one seed's figures to the table: rows
/// "SDR-28", "SDR-8", "drive alone", "gradient, own heads", "gradient, one head". The first graph is read both times
/// with its own eligibility and L4 codes. The second graph is prepared with a seed of its own: nodes of the two that
/// happen to have the same row are different nodes.
/// Throws Error(kInput) for labels that cannot be classified.
void add_sequential(const LabelledGraph& first, const LabelledGraph& second, const Config& config,
                    const RunContext& context, SeedTable& table);

}  // namespace columnar
