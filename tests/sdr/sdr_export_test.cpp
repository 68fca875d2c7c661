#include "columnar/sdr/sdr_export.hpp"

#include "columnar/files/npz.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "files/scratch.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar::sdr_export_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(const std::string& path) {
  return error_of(ErrorCode::kInput, [&] { (void)read_codes(path); });
}

TEST(WriteCodes, ReadsBackEveryFormatAtThePapersSizes) {
  const Scratch scratch;
  for (const Layer layer : {Layer::kL23, Layer::kL5a, Layer::kAll}) {
    for (const SdrTable& all : {paper_codes(60), with_text_ids(paper_codes(60))}) {
      const SdrTable table = select_layer(all, layer);
      for (const char* name : {"c.sdr", "c.npz", "c.tsv", "c.svm", "C.TSV"}) {
        write_codes(scratch.path(name), table, "{}");
        EXPECT_EQ(read_codes(scratch.path(name)), table) << name;
      }
    }
  }
}

TEST(WriteCodes, KeepsATableOfNoNodesOrRefusesIt) {
  const Scratch scratch;
  SdrTable none = paper_codes(0);
  for (const char* name : {"c.sdr", "c.npz"}) {
    write_codes(scratch.path(name), none, "{}");
    EXPECT_EQ(read_codes(scratch.path(name)), none) << name;
  }
  for (const Codec codec : kCodecs) {
    write_codes(scratch.path("c.sdr"), none, "{}", nullptr, codec);
    EXPECT_EQ(read_codes(scratch.path("c.sdr")), none) << name_of(codec);
  }
  for (const char* name : {"c.tsv", "c.svm"}) {
    EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { write_codes(scratch.path(name), none, "{}"); }),
                HasSubstr(": there are no nodes, which its format cannot say; use .sdr or .npz"));
    EXPECT_FALSE(std::filesystem::exists(scratch.path(name)));
  }
}

TEST(WriteCodes, RefusesMetadataThatItWouldNotRead) {
  const Scratch scratch;
  const std::string deep = std::string(65, '[') + std::string(65, ']');
  for (const char* name : {"c.sdr", "c.npz"}) {
    for (const std::string& metadata : {std::string("{"), deep, "\"" + std::string(65536, 'x') + "\""}) {
      EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { write_codes(scratch.path(name), paper_codes(2), metadata); }),
                  HasSubstr(": the metadata are "));
    }
  }
}

TEST(ReadCodes, RefusesMetadataOfManyLevelsInAnArchive) {
  const Scratch scratch;
  write_codes(scratch.path("c.npz"), tiny_codes(), "{}");
  const NpzReader reader(scratch.path("c.npz"));
  NpzWriter writer;
  for (const char* name : {"indices", "indptr", "shape"}) {
    writer.add(name, make_npy(reader.read_as<std::int64_t>(name)));
  }
  writer.add("data", make_npy(std::vector<std::uint8_t>(6, 1)));
  writer.add("format", make_npy_bytes_scalar("csr"));
  writer.add("columnar_metadata", make_npy_unicode_scalar(std::string(60000, '[')));
  writer.write(scratch.path("deep.npz"));
  EXPECT_THAT(refusal(scratch.path("deep.npz")),
              HasSubstr("deep.npz: array 'columnar_metadata': JSON nested deeper than 64 levels"));
}

TEST(ReadCodes, SaysThatAGraphIsAGraph) {
  const Scratch scratch;
  NpzWriter writer;
  writer.add("adj_indptr", make_npy(std::vector<std::int64_t>{0}));
  writer.write(scratch.path("g.npz"));
  EXPECT_THAT(refusal(scratch.path("g.npz")), HasSubstr("g.npz: a graph, not codes; `columnar embed`"));
}

