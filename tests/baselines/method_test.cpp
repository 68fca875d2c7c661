#include "columnar_lab/baselines/method.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "support/progress_log.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::method_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Graph rings() {
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex v = 0; v < 40; ++v) {
    edges.push_back({v, v / 20 * 20 + (v + 1) % 20});
  }
  edges.push_back({0, 20});
  return testing_support::tiny_graph(40, edges);
}

TEST(Method, IsKnownByItsName) {
  for (const Method method : all_methods()) {
    EXPECT_EQ(parse_method(method_name(method)), method);
  }
  EXPECT_EQ(parse_method("ppmi-svd"), Method::kPpmiSvd);
  try {
    (void)parse_method("word2vec");
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kConfig);
    EXPECT_THAT(error.what(), HasSubstr("'word2vec': use columnar, node2vec, deepwalk, line, ppmi-svd or k-winners"));
  }
}

TEST(Method, MakesCodesOrVectorsWithARowForEachNode) {
  const Graph graph = rings();
  Config config;
  config.training.presentations = 200;
  config.training.outstar_presentations = 50;
  BaselineConfig baseline;
  baseline.dimensions = 8;
  baseline.epochs = 1;
  baseline.line_samples = 10;
  for (const Method method : all_methods()) {
    testing_support::ProgressLog stages;
    stages.may_restart = true;  // walks, then training
    const Embedding embedding = embed_by(method, graph, config, baseline, 3, {1, &stages});
    EXPECT_EQ(ids_of(embedding), graph.ids) << method_name(method);
    EXPECT_EQ(codes_of(embedding) != nullptr, makes_codes(method)) << method_name(method);
    EXPECT_FALSE(stages.stages.empty());
    EXPECT_EQ(stages.ended, stages.stages.size());
    if (const DenseTable* vectors = vectors_of(embedding)) {
      EXPECT_EQ(vectors->dimensions, 8U);
      EXPECT_THAT(stages.stages, ElementsAre(std::string(method_name(method))));
    }
    EXPECT_NE(embed_by(method, graph, config, baseline, 4, {}), embedding) << "the seed does not matter";
  }
}

TEST(Method, TakesItsWindowFromTheWalks) {
  Config narrow;
  narrow.walks.window = 1;
  const BaselineConfig baseline{.dimensions = 8, .epochs = 1};
  for (const Method method : {Method::kNode2vec, Method::kDeepwalk, Method::kPpmiSvd, Method::kKWinners}) {
    EXPECT_NE(embed_by(method, rings(), narrow, baseline, 1, {}), embed_by(method, rings(), {}, baseline, 1, {}))
        << method_name(method);
  }
}

TEST(Method, RefusesImpossibleConstants) {
  BaselineConfig baseline;
  baseline.dimensions = 0;
  for (const Method method :
       {Method::kNode2vec, Method::kDeepwalk, Method::kLine, Method::kPpmiSvd, Method::kKWinners}) {
    EXPECT_THROW((void)embed_by(method, rings(), {}, baseline, 1, {}), Error) << method_name(method);
  }
}

}  // namespace
}  // namespace columnar::method_test
