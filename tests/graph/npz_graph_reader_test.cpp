#include "columnar/graph/npz_graph_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/files/npz.hpp"
#include "support/temp_file.hpp"

namespace columnar::npz_graph_reader_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::TempFile;

/// Arrays of a small matrix, 3 by 3: (0,1) = 2, (1,0) = 2, (1,2) = 5.
struct Arrays {
  std::string prefix = "adj_";
  std::vector<double> data{2, 2, 5};
  std::vector<std::int64_t> indices{1, 0, 2};
  std::vector<std::int64_t> indptr{0, 1, 3, 3};
  std::vector<std::int64_t> shape{3, 3};
  std::string format{};
  std::vector<std::int64_t> labels{};
};

ReadResult read(const Arrays& a, bool directed = false) {
  NpzWriter writer;
  writer.add(a.prefix + "data", make_npy(a.data));
  writer.add(a.prefix + "indices", make_npy(a.indices));
  writer.add(a.prefix + "indptr", make_npy(a.indptr));
  writer.add(a.prefix + "shape", make_npy(a.shape));
  if (!a.format.empty()) {
    writer.add("format", make_npy_bytes_scalar(a.format));
  }
  if (!a.labels.empty()) {
    writer.add("labels", make_npy(a.labels));
  }
  const TempFile file("graph.npz");
  writer.write(file.path());
  return read_npz_graph(file.path(), directed);
}

std::string error_of(const Arrays& arrays) {
  try {
    (void)read(arrays);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    EXPECT_THAT(error.what(), HasSubstr("graph.npz: "));
    return error.what();
  }
  return "no error";
}

TEST(NpzGraph, ReadsTheBenchmarkLayoutWithRowNumbersAsIds) {
  const auto [graph, report, labels, columns] = read({.labels = {4, -1, 2}});
  EXPECT_THAT(graph.ids.integers, ElementsAre(0, 1, 2));
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(graph.weights, ElementsAre(2.0F, 2.0F, 5.0F, 5.0F));
  EXPECT_EQ(report.lines, 3U);
  EXPECT_EQ(report.duplicate_edges, 0U);
  EXPECT_THAT(labels.names, ElementsAre("2", "4"));
  EXPECT_THAT(labels.classes, ElementsAre(1, Labels::kUnknown, 0));
}

TEST(NpzGraph, ReadsScipyCsrByRowAndCscByColumn) {
  const auto csr = read({.prefix = "", .format = "csr"}, true);
  EXPECT_THAT(csr.graph.offsets, ElementsAre(0, 1, 3, 3));
  EXPECT_THAT(csr.graph.targets, ElementsAre(1, 0, 2));
  const auto csc = read({.prefix = "", .format = "csc"}, true);
  EXPECT_THAT(csc.graph.offsets, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(csc.graph.targets, ElementsAre(1, 0, 1));
  EXPECT_TRUE(csc.labels.empty());
}

TEST(NpzGraph, RefusesOtherScipyFormatsByName) {
  EXPECT_THAT(error_of({.prefix = "", .format = "bsr"}), HasSubstr("SciPy format 'bsr' is not supported"));
}

TEST(NpzGraph, RefusesArraysThatContradictEachOther) {
  EXPECT_THAT(error_of({.shape = {3, 4}}), HasSubstr("adj_shape is (3, 4)"));
  EXPECT_THAT(error_of({.shape = {3}}), HasSubstr("adj_shape is (3)"));
  EXPECT_THAT(error_of({.shape = {4000000000, 4000000000}}), HasSubstr("adj_indptr has 4 entries"));
  EXPECT_THAT(error_of({.shape = {-1, -1}}), HasSubstr("adj_shape"));
  EXPECT_THAT(error_of({.indptr = {0, 3, 1, 3}}), HasSubstr("adj_indptr decreases at entry 2"));
  EXPECT_THAT(error_of({.indptr = {0, 1, 3, 4}}), HasSubstr("adj_indptr runs from 0 to 4"));
  EXPECT_THAT(error_of({.indptr = {1, 1, 3, 3}}), HasSubstr("adj_indptr runs from 1 to 3"));
  EXPECT_THAT(error_of({.indices = {1, 0, 3}}), HasSubstr("adj_indices[2] is 3"));
  EXPECT_THAT(error_of({.indices = {1, 0, -1}}), HasSubstr("adj_indices"));
  EXPECT_THAT(error_of({.data = {1, 2}}), HasSubstr("adj_data has 2 entries"));
  EXPECT_THAT(error_of({.data = {1, 2, -3}}), HasSubstr("edge 3: weight is negative: -3"));
  EXPECT_THAT(error_of({.labels = {1, 2}}), HasSubstr("labels has 2 entries, the graph has 3 nodes"));
  EXPECT_THAT(error_of({.labels = {1, 2, -2}}), HasSubstr("entry 2 is -2"));
}

TEST(NpzGraph, LeavesAMatrixOfLabelsToClassify) {
  NpzWriter writer;
  writer.add("adj_indptr", make_npy(std::vector<std::int64_t>{0, 1, 2}));
  writer.add("adj_indices", make_npy(std::vector<std::int64_t>{1, 0}));
  writer.add("adj_data", make_npy(std::vector<float>{1, 1}));
  writer.add("adj_shape", make_npy(std::vector<std::int64_t>{2, 2}));
  const std::vector<std::uint8_t> several = {1, 0, 1, 1, 0, 1};
  writer.add("labels", make_npy<std::uint8_t>(several, std::vector<std::uint64_t>{2, 3}));
  const TempFile file("several.npz");
  writer.write(file.path());
  const ReadResult read = read_npz_graph(file.path(), false);
  EXPECT_EQ(read.graph.edge_count(), 1);
  EXPECT_TRUE(read.labels.empty());
}

TEST(NpzGraph, RefusesRowsThatCostTheFileNothing) {
  const std::uint64_t rows = 4'000'000;
  NpzWriter writer;
  std::vector<std::uint8_t> offsets(rows + 1, 0);
  offsets.back() = 1;
  writer.add("adj_indptr", make_npy(offsets));
  writer.add("adj_indices", make_npy(std::vector<std::uint8_t>{1}));
  writer.add("adj_data", make_npy(std::vector<std::uint8_t>{1}));
  writer.add("adj_shape", make_npy(std::vector<std::uint64_t>{rows, rows}));
  const TempFile file("graph.npz");
  writer.write(file.path());
  try {
    (void)read_npz_graph(file.path(), false);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), file.path() + ": 4000000 rows are implausible for 1 entries");
  }
}

TEST(NpzGraph, DoesNotReadAShapeOrAFormatOfAMillionItems) {
  Arrays many;
  many.shape.assign(1'000'000, 3);
  EXPECT_THAT(error_of(many), HasSubstr("array 'adj_shape': 1000000 items where at most 32 make sense"));
}

TEST(NpzGraph, RefusesAnArchiveWithoutAGraph) {
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::int64_t>{1, 2}));
  const TempFile file("labels.npz");
  writer.write(file.path());
  EXPECT_THROW((void)read_npz_graph(file.path(), false), Error);
  const TempFile text("text.npz", "1 2\n");
  EXPECT_THROW((void)read_npz_graph(text.path(), false), Error);
}

}  // namespace
}  // namespace columnar::npz_graph_reader_test
