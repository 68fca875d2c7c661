#include "columnar_lab/evaluate/checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::checks_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing_codes::make_labels;

std::string complaint_about(const Labels& labels) {
  try {
    require_classifiable(testing_support::tiny_graph(6, {{0, 1}}), labels);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    return error.what();
  }
  return "none";
}

TEST(RequireClassifiable, TakesLabelsThatFiveFoldsCanWorkWith) {
  EXPECT_EQ(complaint_about(make_labels({0, 0, 0, 1, 1, 1})), "none");
  EXPECT_EQ(complaint_about(make_labels({0, 0, 0, 0, 1, Labels::kUnknown})), "none");
}

TEST(RequireClassifiable, RefusesWhatTheyCannot) {
  EXPECT_THAT(complaint_about(make_labels({0, 1})), HasSubstr("labels: 2 labels for 6 nodes"));
  EXPECT_THAT(complaint_about(make_labels({0, 0, 0, 1, 1, 7})), HasSubstr("labels: row 5: unknown class 7"));
  EXPECT_THAT(complaint_about(make_labels({0, 0, 0, 0, 0, 0})), HasSubstr("labels: needs at least 2 classes"));
  EXPECT_THAT(complaint_about(make_labels({0, 1, 0, 1, Labels::kUnknown, Labels::kUnknown})),
              HasSubstr("labels: 4 labelled nodes are too few for 5 folds"));
  Labels read = make_labels({0, 0, 0, 0, 0, 0});
  read.place = "classes.tsv";
  EXPECT_THAT(complaint_about(read), StartsWith("classes.tsv: needs at least 2 classes"));
  read = make_labels({0, 1, -1, -1, -1, -1});
  read.place = "classes.tsv";
  EXPECT_THAT(complaint_about(read), StartsWith("classes.tsv: 2 labelled nodes are too few"));
  EXPECT_THAT(complaint_about(make_labels({0, 0, 0, 1, 1, 1}, 5000)), HasSubstr("labels: 5000 classes"));
}

TEST(RequireTrainable, AsksForASeedEdgesAPossibleConfigAndClassesWhereThereAreAny) {
  const Graph graph = testing_support::tiny_graph(6, {{0, 1}});
  const Labels one_class = make_labels({0, 0, 0, 0, 0, 0});
  EXPECT_NO_THROW(require_trainable(graph, nullptr, Config{}, 1));
  EXPECT_THROW(require_trainable(graph, nullptr, Config{}, 0), Error);
  EXPECT_THROW(require_trainable(testing_support::tiny_graph(6, {}), nullptr, Config{}, 1), Error);
  EXPECT_THROW(require_trainable(graph, &one_class, Config{}, 1), Error);
  Config impossible;
  impossible.spectral.regions = 0;
  EXPECT_THROW(require_trainable(graph, nullptr, impossible, 1), Error);
}

}  // namespace
}  // namespace columnar::checks_test
