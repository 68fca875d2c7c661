#include "columnar_lab/evaluate/gnn_classify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/baselines/default_attributes.hpp"
#include "support/datasets.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::gnn_classify_test {
namespace {

using testing_support::tiny_graph;

/// Two cliques of ten nodes, joined by an edge.
Graph two_cliques() {
  std::vector<testing_support::TinyEdge> edges{{9, 10}};
  for (NodeIndex u = 0; u < 20; ++u) {
    for (NodeIndex v = u + 1; v < (u < 10 ? 10U : 20U); ++v) {
      edges.push_back({u, v});
    }
  }
  return tiny_graph(20, edges);
}

Labels clique_labels() {
  Labels labels{std::vector<std::int32_t>(20), {"left", "right"}};
  std::fill(labels.classes.begin() + 10, labels.classes.end(), 1);
  return labels;
}

TEST(GnnClassify, TellsTwoCliquesApartAndCountsEveryLabelledNodeOnce) {
  const Graph graph = two_cliques();
  Labels labels = clique_labels();
  labels.classes[3] = Labels::kUnknown;
  const auto report = gnn_classify(GnnKind::kGcn, graph, identity_attributes(graph), labels);
  EXPECT_EQ(report.labelled_nodes, 19U);
  EXPECT_EQ(report.accuracy.mean, 1.0);
  EXPECT_THAT(report.confusion.counts, testing::ElementsAre(9, 0, 0, 10));
  EXPECT_EQ(report.fold_accuracy.size(), 5U);
}

TEST(GnnClassify, GivesTheSameReportForEveryThreadCount) {
  const Graph graph = two_cliques();
  GnnConfig config;
  config.max_epochs = 2;  // too few to be right, so that differences would show
  const Attributes features = degree_attributes(graph);
  const auto alone = gnn_classify(GnnKind::kSage, graph, features, clique_labels(), config, {}, {1});
  const auto together = gnn_classify(GnnKind::kSage, graph, features, clique_labels(), config, {}, {3});
  EXPECT_EQ(alone.confusion.counts, together.confusion.counts);
  EXPECT_EQ(alone.fold_macro_f1, together.fold_macro_f1);
}

TEST(GnnClassify, RefusesLabelsOfOneClassOrOfAnotherGraph) {
  const Graph graph = two_cliques();
  const Attributes features = identity_attributes(graph);
  EXPECT_THROW((void)gnn_classify(GnnKind::kGcn, graph, features, {std::vector<std::int32_t>(20, 0), {"all"}}), Error);
  EXPECT_THROW((void)gnn_classify(GnnKind::kGcn, graph, features, {{0, 1}, {"left", "right"}}), Error);
}

TEST(GnnClassify, ReachesOnCoraWhatIsKnownOfAGcnWithFeatures) {
  COLUMNAR_DATASET_OR_SKIP(path, "cora.npz");
  const auto [graph, report, labels, columns] = read_graph(path, {.largest_component = true});
  const auto features = read_npz_attributes(path, graph.ids);
  ASSERT_TRUE(features);
  GnnConfig config;
  config.max_epochs = 40;  // enough to come near .88; the whole training is for the experiments
  config.learning_rate = 0.05;
  ClassifyOptions options;
  options.folds = 2;
  const auto result = gnn_classify(GnnKind::kGcn, graph, *features, labels, config, options, {2});
  EXPECT_GT(result.accuracy.mean, 0.84);
  EXPECT_LT(result.accuracy.mean, 0.90);
}

}  // namespace
}  // namespace columnar::gnn_classify_test