TEST(WriteCodes, KeepsAnyShapeInSdrAndNpzAndTheBitsInText) {
  const Scratch scratch;
  const SdrTable table = tiny_codes();
  for (const char* name : {"c.sdr", "c.npz"}) {
    write_codes(scratch.path(name), table, "{}");
    EXPECT_EQ(read_codes(scratch.path(name)), table) << name;
  }
  for (const char* name : {"c.tsv", "c.svm"}) {
    write_codes(scratch.path(name), table, "{}");
    const SdrTable read = read_codes(scratch.path(name));
    EXPECT_EQ(read.bits, table.bits);
    EXPECT_EQ(read.ids, table.ids);
    EXPECT_EQ(read.shape.width(), 8U);
    EXPECT_EQ(read.shape.active(), 3U);
  }
}

TEST(WriteCodes, KeepsTheShareOfRolesInSdrAndNpz) {
  const Scratch scratch;
  for (const Layer layer : {Layer::kAll, Layer::kSearch, Layer::kRoles}) {
    const SdrTable table = select_layer(tiny_codes_with_roles(), layer);
    for (const char* name : {"c.sdr", "c.npz"}) {
      write_codes(scratch.path(name), table, "{}");
      EXPECT_EQ(read_codes(scratch.path(name)), table) << name << " " << layer_flag(layer);
    }
  }
}

TEST(WriteCodes, WritesOneLineANodeInTsv) {
  const Scratch scratch;
  write_codes(scratch.path("c.tsv"), tiny_codes(), "{}");
  EXPECT_EQ(content_of(scratch.path("c.tsv")), "7\t0 3 6\n-1\t2 5 7\n");
}

TEST(WriteCodes, WritesLabelsAndOneBasedBitsInSvm) {
  const Scratch scratch;
  write_codes(scratch.path("c.svm"), tiny_codes(), "{}");
  EXPECT_EQ(content_of(scratch.path("c.svm")), "0 1:1 4:1 7:1 # 7\n0 3:1 6:1 8:1 # -1\n");
  Labels labels{{1, Labels::kUnknown}, {"a", "b"}};
  write_codes(scratch.path("c.svm"), tiny_codes(), "{}", &labels);
  EXPECT_EQ(content_of(scratch.path("c.svm")), "1 1:1 4:1 7:1 # 7\n-1 3:1 6:1 8:1 # -1\n");
  labels.classes.pop_back();
  error_of(ErrorCode::kOutput, [&] { write_codes(scratch.path("c.svm"), tiny_codes(), "{}", &labels); });
}

TEST(WriteCodes, WritesTheArraysOfSciPyInNpz) {
  const Scratch scratch;
  write_codes(scratch.path("c.npz"), with_text_ids(tiny_codes()), R"({"seed":1})");
  const NpzReader reader(scratch.path("c.npz"));
  EXPECT_THAT(reader.names(), ElementsAre("indices", "indptr", "format", "shape", "data", "ids", "columnar_shape",
                                          "columnar_metadata"));
  EXPECT_EQ(reader.header("format").kind, NpyKind::kBytes);
  EXPECT_TRUE(reader.header("format").shape.empty());
  EXPECT_THAT(reader.read_strings("format"), ElementsAre("csr"));
  EXPECT_EQ(reader.header("indices").item_bytes, 4U);
  EXPECT_THAT(reader.read_as<int>("indices"), ElementsAre(0, 3, 6, 2, 5, 7));
  EXPECT_THAT(reader.read_as<int>("indptr"), ElementsAre(0, 3, 6));
  EXPECT_EQ(reader.header("shape").item_bytes, 8U);
  EXPECT_THAT(reader.read_as<int>("shape"), ElementsAre(2, 8));
  EXPECT_EQ(reader.header("data").item_bytes, 1U);
  EXPECT_THAT(reader.read_as<int>("data"), ElementsAre(1, 1, 1, 1, 1, 1));
  EXPECT_THAT(reader.read_as<int>("columnar_shape"), ElementsAre(3, 2, 2, 2, 1, 2));
  EXPECT_THAT(reader.read_strings("columnar_metadata"), ElementsAre(R"({"seed":1})"));
}

