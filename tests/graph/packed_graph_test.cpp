#include "columnar/graph/packed_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/generators.hpp"
#include "files/scratch.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::packed_graph_test {
namespace {

using testing::HasSubstr;
using testing_support::tiny_graph;

std::vector<std::byte> packed(const Graph& graph) { return make_packed_graph(graph, "g.graph").bytes(); }

Graph read_back(std::vector<std::byte> bytes) {
  return graph_from_sections(SectionedFile::parse(std::move(bytes), "evil"));
}

/// Undirected and unweighted; directed; weighted with ids of text, one of them of a node without edges.
std::vector<Graph> graphs() {
  Graph named = tiny_graph(4, {{0, 1, 2.5}, {1, 2, 0.5}});
  named.ids.integers.clear();
  named.ids.texts = {"a", "b c", "007", "\xC3\xA9"};
  return {planted_communities(50, 2, 4.0, 0.1, 1).graph, tiny_graph(3, {{0, 1}, {2, 1}}, true), named};
}

TEST(PackedGraph, KeepsIdsWeightsAndDirection) {
  for (const Graph& graph : graphs()) {
    const Graph back = read_back(packed(graph));
    EXPECT_EQ(back.offsets, graph.offsets);
    EXPECT_EQ(back.targets, graph.targets);
    EXPECT_EQ(back.weights, graph.weights);
    EXPECT_EQ(back.directed, graph.directed);
    EXPECT_EQ(back.ids, graph.ids);
    EXPECT_EQ(graph_digest(back), graph_digest(graph));
  }
}

TEST(PackedGraph, IsReadAsAGraphUnderAnyName) {
  const Scratch scratch;
  const Graph graph = tiny_graph(4, {{0, 1, 2.0}, {1, 2, 3.0}, {2, 3, 1.0}});
  for (const char* name : {"g.graph", "g.tsv", "g"}) {
    make_packed_graph(graph, name).write(scratch.path(name));
    const ReadResult read = read_graph(scratch.path(name));
    EXPECT_EQ(graph_digest(read.graph), graph_digest(graph)) << name;
    EXPECT_EQ(read.report.lines, 3U);
    EXPECT_FALSE(read_graph(scratch.path(name), {.unweighted = true}).graph.is_weighted());
  }
  EXPECT_THAT(error_of(ErrorCode::kConfig, [&] { (void)read_graph(scratch.path("g.graph"), {.directed = true}); }),
              HasSubstr("g.graph: --directed: it was packed without directions"));
  make_packed_graph(tiny_graph(3, {{0, 1}, {2, 1}}, true), "d").write(scratch.path("d.graph"));
  EXPECT_TRUE(read_graph(scratch.path("d.graph")).graph.directed);
}

TEST(PackedGraph, RefusesToExceedAMemoryLimit) {
  const Scratch scratch;
  const Graph graph = planted_communities(200'000, 2, 40.0, 0.1, 1).graph;  // 33 MB
  make_packed_graph(graph, "g").write(scratch.path("g.graph"));
  EXPECT_THAT(
      error_of(ErrorCode::kConfig, [&] { (void)read_graph(scratch.path("g.graph"), {.memory_limit = 1U << 20U}); }),
      HasSubstr("--memory-limit: reading it needs"));
}

TEST(PackedGraph, IsRefusedWhereverItIsCutOrAltered) {
  const std::vector<std::byte> sound = packed(graphs()[2]);
  for (std::size_t size = 0; size < sound.size(); ++size) {
    EXPECT_THROW((void)read_back({sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)}), Error) << size;
  }
  for (std::size_t at = 0; at < sound.size(); ++at) {
    std::vector<std::byte> altered = sound;
    altered[at] ^= std::byte{0x10};
    EXPECT_THROW((void)read_back(std::move(altered)), Error) << at;
  }
}

/// A sound file with one section replaced, under right checksums; no numbers leave it out.
template <class T>
std::string refusal(const Graph& graph, const std::string& section, const std::vector<T>& numbers,
                    std::uint32_t version = 1) {
  const SectionedFile file = SectionedFile::parse(packed(graph), "sound");
  SectionedFileWriter writer(FileKind::kGraph, version);
  for (const SectionInfo& info : file.sections()) {
    const auto old = file.section(info.name);
    if (info.name != section) {
      writer.add(info.name, {old.begin(), old.end()});
    } else if (!numbers.empty()) {
      writer.add_array(info.name, std::span<const T>(numbers));
    }
  }
  return error_of(ErrorCode::kInput, [&] { (void)read_back(writer.bytes()); });
}

TEST(PackedGraph, RefusesNumbersThatCannotBe) {
  using Wide = std::vector<std::uint64_t>;
  using Nodes = std::vector<NodeIndex>;
  using Weights = std::vector<float>;
  const Graph path = tiny_graph(3, {{0, 1, 2.0}, {1, 2, 3.0}});  // targets 1 | 0 2 | 1
  EXPECT_THAT(refusal(path, "shape", Wide{}), HasSubstr("'shape' is missing"));
  EXPECT_THAT(refusal(path, "shape", Wide{3, 4}), HasSubstr("'shape' has 16 bytes for 3 numbers"));
  EXPECT_THAT(refusal(path, "shape", Wide{3, 4, 2}), HasSubstr("whether its graph is directed"));
  EXPECT_THAT(refusal(path, "shape", Wide{~0ULL, 4, 0}), HasSubstr("more than 32 bits can count"));
  EXPECT_THAT(refusal(path, "shape", Wide{1ULL << 31U, 4, 0}), HasSubstr("'graph.offsets' has 32 bytes"));
  EXPECT_THAT(refusal(path, "shape", Wide{3, ~0ULL, 0}), HasSubstr("'graph.targets' has 16 bytes"));
  EXPECT_THAT(refusal(path, "graph.offsets", Wide{0, 1, 3, 5}), HasSubstr("do not span its edges"));
  EXPECT_THAT(refusal(path, "graph.offsets", Wide{0, ~0ULL, 3, 4}), HasSubstr("do not span its edges"));
  EXPECT_THAT(refusal(path, "graph.targets", Nodes{1, 0, 3, 1}), HasSubstr("row 1 of its graph does not ascend"));
  EXPECT_THAT(refusal(path, "graph.targets", Nodes{1, 2, 0, 1}), HasSubstr("row 1 of its graph does not ascend"));
  EXPECT_THAT(refusal(path, "graph.targets", Nodes{0, 0, 2, 1}), HasSubstr("row 0 of its graph does not ascend"));
  EXPECT_THAT(refusal(path, "graph.targets", Nodes{2, 0, 2, 1}), HasSubstr("only one way"));
  EXPECT_THAT(refusal(path, "graph.weights", Weights{2.0F, 2.0F, 3.0F, 4.0F}), HasSubstr("only one way"));
  EXPECT_THAT(refusal(path, "graph.weights", Weights{2.0F, 2.0F, 0.0F, 0.0F}), HasSubstr("has the weight 0"));
  EXPECT_THAT(refusal(path, "graph.weights", Weights(4, std::numeric_limits<float>::quiet_NaN())),
              HasSubstr("has the weight nan"));
  EXPECT_THAT(refusal(path, "graph.weights", Weights(3, 1.0F)), HasSubstr("'graph.weights' has 12 bytes"));
  EXPECT_THAT(refusal(path, "ids.int64", std::vector<std::int64_t>{1, 2, 2}), HasSubstr("2"));
  EXPECT_THAT(refusal(path, "none", Wide{}, 2), HasSubstr("version 2 of packed graphs is unknown"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [] { (void)read_back(SectionedFileWriter(FileKind::kModel).bytes()); }),
              HasSubstr("not a packed graph: it is a model file"));
}

}  // namespace
}  // namespace columnar::packed_graph_test
