#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/cortex/settling.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/spectral/gha.hpp"
#include "columnar/spectral/new_node_projection.hpp"
#include "cortex/training_inputs.hpp"
#include "files/scratch.hpp"
#include "support/arbitrary.hpp"
#include "support/arbitrary_config.hpp"
#include "support/property.hpp"

/// Every stage is handed a number that is not finite, and has to say so under its own name.

namespace columnar::not_finite_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::check_property;
using testing_support::fields_of;
using testing_support::limits_of;
using testing_support::quick_config;
using testing_support::set_field;
using testing_support::tiny_graph;
using testing_support::TrainingInputs;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Graph small_graph() { return planted_communities(40, 2, 5.0, 0.1, 3).graph; }

/// Both kinds of number that are not finite, each of which has to end in this error.
void expect_refused(const std::string& stage, const std::string& what, const std::function<void(float)>& action) {
  for (const float bad : {kNan, kInfinity}) {
    const std::string error = error_of(ErrorCode::kConfig, [&] { action(bad); });
    EXPECT_THAT(error, StartsWith(stage + ": ")) << bad;
    EXPECT_THAT(error, HasSubstr(what)) << bad;
    EXPECT_THAT(error, EndsWith(" is not finite")) << bad;
  }
}

/// The same matrix with other values: value(i) is that of entry i, or the one it had.
template <class Value>
Ppmi with_values(const Ppmi& from, const Value& value) {
  Ppmi ppmi;
  PpmiReader reader(from);
  for (NodeIndex u = 0; u < from.node_count(); ++u) {
    const PpmiEntries row = reader.row(u);
    std::vector<float> values(row.values.begin(), row.values.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = value(from.offsets[u] + i, values[i]);
    }
    ppmi.add_row(row.columns, values);
  }
  return ppmi;
}

Ppmi with_entry(const Ppmi& from, float value) {
  return with_values(from, [&](std::uint64_t i, float own) { return i == from.entry_count() / 2 ? value : own; });
}

TEST(NotFinite, IsCaughtInTheWeightsOfTheWalks) {
  expect_refused("walks", "the weight of the edges of row 1", [](float bad) {
    Graph graph = tiny_graph(3, {{0, 1, 2.0}, {1, 2, 3.0}});
    graph.weights[graph.offsets[1]] = bad;
    (void)sample_walks(graph, {}, 1, {});
  });
}

TEST(NotFinite, IsCaughtInTheSpectrumByEitherMethod) {
  const TrainingInputs inputs(quick_config(), small_graph());
  for (const SpectralMethod method : {SpectralMethod::kSvd, SpectralMethod::kGha}) {
    SpectralConfig config = inputs.config.spectral;
    config.method = method;
    expect_refused("spectrum", method == SpectralMethod::kSvd ? "a direction" : "a row of the PPMI matrix",
                   [&](float bad) { (void)embed_spectrum(with_entry(inputs.ppmi, bad), config, 0.0, 1, {}); });
  }
}

TEST(NotFinite, IsCaughtInTheWeightsOfSangersRule) {
  const TrainingInputs inputs(quick_config(), small_graph());
  expect_refused("spectrum", "what a unit of Sanger's rule answers", [&](float bad) {
    RowMatrix weights = RowMatrix::Zero(inputs.graph.node_count(), 2);
    weights(inputs.ppmi.entry(0, 0).column, 1) = bad;
    const NodeIndex shown[] = {0};
    SangerUnits(weights).learn(inputs.ppmi, 0.0F, shown, 0.1, 1);
  });
}

TEST(NotFinite, IsCaughtInCoordinatesThatHaveNoLength) {
  expect_refused("spectrum", "row 1", [](float bad) {
    RowMatrix rows = RowMatrix::Identity(3, 3);
    rows(1, 2) = bad;
    to_unit_rows(rows);
  });
  RowMatrix long_rows = RowMatrix::Constant(2, 2, 1e30F);  // finite, but not its square
  EXPECT_THAT(error_of(ErrorCode::kConfig, [&] { to_unit_rows(long_rows); }), HasSubstr("coordinates of row 0"));
}

TEST(NotFinite, IsCaughtInTheRegionsByEitherMethod) {
  for (const SpectralMethod method : {SpectralMethod::kSvd, SpectralMethod::kGha}) {
    SpectralConfig config = quick_config().spectral;
    config.method = method;
    expect_refused("regions", "the coordinates of row 3", [&](float bad) {
      RowMatrix rows = RowMatrix::Identity(9, 4);
      rows(3, 0) = bad;
      (void)partition(rows, config, 1, {});
    });
  }
}