TEST(WriteCodes, NamesTheExtensionsItKnows) {
  for (const char* path : {"codes", "codes.csv", "dir.sdr/codes", ".sdr"}) {
    EXPECT_THAT(error_of(ErrorCode::kConfig, [&] { check_codes_extension(path); }),
                HasSubstr("use .sdr, .npz, .tsv or .svm"));
  }
  EXPECT_NO_THROW(check_codes_extension("a.b/codes.tsv"));
}

TEST(WriteCodes, RefusesIdsThatAFormatCannotHold) {
  const Scratch scratch;
  NodeIds ids;
  ids.texts = {"fine", "a\tb"};
  for (const char* name : {"c.sdr", "c.npz"}) {
    EXPECT_NO_THROW(require_ids_fit(name, ids));
  }
  for (const char* name : {"c.tsv", "c.svm"}) {
    EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { require_ids_fit(name, ids); }), HasSubstr("control character"));
  }
  ids.texts = {"\x01\v\x7F"};
  EXPECT_NO_THROW(require_ids_fit("c.tsv", ids));
  ids.texts = {std::string("a\0", 2)};
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { require_ids_fit("c.npz", ids); }), HasSubstr("control character"));
  ids.texts = std::vector<std::string>(2000, "short");
  ids.texts.front() = std::string(1000000, 'x');
  EXPECT_NO_THROW(require_ids_fit("c.tsv", ids));
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { require_ids_fit("c.npz", ids); }), HasSubstr("too long"));
  for (const char* start : {"\xEF\xBB\xBF", "\x1f\x8b"}) {  // a reader would take the file for another
    ids.texts = {std::string(start) + "a", "b"};
    EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { require_ids_fit("c.tsv", ids); }), HasSubstr("begins like"));
    EXPECT_NO_THROW(require_ids_fit("c.svm", ids));
    ids.texts = {"b", std::string(start) + "a"};
    EXPECT_NO_THROW(require_ids_fit("c.tsv", ids));
  }
  SdrTable table = tiny_codes();
  table.ids.texts = {"a", "b\n"};
  error_of(ErrorCode::kOutput, [&] { write_codes(scratch.path("c.tsv"), table, "{}"); });
  EXPECT_TRUE(scratch.names().empty());
}

TEST(WriteCodes, GivesTheSameBytesEveryTime) {
  const Scratch scratch;
  for (const char* name : {"c.sdr", "c.npz", "c.tsv", "c.svm"}) {
    write_codes(scratch.path(name), paper_codes(20), "{}");
    const std::string first = content_of(scratch.path(name));
    write_codes(scratch.path(name), paper_codes(20), "{}");
    EXPECT_EQ(content_of(scratch.path(name)), first);
  }
}

TEST(ReadCodes, RefusesMalformedTsvByLine) {
  const Scratch scratch;
  const auto message = [&](const std::string& text) { return refusal(scratch.put("c.tsv", text)); };
  const std::string place = scratch.path("c.tsv");
  EXPECT_EQ(message("a\t1 2\nb\t3\n"), place + ":2: 1 active bits where the codes before have 2");
  EXPECT_EQ(message("a 1 2\n"), place + ":1: no tab between id and bits");
  EXPECT_EQ(message("\t1\n"), place + ":1: the id is missing");
  EXPECT_EQ(message("a\t\n"), place + ":1: the code has no active bits");
  EXPECT_EQ(message("a\t2 1\n"), place + ":1: bit 1 is out of order");
  EXPECT_EQ(message("a\t1 1\n"), place + ":1: bit 1 is out of order");
  EXPECT_EQ(message("a\t65536\n"), place + ":1: not the number of a bit: '65536'");
  EXPECT_THAT(message("a\t-1\n"), HasSubstr("not the number of a bit"));
  EXPECT_THAT(message("a\t1  2\n"), HasSubstr("not the number of a bit: ''"));
  EXPECT_THAT(message(""), HasSubstr("no codes in the file"));
}

