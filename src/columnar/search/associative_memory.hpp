#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/progress.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar/search.hpp"

namespace columnar {

/// The stored code that a pattern recalls.
struct Recall {
  NodeIndex row = 0;                  ///< the first row with that code
  std::uint32_t near = 0;             ///< L6 neurons that the code shares with the pattern; see Hit
  std::uint32_t overlap = 0;          ///< shared bits of the other layers
  std::uint32_t score = 0;            ///< of both, as in the order of hits                 docs/equations.md#rank
  std::uint32_t runner_up_score = 0;  ///< score of the best other code
  double chance = 0.0;  ///< how often codes of this table share as much             docs/equations.md#chance

  /// Lead of the answer over any other code, in score. Fewer than half as many wrong bits cannot change the answer; an
  /// L6
  /// neuron counts as kNearWeight bits.
  [[nodiscard]] std::uint32_t margin() const noexcept { return score - runner_up_score; }
  /// True if no other code is as near. Several rows with the same code are one answer.
  [[nodiscard]] bool is_unique() const noexcept { return margin() > 0; }

  bool operator==(const Recall&) const = default;
};

/// Stores codes and completes patterns: returns the code that shares most with the remains of a code, exactly, in the
/// order of hits.
///
/// Nothing is learned and nothing can be forgotten: the memory is the table, and recall is a search for the nearest
/// code. All functions are thread-safe.
class AssociativeMemory {
 public:
  /// Searches by brute force. Throws Error(kInput) for malformed codes.
  explicit AssociativeMemory(SdrTable codes);
  /// Searches an index of these codes. Throws Error(kInput) if its number of codes or its shape differs.
  AssociativeMemory(SdrTable codes, std::unique_ptr<const SearchIndex> index);

  [[nodiscard]] const SdrTable& codes() const noexcept { return codes_; }

  /// Empty if no stored code shares a bit with the pattern. Among equally near codes, the one that shares rarer bits
  /// wins, then the first stored; is_unique() reports ties. The bits may come in any order.
  /// Throws Error(kConfig) for a bit outside the width.
  [[nodiscard]] std::optional<Recall> recall(std::span<const std::uint16_t> pattern) const;

  /// Recalls many patterns on all threads of the context.
  [[nodiscard]] std::vector<std::optional<Recall>> recall(std::span<const Pattern> patterns,
                                                          const RunContext& context) const;

 private:
  [[nodiscard]] std::optional<Recall> from_hits(const Query& query, std::vector<Hit> hits, std::size_t asked) const;

  SdrTable codes_;
  std::unique_ptr<const SearchIndex> index_;
};

}  // namespace columnar