TEST(NotFinite, IsCaughtWhereNewNodesFindTheirPlace) {
  expect_refused("spectrum", "the coordinates of row 1", [](float bad) {
    LocalPairs pairs;
    pairs.ppmi.add_row(std::vector<NodeIndex>{0}, std::vector<float>{bad});
    pairs.share = {1.0F};
    RowMatrix rows = RowMatrix::Identity(2, 2);
    const NodeIndex moved[] = {1};
    project_new_nodes(pairs, moved, rows, {});
  });
}

TEST(NotFinite, IsCaughtInEligibility) {
  const EligibilityConfig config;
  const RowMatrix sound = RowMatrix::Identity(4, 4);
  expect_refused("eligibility", "the cosine of a node and a region", [&](float bad) {
    RowMatrix coordinates = sound;
    coordinates(2, 1) = bad;
    (void)build_eligibility(coordinates, sound, config, 12, 1, {});
  });
  expect_refused("eligibility", "the centroid of a region", [&](float bad) {
    RowMatrix centroids = sound;
    centroids(2, 1) = bad;
    (void)build_eligibility(sound, centroids, config, 12, 1, {});
  });
}

TEST(NotFinite, IsCaughtInL4WhereWeightsAreAddedUpOverHops) {
  const Graph graph = tiny_graph(4, {{0, 1, 1e30}, {1, 2, 1e30}, {2, 3, 1e-30}});
  L4Config config = quick_config().l4;
  config.class_averaging = false;
  EXPECT_EQ(error_of(ErrorCode::kConfig, [&] { (void)encode_l4(graph, config, 1, {}); }),
            "L4 codes: a sum of products of weights, as --no-class-averaging asks for, is not finite");
  config.class_averaging = true;
  EXPECT_NO_THROW((void)encode_l4(graph, config, 1, {}));
}

TEST(NotFinite, IsCaughtWhileTheColumnsLearn) {
  const TrainingInputs inputs(quick_config(), small_graph());
  const auto learn = [](const TrainingInputs& from, CortexState state) {
    learn_columns(from.presentations(), from.l4, from.eligibility, from.config, state, {});
  };
  const CortexState initial = initial_cortex(inputs.config);
  expect_refused("columns", "the PPMI of rows", [&](float bad) {
    TrainingInputs other = inputs;
    other.ppmi = with_values(inputs.ppmi, [bad](std::uint64_t /*i*/, float /*own*/) { return bad; });
    learn(other, initial);
  });
  expect_refused("columns", "the score of a column", [&](float bad) {
    TrainingInputs other = inputs;
    std::ranges::fill(other.eligibility.values, bad);
    learn(other, initial);
  });
  const auto with = [&](std::vector<float> CortexState::*array, float bad) {
    CortexState state = initial;
    std::ranges::fill(state.*array, bad);
    learn(inputs, state);
  };
  expect_refused("columns", "the drive of a column", [&](float bad) { with(&CortexState::weights, bad); });
  expect_refused("columns", "a sum of weights, after 32 presentations,",
                 [&](float bad) { with(&CortexState::weight_sums, bad); });
  expect_refused("columns", "a sliding threshold, after 32 presentations,",
                 [&](float bad) { with(&CortexState::sliding, bad); });
  expect_refused("columns", "presentations,", [&](float bad) { with(&CortexState::rates, bad); });
  EXPECT_THAT(error_of(ErrorCode::kConfig, [&] { with(&CortexState::lateral, kNan); }),
              HasSubstr("columns: the score of a column"));
  // Endless inhibition leaves a score of 0, but is not kept.
  EXPECT_THAT(error_of(ErrorCode::kConfig, [&] { with(&CortexState::lateral, -kInfinity); }),
              StartsWith("columns: a lateral weight, after "));
  CortexState state = initial;
  std::ranges::fill(state.thresholds, kNan);  // an infinite one is clipped
  EXPECT_EQ(error_of(ErrorCode::kConfig, [&] { learn(inputs, state); }),
            "columns: a threshold, after 32 presentations, is not finite");
}