TEST(ReadCodes, RefusesMalformedSvmByLine) {
  const Scratch scratch;
  const auto message = [&](const std::string& text) { return refusal(scratch.put("c.svm", text)); };
  EXPECT_THAT(message("0 1:0.5\n"), HasSubstr("c.svm:1: a value of a code is not 1"));
  EXPECT_THAT(message("0 0:1\n"), HasSubstr("not the number of a bit: '0'"));
  EXPECT_THAT(message("x 1:1\n"), HasSubstr("not a label: 'x'"));
  EXPECT_THAT(message("0 1:1 #\n"), HasSubstr("the id is missing"));
  EXPECT_THAT(message("\n"), HasSubstr("not a label"));
}

TEST(ReadCodes, NumbersTheRowsOfAForeignSvm) {
  const Scratch scratch;
  const SdrTable table = read_codes(scratch.put("c.svm", "+1 2:1 4:1\n-1 1:1 3:1\n"));
  EXPECT_THAT(table.ids.integers, ElementsAre(0, 1));
  EXPECT_THAT(table.bits, ElementsAre(1, 3, 0, 2));
  EXPECT_EQ(table.shape.width(), 4U);
}

TEST(ReadCodes, KeepsIdsThatOnlyLookLikeNumbers) {
  const Scratch scratch;
  const SdrTable table = read_codes(scratch.put("c.tsv", "7\t1\n007\t2\n"));
  EXPECT_THAT(table.ids.texts, ElementsAre("7", "007"));
  EXPECT_THAT(read_codes(scratch.put("d.tsv", "-0\t1\n")).ids.texts, ElementsAre("-0"));
  EXPECT_THAT(read_codes(scratch.put("e.tsv", "9223372036854775808\t1\n")).ids.texts,
              ElementsAre("9223372036854775808"));
}

/// A matrix as SciPy would save it, each array to be replaced.
struct Csr {
  std::string format = "csr";
  std::vector<std::int64_t> shape = {2, 9};
  std::vector<std::int32_t> indptr = {0, 2, 4};
  std::vector<std::int32_t> indices = {5, 1, 0, 8};
  std::vector<double> data = {1, 1, 1, 1};

  [[nodiscard]] std::string put(const Scratch& scratch) const {
    NpzWriter writer;
    writer.add("indices", make_npy(indices));
    writer.add("indptr", make_npy(indptr));
    writer.add("format", make_npy_bytes_scalar(format));
    writer.add("shape", make_npy(shape));
    writer.add("data", make_npy(data));
    writer.write(scratch.path("m.npz"));
    return scratch.path("m.npz");
  }
};

TEST(ReadCodes, TakesAForeignCsrMatrixOfOnes) {
  const Scratch scratch;
  const SdrTable table = read_codes(Csr{}.put(scratch));
  EXPECT_THAT(table.bits, ElementsAre(1, 5, 0, 8));
  EXPECT_THAT(table.ids.integers, ElementsAre(0, 1));
  EXPECT_EQ(table.shape.width(), 9U);
  EXPECT_EQ(table.shape.active(), 2U);
}

