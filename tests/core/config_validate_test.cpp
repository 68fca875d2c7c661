#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"

namespace columnar::config_validate_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string complaint(const std::function<void(Config&)>& change) {
  Config config;
  change(config);
  try {
    validate(config);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kConfig);
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return error.what();
  }
  return "";
}

/// The complaint about a default config with one field, found by name, set to a value.
template <class Value>
std::string complaint_about(std::string_view name, Value value) {
  return complaint([&](Config& config) {
    visit_fields(config, [&](const FieldInfo& info, auto& field) {
      if constexpr (std::is_same_v<std::remove_reference_t<decltype(field)>, Value>) {
        field = info.name == name ? value : field;
      }
    });
  });
}

TEST(Validate, TakesTheDefault) {
  EXPECT_EQ(complaint([](Config& /*config*/) {}), "");
}

TEST(Validate, NamesTheFlagAndTheReason) {
  EXPECT_EQ(complaint([](Config& c) { c.l23.active_columns = 400; }), "--active-columns: 400 winners of 300 columns");
  EXPECT_EQ(complaint([](Config& c) { c.l4.class_active = 401; }), "--class-active: 401 active of 400 bits");
  EXPECT_EQ(complaint([](Config& c) { c.readout.l5a_active = 301; }), "--l5a-active: 301 active of 300 neurons");
}

TEST(Validate, RefusesWhatIsNoProperNumberInEveryRealField) {
  Config names;
  visit_fields(names, [](const FieldInfo& info, const auto& sample) {
    if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(sample)>>) {
      for (const double bad :
           {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -0.5}) {
        EXPECT_THAT(complaint_about(info.name, bad), StartsWith(flag_of(info.name) + ": ")) << bad;
      }
    }
  });
}

TEST(Validate, AnswersTheExtremesOfEveryWholeField) {
  Config names;
  visit_fields(names, [](const FieldInfo& info, const auto& sample) {
    using Field = std::remove_cvref_t<decltype(sample)>;
    if constexpr (std::is_integral_v<Field> && !std::is_same_v<Field, bool>) {
      // Whether it is refused depends on the field; that nothing overflows on the way is the point.
      static_cast<void>(complaint_about(info.name, std::numeric_limits<Field>::min()));
      static_cast<void>(complaint_about(info.name, std::numeric_limits<Field>::max()));
    }
  });
}

TEST(Validate, RefusesSizesOfZero) {
  for (const char* name :
       {"walks_per_node", "walk_length", "window", "rank", "regions", "nrw_regions", "class_bits", "identity_bits",
        "columns", "cells_per_column", "active_columns", "time_steps", "block", "l5a_size", "l5a_active",
        "candidate_columns", "kmeans_iterations", "intrinsic_interval", "gha_block"}) {
    EXPECT_THAT(complaint_about(name, std::uint32_t{0}), StartsWith(flag_of(name) + ": "));
  }
  for (const char* name : {"gha_presentations", "som_presentations"}) {
    EXPECT_THAT(complaint_about(name, std::uint64_t{0}), StartsWith(flag_of(name) + ": "));
  }
}

TEST(Validate, BoundsTheWalksOfANewNodeAsAProduct) {
  const auto walks = [](std::uint32_t local_walks, std::uint32_t window, std::uint32_t length) {
    return complaint([=](Config& c) {
      c.living.local_walks = local_walks;
      c.walks.window = window;
      c.walks.walk_length = length;
    });
  };
  EXPECT_EQ(walks(100'000, 100'000, 100'000),
            "--local-walks: 100000 walks of 99999 steps (--window) are 9999900000 steps a node; at most 100000");
  EXPECT_EQ(walks(10'000, 10, 20), "");
  EXPECT_THAT(walks(10'001, 10, 20), StartsWith("--local-walks: "));
  EXPECT_EQ(walks(10'000, 100'000, 11), "");  // a window reaches no farther than the walk
}

TEST(Validate, LetsLearningBeSwitchedOff) {
  EXPECT_EQ(complaint([](Config& c) { c.training.presentations = 0; }), "");
  EXPECT_EQ(complaint([](Config& c) { c.plasticity.bcm = c.plasticity.outstar = false; }), "");
  EXPECT_EQ(complaint([](Config& c) { c.l4.identity_active = 0; }), "");
}

TEST(Validate, RefusesAnL4WithoutActiveBits) {
  EXPECT_THAT(complaint([](Config& c) { c.l4.class_active = c.l4.identity_active = 0; }), HasSubstr("no active bit"));
}

TEST(Validate, AsksForACandidateForEveryRank) {
  EXPECT_THAT(complaint([](Config& c) { c.eligibility.candidate_columns = 27; }), StartsWith("--candidate-columns: "));
  EXPECT_EQ(complaint([](Config& c) { c.eligibility.candidate_columns = 28; }), "");
  EXPECT_EQ(complaint([](Config& c) { c.l23.columns = c.eligibility.candidate_columns = 10; }), "");
}

TEST(Validate, KeepsTheThresholdBetweenItsBounds) {
  EXPECT_THAT(complaint([](Config& c) { c.l23.initial_threshold = c.l23.minimum_threshold / 2; }),
              StartsWith("--initial-threshold: "));
  EXPECT_THAT(complaint([](Config& c) { c.l23.minimum_threshold = 2 * c.l23.maximum_threshold; }),
              StartsWith("--initial-threshold: "));
}

TEST(Validate, KeepsBitsWithin16Bits) {
  EXPECT_THAT(complaint([](Config& c) { c.l23.columns = 13'108; }), HasSubstr("at most 65536"));
  EXPECT_THAT(complaint([](Config& c) { c.l23.cells_per_column = 65; }), StartsWith("--cells-per-column: "));
  EXPECT_THAT(complaint([](Config& c) { c.l4.class_bits = c.l4.identity_bits = 40'000; }), HasSubstr("65536"));
}

TEST(Validate, RefusesSizesThatNoMachineHolds) {
  EXPECT_THAT(complaint([](Config& c) { c.walks.walks_per_node = c.walks.walk_length = 100'000; }),
              HasSubstr("10000000000 steps"));
  EXPECT_THAT(complaint([](Config& c) {
                c.l23.columns = 10'000;
                c.l4.class_bits = 60'000;
              }),
              HasSubstr("weights; at most"));
}

}  // namespace
}  // namespace columnar::config_validate_test