TEST(NotFinite, IsCaughtInSynapsesThatNobodyUsed) {
  TrainingInputs inputs(quick_config(), small_graph());
  inputs.config.training.presentations = 0;
  for (const auto array : {&CortexState::weights, &CortexState::lateral}) {
    expect_refused("columns", "weight, after 0 presentations,", [&](float bad) {
      CortexState state = initial_cortex(inputs.config);
      (state.*array).back() = bad;
      learn_columns(inputs.presentations(), inputs.l4, inputs.eligibility, inputs.config, state, {});
    });
  }
}

TEST(NotFinite, IsCaughtWhileThresholdsSettle) {
  const TrainingInputs inputs(quick_config(), small_graph());
  expect_refused("settling", "a threshold", [&](float bad) {
    CortexState state = initial_cortex(inputs.config);
    state.thresholds.front() = bad;
    (void)settle_thresholds(inputs.l4, inputs.eligibility, inputs.config, state, {});
  });
}

TEST(NotFinite, IsCaughtInTheOutstarAndInTheReadout) {
  const TrainingInputs inputs(quick_config(), small_graph());
  const auto state_with = [&](float bad) {
    CortexState state = initial_cortex(inputs.config);
    std::ranges::fill(state.readout, bad);
    return state;
  };
  expect_refused("readout", "a weight of neuron ", [&](float bad) {
    CortexState state = state_with(bad);
    learn_readout(inputs.fire(state), inputs.config, state, {});
  });
  expect_refused("readout", "the drive of a neuron", [&](float bad) {
    const CortexState bad_state = state_with(bad);
    (void)read_out(inputs.fire(bad_state), inputs.config, bad_state, {});
  });
}

/// Codes as their shape has them, for known nodes and for a new one.
void expect_sound(const Config& config, const Graph& graph) {
  Embedder embedder(config);
  EXPECT_NO_THROW(check_codes(embedder.fit(graph, {}), "codes", ErrorCode::kInput));
  EdgeChanges edges;
  edges.ids.integers = {1000, graph.ids.integers[0]};
  edges.changes.push_back({ChangeKind::kAdd, 0, 1, std::nullopt, 1});
  EXPECT_NO_THROW(check_codes(encode(embedder.model(), edges, {}).codes, "codes", ErrorCode::kInput));
}

TEST(EveryConstant, GivesSoundCodesAtTheLimitsOfWhatItMayBe) {
  const Graph graph = small_graph();
  for (const SpectralMethod method : {SpectralMethod::kSvd, SpectralMethod::kGha}) {
    Config base = quick_config();
    base.spectral.method = method;
    for (const std::string_view field : fields_of<double>()) {
      const auto limits = limits_of(base, field);
      EXPECT_EQ(limits.size(), 2U) << field;
      for (const double limit : limits) {
        SCOPED_TRACE(std::string(field) + " = " + std::to_string(limit));
        Config config = base;
        set_field(config, field, limit);
        expect_sound(config, graph);
      }
    }
  }
}

TEST(ManyConstants, AtTheirLimitsGiveSoundCodesOrTheNameOfTheStage) {
  const Graph graph = small_graph();
  check_property(120, [&] {
    Config config = quick_config();
    for (const std::string_view field : fields_of<bool>()) {
      set_field(config, field, *rc::gen::arbitrary<bool>());
    }
    config.spectral.method = *rc::gen::element(SpectralMethod::kSvd, SpectralMethod::kGha);
    for (const std::string_view field : fields_of<double>()) {
      const auto limits = limits_of(config, field);
      const auto which = *rc::gen::element<std::size_t>(2, 0, 1);
      if (which < limits.size()) {
        set_field(config, field, limits[which]);
      }
    }
    try {
      Embedder embedder(config);
      check_codes(embedder.fit(graph, {}), "codes", ErrorCode::kInput);
    } catch (const Error& error) {
      RC_LOG(error.what());
      RC_ASSERT(error.code() == ErrorCode::kConfig);
      RC_ASSERT(std::string(error.what()).ends_with(" is not finite"));
    }
  });
}

TEST(ManyConstants, ThatLeadOutOfTheFloatsAreRefused) {
  Config config = quick_config();
  config.l23.drive_scale = 1e6;
  config.l23.identity_gain = 1e6;
  config.l23.drive_exponent = 4.0;
  EXPECT_EQ(error_of(ErrorCode::kConfig, [&] { (void)Embedder(config).fit(small_graph(), {}); }),
            "columns: the score of a column is not finite");
}

}  // namespace
}  // namespace columnar::not_finite_test
