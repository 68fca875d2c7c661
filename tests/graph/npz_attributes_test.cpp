#include "columnar/graph/npz_attributes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/files/npz.hpp"
#include "support/temp_file.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::npz_attributes_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::TempFile;
using testing_support::tiny_graph;

/// A matrix of 3 rows and 4 columns: (0,1) = 2, row 1 empty, (2,0) = 1, (2,3) = 5.
struct Arrays {
  std::vector<double> data{2, 1, 5};
  std::vector<std::int64_t> indices{1, 0, 3};
  std::vector<std::int64_t> indptr{0, 1, 1, 3};
  std::vector<std::int64_t> shape{3, 4};
};

std::optional<Attributes> read(const Arrays& a, const NodeIds& ids) {
  NpzWriter writer;
  writer.add("attr_data", make_npy(a.data));
  writer.add("attr_indices", make_npy(a.indices));
  writer.add("attr_indptr", make_npy(a.indptr));
  writer.add("attr_shape", make_npy(a.shape));
  const TempFile file("graph.npz");
  writer.write(file.path());
  return read_npz_attributes(file.path(), ids);
}

NodeIds numbers(std::vector<std::int64_t> integers) { return {std::move(integers), {}}; }

std::string error_of(const Arrays& arrays, const NodeIds& ids = numbers({0, 1, 2})) {
  try {
    (void)read(arrays, ids);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    EXPECT_THAT(error.what(), HasSubstr("graph.npz: "));
    return error.what();
  }
  return "no error";
}

TEST(Attributes, OfRowsThatCostTheFileNothingAreNotRead) {
  Arrays many{.data = {}, .indices = {}, .shape = {2'000'000, 4}};
  many.indptr.assign(2'000'001, 0);
  EXPECT_THAT(error_of(many), HasSubstr("graph.npz: features: 2000000 rows are implausible for a file of "));
}

TEST(Attributes, TakeTheRowsThatTheIdsName) {
  const auto features = read({}, numbers({2, 0}));
  ASSERT_TRUE(features);
  EXPECT_THAT(features->offsets, ElementsAre(0, 2, 3));
  EXPECT_THAT(features->indices, ElementsAre(0, 3, 1));
  EXPECT_THAT(features->values, ElementsAre(1.0F, 5.0F, 2.0F));
  EXPECT_EQ(features->width, 4U);
}

TEST(Attributes, KeepNoValuesWhereAllAreOne) {
  const auto features = read({.data = {1, 1, 1}}, numbers({0, 1, 2}));
  ASSERT_TRUE(features);
  EXPECT_THAT(features->values, IsEmpty());
  EXPECT_THAT(features->offsets, ElementsAre(0, 1, 1, 3));
}

TEST(Attributes, AreNoWiderThanTheirEntriesHoweverManyColumnsAreClaimed) {
  const auto features = read({.indices = {1000, 7, 2'000'000'000}, .shape = {3, 2'147'483'647}}, numbers({0, 1, 2}));
  ASSERT_TRUE(features);
  EXPECT_EQ(features->width, 3U);
  EXPECT_THAT(features->indices, ElementsAre(1, 0, 2));
  const auto none =
      read({.data = {}, .indices = {}, .indptr = {0, 0, 0, 0}, .shape = {3, 2'147'483'647}}, numbers({0}));
  ASSERT_TRUE(none);
  EXPECT_EQ(none->width, 1U);
}

TEST(Attributes, AreAbsentWhereTheFileHasNone) {
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::int64_t>{0}));
  const TempFile file("graph.npz");
  writer.write(file.path());
  EXPECT_FALSE(read_npz_attributes(file.path(), numbers({0})));
  EXPECT_FALSE(read_npz_attributes("edges.tsv", numbers({0})));
}

TEST(Attributes, RefuseArraysThatDisagree) {
  EXPECT_THAT(error_of({.indices = {1, 0, 4}}), HasSubstr("attr_indices[2] is 4, the matrix has 4 columns"));
  EXPECT_THAT(error_of({.indptr = {0, 1, 3}}), HasSubstr("attr_indptr has 3 entries"));
  EXPECT_THAT(error_of({.indptr = {0, 3, 1, 3}}), HasSubstr("attr_indptr decreases at entry 2"));
  EXPECT_THAT(error_of({.indptr = {0, 1, 1, 4}}), HasSubstr("runs from 0 to 4"));
  EXPECT_THAT(error_of({.indptr = {1, 1, 1, 3}}), HasSubstr("runs from 1 to 3"));
  EXPECT_THAT(error_of({.data = {2, 1}}), HasSubstr("attr_data has 2 entries, attr_indices has 3"));
  EXPECT_THAT(error_of({.data = {2, std::numeric_limits<double>::infinity(), 1}}), HasSubstr("attr_data[1]"));
  EXPECT_THAT(error_of({.shape = {3}}), HasSubstr("attr_shape has 1 entries"));
  EXPECT_THAT(error_of({.shape = {3, 0}}), HasSubstr("0 columns"));
  EXPECT_THAT(error_of({.indptr = {}}), HasSubstr("attr_indptr has 0 entries"));
  EXPECT_NE(error_of({.indices = {1, -1, 3}}), "no error");
}

TEST(Attributes, RefuseIdsThatNameNoRow) {
  EXPECT_THAT(error_of({}, numbers({0, 3})), HasSubstr("features has 3 rows, but the graph has a node 3"));
  EXPECT_THAT(error_of({}, numbers({-1})), HasSubstr("node -1"));
  EXPECT_THAT(error_of({}, NodeIds{{}, {"a"}}), HasSubstr("ids of the graph are text"));
}

}  // namespace
}  // namespace columnar::npz_attributes_test
