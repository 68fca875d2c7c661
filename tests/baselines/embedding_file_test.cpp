#include "columnar_lab/baselines/embedding_file.hpp"

#include <array>
#include <limits>

#include "columnar/files/npz.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "files/scratch.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar::embedding_file_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

DenseTable three_vectors() { return {{{7, -1, 30}, {}}, 2, {0.1F, -2.5F, 1e-30F, 3.4e38F, 0.0F, 16777217.0F}}; }

DenseTable named_vectors() {
  DenseTable table = three_vectors();
  table.ids = {{}, {"ann", "Zoë", "007"}};
  return table;
}

std::string refusal(const std::string& path) {
  return error_of(ErrorCode::kInput, [&] { (void)read_embedding(path); });
}

DenseTable read_vectors(const std::string& path) { return std::get<DenseTable>(read_embedding(path)); }

std::vector<std::byte> matrix(const std::vector<float>& values, std::uint64_t rows, std::uint64_t columns) {
  const std::array<std::uint64_t, 2> shape{rows, columns};
  return make_npy<float>(std::span<const float>(values), shape);
}

TEST(EmbeddingFile, GivesBackEveryFloatAndIdInEveryFormatOfVectors) {
  const Scratch scratch;
  for (const DenseTable& table : {three_vectors(), named_vectors()}) {
    for (const char* name : {"v.emb", "v.vec", "v.txt", "V.EMB", "v.npy", "v.npz"}) {
      write_vectors(scratch.path(name), table);
      EXPECT_EQ(read_vectors(scratch.path(name)), table) << name;
    }
  }
}

TEST(EmbeddingFile, DoesNotWriteVectorsOfNoNodes) {
  const Scratch scratch;
  for (const char* name : {"v.emb", "v.npy", "v.npz"}) {
    EXPECT_THAT(error_of(ErrorCode::kOutput,
                         [&] {
                           write_vectors(scratch.path(name), DenseTable{{}, 4, {}});
                         }),
                HasSubstr(": there are no nodes"));
    EXPECT_FALSE(std::filesystem::exists(scratch.path(name)));
  }
}

TEST(EmbeddingFile, ReadsCodesAsCodes) {
  const Scratch scratch;
  const SdrTable codes = paper_codes(20);
  for (const char* name : {"c.sdr", "c.npz", "c.tsv", "c.svm"}) {
    write_codes(scratch.path(name), codes, "{}");
    EXPECT_EQ(std::get<SdrTable>(read_embedding(scratch.path(name))), codes) << name;
  }
}

TEST(EmbeddingFile, WritesTheTextOfWord2vec) {
  const Scratch scratch;
  write_vectors(scratch.path("v.emb"), {{{4, 2}, {}}, 3, {0.5F, -1.0F, 0.1F, 1e-7F, 0.0F, 2.0F}});
  EXPECT_EQ(content_of(scratch.path("v.emb")), "2 3\n4 0.5 -1 0.1\n2 1e-07 0 2\n");
}

TEST(EmbeddingFile, WritesTheIdsBesideNpyAndInNpz) {
  const Scratch scratch;
  write_vectors(scratch.path("v.npy"), named_vectors());
  EXPECT_THAT(scratch.names(), ElementsAre("v.npy", "v.npy.ids"));
  EXPECT_EQ(content_of(scratch.path("v.npy.ids")), "ann\nZoë\n007\n");
  write_vectors(scratch.path("v.npz"), named_vectors());
  EXPECT_THAT(NpzReader(scratch.path("v.npz")).names(), ElementsAre("vectors", "ids"));
}

TEST(EmbeddingFile, ReadsTextAsOtherProgramsWriteIt) {
  const Scratch scratch;
  // node2vec's C++ program ends its lines in a space, others separate by tabs, write +, end in CRLF or a blank line.
  scratch.put("v.emb", "2 2 \r\nann\t+1.5e0 -2 \r\nbob 1e-60 3\r\n\r\n");
  const DenseTable table = read_vectors(scratch.path("v.emb"));
  EXPECT_THAT(table.ids.texts, ElementsAre("ann", "bob"));
  EXPECT_THAT(table.values, ElementsAre(1.5F, -2.0F, 0.0F, 3.0F));
}

TEST(EmbeddingFile, ReadsRowsWithoutNamesByTheirNumber) {
  const Scratch scratch;
  scratch.put("v.npy", matrix({1, 2, 3, 4, 5, 6}, 3, 2));
  const DenseTable table = read_vectors(scratch.path("v.npy"));
  EXPECT_THAT(table.ids.integers, ElementsAre(0, 1, 2));
  EXPECT_TRUE(are_row_numbers(table.ids));
  EXPECT_FALSE(are_row_numbers(three_vectors().ids));
  EXPECT_FALSE(are_row_numbers(named_vectors().ids));
}

