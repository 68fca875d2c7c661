#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/model.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/memory_plan.hpp"
#include "columnar/model/model_file.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"
#include "support/planted_words.hpp"

namespace columnar::attributes_test {
namespace {

using testing::HasSubstr;
using testing_support::shuffled;
using testing_support::small_config;
using testing_support::Town;

std::vector<std::byte> bytes_of(const Model& model) { return make_model_file(model, "m").bytes(); }

Model trained(const Town& town, const Attributes& attributes, int threads = 1) {
  Embedder embedder(small_config());
  (void)embedder.fit(town.planted.graph, attributes, {threads, nullptr});
  return std::move(embedder).take_model();
}

double overlap(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) {
  std::vector<std::uint16_t> shared;
  std::ranges::set_intersection(a, b, std::back_inserter(shared));
  return static_cast<double>(shared.size());
}

/// Mean bits that a code shares with those of a class.
double closeness(std::span<const std::uint16_t> code, const Model& model, const Labels& labels, std::int32_t of) {
  const std::size_t active = code_shape(model.config).active();
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t v = 0; v < labels.classes.size(); ++v) {
    if (labels.classes[v] == of) {
      sum += overlap(code, std::span(model.codes).subspan(v * active, active));
      count += 1.0;
    }
  }
  return sum / count;
}

/// Mean closeness of nodes to their own class, less that to the next one.
double separation(const Model& model, const Labels& labels) {
  const std::size_t active = code_shape(model.config).active();
  double sum = 0.0;
  for (std::size_t v = 0; v < labels.classes.size(); v += 3) {
    const auto code = std::span(model.codes).subspan(v * active, active);
    sum +=
        closeness(code, model, labels, labels.classes[v]) - closeness(code, model, labels, (labels.classes[v] + 1) % 3);
  }
  return sum;
}

TEST(FitWithAttributes, TellsClassesApartThatEdgesDoNot) {
  const Town town;
  EXPECT_GT(separation(trained(town, town.words), town.planted.labels),
            1.5 * separation(trained(town, {}), town.planted.labels));
}

TEST(FitWithAttributes, WithoutThemIsTheFitOfTheGraph) {
  const Town town;
  Embedder embedder(small_config());
  (void)embedder.fit(town.planted.graph, {1, nullptr});
  EXPECT_EQ(bytes_of(embedder.model()), bytes_of(trained(town, {})));
}

TEST(FitWithAttributes, LeavesCodesAsTheyAreWhereAttributesAreNoise) {
  const Town town;
  const Model noisy = trained(town, shuffled(town.words));
  EXPECT_EQ(bytes_of(noisy), bytes_of(trained(town, {})));
}

TEST(FitWithAttributes, GivesTheSameBytesOnAnyNumberOfThreads) {
  const Town town;
  EXPECT_EQ(bytes_of(trained(town, town.words)), bytes_of(trained(town, town.words, 4)));
}

TEST(FitWithAttributes, RefusesRowsThatAreNotOfTheGraph) {
  const Town town;
  Attributes short_table = town.words;
  short_table.offsets.pop_back();
  const auto complaint = [&](const Attributes& attributes) {
    try {
      (void)trained(town, attributes);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint(short_table), "attributes: 299 rows for 300 nodes");
  Attributes wide = town.words;
  wide.indices.front() = wide.width;
  EXPECT_THAT(complaint(wide), HasSubstr("names column 60, there are 60"));
  Attributes infinite = town.words;
  infinite.values.assign(infinite.indices.size(), 1.0F);
  infinite.values.back() = std::numeric_limits<float>::infinity();
  EXPECT_EQ(complaint(infinite), "attributes: a value is not finite");
}

TEST(ModelWithAttributes, SurvivesSavingAndLoading) {
  const Town town;
  Attributes named = town.words;
  for (std::uint32_t c = 0; c < named.width; ++c) {
    named.names.push_back("word " + std::to_string(c));
  }
  const Model model = trained(town, named);
  const Scratch scratch;
  save_model(scratch.path("a.model"), model);
  const Model loaded = load_model(scratch.path("a.model"));
  EXPECT_EQ(loaded.attributes, named);
  EXPECT_EQ(bytes_of(loaded), bytes_of(model));
}

TEST(ModelWithAttributes, IsRefusedWhereAPartDoesNotFit) {
  const Town town;
  const Model sound = trained(town, town.words);
  const auto refused = [&](const std::function<void(Model&)>& damage) {
    Model model = sound;
    damage(model);
    try {
      (void)bytes_of(model);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto space = [](Model& model) -> AttributeSpace& { return model.learned->attribute_space; };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(refused([](Model&) {}), "");
  EXPECT_THAT(refused([&](Model& model) { space(model).frequencies.pop_back(); }), HasSubstr("frequencies have 59"));
  EXPECT_THAT(refused([&](Model& model) { space(model).frequencies[3] = kNan; }), HasSubstr("frequencies hold nan"));
  EXPECT_THAT(refused([&](Model& model) { space(model).frequencies[3] = 1e30F; }), HasSubstr("frequencies hold 1e+30"));
  EXPECT_THAT(refused([&](Model& model) { space(model).directions(2, 0) = 2.0F; }),
              HasSubstr("directions of attribut"));
  EXPECT_THAT(refused([&](Model& model) { space(model).means(1, 0) = kNan; }), HasSubstr("means of attributes hold"));
  EXPECT_THAT(refused([&](Model& model) { space(model).weights.own = 2.0F; }), HasSubstr("weights of coordinates"));
  // Without a weight the graph has no columns: a new node's coordinates would be too short.
  EXPECT_THAT(refused([&](Model& model) { space(model).weights.graph = 0.0F; }),
              HasSubstr("does not fit their weight"));
}

TEST(EncodeWithAttributes, PlacesANodeWithoutAnyEdge) {
  const Town town;
  const Model model = trained(town, town.words);
  for (std::int32_t of = 0; of < 3; ++of) {
    NamedAttributes cold;
    cold.ids.integers = {1000};
    for (std::uint32_t word = 0; word < 8; ++word) {
      cold.attributes.indices.push_back(20 * static_cast<std::uint32_t>(of) + word);
    }
    cold.attributes.offsets.push_back(8);
    cold.attributes.width = 60;
    const NewCodes codes = encode(model, {}, cold, {});
    ASSERT_EQ(codes.codes.size(), 1U);
    EXPECT_EQ(codes.codes.ids.name(0), "1000");
    EXPECT_EQ(codes.placeless, 0U);
    const std::span<const std::uint16_t> code = codes.codes.code(0).first(code_shape(model.config).active());
    const Labels& labels = town.planted.labels;
    EXPECT_GT(closeness(code, model, labels, of), closeness(code, model, labels, (of + 1) % 3) + 1.0);
    EXPECT_GT(closeness(code, model, labels, of), closeness(code, model, labels, (of + 2) % 3) + 1.0);
  }
}

TEST(EncodeWithAttributes, RefusesKnownNodesAndModelsWithoutAttributes) {
  const Town town;
  NamedAttributes known;
  known.ids.integers = {7};
  known.attributes = {{0, 1}, {3}, {}, 60, {}};
  EXPECT_THROW((void)encode(trained(town, town.words), {}, known, {}), Error);
  known.ids.integers = {7000};
  EXPECT_THROW((void)encode(trained(town, {}), {}, known, {}), Error);
  known.attributes.width = 61;
  EXPECT_THROW((void)encode(trained(town, town.words), {}, known, {}), Error);
}

TEST(UpdateWithAttributes, KeepsThemAndAdmitsNodesWithoutAny) {
  const Town town;
  Model model = trained(town, town.words);
  const Scratch scratch;
  const std::string edges = scratch.put("more.tsv", "0 5000\n1 5000\n2 5000\n");
  (void)update(model, read_edge_changes(edges), NewNodes::kAdmit);
  EXPECT_EQ(model.attributes.row_count(), 301U);
  EXPECT_EQ(model.learned->coordinates.rows(), 301);
  EXPECT_NEAR(model.learned->coordinates.row(300).norm(), 1.0F, 1e-5);
  save_model(scratch.path("u.model"), model);
  EXPECT_EQ(bytes_of(load_model(scratch.path("u.model"))), bytes_of(model));
}

TEST(CheckpointsWithAttributes, GoOnWhereTheyStoodAndKnowOtherAttributes) {
  const Town town;
  const std::vector<std::byte> whole = bytes_of(trained(town, town.words));
  const Scratch scratch;
  {
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    Embedder embedder(small_config());
    (void)embedder.fit(town.planted.graph, town.words, {}, &checkpoints, {});
  }
  {
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    Embedder embedder(small_config());
    (void)embedder.fit(town.planted.graph, town.words, {}, &checkpoints, {});
    EXPECT_EQ(bytes_of(embedder.model()), whole);
  }
  Checkpoints checkpoints(scratch.path("run"), 0.0);
  EXPECT_THROW((void)Embedder(small_config()).fit(town.planted.graph, shuffled(town.words), {}, &checkpoints, {}),
               Error);
}

}  // namespace
}  // namespace columnar::attributes_test
