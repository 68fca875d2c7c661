#include "columnar_lab/report/measured_nodes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/tiny_codes.hpp"
#include "report/report_support.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::measured_nodes_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing_codes::make_labels;
using testing_codes::make_vectors;
using testing_support::complaint_of;
using testing_support::tiny_graph;

NodeIds texts(std::vector<std::string> names) { return {{}, std::move(names)}; }
NodeIds numbers(std::vector<std::int64_t> numbers) { return {std::move(numbers), {}}; }

DenseTable named_vectors(NodeIds ids) {
  DenseTable table = make_vectors(1, std::vector<float>(ids.size(), 1.0F));
  table.ids = std::move(ids);
  return table;
}

TEST(LabelsById, GivesEachRowTheClassOfItsId) {
  const RowLabels labels = labels_by_id(texts({"a", "b", "c"}), make_labels({0, 1, 2}));
  const FoundLabels found = labels("v", named_vectors(texts({"c", "x", "a"})));
  EXPECT_THAT(found.labels.classes, ElementsAre(2, Labels::kUnknown, 0));
  EXPECT_EQ(found.for_other_nodes, 1U);
}

TEST(LabelsById, TakesRowsWithoutNamesInOrder) {
  const RowLabels labels = labels_by_id(texts({"a", "b", "c"}), make_labels({2, 1, 0}));
  EXPECT_THAT(labels("v", make_vectors(1, {1.0F, 2.0F, 3.0F})).labels.classes, ElementsAre(2, 1, 0));
}

TEST(LabelsById, RefusesNumberedRowsThatMayBeOthers) {
  const RowLabels labels = labels_by_id(numbers({1, 2, 3}), make_labels({0, 1, 2}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput,
                           [&] {
                             (void)labels("v.npy", make_vectors(1, {1.0F, 2.0F}));
                           }),
              StartsWith("v.npy: its rows are numbered from 0, and 2 labels are for other nodes"));
}

TEST(LabelsById, RefusesRowsOfOtherNodesAndLabelsOfOtherIds) {
  const RowLabels labels = labels_by_id(texts({"a"}), make_labels({0}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput,
                           [&] {
                             (void)labels("v", named_vectors(texts({"x", "y"})));
                           }),
              HasSubstr("v: none of its nodes has a class"));
  EXPECT_THAT(complaint_of(ErrorCode::kInput,
                           [] {
                             (void)labels_by_id(texts({"a", "b"}), make_labels({0}));
                           }),
              HasSubstr("1 labels for 2 nodes"));
}

TEST(FeaturesById, GivesTheRowsOfTheIds) {
  const RowFeatures features = features_by_id(texts({"a", "b"}), {{0, 2, 3}, {0, 1, 4}, {1.0F, 2.0F, 3.0F}, 5, {}});
  const std::optional<Attributes> chosen = features(texts({"b"}));
  EXPECT_EQ(*chosen, (Attributes{{0, 1}, {4}, {3.0F}, 5, {}}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)features(texts({"x"})); }), HasSubstr("'x' has no row"));
}

TEST(FeaturesById, RefusesRowsThatAreNotSound) {
  for (const Attributes& broken :
       {Attributes{}, Attributes{{0, 1}, {0}, {}, 1, {}}, Attributes{{0, 1, 3}, {0, 0}, {}, 1, {}},
        Attributes{{0, 2, 1}, {0}, {}, 1, {}}, Attributes{{0, 1, 2}, {0, 7}, {}, 1, {}},
        Attributes{{0, 1, 2}, {0, 0}, {1.0F}, 1, {}}}) {
    EXPECT_THAT(complaint_of(ErrorCode::kInput,
                             [&] {
                               (void)features_by_id(texts({"a", "b"}), broken);
                             }),
                StartsWith("features: "));
  }
}

TEST(LoadLabelled, CutsGraphAndLabelsToTheLargestComponent) {
  const Graph graph = tiny_graph(5, {{0, 1}, {2, 3}, {3, 4}});
  const Labels labels = make_labels({0, 0, 1, 2, 1});
  DenseTable table = make_vectors(1, {30.0F, 20.0F, 40.0F});
  table.ids = numbers({3, 2, 4});
  const LabelledRows rows = load_labelled(table_source("v", table), {&graph, &labels, {}});
  EXPECT_EQ(rows.graph.node_count(), 3U);
  EXPECT_THAT(vectors_of(rows.embedding)->values, ElementsAre(20.0F, 30.0F, 40.0F));
  EXPECT_THAT(rows.labels.classes, ElementsAre(1, 2, 1));
}

TEST(LoadLabelled, PrefersLabelsToThoseOfTheGraph) {
  const Graph graph = tiny_graph(2, {{0, 1}});
  const Labels labels = make_labels({0, 0});
  const RowLabels others = labels_by_id(graph.ids, make_labels({1, 2}));
  const EmbeddingSource source = table_source("v", make_vectors(1, {1.0F, 2.0F}));
  EXPECT_THAT(load_labelled(source, {&graph, &labels, others}).labels.classes, ElementsAre(1, 2));
}

TEST(LoadLabelled, NeedsClasses) {
  const Graph graph = tiny_graph(2, {{0, 1}});
  const EmbeddingSource source = table_source("v", make_vectors(1, {1.0F, 2.0F}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput,
                           [&] {
                             (void)load_labelled(source, {&graph, nullptr, {}});
                           }),
              StartsWith("labels: "));
  const Labels too_few = make_labels({0});
  EXPECT_THAT(complaint_of(ErrorCode::kInput,
                           [&] {
                             (void)load_labelled(source, {&graph, &too_few, {}});
                           }),
              HasSubstr("1 labels for 2 nodes"));
}

}  // namespace
}  // namespace columnar::measured_nodes_test
