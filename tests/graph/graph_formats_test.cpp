#include "columnar/graph/graph_formats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "support/graph_text.hpp"

namespace columnar::graph_formats_test {
namespace {

using testing::HasSubstr;
using testing_support::arcs_of;
using testing_support::refusal_of;
using testing_support::TempFile;

TEST(GraphFormats, TheNameSelectsOneWithOrWithoutGz) {
  for (const char* path : {"a/B.GraphML", "b.gml.gz", "c.json", "d.metis", "e.gr.gz", "f.npz"}) {
    EXPECT_NE(find_graph_format(path), nullptr) << path;
  }
  for (const char* path : {"-", "json", "g.tsv", "g.edgelist", "g.gz", "g.npz.gz", "g.json/x"}) {
    EXPECT_EQ(find_graph_format(path), nullptr) << path;
  }
}

TEST(GraphFormats, TextMayBePacked) {
  const TempFile file("g.json.gz");
  const std::string text = R"({"links": [{"source": "a", "target": "b"}]})";
  gzFile out = gzopen(file.path().c_str(), "wb");
  ASSERT_NE(out, nullptr);
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  EXPECT_EQ(arcs_of(read_graph(file.path()).graph), "a-b, b-a");
}

TEST(GraphFormats, WhatIsNotReadIsNamedWithAWay) {
  EXPECT_THAT(
      refusal_of("g.net", "*Vertices 2\n"),
      HasSubstr("g.net: Pajek (.net) is not read here; to convert it: networkx.write_graphml(networkx.read_pajek("));
  EXPECT_THAT(refusal_of("g.pkl.gz", ""), HasSubstr("g.pkl.gz: a pickle, which is a program (.pkl)"));
  EXPECT_THROW((void)read_graph("missing.parquet"), Error);
  for (const UnreadFormat& format : unread_formats()) {
    for (const std::string_view extension : format.extensions) {
      const std::string name = "g" + std::string(extension);
      EXPECT_THAT(refusal_of(name, "1 2\n"), HasSubstr(std::string(format.way))) << name;
    }
  }
}

TEST(GraphFormats, NoExtensionMeansTwoFormats) {
  std::set<std::string_view> seen;
  for (const GraphFormat& format : graph_formats()) {
    for (const std::string_view extension : format.extensions) {
      EXPECT_TRUE(seen.insert(extension).second) << extension;
    }
  }
  for (const UnreadFormat& format : unread_formats()) {
    for (const std::string_view extension : format.extensions) {
      EXPECT_TRUE(seen.insert(extension).second) << extension;
    }
  }
}

TEST(GraphFormats, ThePageOfFilesNamesAllOfThem) {
  std::ifstream in(std::string(COLUMNAR_SOURCE_DIR) + "/docs/formats.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const GraphFormat& format : graph_formats()) {
    for (const std::string_view extension : format.extensions) {
      EXPECT_THAT(page, HasSubstr("`" + std::string(extension) + "`"));
    }
  }
  for (const UnreadFormat& format : unread_formats()) {
    for (const std::string_view extension : format.extensions) {
      EXPECT_THAT(page, HasSubstr("`" + std::string(extension) + "`"));
    }
  }
}

}  // namespace
}  // namespace columnar::graph_formats_test
