#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/embedder.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model/host_inputs.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/role_codes.hpp"
#include "columnar/nir.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/hdf5_reader.hpp"
#include "files/scratch.hpp"

namespace columnar::nir_file_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Hdf5Array;
using testing_support::Hdf5Reader;
using testing_support::small_config;

Model trained(const Config& config, const Graph& graph = planted_communities(300, 3, 8.0, 0.05, 5).graph) {
  Embedder embedder(config);
  (void)embedder.fit(graph, {});
  return std::move(embedder).take_model();
}

const Model& small_model() {
  static const Model model = trained(small_config());
  return model;
}

/// A network and its archive, as files have them.
struct Exported {
  explicit Exported(const Model& model)
      : network_path(scratch.path("cortex.nir")),
        inputs_path(scratch.path("inputs.npz")),
        network((save_nir(network_path, model, inputs_path), text())),
        inputs(inputs_path) {}

  std::span<const std::byte> text() {
    bytes = content_of(network_path);
    return std::as_bytes(std::span(bytes));
  }
  [[nodiscard]] const Hdf5Array& node(const std::string& path) const { return network.arrays.at("node/nodes/" + path); }

  Scratch scratch;
  std::string network_path;
  std::string inputs_path;
  std::string bytes;
  Hdf5Reader network;
  NpzReader inputs;
};

TEST(NirFile, HasTheFiveNodesInTheirOrder) {
  const Exported files(small_model());
  EXPECT_EQ(files.node("input/type").text(), "Input");
  EXPECT_THAT(files.node("input/shape").integers(), ElementsAre(100));
  EXPECT_EQ(files.node("l4_l23/type").text(), "Linear");
  EXPECT_THAT(files.node("l4_l23/weight").shape, ElementsAre(200, 100));
  EXPECT_EQ(files.node("l23/type").text(), "LIF");
  EXPECT_THAT(files.node("l23_l5a/weight").shape, ElementsAre(40, 200));
  EXPECT_THAT(files.node("output/shape").integers(), ElementsAre(40));
  EXPECT_THAT(files.network.arrays.at("node/edges").shape, ElementsAre(4, 2));
}

TEST(NirFile, ItsCellsHaveTheThresholdsOfTheModelAndAMembraneTimeInSeconds) {
  const Exported files(small_model());
  const CortexState& cortex = small_model().learned->cortex;
  const std::vector<float> thresholds = files.node("l23/v_threshold").floats();
  for (std::uint32_t cell = 0; cell < 200; ++cell) {
    EXPECT_EQ(thresholds[cell], cortex.thresholds[cortex.cell_index(cell / 5, cell % 5)]);
  }
  EXPECT_THAT(files.node("l23/tau").floats(), testing::Each(0.01F));
  EXPECT_THAT(files.node("l23/r").floats(), testing::Each(1.0F));
  EXPECT_THAT(files.node("l23/v_reset").floats(), testing::Each(0.0F));
}

TEST(NirFile, TheCurrentOfACellIsItsDrive) {
  const Exported files(small_model());
  const Config& config = small_model().config;
  const CortexState& cortex = small_model().learned->cortex;
  const std::vector<float> weights = files.node("l4_l23/weight").floats();
  const auto l4 = files.inputs.read_as<std::uint16_t>("l4");
  const std::size_t active = config.l4.active();
  const std::span<const std::uint16_t> code(l4.data() + 7 * active, active);  // of node 7
  const Stimulus stimulus{code.first(config.l4.class_active), code.subspan(config.l4.class_active), {}, {}};
  std::vector<float> drive(cortex.lanes);
  for (std::uint32_t column = 0; column < cortex.columns; ++column) {
    column_drive(cortex, config.l23, stimulus, column, drive.data());
    for (std::uint32_t k = 0; k < cortex.cells; ++k) {
      float current = 0.0F;
      for (const std::uint16_t a : code) {
        current += weights[(column * 5 + k) * 100 + a];
      }
      EXPECT_NEAR(current, drive[k], 1e-5F * drive[k]);
    }
  }
}

TEST(NirFile, ItsInputsGiveTheCodesOfTheModel) {
  const Exported files(small_model());
  EXPECT_EQ(files.inputs.read_as<std::uint16_t>("codes"), small_model().codes);
  EXPECT_THAT(files.inputs.header("cells").shape, ElementsAre(300, 28));
  EXPECT_THAT(files.inputs.header("tie_factors").shape, ElementsAre(files.inputs.header("tie_nodes").item_count, 40));
}

