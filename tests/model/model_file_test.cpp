#include "columnar/model/model_file.hpp"

#include <cmath>
#include <limits>

#include "columnar/core/config_fields.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/spectral/regions.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"

namespace columnar::model_file_test {
namespace {

using testing::HasSubstr;
using testing_support::tiny_config;
using testing_support::tiny_graph;

Model trained(const Graph& graph, Config config) {
  config.training.presentations = 1000;
  config.training.outstar_presentations = 200;
  Embedder embedder(config);
  (void)embedder.fit(graph, {});
  return embedder.model();
}

/// The smallest model there is: two nodes, one of them without coordinates.
Model tiny_model() {
  Model model;
  model.config = tiny_config();
  model.graph = path_graph(2);
  model.graph.ids.integers = {7, -1};
  model.graph_digest = graph_digest(model.graph);
  model.trained_digest = model.graph_digest;
  model.learned->marginals = {{3, 0}, 2};
  model.drift = {0.0, 0.25};
  model.codes = {0, 2, 7, 1, 5, 8};
  model.l6 = {1, 4, 0, 5};
  model.learned->coordinates.resize(2, 2);
  model.learned->coordinates << 0.6F, 0.8F, 0.0F, 0.0F;
  model.learned->centroids.resize(1, 2);
  model.learned->centroids << 1.0F, 0.0F;
  model.regions = {0, Regions::kNone};
  model.learned->cortex = initial_cortex(model.config);
  return model;
}

void expect_equal(const Model& a, const Model& b) {
  EXPECT_EQ(config_to_json(a.config), config_to_json(b.config));
  EXPECT_EQ(a.graph_digest, b.graph_digest);
  EXPECT_EQ(a.trained_digest, b.trained_digest);
  EXPECT_EQ(a.updates, b.updates);
  EXPECT_EQ(a.graph.ids, b.graph.ids);
  EXPECT_EQ(a.graph.offsets, b.graph.offsets);
  EXPECT_EQ(a.graph.targets, b.graph.targets);
  EXPECT_EQ(a.graph.weights, b.graph.weights);
  EXPECT_EQ(a.graph.directed, b.graph.directed);
  EXPECT_EQ(a.l6, b.l6);
  EXPECT_EQ(a.learned->marginals.counts, b.learned->marginals.counts);
  EXPECT_EQ(a.learned->marginals.total, b.learned->marginals.total);
  EXPECT_EQ(a.drift, b.drift);
  EXPECT_EQ(a.codes, b.codes);
  EXPECT_TRUE(a.learned->coordinates == b.learned->coordinates);
  EXPECT_TRUE(a.learned->centroids == b.learned->centroids);
  EXPECT_EQ(a.regions, b.regions);
  EXPECT_EQ(a.learned->cortex.inputs, b.learned->cortex.inputs);
  EXPECT_EQ(a.learned->cortex.columns, b.learned->cortex.columns);
  EXPECT_EQ(a.learned->cortex.cells, b.learned->cortex.cells);
  EXPECT_EQ(a.learned->cortex.lanes, b.learned->cortex.lanes);
  EXPECT_EQ(a.learned->cortex.l5a_size, b.learned->cortex.l5a_size);
  EXPECT_EQ(a.learned->cortex.weights, b.learned->cortex.weights);
  EXPECT_EQ(a.learned->cortex.weight_sums, b.learned->cortex.weight_sums);
  EXPECT_EQ(a.learned->cortex.thresholds, b.learned->cortex.thresholds);
  EXPECT_EQ(a.learned->cortex.sliding, b.learned->cortex.sliding);
  EXPECT_EQ(a.learned->cortex.rates, b.learned->cortex.rates);
  EXPECT_EQ(a.learned->cortex.lateral, b.learned->cortex.lateral);
  EXPECT_EQ(a.learned->cortex.readout, b.learned->cortex.readout);
}

TEST(ModelFile, ReadsBackEveryNumber) {
  const Scratch scratch;
  for (const Graph& graph : {karate_club().graph, planted_communities(150, 3, 6.0, 0.2, 4).graph}) {
    const Model model = trained(graph, {});
    save_model(scratch.path("m.model"), model);
    const Model loaded = load_model(scratch.path("m.model"));
    expect_equal(model, loaded);
  }
}

TEST(ModelFile, KeepsTextIdsWeightsDirectionAndModelsOfOneCellAColumn) {
  const Scratch scratch;
  Model model = tiny_model();
  model.graph = tiny_graph(2, {{0, 1, 2.5}}, true);
  model.graph.ids = {{}, {"ann", "b\tob"}};
  model.graph_digest = graph_digest(model.graph);
  model.updates = 3;
  model.config.l23.cells_per_column = 1;
  model.learned->cortex = initial_cortex(model.config);
  model.codes = {0, 2, 4, 1, 2, 5};
  model.l6 = {1, 4, 0, 5};
  save_model(scratch.path("m.model"), model);
  expect_equal(model, load_model(scratch.path("m.model")));
}

TEST(ModelFile, SameModelSameBytes) {
  EXPECT_EQ(make_model_file(tiny_model(), "m").bytes(), make_model_file(tiny_model(), "m").bytes());
}

TEST(ModelFile, RefusesEveryTruncationAndEveryFlippedByte) {
  const Scratch scratch;
  const auto whole = make_model_file(tiny_model(), "m").bytes();
  EXPECT_NO_THROW((void)model_from_sections(SectionedFile::parse(whole, "m")));
  for (std::size_t size = 0; size < whole.size(); size += size < 64 ? 1 : 61) {
    EXPECT_THROW((void)load_model(scratch.put("cut", std::span(whole).first(size))), Error) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto altered = whole;
    altered[at] ^= std::byte{0x10};
    EXPECT_THROW((void)model_from_sections(SectionedFile::parse(std::move(altered), "m")), Error) << at;
  }
}

/// The tiny model as a container under right checksums, with one section replaced; empty bytes leave it out.
std::string refusal_with(const std::string& section, const std::vector<std::byte>& bytes, std::uint32_t version = 5) {
  const SectionedFile sound = SectionedFile::parse(make_model_file(tiny_model(), "m").bytes(), "m");
  SectionedFileWriter writer(FileKind::kModel, version);
  for (const SectionInfo& info : sound.sections()) {
    const auto old = sound.section(info.name);
    if (info.name != section) {
      writer.add(info.name, {old.begin(), old.end()});
    } else if (!bytes.empty()) {
      writer.add(info.name, bytes);
    }
  }
  return error_of(ErrorCode::kInput,
                  [&] { (void)model_from_sections(SectionedFile::parse(writer.bytes(), "evil.model")); });
}

template <class T>
std::vector<std::byte> bytes_from(std::vector<T> values) {
  return to_little_endian(std::span<const T>(values));
}

std::vector<std::byte> shape_of(std::uint64_t nodes, const std::vector<std::uint32_t>& sizes) {
  std::vector<std::byte> bytes;
  append_little_endian(bytes, nodes);
  for (const std::uint32_t size : sizes) {
    append_little_endian(bytes, size);
  }
  for (const std::uint64_t number : {2U, 0U, 0U}) {  // pairs, updates, not directed
    append_little_endian(bytes, number);
  }
  return bytes;
}

TEST(ModelFile, RefusesDimensionsThatLie) {
  // The truth is: 2 nodes, rank 2, 1 region, 4 inputs, 3 columns of 2 cells, 3 L5a neurons.
  const auto refusal = [](std::uint64_t nodes, const std::vector<std::uint32_t>& sizes) {
    return refusal_with("shape", shape_of(nodes, sizes));
  };
  constexpr std::uint32_t kMost = ~0U;
  EXPECT_THAT(refusal(3, {2, 1, 4, 3, 2, 3}), HasSubstr("section 'coordinates' has 16 bytes, not 24"));
  EXPECT_THAT(refusal(std::uint64_t{1} << 62U, {2, 1, 4, 3, 2, 3}), HasSubstr("more than 32 bits"));
  EXPECT_THAT(refusal(2, {1, 1, 4, 3, 2, 3}), HasSubstr("section 'coordinates' has 16 bytes, not 8"));
  EXPECT_THAT(refusal(2, {0, 1, 4, 3, 2, 3}), HasSubstr("section 'coordinates' cannot be"));
  EXPECT_THAT(refusal(2, {kMost, 1, 4, 3, 2, 3}), HasSubstr("section 'coordinates' has 16 bytes"));
  EXPECT_THAT(refusal(2, {2, kMost, 4, 3, 2, 3}), HasSubstr("section 'centroids' has 8 bytes"));
  EXPECT_THAT(refusal(2, {2, 0, 4, 3, 2, 3}), HasSubstr("section 'centroids' cannot be"));
  for (const auto& sizes : std::vector<std::vector<std::uint32_t>>{{2, 1, 5, 3, 2, 3},
                                                                   {2, 1, 4, kMost, 2, 3},
                                                                   {2, 1, 4, 3, kMost, 3},
                                                                   {2, 1, 4, 3, 2, 4},
                                                                   {2, 1, 0, 0, 0, 0}}) {
    EXPECT_THAT(refusal(2, sizes), HasSubstr("its shape and its config disagree"));
  }
  EXPECT_THAT(refusal(2, {2, 1}), HasSubstr("its shape has 40 bytes, not 56"));
  EXPECT_THAT(refusal(2, {2, 1, 4, 3, 2, 3, 9}), HasSubstr("its shape has 60 bytes, not 56"));
}

TEST(ModelFile, RefusesDimensionsWhoseProductOverflows) {
  // 2^31 nodes of rank 2^31 in floats are 2^64 bytes, which 64 bits take for none.
  EXPECT_THAT(refusal_with("shape", shape_of(1ULL << 31U, {1U << 31U, 1, 4, 3, 2, 3})),
              HasSubstr("section 'coordinates' cannot be 2147483648 × 2147483648"));
  EXPECT_THAT(refusal_with("shape", shape_of((1ULL << 32U) - 1, {~0U, 1, 4, 3, 2, 3})),
              HasSubstr("section 'coordinates' cannot be"));
}

TEST(ModelFile, RefusesSectionsOfAnotherSize) {
  for (const char* section :
       {"l23.weights", "l23.weight_sums", "l23.thresholds", "l23.sliding", "l23.rates", "l23.lateral", "l5a.readout",
        "coordinates", "centroids", "regions", "graph.offsets", "marginals", "drift"}) {
    EXPECT_THAT(refusal_with(section, bytes_from<float>({0.5F, 0.5F, 0.5F})), HasSubstr("has 12 bytes, not"))
        << section;
    EXPECT_THAT(refusal_with(section, {}), HasSubstr("is missing")) << section;
  }
  EXPECT_THAT(refusal_with("config", {}), HasSubstr("'config' is missing"));
  EXPECT_THAT(refusal_with("shape", {}), HasSubstr("'shape' is missing"));
}

TEST(ModelFile, RefusesNumbersThatAreNotFiniteOrOutOfBounds) {
  const auto refused_at = [](const std::string& section, std::size_t count, float value) {
    const std::string message = refusal_with(section, bytes_from(std::vector<float>(count, value)));
    return message.starts_with("evil.model: ");
  };
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::pair<std::string, std::size_t>> sections = {
      {"coordinates", 4}, {"centroids", 2}, {"l23.weights", 24}, {"l23.weight_sums", 6}, {"l23.thresholds", 6},
      {"l23.sliding", 6}, {"l23.rates", 6}, {"l23.lateral", 9},  {"l5a.readout", 18}};
  for (const auto& [section, count] : sections) {
    EXPECT_TRUE(refused_at(section, count, kNan)) << section;
    EXPECT_TRUE(refused_at(section, count, kInfinity)) << section;
    EXPECT_TRUE(refused_at(section, count, -kInfinity)) << section;
    EXPECT_TRUE(refused_at(section, count, -1.5F)) << section;
  }
  EXPECT_TRUE(refused_at("l23.weights", 24, 1.5F));
  EXPECT_TRUE(refused_at("l23.thresholds", 6, 10.5F));
  EXPECT_TRUE(refused_at("l23.thresholds", 6, 0.5F));
  EXPECT_TRUE(refused_at("l23.lateral", 9, 0.5F));
  EXPECT_TRUE(refused_at("l5a.readout", 18, 1.5F));
  EXPECT_TRUE(refused_at("coordinates", 4, 0.9F));      // not of unit length
  EXPECT_TRUE(refused_at("l23.weight_sums", 6, 0.9F));  // not the sums
}

TEST(ModelFile, RefusesForeignIdsRegionsDigestsConfigsAndVersions) {
  EXPECT_THAT(refusal_with("ids.int64", bytes_from<std::int64_t>({1, 2, 3})),
              HasSubstr("evil.model: 3 ids for 2 nodes"));
  EXPECT_THAT(refusal_with("regions", bytes_from<std::uint32_t>({1, 0})), HasSubstr("node 0 is in region 1 of 1"));
  const auto text = [](std::string_view value) {
    const auto bytes = bytes_of(value);
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  EXPECT_THAT(refusal_with("graph.digest", text("abc")), HasSubstr("32 hexadecimal digits"));
  EXPECT_THAT(refusal_with("graph.digest", text(std::string(32, 'x'))), HasSubstr("32 hexadecimal digits"));
  EXPECT_THAT(refusal_with("config", text("{")), HasSubstr("evil.model"));
  EXPECT_THAT(refusal_with("config", text(R"({"columns": 0})")), HasSubstr("evil.model"));
  EXPECT_THAT(refusal_with("config", text(R"({"seed": 3})")), HasSubstr("its shape and its config disagree"));
  EXPECT_THAT(refusal_with("none", {}, 6), HasSubstr("version 6 of the model is unknown"));
  EXPECT_THAT(refusal_with("none", {}, 4), HasSubstr("made by an older version of the program: train it again"));
}

TEST(ModelFile, RefusesGraphsAndCodesThatCannotBe) {
  const auto offsets = [](std::vector<std::uint64_t> values) {
    return refusal_with("graph.offsets", bytes_from(values));
  };
  EXPECT_THAT(offsets({0, 1, 3}), HasSubstr("do not span its edges"));
  EXPECT_THAT(offsets({1, 1, 2}), HasSubstr("do not span its edges"));
  EXPECT_THAT(offsets({0, ~0ULL, 2}), HasSubstr("do not span its edges"));
  const auto targets = [](std::vector<NodeIndex> values) { return refusal_with("graph.targets", bytes_from(values)); };
  EXPECT_THAT(targets({0, 1}), HasSubstr("row 0 of its graph does not ascend"));
  EXPECT_THAT(targets({1, 2}), HasSubstr("row 1 of its graph does not ascend"));
  EXPECT_THAT(targets({1, ~0U}), HasSubstr("row 1 of its graph does not ascend"));
  EXPECT_THAT(refusal_with("graph.targets", {}), HasSubstr("is missing"));
  EXPECT_THAT(refusal_with("ids.int64", bytes_from<std::int64_t>({7, 8})), HasSubstr("not the one of its digest"));
  EXPECT_THAT(refusal_with("codes", bytes_from<std::uint16_t>({0, 2})), HasSubstr("has 4 bytes, not 12"));
  EXPECT_THAT(refusal_with("codes", bytes_from<std::uint16_t>({0, 1, 7, 1, 5, 8})), HasSubstr("evil.model"));
  EXPECT_THAT(refusal_with("codes", bytes_from<std::uint16_t>({0, 2, 9, 1, 5, 8})), HasSubstr("evil.model"));
  EXPECT_THAT(refusal_with("l6", bytes_from<std::uint16_t>({1, 4})), HasSubstr("has 4 bytes, not 8"));
  EXPECT_THAT(refusal_with("l6", bytes_from<std::uint16_t>({4, 1, 0, 5})), HasSubstr("out of order"));
  EXPECT_THAT(refusal_with("l6", bytes_from<std::uint16_t>({1, 6, 0, 5})), HasSubstr("outside its 6 bits"));
  EXPECT_THAT(refusal_with("drift", bytes_from<double>({0.0, 1.5})), HasSubstr("a drift of 1.5"));
  EXPECT_THAT(refusal_with("drift", bytes_from<double>({0.0, std::nan("")})), HasSubstr("a drift of nan"));
  EXPECT_THAT(refusal_with("marginals", bytes_from<std::uint64_t>({~0ULL, 0})), HasSubstr("is said to be met"));
}

TEST(ModelFile, RefusesAnUndirectedGraphWithEdgesOneWayOnly) {
  Model model = tiny_model();
  model.graph.offsets = {0, 1, 1};
  model.graph.targets = {1};
  model.graph_digest = graph_digest(model.graph);
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { (void)make_model_file(model, "m"); }), HasSubstr("only one way"));
}

TEST(ModelFile, RefusesCodes) {
  SectionedFileWriter writer(FileKind::kCodes);
  EXPECT_THAT(
      error_of(ErrorCode::kInput, [&] { (void)model_from_sections(SectionedFile::parse(writer.bytes(), "c.sdr")); }),
      HasSubstr("c.sdr: not a columnar model file: it is a codes file"));
}

TEST(ModelFile, WritesNoModelThatItWouldNotRead) {
  const Scratch scratch;
  const auto message = [&](const Model& model) {
    return error_of(ErrorCode::kOutput, [&] { save_model(scratch.path("m.model"), model); });
  };
  EXPECT_THAT(message(Model{}), HasSubstr("m.model: "));
  Model model = tiny_model();
  model.learned->cortex.weights[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(message(model), HasSubstr("its weights hold nan"));
  model = tiny_model();
  model.learned->cortex.readout.pop_back();
  EXPECT_THAT(message(model), HasSubstr("readout weights have 17 numbers, not 18"));
  model = tiny_model();
  model.graph.ids = {{}, {"a", ""}};
  model.graph_digest = graph_digest(model.graph);
  EXPECT_THAT(message(model), HasSubstr("a node id is empty"));
  EXPECT_TRUE(scratch.names().empty());
}

/// The bytes of a model whose config was replaced, with checksums that are right.
SectionedFile forged(const Model& model, const Config& config) {
  const SectionedFile file = SectionedFile::parse(make_model_file(model, "m").bytes(), "m");
  SectionedFileWriter writer(file.kind(), file.format_version());
  for (const SectionInfo& section : file.sections()) {
    const auto bytes = file.section(section.name);
    section.name == "config" ? writer.add_text("config", config_to_json(config))
                             : writer.add(section.name, {bytes.begin(), bytes.end()});
  }
  return SectionedFile::parse(writer.bytes(), "forged.model");
}

TEST(ModelFile, WhoseConfigAsksForTooMuchWorkIsRefused) {
  const Model model = tiny_model();
  const auto complaint = [&](const std::function<void(Config&)>& change) -> std::string {
    Config config = model.config;
    change(config);
    try {
      (void)model_from_sections(forged(model, config));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInput);
      return error.what();
    }
    return "taken";
  };
  EXPECT_EQ(complaint([](Config& /*config*/) {}), "taken");
  EXPECT_THAT(complaint([](Config& c) {
                c.living.local_walks = 100'000;
                c.walks.walk_length = c.walks.window = 100'000;
              }),
              testing::StartsWith("forged.model: config: --local-walks: "));
  EXPECT_THAT(complaint([](Config& c) { c.living.update_presentations = 100'000; }),
              HasSubstr("--update-presentations"));
  EXPECT_THAT(complaint([](Config& c) { c.readout.tie_break_rounds = 1'000'000; }), HasSubstr("--tie-break-rounds"));
}

}  // namespace
}  // namespace columnar::model_file_test
