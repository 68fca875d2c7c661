#include <algorithm>
#include <set>

#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"

namespace columnar::encode_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::small_config;

constexpr std::size_t kNodes = 300;

const Model& trained() {
  static const Model model = [] {
    Embedder embedder(small_config());
    (void)embedder.fit(planted_communities(kNodes, 3, 8.0, 0.05, 5).graph, {});
    return embedder.model();
  }();
  return model;
}

NewCodes encoded(const std::string& edges, int threads = 1) {
  const Scratch scratch;
  return encode(trained(), read_edge_changes(scratch.put("new.tsv", edges)), {threads, nullptr});
}

std::vector<std::uint16_t> code_of(const NewCodes& codes, std::size_t row) {
  const auto code = codes.codes.code(row);
  return {code.begin(), code.end()};
}

/// Mean overlap of a code with those of a community of the planted graph.
double closeness(std::span<const std::uint16_t> code, const Labels& labels, std::int32_t community) {
  const SdrTable known = codes_of(trained());
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t v = 0; v < known.size(); ++v) {
    if (labels.classes[v] == community) {
      std::vector<std::uint16_t> shared;
      std::ranges::set_intersection(code, known.code(v), std::back_inserter(shared));
      sum += static_cast<double>(shared.size());
      count += 1.0;
    }
  }
  return sum / count;
}

TEST(Encode, ANewNodeOfADirectedGraphMayBeALeafOrARoot) {
  Embedder embedder(small_config());
  (void)embedder.fit(testing_support::downhill(planted_communities(kNodes, 3, 8.0, 0.05, 5).graph), {});
  const Scratch scratch;
  const auto new_codes = [&](const std::string& edges) {
    return encode(embedder.model(), read_edge_changes(scratch.put("new.tsv", edges)), {});
  };
  const NewCodes leaf = new_codes("1 900\n2 900\n3 900\n");  // no edge leaves 900
  EXPECT_EQ(leaf.placeless, 0U);
  const NewCodes root = new_codes("900 1\n900 2\n900 3\n");
  EXPECT_EQ(root.placeless, 0U);
  EXPECT_GT(overlap(leaf.codes.code(0), root.codes.code(0)), leaf.codes.shape.active() / 3);
}

TEST(Encode, ANewNodeLooksLikeTheCommunityItIsLinkedTo) {
  const LabelledGraph planted = planted_communities(kNodes, 3, 8.0, 0.05, 5);
  for (std::int32_t community = 0; community < 3; ++community) {
    std::string edges;
    int links = 0;
    for (std::size_t v = 0; v < kNodes && links < 5; ++v) {
      if (planted.labels.classes[v] == community) {
        edges += "new " + std::to_string(v) + "\n";
        ++links;
      }
    }
    const NewCodes codes = encoded(edges);
    ASSERT_THAT(codes.codes.ids.texts, ElementsAre("new"));
    EXPECT_EQ(codes.edges, 5U);
    EXPECT_EQ(codes.placeless, 0U);
    EXPECT_NO_THROW(check_codes(codes.codes, "codes", ErrorCode::kInput));
    const double own = closeness(codes.codes.code(0), planted.labels, community);
    for (std::int32_t other = 0; other < 3; ++other) {
      if (other != community) {
        EXPECT_GT(own, 1.5 * closeness(codes.codes.code(0), planted.labels, other)) << community << " " << other;
      }
    }
  }
}

TEST(Encode, GivesANodeTheSameCodeAloneAndInABatch) {
  const std::string alone = "901 1\n901 2\n901 3\n";
  const std::string batch = "900 4\n900 5\n" + alone + "902 200\n902 901\n";
  const NewCodes one = encoded("900 4\n900 5\n");
  const NewCodes many = encoded(batch, 4);
  ASSERT_THAT(many.codes.ids.integers, ElementsAre(900, 901, 902));
  EXPECT_EQ(code_of(one, 0), code_of(many, 0));
  EXPECT_EQ(code_of(encoded(alone), 0), code_of(encoded("900 4\n" + alone), 1));
}

TEST(Encode, ReachesKnownNodesThroughOtherNewOnes) {
  const NewCodes chain = encoded("a b\nb c\nc 7\nc 8\n");
  EXPECT_EQ(chain.codes.size(), 3U);
  EXPECT_EQ(chain.placeless, 0U);
  const NewCodes island = encoded("a b\nc 7\n");
  EXPECT_EQ(island.placeless, 2U);
  EXPECT_NO_THROW(check_codes(island.codes, "codes", ErrorCode::kInput));
}

TEST(Encode, EqualNodesGetDifferentCodes) {
  std::string edges;
  for (int v = 1000; v < 1040; ++v) {
    edges += std::to_string(v) + " 1\n";
  }
  const NewCodes codes = encoded(edges);
  std::set<std::vector<std::uint16_t>> distinct;
  for (std::size_t v = 0; v < codes.codes.size(); ++v) {
    distinct.insert(code_of(codes, v));
  }
  const SdrTable known = codes_of(trained());
  for (std::size_t v = 0; v < known.size(); ++v) {
    distinct.insert({known.code(v).begin(), known.code(v).end()});
  }
  EXPECT_EQ(distinct.size(), 40U + kNodes);
}

TEST(Encode, RefusesEdgesBetweenKnownNodesAndOtherChanges) {
  const auto message = [](const std::string& edges) {
    return error_of(ErrorCode::kInput, [&] { (void)encoded(edges); });
  };
  EXPECT_THAT(message("900 1\n1 2\n"), HasSubstr("new.tsv:2: '1' and '2' are both in the model"));
  EXPECT_THAT(message("- 1 2\n"), HasSubstr("new.tsv:1: "));
}

}  // namespace
}  // namespace columnar::encode_test
