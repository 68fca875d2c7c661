#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "columnar/cortex/column_training.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar::testing_support {

/// Everything that comes before the cortex.
struct TrainingInputs {
  Config config;
  Graph graph;
  Walks walks;
  Ppmi ppmi;
  L4Codes l4;
  Eligibility eligibility;

  TrainingInputs(Config wanted, Graph of) : config(wanted), graph(std::move(of)) {
    walks = sample_walks(graph, config.walks, config.seed, {});
    ppmi = compute_ppmi(walks, graph.node_count(), config.walks.window, {}).ppmi;
    l4 = encode_l4(graph, config.l4, config.seed, {});
    const RowMatrix coordinates =
        embed_spectrum(ppmi, config.spectral, config.ppmi.spectral_clip, config.seed, {}).coordinates;
    const Regions regions = partition(coordinates, config.spectral, config.seed, {});
    eligibility =
        build_eligibility(coordinates, regions.centroids, config.eligibility, config.l23.columns, config.seed, {});
  }
  [[nodiscard]] std::vector<Presentation> presentations() const { return draw_presentations(walks, ppmi, config, {}); }
  [[nodiscard]] Firing fire(const CortexState& state, int threads = 1) const {
    return columnar::fire(l4, eligibility, config, state, threads);
  }
};

/// Everything before the cortex, on a small planted graph.
struct PlantedInputs : TrainingInputs {
  explicit PlantedInputs(const Config& wanted)
      : TrainingInputs(wanted, planted_communities(120, 3, 6.0, 0.1, 2).graph) {}
  [[nodiscard]] CortexState learn(int threads = 1) const {
    CortexState state = initial_cortex(config);
    learn_columns(presentations(), l4, eligibility, config, state, {threads, nullptr});
    return state;
  }
};

inline void expect_equal(const CortexState& a, const CortexState& b) {
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.weight_sums, b.weight_sums);
  EXPECT_EQ(a.thresholds, b.thresholds);
  EXPECT_EQ(a.sliding, b.sliding);
  EXPECT_EQ(a.rates, b.rates);
  EXPECT_EQ(a.lateral, b.lateral);
  EXPECT_EQ(a.readout, b.readout);
}

}  // namespace columnar::testing_support