TEST(EmbeddingFile, ReadsDoublesAndTheOnlyMatrixOfAForeignArchive) {
  const Scratch scratch;
  const std::array<std::uint64_t, 2> shape{2, 2};
  const std::vector<double> values{1.0, 2.0, 3.0, 0.1};
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::int64_t>{1, 0}));
  writer.add("weights", make_npy(std::vector<float>{1, 2}));
  writer.add("z", make_npy<double>(std::span<const double>(values), shape));
  writer.write(scratch.path("v.npz"));
  EXPECT_THAT(read_vectors(scratch.path("v.npz")).values, ElementsAre(1.0F, 2.0F, 3.0F, 0.1F));
  EXPECT_THAT(read_vectors(scratch.path("v.npz")).ids.integers, ElementsAre(0, 1));
  writer.add("again", make_npy<double>(std::span<const double>(values), shape));
  writer.write(scratch.path("v.npz"));
  EXPECT_THAT(refusal(scratch.path("v.npz")), HasSubstr("could both be the vectors"));
  writer.add("embedding", matrix({9, 8}, 2, 1));
  writer.write(scratch.path("v.npz"));
  EXPECT_THAT(read_vectors(scratch.path("v.npz")).values, ElementsAre(9.0F, 8.0F));
}

struct BadText {
  const char* content;
  const char* place;  ///< with the reason
};

TEST(EmbeddingFile, RefusesBadTextWithItsPlace) {
  const Scratch scratch;
  const BadText cases[] = {
      {"", "v.emb: the file is empty"},
      {"a 1 2\nb 3 4\n", "v.emb:1: not the first line"},
      {"ann\n", "v.emb:1: not the first line"},
      {"2 2 2\n", "v.emb:1: not the first line"},
      {"-2 2\n", "v.emb:1: not the first line"},
      {"0 2\n", "v.emb:1: impossible number of vectors: 0"},
      {"99999999999 2\na 1 2\n", "v.emb:1: impossible number of vectors"},
      {"2 0\n", "v.emb:1: vectors of 0 numbers"},
      {"2 99999999\n", "v.emb:1: vectors of 99999999 numbers"},
      {"4000000000 200000\na 1 2\n", "v.emb:2: 2 numbers where the first line says 200000"},
      {"2 2\na 1 2\nb 1\n", "v.emb:3: 1 numbers where the first line says 2"},
      {"2 2\na 1 2\nb 1 2 3\n", "v.emb:3: 3 numbers where the first line says 2"},
      {"2 2\na 1 2\n", "v.emb: 1 vectors where the first line says 2"},
      {"1 2\na 1 2\nb 1 2\n", "v.emb:3: more vectors than the 1"},
      {"2 2\n\na 1 2\na 3 4\n", "v.emb:4: the id 'a' has a vector already, in line 3"},
      {"1 2\na 1 nan\n", "v.emb:2: the number is not finite: 'nan'"},
      {"1 2\na -inf 1\n", "v.emb:2: the number is not finite: '-inf'"},
      {"1 2\na 1e39 1\n", "v.emb:2: the number is too large: '1e39'"},
      {"1 2\na 1e999 1\n", "v.emb:2: the number is too large"},
      {"1 2\na 1 x\n", "v.emb:2: not a number: 'x'"},
      {"1 2\na 1 1,5\n", "v.emb:2: not a number: '1,5'"},
      {"1 2\na 1 +\n", "v.emb:2: not a number: '+'"},
  };
  for (const BadText& bad : cases) {
    EXPECT_THAT(refusal(scratch.put("v.emb", bad.content)), HasSubstr(bad.place)) << bad.content;
  }
  EXPECT_THAT(refusal(scratch.put("v.emb", std::string("1 1\na\0b 1\n", 10))), HasSubstr("v.emb:2: a NUL byte"));
  EXPECT_THAT(refusal(scratch.path("nowhere.emb")), HasSubstr("nowhere.emb"));
}

TEST(EmbeddingFile, RefusesArraysThatAreNoVectors) {
  const Scratch scratch;
  const auto npy = [&](std::span<const std::byte> bytes) { return refusal(scratch.put("v.npy", bytes)); };
  EXPECT_THAT(npy(make_npy(std::vector<float>{1, 2})), HasSubstr("floats in 1 dimensions"));
  const std::array<std::uint64_t, 2> shape{1, 2};
  const std::vector<std::int64_t> whole{1, 2};
  EXPECT_THAT(npy(make_npy<std::int64_t>(std::span<const std::int64_t>(whole), shape)), HasSubstr("no floats"));
  EXPECT_THAT(npy(matrix({}, 0, 4)), HasSubstr("0 × 4"));
  EXPECT_THAT(npy(matrix({1, 2, 3, std::numeric_limits<float>::quiet_NaN()}, 2, 2)),
              HasSubstr("v.npy: row 1, column 1: the number is not finite"));
  const std::vector<double> large{1.0, 1e200};
  EXPECT_THAT(npy(make_npy<double>(std::span<const double>(large), shape)), HasSubstr("v.npy"));
  EXPECT_THAT(npy(make_npy_header("<f4", std::array<std::uint64_t, 2>{1U << 30U, 1U << 17U})),
              HasSubstr("its header promises"));
  EXPECT_THAT(npy(make_npy_header("<f2", shape)), HasSubstr("'<f2' is not supported"));
  NpzWriter writer;
  writer.add("labels", make_npy(std::vector<std::int64_t>{1}));
  writer.write(scratch.path("v.npz"));
  EXPECT_THAT(refusal(scratch.path("v.npz")), HasSubstr("v.npz: neither codes"));
  writer.add("adj_indptr", make_npy(std::vector<std::int64_t>{0}));
  writer.write(scratch.path("g.npz"));
  EXPECT_THAT(refusal(scratch.path("g.npz")), HasSubstr("g.npz: a graph, neither codes nor vectors"));
}

