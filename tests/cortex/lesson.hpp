#pragma once

#include <utility>

#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/cortex/training.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar::testing_support {

/// Everything that comes before the cortex.
struct Lesson {
  Config config;
  Graph graph;
  Walks walks;
  Ppmi ppmi;
  L4Codes l4;
  Eligibility eligibility;

  Lesson(Config wanted, Graph of) : config(wanted), graph(std::move(of)) {
    walks = sample_walks(graph, config.walks, config.seed, {});
    ppmi = count_pairs(walks, graph.node_count(), config.walks.window, {}).ppmi;
    l4 = encode_l4(graph, config.l4, config.seed, {});
    const RowMatrix coordinates =
        embed_spectrum(ppmi, config.spectral, config.ppmi.spectral_clip, config.seed, {}).coordinates;
    const Regions regions = partition(coordinates, config.spectral, config.seed, {});
    eligibility =
        build_eligibility(coordinates, regions.centroids, config.eligibility, config.l23.columns, config.seed, {});
  }
  [[nodiscard]] Firing fire(const CortexState& state, int threads = 1) const {
    return columnar::fire(l4, eligibility, config, state, threads);
  }
};

}  // namespace columnar::testing_support