TEST(ReadCodes, RefusesAMatrixThatIsNoTableOfCodes) {
  const Scratch scratch;
  const auto message = [&](const Csr& matrix) { return refusal(matrix.put(scratch)); };
  EXPECT_THAT(message({.format = "csc"}), HasSubstr("not in CSR format"));
  EXPECT_THAT(message({.shape = {3, 9}}), HasSubstr("disagree"));
  EXPECT_THAT(message({.shape = {2}}), HasSubstr("disagree"));
  EXPECT_THAT(message({.shape = {2, 8}}), HasSubstr("outside its 8 bits"));
  EXPECT_THAT(message({.shape = {2, 1000000}}), HasSubstr("rows of 1000000 bits"));
  EXPECT_THAT(message({.indptr = {0, 1, 4}}), HasSubstr("another number of active bits"));
  EXPECT_THAT(message({.indptr = {0, 2, 5}}), HasSubstr("disagree"));
  EXPECT_THAT(message({.indptr = {2, 2, 4}}), HasSubstr("disagree"));
  EXPECT_THAT(message({.indptr = {0, -2, 4}}), HasSubstr("array 'indptr': value -2"));
  EXPECT_THAT(message({.indices = {1, 1, 0, 8}}), HasSubstr("out of order"));
  EXPECT_THAT(message({.indices = {1, -1, 0, 8}}), HasSubstr("array 'indices': value -1"));
  EXPECT_THAT(message({.data = {1, 1, 2, 1}}), HasSubstr("a value is not 1"));
  EXPECT_THAT(message({.data = {1, 1, 1}}), HasSubstr("disagree"));
  EXPECT_THAT(message({.shape = {0, 9}, .indptr = {0}, .indices = {}, .data = {}}), HasSubstr("no rows"));
}

TEST(ReadCodes, SurvivesAnyFlippedByteOfAnyFormat) {
  const Scratch scratch;
  for (const char* name : {"c.sdr", "c.npz", "c.tsv", "c.svm"}) {
    write_codes(scratch.path(name), with_text_ids(tiny_codes()), "{}");
    const std::string whole = content_of(scratch.path(name));
    for (std::size_t at = 0; at < whole.size(); ++at) {
      std::string altered = whole;
      altered[at] = static_cast<char>(altered[at] ^ 0x15);
      scratch.put(name, altered);
      try {
        const SdrTable table = read_codes(scratch.path(name));  // text has no checksum: may pass, must not crash
        EXPECT_EQ(table.bits.size(), table.size() * table.shape.active());
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::kInput);
      }
    }
  }
}

TEST(ReadCodes, RefusesIdsThatRepeat) {
  const Scratch scratch;
  EXPECT_EQ(refusal(scratch.put("g.tsv", "1\t2\n2\t3\n1\t3\n")),
            scratch.path("g.tsv") + ":3: the id '1' has a code already, in line 1; is this an edge list?");
  EXPECT_THAT(refusal(scratch.put("c.svm", "0 1:1 # a\n0 2:1 # b\n0 3:1 # b\n")), HasSubstr("c.svm:3: the id 'b'"));
  SdrTable table = paper_codes(4);
  write_codes(scratch.path("c.npz"), table, "{}");
  const NpzReader reader(scratch.path("c.npz"));
  NpzWriter twice;
  for (const std::string& name : reader.names()) {
    const NpyArray array = reader.read(name);
    if (name == "ids") {
      twice.add(name, make_npy(std::vector<std::int64_t>{4, 8, 15, 8}));
    } else if (array.header.kind == NpyKind::kSigned) {
      twice.add(name, make_npy(array.as<std::int64_t>()));
    } else if (name == "format") {
      twice.add(name, make_npy_bytes_scalar("csr"));
    } else if (name == "data") {
      twice.add(name, make_npy(array.as<std::uint8_t>()));
    }
  }
  twice.write(scratch.path("t.npz"));
  EXPECT_EQ(refusal(scratch.path("t.npz")),
            scratch.path("t.npz") + ": array 'ids': nodes 1 and 3 have the same id '8'");
}

TEST(WriteCodes, RefusesIdsThatRepeat) {
  const Scratch scratch;
  SdrTable table = paper_codes(4);
  table.ids.integers[3] = table.ids.integers[1];
  for (const char* name : {"c.sdr", "c.npz", "c.tsv", "c.svm"}) {
    EXPECT_EQ(error_of(ErrorCode::kOutput, [&] { write_codes(scratch.path(name), table, "{}"); }),
              scratch.path(name) + ": nodes 1 and 3 have the same id '" + table.ids.name(1) + "'");
  }
  EXPECT_TRUE(scratch.names().empty());
}

}  // namespace
}  // namespace columnar::sdr_export_test
