#include "columnar/graph/attributes_reader.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/files/npy.hpp"
#include "columnar/files/npy_header.hpp"
#include "columnar/files/npz.hpp"
#include "support/temp_file.hpp"

namespace columnar::attributes_reader_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using testing_support::TempFile;

/// The attributes of a node by name.
using Row = std::map<std::string, float>;

Row row_of(const Attributes& attributes, std::size_t node) {
  Row row;
  for (std::uint64_t i = attributes.offsets[node]; i < attributes.offsets[node + 1]; ++i) {
    row[attributes.name(attributes.indices[i])] += attributes.value(i);
  }
  return row;
}

std::vector<Row> rows_of(const Attributes& attributes) {
  std::vector<Row> rows;
  for (std::size_t node = 0; node < attributes.row_count(); ++node) {
    rows.push_back(row_of(attributes, node));
  }
  return rows;
}

NodeIds numbers(std::vector<std::int64_t> integers) { return {std::move(integers), {}}; }
NodeIds texts(std::vector<std::string> names) { return {{}, std::move(names)}; }

/// Runs a reader and returns its message, which names the file.
template <class Read>
std::string error_of(const Read& read) {
  try {
    (void)read();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  return "no error";
}

/// Reads a table with this content.
Attributes table(const std::string& text, const NodeIds& ids, UnknownRows policy = UnknownRows::kRefuse,
                 const std::string& name = "a.csv") {
  const TempFile file(name, text);
  return read_attributes(file.path(), ids, policy);
}

std::string table_error(const std::string& text, const NodeIds& ids = texts({"x", "y"}),
                        const std::string& name = "a.csv") {
  const std::string message = error_of([&] { return table(text, ids, UnknownRows::kRefuse, name); });
  const std::size_t folder = message.find("/" + name + ":");
  EXPECT_NE(folder, std::string::npos) << message;
  return message.substr(folder + 1);
}

/// How many attributes two nodes have in common.
std::size_t shared(const Attributes& attributes, std::size_t a, std::size_t b) {
  const Row other = row_of(attributes, b);
  std::size_t both = 0;
  for (const auto& [name, value] : row_of(attributes, a)) {
    both += other.count(name);
  }
  return both;
}

/// A table of one column `v` with the numbers 0 to count - 1, of the nodes with these ids.
std::string number_table(int count) {
  std::string text = "id,v\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format("{},{}.5\n", i, i);
  }
  return text;
}

// Categories, words, flags, missing values.

TEST(AttributesReaderTable, TakesCategoriesWordsAndFlags) {
  const Attributes read = table(
      "id,kind,title,cited\n"
      "x,book,Graphs of graphs,1\n"
      "y,paper,On the Sparse Codes,0\n",
      texts({"y", "x"}));
  EXPECT_THAT(rows_of(read),
              ElementsAre(UnorderedElementsAre(Pair("kind=paper", 1), Pair("title:on", 1), Pair("title:the", 1),
                                               Pair("title:sparse", 1), Pair("title:codes", 1)),
                          UnorderedElementsAre(Pair("kind=book", 1), Pair("title:graphs", 2), Pair("title:of", 1),
                                               Pair("cited", 1))));
  EXPECT_EQ(read.width, 9U);
  EXPECT_EQ(read.names.size(), 9U);
}

TEST(AttributesReaderTable, KeepsNoValuesWhereAllAreOne) {
  EXPECT_THAT(table("id,kind\nx,book\ny,paper\n", texts({"x", "y"})).values, IsEmpty());
}

TEST(AttributesReaderTable, GivesAMissingValueNoEntry) {
  for (const std::string missing : {"", "NA", "N/A", "NaN", "nan", "null", "None", "?", " ", "\" \""}) {
    const Attributes read = table("id,kind,age\nx,book,3\ny," + missing + "," + missing + "\n", texts({"x", "y"}));
    EXPECT_THAT(rows_of(read), ElementsAre(UnorderedElementsAre(Pair("kind=book", 1), Pair("age=3", 1)), IsEmpty()))
        << missing;
  }
}

TEST(AttributesReaderTable, GivesAColumnWithoutValuesNoAttributes) {
  EXPECT_THAT(table("id,none,kind\nx,,a\ny,NA,b\n", texts({"x", "y"})).names, ElementsAre("kind=a", "kind=b"));
}

