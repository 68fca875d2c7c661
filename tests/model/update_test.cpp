#include <set>

#include "columnar/embedder.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/model_file.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"

namespace columnar::update_test {
namespace {

using testing::HasSubstr;
using testing_support::small_config;

constexpr std::size_t kNodes = 300;

Model trained() {
  static const Model model = [] {
    Embedder embedder(small_config());
    (void)embedder.fit(planted_communities(kNodes, 3, 8.0, 0.05, 5).graph, {});
    return embedder.model();
  }();
  return model;
}

UpdateReport updated(Model& model, const std::string& changes, NewNodes policy = NewNodes::kRefuse, int threads = 1) {
  const Scratch scratch;
  return update(model, read_edge_changes(scratch.put("c.tsv", changes)), policy, {threads, nullptr});
}

std::vector<std::byte> bytes_of_model(const Model& model) { return make_model_file(model, "m").bytes(); }

/// Removes all edges of a node and links it to others.
std::string moved(const Graph& graph, NodeIndex node, const std::vector<NodeIndex>& to) {
  std::string changes;
  for (const NodeIndex neighbour : graph.neighbours(node)) {
    changes += "- " + std::to_string(node) + " " + std::to_string(neighbour) + "\n";
  }
  for (const NodeIndex neighbour : to) {
    changes += "+ " + std::to_string(node) + " " + std::to_string(neighbour) + "\n";
  }
  return changes;
}

TEST(Update, FarAwayNodesKeepTheirCodesAndTouchedOnesAreLearned) {
  Model model = trained();
  const Model before = model;
  const UpdateReport report = updated(model, moved(before.graph, 0, {10, 11, 12}));
  EXPECT_EQ(report.edges.added, 3U);
  EXPECT_EQ(report.edges.removed, before.graph.degree(0));
  EXPECT_GE(report.touched, 4U);
  EXPECT_GE(report.learned, 1U);
  EXPECT_LE(report.learned, report.touched);
  EXPECT_GE(report.codes_changed, 1U);
  EXPECT_GT(report.presentations, 0U);
  const std::size_t active = code_shape(model.config).active();
  std::uint64_t different = 0;
  for (std::size_t v = 0; v < kNodes; ++v) {
    different += std::equal(model.codes.begin() + static_cast<long>(v * active),
                            model.codes.begin() + static_cast<long>((v + 1) * active),
                            before.codes.begin() + static_cast<long>(v * active))
                     ? 0
                     : 1;
  }
  EXPECT_EQ(different, report.codes_changed);
  EXPECT_DOUBLE_EQ(report.unchanged_share(), 1.0 - static_cast<double>(different) / kNodes);
  EXPECT_NE(model.graph_digest, before.graph_digest);
  EXPECT_EQ(model.trained_digest, before.trained_digest);
  EXPECT_EQ(model.updates, 1U);
  EXPECT_NO_THROW((void)bytes_of_model(model));  // check_model: every bound holds
}

TEST(Update, IsTheSameAtAnyThreadCount) {
  Model one = trained();
  Model four = trained();
  const std::string changes = moved(one.graph, 0, {10, 11, 12}) + moved(one.graph, 20, {150, 151, 152});
  updated(one, changes);
  updated(four, changes, NewNodes::kRefuse, 4);
  EXPECT_EQ(bytes_of_model(one), bytes_of_model(four));
}

TEST(Update, SmallDriftsAddUpUntilTheNodeIsLearned) {
  Model model = trained();
  model.config.living.update_drift = 0.5;
  NodeIndex hub = 0;
  for (NodeIndex v = 0; v < kNodes; ++v) {
    hub = model.graph.degree(v) > model.graph.degree(hub) ? v : hub;
  }
  std::uint64_t learned = 0;
  int steps = 0;
  for (NodeIndex other = 0; learned == 0 && other < kNodes; ++other) {
    if (other == hub || model.graph.degree(other) < 4) {
      continue;
    }
    const auto row = model.graph.neighbours(hub);
    if (std::find(row.begin(), row.end(), other) == row.end()) {
      EXPECT_EQ(model.drift[hub] > 0.0, steps > 0);
      learned = updated(model, std::to_string(hub) + " " + std::to_string(other) + "\n").learned;
      ++steps;
    }
  }
  EXPECT_GT(steps, 2);
  EXPECT_EQ(model.drift[hub], 0.0);
}

TEST(Update, HowOftenANodeIsMetFollowsItsEdgesInOneStepOrMany) {
  Model at_once = trained();
  Model bit_by_bit = trained();
  at_once.config.living.update_drift = bit_by_bit.config.living.update_drift = 1.0;
  std::string all;
  std::vector<std::string> lines;
  for (NodeIndex other = 1; lines.size() < 3; ++other) {
    if (at_once.graph.weight(0, other) == 0.0) {
      lines.push_back("0 " + std::to_string(other) + "\n");
      all += lines.back();
    }
  }
  const std::uint64_t before = at_once.learned->marginals.counts[0];
  updated(at_once, all);
  for (const std::string& line : lines) {
    updated(bit_by_bit, line);
  }
  EXPECT_GT(at_once.learned->marginals.counts[0], before);
  const auto expected = static_cast<double>(at_once.learned->marginals.counts[0]);
  EXPECT_NEAR(static_cast<double>(bit_by_bit.learned->marginals.counts[0]), expected, 0.01 * expected);
}

TEST(Update, ANodeThatEdgesOnlyLeadToIsStillMet) {
  Embedder embedder(small_config());
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex v = 0; v < 30; ++v) {
    edges.push_back({v, (v + 1) % 30});
    edges.push_back({v, (v + 7) % 30});
  }
  edges.push_back({3, 30});
  (void)embedder.fit(testing_support::tiny_graph(31, edges, true), {});
  Model model = embedder.model();
  ASSERT_GT(model.learned->marginals.counts[30], 0U);
  updated(model, "5 30\n");
  EXPECT_GT(model.learned->marginals.counts[30], 0U);
}

TEST(Update, LearnsANodeOfADirectedGraphByTheEdgesThatLeadToIt) {
  Embedder embedder(small_config());
  (void)embedder.fit(testing_support::downhill(planted_communities(kNodes, 3, 8.0, 0.05, 5).graph), {});
  Model model = embedder.model();
  const NodeIndex last = kNodes - 1;
  ASSERT_EQ(model.graph.degree(last), 0U);  // edges only lead to it
  std::string changes;
  for (NodeIndex v = 0; v < 10; ++v) {
    changes += "+ " + std::to_string(10 + v) + " " + std::to_string(last) + "\n";
  }
  const RowMatrix before = model.learned->coordinates.row(last);
  EXPECT_GE(updated(model, changes).learned, 1U);
  EXPECT_GT(model.learned->coordinates.row(last).norm(), 0.0F);
  EXPECT_NE(model.learned->coordinates.row(last), before);
  EXPECT_TRUE(model.graph.directed);
  EXPECT_NO_THROW((void)bytes_of_model(model));
}

TEST(Update, LetsNewNodesInWhereAskedTo) {
  Model model = trained();
  const UpdateReport report = updated(model, "900 1\n900 2\n901 900\n", NewNodes::kAdmit);
  EXPECT_EQ(report.edges.new_nodes, 2U);
  EXPECT_EQ(model.graph.node_count(), kNodes + 2);
  EXPECT_EQ(model.graph.ids.integers.back(), 901);
  EXPECT_GT(model.learned->marginals.counts.back(), 0U);
  EXPECT_NO_THROW((void)bytes_of_model(model));
  const SdrTable codes = codes_of(model);
  std::set<std::vector<std::uint16_t>> distinct;
  for (std::size_t v = 0; v < codes.size(); ++v) {
    distinct.insert({codes.code(v).begin(), codes.code(v).end()});
  }
  EXPECT_EQ(distinct.size(), codes.size());
}

TEST(Update, LeavesTheModelAsItWasWhereItFails) {
  Model model = trained();
  const auto before = bytes_of_model(model);
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { updated(model, "0 250\n- 0 299\n- 0 299\n"); }), HasSubstr("c.tsv:"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { updated(model, "0 900\n"); }), HasSubstr("not in the model"));
  EXPECT_EQ(bytes_of_model(model), before);
}

TEST(Update, WithoutPresentationsLeavesTheWeights) {
  Model model = trained();
  model.config.living.update_presentations = 0;
  const std::vector<float> weights = model.learned->cortex.weights;
  EXPECT_GT(updated(model, moved(model.graph, 0, {10, 11})).learned, 0U);
  EXPECT_EQ(model.learned->cortex.weights, weights);
}

}  // namespace
}  // namespace columnar::update_test
