#include "columnar/graph/attributes_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/files/npy.hpp"
#include "columnar/files/npy_header.hpp"
#include "columnar/files/npz.hpp"
#include "support/attribute_rows.hpp"
#include "support/temp_file.hpp"

namespace columnar::attributes_reader_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using testing_support::error_of;
using testing_support::numbers;
using testing_support::rows_of;
using testing_support::TempFile;
using testing_support::texts;

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
  std::string message = error_of([&] { return array(npy, ids); });
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

NamedAttributes new_array(const std::vector<std::byte>& npy, const NodeIds& known, std::uint32_t width) {
  const TempFile file("a.npy", {reinterpret_cast<const char*>(npy.data()), npy.size()});
  Attributes model;
  model.width = width;
  return read_new_attributes(file.path(), known, model);
}

TEST(AttributesReaderArray, OfNewNodesAreTheRowsThatTheModelLacks) {
  const std::vector<std::byte> sound = matrix<float>({1, 2, 3, 4, 5, 0, 7, 8}, 4, 2);
  const NamedAttributes found = new_array(sound, numbers({3, 0, 99}), 2);
  EXPECT_THAT(found.ids.integers, ElementsAre(1, 2));
  EXPECT_THAT(found.attributes.offsets, ElementsAre(0, 2, 3));
  EXPECT_THAT(found.attributes.values, ElementsAre(3.0F, 4.0F, 5.0F));
  EXPECT_THAT(error_of([&] { return new_array(sound, numbers({0}), 3); }),
              EndsWith("a.npy: 2 columns, the model has 3"));
  EXPECT_THAT(error_of([&] {
                return new_array(sound, numbers({0, 1, 2, 3}), 2);
              }),
              EndsWith("the array has 4 rows, all of nodes of the model"));
  EXPECT_THAT(error_of([&] { return new_array(sound, texts({"x"}), 2); }),
              HasSubstr("by row number, but the ids of the model are text"));
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

/// Writes it to a file.
void write_archive(const Arrays& arrays, const std::string& path) {
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
  writer.write(path);
}

Attributes archive(const Arrays& arrays, const NodeIds& ids, UnknownRows policy = UnknownRows::kRefuse) {
  const TempFile file("a.npz");
  write_archive(arrays, file.path());
  return read_attributes(file.path(), ids, policy);
}

NamedAttributes new_archive(const Arrays& arrays, const NodeIds& known, const Attributes& model) {
  const TempFile file("a.npz");
  write_archive(arrays, file.path());
  return read_new_attributes(file.path(), known, model);
}

std::string archive_error(const Arrays& arrays, const NodeIds& ids = numbers({0, 1, 2})) {
  std::string message = error_of([&] { return archive(arrays, ids); });
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

TEST(AttributesReaderArchive, OfNewNodesHasRowsByIdOrByNumber) {
  Attributes model;
  model.width = 4;
  model.names = {"p", "q", "r", "s"};
  Arrays arrays{.ids = {make_npy_unicode(std::vector<std::string>{"a", "b", "c"})}, .names = {"p", "q", "r", "s"}};
  const NamedAttributes found = new_archive(arrays, texts({"z"}), model);
  EXPECT_THAT(found.ids.texts, ElementsAre("a", "b", "c"));
  EXPECT_THAT(found.attributes.offsets, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(error_of([&] { return new_archive(arrays, texts({"b"}), model); }),
              HasSubstr("entry 1: 'b' is a node of the model"));
  arrays.names = {"p", "s", "r", "q"};
  EXPECT_THAT(error_of([&] { return new_archive(arrays, texts({"z"}), model); }),
              EndsWith("a.npz: column 1 is 's', that of the model 'q'"));
  EXPECT_THAT(new_archive({}, numbers({1}), model).ids.integers, ElementsAre(0, 2));
  model.width = 5;
  EXPECT_THAT(error_of([&] { return new_archive({}, numbers({1}), model); }),
              EndsWith("a.npz: 4 columns, the model has 5"));
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
