#include "columnar_lab/baselines/method.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/sdr/sdr_formats.hpp"
#include "columnar_lab/baselines/vector_formats.hpp"
#include "support/progress_log.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::method_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

Graph rings() {
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex v = 0; v < 40; ++v) {
    edges.push_back({v, v / 20 * 20 + (v + 1) % 20});
  }
  edges.push_back({0, 20});
  return testing_support::tiny_graph(40, edges);
}

/// The value of a number that is not the one it has, and possible.
template <class Value>
Value another(const FieldInfo& info, Value value) {
  const auto half = static_cast<Value>(value / 2);
  return static_cast<double>(half) > info.range.least ? half : static_cast<Value>(value + 1);
}

TEST(Method, IsKnownByItsName) {
  for (const Method& method : methods()) {
    EXPECT_EQ(&method_named(method.name), &method);
    EXPECT_FALSE(method.summary.empty()) << method.name;
    EXPECT_EQ(is_embedder(method), method.name == "columnar");
  }
  try {
    (void)method_named("word2vec");
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kConfig);
    EXPECT_THAT(error.what(), HasSubstr("'word2vec': use columnar, node2vec, deepwalk, line, ppmi-svd or k-winners"));
  }
}

TEST(Method, IsNamedInTheDocs) {
  std::ifstream page(std::string(COLUMNAR_SOURCE_DIR) + "/docs/cli.md");
  const std::string text(std::istreambuf_iterator<char>(page), {});
  for (const Method& method : baselines()) {
    EXPECT_THAT(text, HasSubstr("`" + method.name + "`"));
  }
  for (const auto& extensions : {codes_extensions(), vectors_extensions()}) {
    for (const std::string_view extension : extensions) {
      EXPECT_THAT(text, HasSubstr("`" + std::string(extension) + "`"));
    }
  }
}

TEST(Method, HasItsConstantsInTheOrderOfTheDeclaration) {
  BaselineConfig baseline;
  baseline.dimensions = 12;
  Config config;
  config.walks.window = 3;
  const auto constants_of = [&](std::string_view name) {
    std::vector<std::pair<std::string, std::string>> values;
    visit_constants(method_named(name), baseline, config, [&values](const FieldInfo& info, const auto& field) {
      values.emplace_back(info.name, field_text(field));
    });
    return values;
  };
  EXPECT_THAT(constants_of("deepwalk"),
              ElementsAre(Pair("dimensions", "12"), Pair("epochs", "10"), Pair("learning_rate", "0.025"),
                          Pair("window", "3"), Pair("walks_per_node", "10"), Pair("walk_length", "20")));
  EXPECT_THAT(constants_of("line"), ElementsAre(Pair("dimensions", "12"), Pair("negatives", "5"),
                                                Pair("learning_rate", "0.025"), Pair("line_samples", "4000")));
  EXPECT_THAT(constants_of("columnar"), ElementsAre());
}

TEST(Method, DeclaresConstantsThatExistAndNoneIsWithoutUse) {
  std::set<std::string> used;
  for (const Method& method : baselines()) {
    std::vector<std::string> found;
    visit_constants(method, {}, {}, [&found](const FieldInfo& info, const auto&) { found.emplace_back(info.name); });
    EXPECT_EQ(found, method.constants) << method.name;
    used.insert(found.begin(), found.end());
  }
  const BaselineConfig baseline;
  visit_fields(baseline, [&used](const FieldInfo& info, const auto&) {
    EXPECT_TRUE(used.contains(std::string(info.name))) << info.name;
  });
}

TEST(Method, LooksAtTheConstantsThatItDeclaresAndAtNoOthers) {
  const Graph graph = testing_support::tiny_graph(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}});
  const BaselineConfig baseline{.dimensions = 4, .epochs = 2, .line_samples = 10};
  for (const Method& method : baselines()) {
    const Embedding before = embed_by(method, graph, {}, baseline, 1, {});
    const auto expect_of = [&](const FieldInfo& info, const Embedding& after) {
      EXPECT_EQ(after != before, method.looks_at(info.name)) << method.name << ", " << info.name;
    };
    BaselineConfig changed = baseline;
    visit_fields(changed, [&](const FieldInfo& info, auto& field) {
      const auto kept = std::exchange(field, another(info, field));
      expect_of(info, embed_by(method, graph, {}, changed, 1, {}));
      field = kept;
    });
    Config config;
    visit_fields(config, [&](const FieldInfo& info, auto& field) {
      if constexpr (NumberField<std::remove_cvref_t<decltype(field)>>) {
        if (info.group == "Walks") {
          const auto kept = std::exchange(field, another(info, field));
          expect_of(info, embed_by(method, graph, config, baseline, 1, {}));
          field = kept;
        }
      }
    });
  }
}

TEST(Method, MakesCodesOrVectorsWithARowForEachNode) {
  const Graph graph = rings();
  Config config;
  config.training.presentations = 200;
  config.training.outstar_presentations = 50;
  BaselineConfig baseline;
  baseline.dimensions = 8;
  baseline.epochs = 1;
  baseline.line_samples = 10;
  for (const Method& method : methods()) {
    testing_support::ProgressLog stages;
    stages.may_restart = true;  // walks, then training
    const Embedding embedding = embed_by(method, graph, config, baseline, 3, {1, &stages});
    EXPECT_EQ(ids_of(embedding), graph.ids) << method.name;
    EXPECT_EQ(codes_of(embedding) != nullptr, method.makes_codes) << method.name;
    EXPECT_FALSE(stages.stages.empty());
    EXPECT_EQ(stages.ended, stages.stages.size());
    if (const DenseTable* vectors = vectors_of(embedding)) {
      EXPECT_EQ(vectors->dimensions, 8U);
      EXPECT_THAT(stages.stages, ElementsAre(method.name));
    }
    EXPECT_NE(embed_by(method, graph, config, baseline, 4, {}), embedding) << "the seed does not matter";
  }
}

TEST(Method, RefusesImpossibleConstants) {
  BaselineConfig baseline;
  baseline.dimensions = 0;
  for (const Method& method : baselines()) {
    EXPECT_THROW((void)embed_by(method, rings(), {}, baseline, 1, {}), Error) << method.name;
  }
}

}  // namespace
}  // namespace columnar::method_test
