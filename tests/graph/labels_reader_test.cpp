#include "columnar/graph/labels_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/files/npz.hpp"
#include "support/temp_file.hpp"

namespace columnar::labels_reader_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing_support::TempFile;

NodeIds three_nodes() {
  NodeIds ids;
  ids.integers = {7, 8, 9};
  return ids;
}

Labels read(const std::string& text, const NodeIds& ids = three_nodes(), LabelsReadReport* report = nullptr) {
  const TempFile file("labels.tsv", text);
  return read_labels(file.path(), ids, report);
}

std::string error_of(const std::string& text) {
  try {
    (void)read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Labels, AreNumberedByValueWhereAllAreIntegers) {
  const Labels labels = read("# id label\n9 10\n8 2\n7\t10\n");
  EXPECT_THAT(labels.names, ElementsAre("2", "10"));
  EXPECT_THAT(labels.classes, ElementsAre(1, 0, 1));
}

TEST(Labels, AreNumberedByBytesWhereOneIsText) {
  EXPECT_THAT(read("9 2\n8 10\n7 b\n").names, ElementsAre("10", "2", "b"));
}

TEST(Labels, AreUnknownForNodesNotMentioned) {
  const Labels labels = read("8 x\n");
  EXPECT_THAT(labels.classes, ElementsAre(Labels::kUnknown, 0, Labels::kUnknown));
}

TEST(Labels, OfIdsThatTheGraphDoesNotHaveAreCountedAndMakeNoClass) {
  LabelsReadReport report;
  const Labels labels = read("8 x\n100 y\n007 z\nbob z\n", three_nodes(), &report);
  EXPECT_THAT(labels.names, ElementsAre("x"));
  EXPECT_EQ(report.lines, 4U);
  EXPECT_EQ(report.ids_not_in_graph, 3U);
}

TEST(Labels, FindTextIds) {
  NodeIds ids;
  ids.texts = {"007", "7"};
  EXPECT_THAT(read("7 a\n007 b\n", ids).classes, ElementsAre(1, 0));
}

TEST(Labels, MayRepeatButNotContradict) {
  EXPECT_THAT(read("8 x\n8 x\n").names, ElementsAre("x"));
  EXPECT_THAT(read("8 x\n").place, EndsWith("labels.tsv"));
  EXPECT_THAT(error_of("8 x\n8 y\n"), EndsWith("labels.tsv:2: node '8' has another label already than 'y'"));
}

TEST(Labels, AreRefusedWhereTheFileMakesNoSense) {
  EXPECT_THAT(error_of("8\n"), EndsWith("labels.tsv:1: expected 'id label', found one column"));
  EXPECT_THAT(error_of("8 x y\n"), EndsWith("labels.tsv:1: expected 'id label', found 3 columns"));
  EXPECT_THAT(error_of("# none\n"), EndsWith("labels.tsv: no labels"));
  EXPECT_THAT(error_of("1 x\n2 y\n"), EndsWith("labels.tsv: none of its 2 ids is in the graph"));
}

TEST(Labels, MayHoldBlanksBetweenTabsOrCommasAndInQuotes) {
  EXPECT_THAT(read("7\tsoft rock\n8\tjazz\n").names, ElementsAre("jazz", "soft rock"));
  EXPECT_THAT(read("7,soft rock\n8,\"rock, soft\"\n").names, ElementsAre("rock, soft", "soft rock"));
  EXPECT_THAT(read("7 \"soft rock\"\n8 jazz\n").names, ElementsAre("jazz", "soft rock"));
  EXPECT_THAT(error_of("7\tsoft rock\n8 soft rock\n"), EndsWith("labels.tsv:2: expected 'id label', found 3 columns"));
  EXPECT_THAT(error_of("7,\n"), EndsWith("labels.tsv:1: a column between commas is empty"));
}

TEST(Labels, MayHaveAHeader) {
  for (const std::string text : {"node,group\n7,soft rock\n9,jazz\n", "who,what\n7,1\n9,2\n",
                                 "name,year,Label,id\nann,1,soft rock,7\nbob,2,jazz,9\n"}) {
    LabelsReadReport report;
    const Labels labels = read(text, three_nodes(), &report);
    EXPECT_TRUE(report.header) << text;
    EXPECT_EQ(report.lines, 2U);
    EXPECT_EQ(report.ids_not_in_graph, 0U);
    EXPECT_EQ(labels.names.size(), 2U);
  }
  NodeIds ids;
  ids.texts = {"node", "a"};
  LabelsReadReport report;
  EXPECT_THAT(read("node label\na b\n", ids, &report).names, ElementsAre("b", "label"));
  EXPECT_FALSE(report.header);
}

TEST(ClassSets, HoldEveryClassOfANode) {
  const TempFile file("labels.tsv", "node,group\n9,b\n8,b\n9,a\n8,b\n9,c\n6,d\n");
  const FoundClasses found = read_class_sets(file.path(), three_nodes());
  ASSERT_TRUE(found.sets);
  EXPECT_THAT(found.sets->names, ElementsAre("a", "b", "c"));
  EXPECT_THAT(found.sets->offsets, ElementsAre(0, 0, 1, 4));
  EXPECT_THAT(found.sets->classes, ElementsAre(1, 0, 1, 2));
  EXPECT_THAT(found.labels.classes, ElementsAre(Labels::kUnknown, 1, 1));
  const TempFile single("labels.tsv", "9 b\n8 a\n9 b\n");
  EXPECT_FALSE(read_class_sets(single.path(), three_nodes()).sets);
}

std::string npz_error(const NpzWriter& writer, const NodeIds& ids) {
  const TempFile file("labels.npz");
  writer.write(file.path());
  try {
    (void)read_labels(file.path(), ids);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Labels, ComeFromANpzByRowNumber) {
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::int32_t>{5, 5, 5, 5, 5, 5, 5, 3, -1, 0}));
  const TempFile file("labels.NPZ");
  writer.write(file.path());
  LabelsReadReport report;
  const Labels labels = read_labels(file.path(), three_nodes(), &report);
  EXPECT_EQ(labels.place, file.path() + ": array 'labels'");
  EXPECT_THAT(labels.names, ElementsAre("0", "3"));
  EXPECT_THAT(labels.classes, ElementsAre(1, Labels::kUnknown, 0));
  EXPECT_EQ(report.ids_not_in_graph, 7U);
}

