#pragma once

#include <string>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/recall.hpp"
#include "columnar_lab/report/embedding_source.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_lab/report/seed_values.hpp"

/// `columnar evaluate recall` for any caller: codes as an associative memory, asked from what is left of them.

namespace columnar {

struct RecallExperiment {
  std::vector<EmbeddingGroup> groups;
  RecallOptions options;
};

/// One share of damage, over the seeds of a method.
struct RecallValues {
  double share = 0.0;
  std::uint32_t bits = 0;  ///< of the last seed
  SeedValues recalled;
  SeedValues tied;
  SeedValues wrong;
  SeedValues margin;
};

/// One method over its seeds.
struct MethodRecall {
  std::string name;
  std::string kind;
  std::size_t seeds = 0;
  std::size_t codes = 0;     ///< in memory, of the last seed
  std::size_t queries = 0;   ///< of the last seed
  std::uint32_t active = 0;  ///< bits of a code
  std::vector<RecallValues> missing;
  std::vector<RecallValues> flipped;
};

/// Throws Error(kConfig) for impossible parameters; nothing is loaded.
void check_recall(const RecallExperiment& experiment);

/// Throws as check_recall; Error(kInput) for malformed codes, for vectors, and for seeds of one group that differ in
/// kind.
[[nodiscard]] std::vector<MethodRecall> run_recall(const RecallExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json recall_json(const RecallExperiment& experiment, const std::vector<MethodRecall>& methods);

}  // namespace columnar