TEST(NirFile, HasTheReadoutOfTheModelTimesItsGain) {
  const Exported files(small_model());
  const std::vector<float> weights = files.node("l23_l5a/weight").floats();
  const std::vector<float>& learned = small_model().learned->cortex.readout;
  const auto gain = static_cast<float>(small_model().config.readout.readout_gain);
  ASSERT_EQ(weights.size(), learned.size());
  EXPECT_GT(*std::ranges::max_element(weights), 0.0F);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    EXPECT_NEAR(weights[i], gain * learned[i], gain * learned[i] / 256);  // eight significant bits
  }
}

/// A model with many equal codes: one cell per column, and few columns.
Config tied_config() {
  Config config = small_config();
  config.l23.columns = 30;
  config.l23.cells_per_column = 1;
  return config;
}

TEST(NirFile, BreaksTiesAsTheEngineDoes) {
  const Model model = trained(tied_config());
  const Exported files(model);
  const auto nodes = files.inputs.read_as<std::uint32_t>("tie_nodes");
  ASSERT_FALSE(nodes.empty());
  EXPECT_EQ(files.inputs.read_as<std::uint16_t>("codes"), model.codes);
  const auto factors = files.inputs.read_as<float>("tie_factors");
  std::vector<float> round(40);
  std::size_t found = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    tie_break_factors(model.config, nodes[i], 1, round);
    found += std::ranges::equal(round, std::span(factors).subspan(i * 40, 40)) ? 1 : 0;
  }
  EXPECT_GT(found, nodes.size() / 2);  // most ties break in the first round
}

TEST(NirFile, GivesTheCodesOfAModelWhoseNodesWereReordered) {
  Config config = tied_config();
  config.reorder_from = 1;
  config.l23.columns = 12;
  config.eligibility.candidate_columns = 12;
  // Equal codes across the communities, which are worked on in another order: another one of them is the first.
  const Model model = trained(config, planted_communities(600, 12, 4.0, 0.6, 5).graph);
  EXPECT_EQ(Exported(model).inputs.read_as<std::uint16_t>("codes"), model.codes);
}

TEST(NirFile, OfAModelWithRolesHasTheColumnsThatSayWhereANodeIs) {
  Config config = small_config();
  config.roles.roles = 0.5;
  const Model model = trained(config);
  const Exported files(model);
  EXPECT_THAT(files.node("l4_l23/weight").shape, ElementsAre(100, 100));
  const PlaceCodes places(model.config, model.codes);
  EXPECT_THAT(files.inputs.read_as<std::uint16_t>("codes"), testing::ElementsAreArray(places.bits()));
}

TEST(NirFile, GivesTheSameBytesAtAnyNumberOfThreads) {
  EXPECT_EQ(host_inputs(small_model(), {1, nullptr}).bytes(), host_inputs(small_model(), {3, nullptr}).bytes());
}

TEST(NirFile, RefusesTheInputsOfAnUpdatedModelAndWritesNothing) {
  Model model = small_model();
  const Scratch scratch;
  (void)update(model, read_edge_changes(scratch.put("new.tsv", "1 900\n2 900\n")), NewNodes::kAdmit, {});
  const std::string network = scratch.path("cortex.nir");
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { save_nir(network, model, scratch.path("inputs.npz")); }),
              HasSubstr("was updated once"));
  EXPECT_THAT(scratch.names(), ElementsAre("new.tsv"));
  save_nir(network, model);
  EXPECT_THAT(scratch.names(), ElementsAre("cortex.nir", "new.tsv"));
}

TEST(NirFile, RefusesOtherNamesAndUntrainedModels) {
  EXPECT_THAT(error_of(ErrorCode::kConfig, [] { save_nir("cortex.h5", small_model()); }),
              HasSubstr("cortex.h5: a network is written as .nir"));
  EXPECT_THAT(error_of(ErrorCode::kConfig, [] { save_nir("cortex.nir", small_model(), "a.tsv"); }),
              HasSubstr("a.tsv: the inputs of a network are written as .npz"));
  error_of(ErrorCode::kInput, [] { save_nir("cortex.nir", Model()); });
}

}  // namespace
}  // namespace columnar::nir_file_test
