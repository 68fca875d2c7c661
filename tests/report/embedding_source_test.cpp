#include "columnar_lab/report/embedding_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar_lab/report/numbers.hpp"
#include "evaluate/tiny_codes.hpp"
#include "report/report_support.hpp"

namespace columnar::embedding_source_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::kTinyShape;
using testing_codes::make_table;
using testing_codes::make_vectors;
using testing_support::complaint_of;

TEST(EmbeddingSource, GivesATableInMemoryAtEachLoad) {
  const EmbeddingSource source = table_source("codes", make_table(kTinyShape, {{0, 2, 8}, {1, 4, 9}}));
  EXPECT_EQ(source.place, "codes");
  EXPECT_EQ(source.load(), source.load());
  EXPECT_EQ(codes_of(source.load())->bits.size(), 6U);
}

TEST(EmbeddingSource, GivesOneLayerWhereAsked) {
  const EmbeddingSource source = table_source("codes", make_table(kTinyShape, {{0, 2, 8}, {1, 4, 11}}), Layer::kL5a);
  const Embedding rows = source.load();
  EXPECT_EQ(codes_of(rows)->shape.layer, Layer::kL5a);
  EXPECT_THAT(codes_of(rows)->bits, ElementsAre(0, 3));
}

TEST(EmbeddingSource, FollowsTheOrderOfTheIds) {
  NodeIds ids;
  ids.integers = {1, 0};
  const Embedding rows = table_source("v", make_vectors(1, {5.0F, 7.0F})).load_in_rows(ids);
  EXPECT_THAT(vectors_of(rows)->values, ElementsAre(7.0F, 5.0F));
  EXPECT_EQ(ids_of(rows), ids);
}

TEST(EmbeddingSource, IsTheSameRowsByPlaceAndLayer) {
  const SdrTable table = make_table(kTinyShape, {{0, 2, 8}});
  EXPECT_TRUE(table_source("a", table).is(table_source("a", table)));
  EXPECT_FALSE(table_source("a", table).is(table_source("b", table)));
  EXPECT_FALSE(table_source("a", table).is(table_source("a", table, Layer::kL23)));
}

TEST(EmbeddingSource, RefusesTablesThatAreNotWhatTheySay) {
  EXPECT_THAT(complaint_of(ErrorCode::kInput,
                           [] {
                             (void)table_source("codes", make_table(kTinyShape, {{0, 2, 99}}));
                           }),
              testing::StartsWith("codes: "));
  EXPECT_THAT(
      complaint_of(ErrorCode::kInput, [] { (void)table_source("v", make_vectors(1, {1.0F}), Layer::kL23).load(); }),
      HasSubstr("v: vectors have no layers"));
}

TEST(EmbeddingGroups, NeedAGroupAndASeedInEach) {
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [] { require_groups({}); }), HasSubstr("there is none to measure"));
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [] { require_groups({{"a", {}}}); }), HasSubstr("'a'"));
}

TEST(EmbeddingGroups, AreFoundByName) {
  const std::vector<EmbeddingGroup> groups{{"a", {}}, {"b", {}}};
  EXPECT_EQ(find_group(groups, "b"), &groups[1]);
  EXPECT_EQ(find_group(groups, "c"), nullptr);
}

TEST(KindText, SaysBitsOrFloats) {
  EXPECT_EQ(kind_text(SdrTable{}), "28 of 1,800 bits");
  EXPECT_EQ(kind_text(make_vectors(3, {1.0F, 2.0F, 3.0F})), "3 floats");
}

TEST(WithCommas, GroupsByThousands) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
}

}  // namespace
}  // namespace columnar::embedding_source_test
