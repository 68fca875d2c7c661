#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "columnar/embedder.hpp"
#include "columnar/model.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "files/scratch.hpp"
#include "support/arbitrary.hpp"
#include "support/arbitrary_config.hpp"
#include "support/property.hpp"

namespace columnar::codes_test {
namespace {

using testing_support::any_graph;
using testing_support::AnyConfig;
using testing_support::AnyGraph;
using testing_support::check_property;
using testing_support::kWildWeights;

/// Exactly so many cells of as many columns, then exactly so many bits of L5a, ascending and inside the width; and
/// behind them exactly so many of L6.
void require_exact_bits(const SdrTable& whole, const Config& config, std::size_t nodes) {
  RC_ASSERT(whole.size() == nodes);
  RC_ASSERT(whole.shape.active() == config.l23.active_columns + config.readout.l5a_active + config.l6.l6_active);
  RC_ASSERT(whole.shape.width() ==
            config.l23.cells() + config.readout.l5a_size + (config.l6.l6_active > 0 ? config.l6.l6_size : 0));
  check_codes(whole, "codes", ErrorCode::kInput);
  const SdrTable table = select_layer(whole, Layer::kAll);
  const std::uint32_t winners = config.l23.active_columns;
  const std::uint32_t cells = config.l23.columns * config.l23.cells_per_column;
  RC_ASSERT(table.bits.size() == nodes * (winners + config.readout.l5a_active));
  for (std::size_t v = 0; v < nodes; ++v) {
    const auto code = table.code(v);
    RC_ASSERT(code.size() == winners + config.readout.l5a_active);
    for (std::size_t i = 1; i < code.size(); ++i) {
      RC_ASSERT(code[i - 1] < code[i]);
    }
    std::set<std::uint32_t> columns;
    for (const std::uint16_t bit : code.first(winners)) {
      RC_ASSERT(bit < cells);
      columns.insert(bit / config.l23.cells_per_column);
    }
    RC_ASSERT(columns.size() == winners);
    for (const std::uint16_t bit : code.subspan(winners)) {
      RC_ASSERT(bit >= cells);
      RC_ASSERT(bit < cells + config.readout.l5a_size);
    }
  }
}

void require_sound_fit(const AnyGraph& any, const Config& config) {
  const Graph graph = any.graph();
  RC_PRE(!graph.targets.empty());
  Embedder embedder(config);
  SdrTable codes;
  try {
    codes = embedder.fit(graph, {});
  } catch (const Error& error) {  // sums of sums of large weights, where they are not averaged
    RC_ASSERT(std::string(error.what()) ==
              "L4 codes: a sum of products of weights, as --no-class-averaging asks for, is not finite");
    RC_ASSERT(!config.l4.class_averaging);
    return;
  }
  require_exact_bits(codes, config, any.nodes);
  RC_ASSERT(Embedder(config).fit(graph, {3, nullptr}) == codes);
}

TEST(AnyCode, HasExactlyItsBitsWhateverTheGraphAndTheConfig) {
  check_property(60, [](const AnyGraph& any, const AnyConfig& with) { require_sound_fit(any, with.config); });
}

TEST(AnyCode, HasExactlyItsBitsWhateverTheWeights) {
  check_property(40, [](const AnyConfig& with) { require_sound_fit(*any_graph(kWildWeights), with.config); });
}

/// A node that the graph does not have, with edges to some that it has.
EdgeChanges newcomer(const Graph& graph, std::size_t edges) {
  EdgeChanges changes;
  changes.place = "new";
  changes.ids.integers.push_back(1'000'000);
  for (std::size_t i = 0; i < edges; ++i) {
    changes.ids.integers.push_back(graph.ids.integers[i]);
    changes.changes.push_back({ChangeKind::kAdd, 0, static_cast<NodeIndex>(i + 1), std::nullopt, i + 1});
  }
  return changes;
}

TEST(AnyModel, SavedAndLoadedGivesTheSameCodesToOldAndToNewNodes) {
  check_property(30, [](const AnyGraph& any, const AnyConfig& with) {
    const Graph graph = any.graph();
    RC_PRE(!graph.targets.empty());
    Config config = with.config;
    config.l4.class_averaging = true;
    Embedder embedder(config);
    const SdrTable codes = embedder.fit(graph, {});
    const Scratch scratch(memory_folder());
    save_model(scratch.path("m"), embedder.model());
    const Model loaded = load_model(scratch.path("m"));
    RC_ASSERT(codes_of(loaded) == codes);
    save_model(scratch.path("again"), loaded);
    RC_ASSERT(content_of(scratch.path("again")) == content_of(scratch.path("m")));

    const EdgeChanges edges = newcomer(graph, *rc::gen::inRange<std::size_t>(1, any.nodes + 1));
    const NewCodes from_memory = encode(embedder.model(), edges, {});
    require_exact_bits(from_memory.codes, config, 1);
    RC_ASSERT(encode(loaded, edges, {}).codes == from_memory.codes);
  });
}

}  // namespace
}  // namespace columnar::codes_test