TEST(EmbeddingFile, RefusesIdsThatDoNotFitTheRows) {
  const Scratch scratch;
  scratch.put("v.npy", matrix({1, 2, 3}, 3, 1));
  const auto ids = [&](const std::string& content) {
    scratch.put("v.npy.ids", content);
    return refusal(scratch.path("v.npy"));
  };
  EXPECT_THAT(ids("a\nb\n"), HasSubstr("v.npy.ids: 2 ids for 3 rows"));
  EXPECT_THAT(ids("a\nb\nc\nd\n"), HasSubstr("v.npy.ids:4: more ids than the 3 rows"));
  EXPECT_THAT(ids("a\nb\na\n"), HasSubstr("v.npy.ids:3: the id 'a' has a row already, in line 1"));
  EXPECT_THAT(ids("a\n\nb\n"), HasSubstr("v.npy.ids:2: the id is missing"));
  NpzWriter writer;
  writer.add("vectors", matrix({1, 2, 3}, 3, 1));
  writer.add("ids", make_npy(std::vector<std::int64_t>{5, 6, 5}));
  writer.write(scratch.path("v.npz"));
  EXPECT_THAT(refusal(scratch.path("v.npz")), HasSubstr("v.npz: array 'ids': nodes 0 and 2 have the same id '5'"));
}

TEST(EmbeddingFile, TakesTextsThatAreAllNumbersForNumbers) {
  const Scratch scratch;
  const auto read = [&](const std::vector<std::string>& ids) {
    NpzWriter writer;
    writer.add("vectors", matrix({1, 2}, 2, 1));
    writer.add("ids", make_npy_unicode(ids));
    writer.write(scratch.path("v.npz"));
    return read_vectors(scratch.path("v.npz")).ids;
  };
  EXPECT_THAT(read({"7", "-3"}).integers, ElementsAre(7, -3));
  EXPECT_FALSE(read({"7", "-3"}).are_text());
  EXPECT_THAT(read({"7", "007"}).texts, ElementsAre("7", "007"));
}

TEST(EmbeddingFile, WritesNothingThatItCouldNotRead) {
  const Scratch scratch;
  const auto refused = [&](const std::string& name, const DenseTable& table) {
    return error_of(ErrorCode::kOutput, [&] { write_vectors(scratch.path(name), table); });
  };
  DenseTable bad = three_vectors();
  bad.values[3] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(refused("v.emb", bad), HasSubstr("row 1: a value is not finite"));
  bad = three_vectors();
  bad.values.pop_back();
  EXPECT_THAT(refused("v.npy", bad), HasSubstr("5 floats are no 3 vectors of 2"));
  bad = named_vectors();
  bad.ids.texts[1] = "two words";
  EXPECT_THAT(refused("v.emb", bad), HasSubstr("a space or a line end"));
  write_vectors(scratch.path("v.npy"), bad);
  EXPECT_EQ(read_vectors(scratch.path("v.npy")), bad);
  bad.ids.texts[1] = "two\nlines";
  EXPECT_THAT(refused("w.npy", bad), HasSubstr("a line end"));
  DenseTable marked = named_vectors();
  marked.ids.texts[0] = "\xEF\xBB\xBF";  // a byte order mark, which a reader of the ids would pass over
  EXPECT_THAT(refused("w.npy", marked), HasSubstr("begins like"));
  write_vectors(scratch.path("v.npz"), bad);
  EXPECT_EQ(read_vectors(scratch.path("v.npz")), bad);
  EXPECT_THAT(scratch.names(), ElementsAre("v.npy", "v.npy.ids", "v.npz"));
}

TEST(EmbeddingFile, NamesTheExtensionsItKnows) {
  EXPECT_THAT(error_of(ErrorCode::kConfig, [] { (void)vectors_format("v.csv"); }), HasSubstr(".emb, .npy or .npz"));
  const Scratch scratch;
  for (const std::string name : {"v.csv", "v.npy.gz"}) {
    const std::string path = scratch.put(name, "1 2\n");
    EXPECT_THAT(error_of(ErrorCode::kConfig, [&] { (void)read_embedding(path); }), StartsWith(path + ": unknown"));
  }
  EXPECT_THAT(error_of(ErrorCode::kInput, [] { (void)read_embedding("no.csv"); }), StartsWith("no.csv: no such file"));
}

}  // namespace
}  // namespace columnar::embedding_file_test