TEST(AttributesReaderTable, DependsOnNoOrderOfTheRows) {
  const std::string header = "id;age;kind;title\n";
  const std::vector<std::string> rows = {"1;5;b;to be or not to be\n", "2;7;a;be there\n", "3;;c;not there\n"};
  const NodeIds ids = numbers({3, 1, 2});
  const Attributes first = table(header + rows[0] + rows[1] + rows[2], ids);
  EXPECT_EQ(first, table(header + rows[2] + rows[0] + rows[1], ids));
  EXPECT_THAT(row_of(first, 1), UnorderedElementsAre(Pair("age=5", 1), Pair("kind=b", 1), Pair("title:to", 2),
                                                     Pair("title:be", 2), Pair("title:or", 1), Pair("title:not", 1)));
}

TEST(AttributesReaderTable, TakesManyDifferentTextsForWords) {
  std::string text = "id,name\n";
  for (int i = 0; i < 33; ++i) {
    text += fmt::format("{},n{}\n", i, i);
  }
  EXPECT_EQ(table(text, numbered_ids(33)).names.front(), "name:n0");
  text.erase(text.rfind("32,"));
  EXPECT_EQ(table(text, numbered_ids(32)).names.front(), "name=n0");
}

TEST(AttributesReaderTable, CutsWordsOutOfTextAsTheDocumentationSays) {
  const std::string longest(40, 'l');
  const Attributes read = table(
      "id,t\nx,a bc D-EF 1 22 \xC3\x9C"
      "b " +
          longest + " " + longest + "l\ny,many words here\n",
      texts({"x", "y"}));
  EXPECT_THAT(row_of(read, 0), UnorderedElementsAre(Pair("t:bc", 1), Pair("t:ef", 1), Pair("t:22", 1),
                                                    Pair("t:\xC3\x9C"
                                                         "b",
                                                         1),
                                                    Pair("t:" + longest, 1)));
}

// Numbers.

TEST(AttributesReaderTable, GivesNearNumbersMoreSharedAttributesThanFarOnes) {
  const Attributes read = table(number_table(320), numbered_ids(320));
  EXPECT_EQ(read.width, 39U);
  EXPECT_EQ(read.offsets.back(), 320U * 8);
  EXPECT_EQ(shared(read, 0, 9), 8U);
  EXPECT_EQ(shared(read, 0, 10), 7U);
  EXPECT_EQ(shared(read, 100, 140), 4U);
  EXPECT_EQ(shared(read, 100, 180), 0U);
  EXPECT_EQ(read.names.front(), "v in 0.5..9.5");
  EXPECT_EQ(read.names[7], "v in 0.5..79.5");
  EXPECT_EQ(read.names.back(), "v in 310.5..319.5");
}

TEST(AttributesReaderTable, NamesTheNumbersThatAnAttributeStandsFor) {
  const Attributes read = table(number_table(20), numbered_ids(20));
  EXPECT_EQ(read.width, 20U + 5 - 1);
  for (int i = 0; i < 20; ++i) {
    for (const auto& [name, value] : row_of(read, static_cast<std::size_t>(i))) {
      double low = 0;
      double high = 0;
      if (std::sscanf(name.c_str(), "v in %lf..%lf", &low, &high) != 2) {
        ASSERT_EQ(std::sscanf(name.c_str(), "v=%lf", &low), 1) << name;
        high = low;
      }
      EXPECT_LE(low, i + 0.5);
      EXPECT_GE(high, i + 0.5);
    }
  }
}

TEST(AttributesReaderTable, GivesEqualNumbersEqualAttributes) {
  const Attributes read = table("id,v\n0,1e1\n1,10.0\n2,+10\n3,-0\n4,0\n5,3\n", numbered_ids(6));
  EXPECT_THAT(row_of(read, 0), ElementsAre(Pair("v=10", 1)));
  EXPECT_EQ(row_of(read, 1), row_of(read, 0));
  EXPECT_EQ(row_of(read, 2), row_of(read, 0));
  EXPECT_EQ(row_of(read, 3), row_of(read, 4));
}

TEST(AttributesReaderTable, RefusesNumbersThatAreNotFinite) {
  for (const std::string number : {"inf", "-Infinity", "1e999"}) {
    EXPECT_EQ(table_error("id,v\nx,1\n\ny," + number + "\n"),
              "a.csv:4: '" + number + "' is not a finite number in column 'v'");
  }
  EXPECT_THAT(table("id,v\nx,inf\ny,word\n", texts({"x", "y"})).names, ElementsAre("v=inf", "v=word"));
}

// The text.

