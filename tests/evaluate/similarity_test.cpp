#include "columnar_lab/evaluate/similarity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::similarity_test {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing_codes::make_l23_table;

TEST(RowSimilarity, OfCodesIsTheirOverlap) {
  const Embedding codes = make_l23_table({{0, 2}, {0, 2}, {0, 4}, {1, 5}});
  const RowSimilarity similarity(codes);
  EXPECT_TRUE(similarity.is_overlap());
  EXPECT_FLOAT_EQ(similarity.maximum(), 2.0F);
  EXPECT_THAT(similarities(similarity, std::vector<NodePair>{{0, 1}, {0, 2}, {2, 3}}), ElementsAre(2.0F, 1.0F, 0.0F));
}

TEST(RowSimilarity, OfVectorsIsTheirCosine) {
  // (3,4)·(4,3) = 24 of 5 · 5; (3,4)·(−6,−8) points the other way; zeros have no direction.
  const Embedding vectors = testing_codes::make_vectors(2, {3, 4, 4, 3, -6, -8, 0, 0});
  const RowSimilarity similarity(vectors);
  EXPECT_FALSE(similarity.is_overlap());
  EXPECT_THAT(similarities(similarity, std::vector<NodePair>{{0, 1}, {0, 2}, {0, 0}, {0, 3}}, 2),
              ElementsAre(FloatNear(0.96F, 1e-6F), FloatNear(-1.0F, 1e-6F), FloatNear(1.0F, 1e-6F), 0.0F));
}

TEST(CheckEmbedding, RefusesBrokenTables) {
  EXPECT_NO_THROW(check_embedding(testing_codes::make_vectors(2, {1, 2}), "v"));
  EXPECT_THROW(check_embedding(make_l23_table({{2, 0}}), "v"), Error);
  EXPECT_THROW(check_embedding(testing_codes::make_vectors(2, {1, std::numeric_limits<float>::infinity()}), "v"),
               Error);
  DenseTable short_table = testing_codes::make_vectors(2, {1, 2, 3, 4});
  short_table.values.pop_back();
  EXPECT_THROW(check_embedding(short_table, "v"), Error);
  short_table.dimensions = 0;
  EXPECT_THROW(check_embedding(short_table, "v"), Error);
}

}  // namespace
}  // namespace columnar::similarity_test
