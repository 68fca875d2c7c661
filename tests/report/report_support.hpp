#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "cortex/tiny_cortex.hpp"

namespace columnar::testing_support {

/// A small town with classes and a run on it, quick to train.
struct SmallTown {
  LabelledGraph town = planted_communities(120, 3, 6.0, 0.2, 1);

  /// As long as the town lives.
  [[nodiscard]] GraphRun run() const {
    GraphRun run;
    run.graph = &town.graph;
    run.labels = &town.labels;
    run.facts = facts_of("town", town.graph);
    run.config = small_config();
    return run;
  }
};

/// The keys of an object, in their order.
inline std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) {
    keys.push_back(key);
  }
  return keys;
}

/// What an action complains of; "" and a failed test where it does not.
template <class Action>
std::string complaint_of(ErrorCode code, const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return "";
}

}  // namespace columnar::testing_support