TEST(AttributesReaderTable, ReadsQuotes) {
  const Attributes read = table("id,\"a,b\"\n\"x,1\" , \"say \"\"no\"\"; yes\"\ny,\"\"\n", texts({"x,1", "y"}));
  EXPECT_THAT(rows_of(read),
              ElementsAre(UnorderedElementsAre(Pair("a,b:say", 1), Pair("a,b:no", 1), Pair("a,b:yes", 1)), IsEmpty()));
}

TEST(AttributesReaderTable, ChoosesTheSeparatorByTheHeader) {
  const NodeIds ids = texts({"x"});
  EXPECT_THAT(table("id\ta,b\nx\tc;d\n", ids).names, ElementsAre("a,b=c;d"));
  EXPECT_THAT(table("id,a;b\nx,c;d\n", ids).names, ElementsAre("a;b=c;d"));
  EXPECT_THAT(table("id;a\nx;c,d\n", ids, {}, "a.txt").names, ElementsAre("a=c,d"));
}

TEST(AttributesReaderTable, TakesQuotesBetweenTabsForTextUnlessTheyAreAroundAField) {
  const Attributes read = table("id\tt\n\"x\"\t\"Who?\" and why\ny\t\"a \"\"b\"\n", texts({"x", "y"}), {}, "a.tsv");
  EXPECT_THAT(rows_of(read),
              ElementsAre(UnorderedElementsAre(Pair("t:who", 1), Pair("t:and", 1), Pair("t:why", 1)), IsEmpty()));
}

TEST(AttributesReaderTable, ReadsGzipByteOrderMarksAndWindowsLines) {
  const TempFile file("a.CSV.gz");
  const std::string text = "\xEF\xBB\xBFid,kind\r\nx,a\r\n\r\ny,b";
  gzFile out = gzopen(file.path().c_str(), "wb");
  ASSERT_NE(out, nullptr);
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  EXPECT_THAT(rows_of(read_attributes(file.path(), texts({"y", "x"}))),
              ElementsAre(ElementsAre(Pair("kind=b", 1)), ElementsAre(Pair("kind=a", 1))));
}

TEST(AttributesReaderTable, RefusesTextThatIsNoTable) {
  EXPECT_EQ(table_error(""), "a.csv: the table is empty; its first line names the columns");
  EXPECT_EQ(table_error("id\nx\ny\n"),
            "a.csv:1: expected a header of several columns, found no tab, comma or semicolon");
  EXPECT_EQ(table_error("id,a\nx\n"), "a.csv:2: one field, but the header has 2");
  EXPECT_EQ(table_error("id,a\nx,1,2,3\n"), "a.csv:2: 4 fields, but the header has 2");
  EXPECT_EQ(table_error("id,a\nx,\"1\n2\"\n"),
            "a.csv:2: a quoted field does not end on its line; line breaks inside fields are not supported");
  EXPECT_EQ(table_error("id,a\nx,\"1\"2\n"),
            "a.csv:2: field 2 goes on behind its closing quote; write \"\" for a quote");
  EXPECT_EQ(table_error(std::string("id,a\nx,\0\n", 9)), "a.csv:2: a NUL byte; this is not a text file");
  EXPECT_EQ(table_error("id,a\nx,\ny,NA\n"), "a.csv: no column has a value");
}

