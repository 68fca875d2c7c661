#include "columnar_lab/evaluate/prepared_graph.hpp"

#include <gtest/gtest.h>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "cortex/tiny_cortex.hpp"

namespace columnar::prepared_graph_test {
namespace {

using testing_support::small_config;

TEST(PreparedGraph, GivesTheEmbeddersCodesBitByBit) {
  const Graph graph = planted_communities(150, 3, 6.0, 0.2, 1).graph;
  for (const bool outstar : {true, false}) {
    Config config = small_config();
    config.plasticity.outstar = outstar;
    const PreparedGraph prepared = prepare_graph(graph, config, {});
    CortexState cortex = initial_cortex(config);
    train_cortex(prepared, config, cortex, {});
    EXPECT_EQ(read_table(prepared.ids, prepared.l4, prepared.eligibility, config, cortex, 2),
              select_layer(Embedder(config).fit(graph, {}), Layer::kAll));
  }
}

TEST(PreparedGraph, RefusesAGraphWithoutEdgesAndAnImpossibleConfig) {
  Graph empty = path_graph(3);
  empty.targets.clear();
  empty.offsets.assign(4, 0);
  EXPECT_THROW(static_cast<void>(prepare_graph(empty, small_config(), {})), Error);
  Config wrong = small_config();
  wrong.l23.active_columns = 41;
  EXPECT_THROW(static_cast<void>(prepare_graph(path_graph(3), wrong, {})), Error);
}

}  // namespace
}  // namespace columnar::prepared_graph_test