TEST(ClassSets, OfANpzAreAMatrixOfZeroAndOne) {
  const std::vector<std::uint8_t> entries{1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1};
  const std::vector<std::uint64_t> shape{4, 3};
  NpzWriter writer;
  writer.add("labels", make_npy<std::uint8_t>(entries, shape));
  const TempFile file("labels.npz");
  writer.write(file.path());
  const NodeIds ids{{3, 2, 1}, {}};
  const FoundClasses found = read_class_sets(file.path(), ids);
  ASSERT_TRUE(found.sets);
  EXPECT_THAT(found.sets->names, ElementsAre("1", "2"));  // a column without a node is no class
  EXPECT_THAT(found.sets->offsets, ElementsAre(0, 2, 3, 3));
  EXPECT_THAT(found.sets->classes, ElementsAre(0, 1, 1));
  EXPECT_THROW((void)read_labels(file.path(), ids), Error);
  NpzWriter counts;
  counts.add("labels", make_npy<std::uint8_t>(std::vector<std::uint8_t>{0, 2}, std::vector<std::uint64_t>{1, 2}));
  const TempFile counted("counts.npz");
  counts.write(counted.path());
  EXPECT_THROW((void)read_class_sets(counted.path(), ids), Error);
  NpzWriter empty;
  empty.add("labels", make_npy<std::uint8_t>(std::vector<std::uint8_t>{}, std::vector<std::uint64_t>{3, 0}));
  const TempFile without_columns("empty.npz");
  empty.write(without_columns.path());
  EXPECT_THROW((void)read_class_sets(without_columns.path(), ids), Error);
}

TEST(Labels, OfANpzMayBeText) {
  NpzWriter writer;
  writer.add("labels", make_npy_unicode(std::vector<std::string>{"", "tea", "coffee"}));
  const TempFile file("labels.npz");
  writer.write(file.path());
  NodeIds ids;
  ids.integers = {0, 1, 2};
  const Labels labels = read_labels(file.path(), ids);
  EXPECT_THAT(labels.names, ElementsAre("coffee", "tea"));
  EXPECT_THAT(labels.classes, ElementsAre(Labels::kUnknown, 1, 0));
}

TEST(Labels, OfANpzLeaveIdsThatAreNoRowNumberUnknown) {
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::int32_t>{5, 3, 4}));
  const TempFile file("labels.npz");
  writer.write(file.path());
  NodeIds texts;  // as after encoding a new node: the numbers of the known ones became text
  texts.texts = {"1", "new", "01", "0", "3", "-1", "99999999999999999999"};
  LabelsReadReport report;
  const Labels labels = read_labels(file.path(), texts, &report);
  constexpr auto kUnknown = Labels::kUnknown;
  EXPECT_THAT(labels.names, ElementsAre("3", "5"));
  EXPECT_THAT(labels.classes, ElementsAre(0, kUnknown, kUnknown, 1, kUnknown, kUnknown, kUnknown));
  EXPECT_EQ(report.ids_not_in_graph, 1U);
  NodeIds integers;
  integers.integers = {-1, 2, 3};
  EXPECT_THAT(read_labels(file.path(), integers).classes, ElementsAre(kUnknown, 0, kUnknown));
}

TEST(Labels, OfANpzThatDoNotFitTheGraphAreRefused) {
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::int32_t>{1, 2, 3}));
  EXPECT_THAT(npz_error(writer, three_nodes()),
              EndsWith("labels.npz: gives 3 labels by row number, but no id of the graph is a row number below 3"));
  NodeIds text;
  text.texts = {"a", "01", "-1", "3"};
  EXPECT_THAT(npz_error(writer, text), HasSubstr("no id of the graph is a row number below 3"));
  NpzWriter other;
  other.add("names", make_npy(std::vector<std::int32_t>{1, 2, 3}));
  EXPECT_THAT(npz_error(other, three_nodes()), EndsWith("labels.npz: has no array 'labels'"));
}

TEST(Labels, OfMoreNodesThanAnyGraphCouldHaveLeftAreNotRead) {
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::uint8_t>(2'000'000, 1)));
  const TempFile file("labels.npz");
  writer.write(file.path());
  try {
    (void)read_labels(file.path(), three_nodes());
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("labels.npz: array 'labels': 2000000 rows are implausible for a file of "));
  }
}

}  // namespace
}  // namespace columnar::labels_reader_test
