#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/memory.hpp"
#include "columnar_lab/report/embedding_source.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_lab/report/seed_values.hpp"

/// `columnar evaluate memory` for any caller: bytes a node in every representation.

namespace columnar {

inline constexpr std::uint64_t kComparedDimensions = 64;  ///< of the vectors that codes are compared with

struct MemoryExperiment {
  std::vector<EmbeddingGroup> groups;
};

/// One representation of one method: bytes a node, over its seeds.
struct Representation {
  const char* key;
  const char* text;
  SeedValues bytes;

  /// How many times less it takes than kComparedDimensions numbers of that many bytes.
  [[nodiscard]] double times_less_than(std::uint64_t number) const;
};

struct MethodMemory {
  std::string name;
  std::string kind;
  std::vector<Representation> rows;
  std::optional<CodeMemory> last;  ///< of the last seed, for the bounds; none of vectors
};

/// A method a group. Throws Error(kConfig) where there is none; Error(kInput) for malformed embeddings, and for seeds
/// of one group that differ in kind.
[[nodiscard]] std::vector<MethodMemory> run_memory(const MemoryExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json memory_json(const std::vector<MethodMemory>& methods);

}  // namespace columnar