TEST(AttributesReaderTable, RefusesMoreWordsThanItsLimit) {
  std::string rows = "id,a\n";
  std::vector<std::string> ids;
  for (int row = 0; row < 11; ++row) {
    ids.push_back(fmt::format("n{}", row));
    rows += ids.back() + ",";
    for (int i = 0; i < (row < 10 ? 100'000 : 1); ++i) {
      rows += fmt::format("w{:x} ", row * 100'000 + i);
    }
    rows += "w0\n";
  }
  EXPECT_EQ(table_error(rows, texts(ids)), "a.csv:12: more than 1000000 different words");
}

// Rows and nodes.

TEST(AttributesReaderTable, MatchesIntegerAndTextIdsInTheOrderOfTheGraph) {
  const std::string text = "id,k\n7,a\n-3,b\n10,c\n";
  const auto expected =
      ElementsAre(ElementsAre(Pair("k=c", 1)), ElementsAre(Pair("k=a", 1)), ElementsAre(Pair("k=b", 1)));
  EXPECT_THAT(rows_of(table(text, numbers({10, 7, -3}))), expected);
  EXPECT_THAT(rows_of(table(text, texts({"10", "7", "-3"}))), expected);
}

TEST(AttributesReaderTable, RefusesMissingDoubledAndUnknownRows) {
  EXPECT_EQ(table_error("id,k\ny,a\n"), "a.csv: no row for node 'x'");
  EXPECT_EQ(table_error("id,k\n2,a\n", numbers({2, 3, 4, 5})), "a.csv: no row for node '3' (and 2 more)");
  EXPECT_EQ(table_error("id,k\nx,a\ny,b\nx,a\n"), "a.csv:4: second row of 'x', the first is line 2");
  EXPECT_EQ(table_error("id,k\nx,a\nz\x1B,b\n"), "a.csv:3: the graph has no node 'z?'");
}

TEST(AttributesReaderTable, IgnoresUnknownRowsWhereAsked) {
  const Attributes read = table("id,k\nz,word\nx,5\ny,7\n", texts({"x", "y"}), UnknownRows::kIgnore);
  EXPECT_THAT(read.names, ElementsAre("k=5", "k=7"));
  EXPECT_THAT(table_error("id,k\nx,1\n"), HasSubstr("no row for node 'y'"));
}

TEST(AttributesReaderTable, CutsLongNamesOfColumns) {
  const Attributes read = table("id," + std::string(99, 'n') +
                                    "\xC3\x9C"
                                    "abc\nx,v\n",
                                texts({"x"}));
  EXPECT_THAT(read.names, ElementsAre(std::string(99, 'n') + "...=v"));
}

// NumPy.

Attributes array(const std::vector<std::byte>& npy, const NodeIds& ids) {
  const TempFile file("a.npy", {reinterpret_cast<const char*>(npy.data()), npy.size()});
  return read_attributes(file.path(), ids);
}

template <class T>
std::vector<std::byte> matrix(std::vector<T> items, std::uint64_t rows, std::uint64_t columns) {
  const std::vector<std::uint64_t> shape{rows, columns};
  return make_npy<T>(std::span<const T>(items), std::span<const std::uint64_t>(shape));
}

std::string array_error(const std::vector<std::byte>& npy, const NodeIds& ids = numbers({0, 1})) {
  const std::string message = error_of([&] { return array(npy, ids); });
  EXPECT_THAT(message, HasSubstr("a.npy: "));
  return message;
}

TEST(AttributesReaderArray, TakesTheRowsThatTheIdsNameWithoutZeros) {
  const Attributes read = array(matrix<float>({1, 0, -2.5, 0, 0, 0, 0, 3, 0}, 3, 3), numbers({2, 1, 0}));
  EXPECT_THAT(read.offsets, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(read.indices, ElementsAre(1, 0, 2));
  EXPECT_THAT(read.values, ElementsAre(3.0F, 1.0F, -2.5F));
  EXPECT_EQ(read.width, 3U);
  EXPECT_THAT(read.names, IsEmpty());
}

TEST(AttributesReaderArray, TakesEveryTypeOfNumber) {
  const auto expected = ElementsAre(1, 0);
  const NodeIds ids = numbers({0, 1});
  EXPECT_THAT(array(matrix<double>({0, 1, 1, 0}, 2, 2), ids).indices, expected);
  EXPECT_THAT(array(matrix<std::int64_t>({0, 1, 1, 0}, 2, 2), ids).indices, expected);
  EXPECT_THAT(array(matrix<std::uint8_t>({0, 1, 1, 0}, 2, 2), ids).indices, expected);
  std::vector<std::byte> bits = make_npy_header("|b1", std::vector<std::uint64_t>{2, 2});
  for (const int bit : {0, 1, 1, 0}) {
    bits.push_back(static_cast<std::byte>(bit));
  }
  EXPECT_THAT(array(bits, ids).indices, expected);
  EXPECT_THAT(array(bits, ids).values, IsEmpty());
}

TEST(AttributesReaderArray, RefusesOtherShapesTypesAndValues) {
  EXPECT_THAT(array_error(make_npy(std::vector<float>{1, 2})), HasSubstr("two dimensions, this one has 1"));
  EXPECT_THAT(array_error(make_npy_unicode({})), HasSubstr("two dimensions"));
  EXPECT_THAT(array_error(matrix<float>({}, 2, 0)), HasSubstr("an array of 2 rows and 0 columns holds no attributes"));
  EXPECT_THAT(array_error(matrix<float>({}, 0, 2'000'000'000)), HasSubstr("0 rows and 2000000000 columns"));
  std::vector<std::byte> text = make_npy_header("|S1", std::vector<std::uint64_t>{2, 1});
  text.insert(text.end(), 2, std::byte{'a'});
  EXPECT_THAT(array_error(text), HasSubstr("text where numbers are expected"));
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(array_error(matrix<float>({1, 2, 3, kInfinity}, 2, 2)),
              HasSubstr("row 1, column 1: not a finite number"));
  EXPECT_THAT(array_error(matrix<double>({1, 2, 3, 1e300}, 2, 2)),
              HasSubstr("at index 3 is out of the expected range"));
}

TEST(AttributesReaderArray, RefusesHeadersThatPromiseMoreThanTheFileHolds) {
  for (const std::vector<std::uint64_t>& shape :
       {std::vector<std::uint64_t>{1'000'000'000'000, 1}, {1, 1'000'000'000'000}, {3, 2}}) {
    std::vector<std::byte> npy = make_npy_header("<f4", shape);
    npy.resize(npy.size() + 20);
    EXPECT_THAT(array_error(npy), HasSubstr("the array has 20 bytes, its header promises"));
  }
  const std::vector<std::byte> sound = matrix<float>({1, 2, 3, 4}, 2, 2);
  for (std::size_t size = 0; size < sound.size(); ++size) {
    EXPECT_NE(array_error({sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)}), "no error");
  }
}

TEST(AttributesReaderArray, RefusesIdsThatNameNoRow) {
  const std::vector<std::byte> sound = matrix<float>({1, 2}, 2, 1);
  EXPECT_THAT(array_error(sound, numbers({0, 2})), HasSubstr("the array has 2 rows, but the graph has a node 2"));
  EXPECT_THAT(array_error(sound, numbers({-1})), HasSubstr("node -1"));
  EXPECT_THAT(array_error(sound, texts({"a"})), HasSubstr("by row number, but the ids of the graph are text"));
}

// Archives.

/// A SciPy matrix of 3 rows and 4 columns: (0,1) = 2, (0,2) = 0, row 1 empty, (2,0) = 1, (2,3) = 5.
struct Arrays {
  std::vector<double> data{2, 0, 1, 5};
  std::vector<std::int64_t> indices{1, 2, 0, 3};
  std::vector<std::int64_t> indptr{0, 2, 2, 4};
  std::vector<std::int64_t> shape{3, 4};
  std::string format = "csr";
  std::vector<std::vector<std::byte>> ids{};  ///< none or one
  std::vector<std::string> names{};
};

Attributes archive(const Arrays& arrays, const NodeIds& ids, UnknownRows policy = UnknownRows::kRefuse) {
  NpzWriter writer;
  writer.add("data", make_npy(arrays.data));
  writer.add("indices", make_npy(arrays.indices));
  writer.add("indptr", make_npy(arrays.indptr));
  writer.add("shape", make_npy(arrays.shape));
  writer.add("format", make_npy_bytes_scalar(arrays.format));
  if (!arrays.ids.empty()) {
    writer.add("ids", arrays.ids.front());
  }
  if (!arrays.names.empty()) {
    writer.add("names", make_npy_unicode(arrays.names));
  }
  const TempFile file("a.npz");
  writer.write(file.path());
  return read_attributes(file.path(), ids, policy);
}

std::string archive_error(const Arrays& arrays, const NodeIds& ids = numbers({0, 1, 2})) {
  const std::string message = error_of([&] { return archive(arrays, ids); });
  EXPECT_THAT(message, HasSubstr("a.npz: "));
  return message;
}

TEST(AttributesReaderArchive, TakesASciPyMatrixWithoutItsZeros) {
  const Attributes read = archive({}, numbers({2, 0}));
  EXPECT_THAT(read.offsets, ElementsAre(0, 2, 3));
  EXPECT_THAT(read.indices, ElementsAre(0, 3, 1));
  EXPECT_THAT(read.values, ElementsAre(1.0F, 5.0F, 2.0F));
  EXPECT_EQ(read.width, 4U);
}

TEST(AttributesReaderArchive, MatchesRowsByTheirIdsAndNamesColumns) {
  const Arrays named{.ids = {make_npy_unicode(std::vector<std::string>{"a", "b", "c"})}, .names = {"p", "q", "r", "s"}};
  const auto expected =
      ElementsAre(UnorderedElementsAre(Pair("p", 1), Pair("s", 5)), ElementsAre(Pair("q", 2)), IsEmpty());
  EXPECT_THAT(rows_of(archive(named, texts({"c", "a", "b"}))), expected);
  const Arrays numbered{.ids = {make_npy(std::vector<std::int64_t>{10, 20, 30})}, .names = {"p", "q", "r", "s"}};
  EXPECT_THAT(rows_of(archive(numbered, numbers({30, 10, 20}))), expected);
  EXPECT_EQ(archive(numbered, numbers({30}), UnknownRows::kIgnore).row_count(), 1U);
}

TEST(AttributesReaderArchive, RefusesRowsThatDoNotMatch) {
  const auto with_ids = [](const std::vector<std::int64_t>& ids) { return Arrays{.ids = {make_npy(ids)}}; };
  EXPECT_THAT(archive_error(with_ids({0, 1, 7})), EndsWith("a.npz: array 'ids': entry 2: the graph has no node '7'"));
  EXPECT_THAT(archive_error(with_ids({0, 1, 0})),
              EndsWith("a.npz: array 'ids': entry 2: second row of '0', the first is entry 0"));
  EXPECT_THAT(archive_error(with_ids({0, 1, 2}), numbers({0, 1, 2, 3})),
              EndsWith("a.npz: array 'ids': no row for node '3'"));
  EXPECT_THAT(archive_error(with_ids({0, 1})), HasSubstr("array 'ids': expected one dimension of 3 entries"));
  EXPECT_THAT(archive_error({.names = {"p"}}), HasSubstr("array 'names': expected one dimension of 4 entries"));
  EXPECT_THAT(archive_error({}, numbers({3})), HasSubstr("the matrix has 3 rows, but the graph has a node 3"));
  EXPECT_THAT(archive_error({}, texts({"a"})), HasSubstr("ids of the graph are text"));
}

TEST(AttributesReaderArchive, RefusesArraysThatDisagree) {
  EXPECT_THAT(archive_error({.format = "csc"}), HasSubstr("SciPy format 'csc' is not supported here, only csr"));
  EXPECT_THAT(archive_error({.format = "coo"}), HasSubstr("convert the matrix by .tocsr()"));
  EXPECT_THAT(archive_error({.indices = {1, 2, 0, 4}}), HasSubstr("a.npz: indices[3] is 4, the matrix has 4 columns"));
  EXPECT_THAT(archive_error({.indptr = {0, 1, 4}}), HasSubstr("a.npz: indptr has 3 entries"));
  EXPECT_THAT(archive_error({.indptr = {0, 1, 4}, .shape = {-1, 4}}), HasSubstr("shape"));
  EXPECT_THAT(archive_error({.data = {1, 2, 3, std::numeric_limits<double>::quiet_NaN()}}),
              HasSubstr("a.npz: data[3] is not a finite number"));
}

TEST(AttributesReaderArchive, TakesGnnBenchmarkArrays) {
  NpzWriter writer;
  writer.add("attr_data", make_npy(std::vector<float>{1, 1}));
  writer.add("attr_indices", make_npy(std::vector<std::int32_t>{1, 0}));
  writer.add("attr_indptr", make_npy(std::vector<std::int32_t>{0, 1, 2}));
  writer.add("attr_shape", make_npy(std::vector<std::int64_t>{2, 2}));
  writer.add("indptr", make_npy(std::vector<std::int32_t>{9}));
  const TempFile file("a.npz");
  writer.write(file.path());
  EXPECT_THAT(read_attributes(file.path(), numbers({1, 0})).indices, ElementsAre(0, 1));
}

TEST(AttributesReaderArchive, RefusesOneWithoutAttributes) {
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::int64_t>{0}));
  const TempFile file("a.npz");
  writer.write(file.path());
  EXPECT_THAT(error_of([&] { return read_attributes(file.path(), numbers({0})); }), HasSubstr("holds no attributes"));
}

// Names of files.

TEST(AttributesReader, RefusesOtherFormats) {
  for (const std::string path : {"a.json", "a", "-", "a.npy.gz", "a.gz", "a.csv.zip"}) {
    EXPECT_EQ(error_of([&] { return read_attributes(path, numbers({0})); }),
              path + ": attributes are read from .npz, .npy, .csv, .tsv, .txt, and the last three with .gz");
  }
}

TEST(AttributesReader, NamesAMissingFile) {
  for (const std::string path : {"absent.csv", "absent.npy", "absent.npz"}) {
    EXPECT_THAT(error_of([&] { return read_attributes(path, numbers({0})); }), HasSubstr(path + ": no such file"));
  }
}

}  // namespace
}  // namespace columnar::attributes_reader_test
