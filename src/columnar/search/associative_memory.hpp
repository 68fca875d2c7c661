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

/// The stored code that a pattern brings back.
struct Recall {
  NodeIndex row = 0;                  ///< the first row with that code
  std::uint32_t near = 0;             ///< neurons of L6 that the code shares with the pattern; see Hit
  std::uint32_t overlap = 0;          ///< bits of the other layers that it shares
  std::uint32_t score = 0;            ///< of both: the order of hits                  docs/equations.md#rank
  std::uint32_t runner_up_score = 0;  ///< that of the best of all other codes
  double chance = 0.0;  ///< how often codes of this table share as much             docs/equations.md#chance

  /// How far the score of the answer is ahead of any other code's. Fewer than half as many bits may be wrong without
  /// changing it; a neuron of L6 counts as kNearWeight of them.
  [[nodiscard]] std::uint32_t margin() const noexcept { return score - runner_up_score; }
  /// Whether no other code is as near. Several rows with one and the same code are one answer.
  [[nodiscard]] bool is_unique() const noexcept { return margin() > 0; }

  bool operator==(const Recall&) const = default;
};

/// Stores codes and completes patterns: the code that shares most with what is left of one, exactly, by the order of
/// hits.
///
/// Nothing is learned and nothing can be forgotten: the memory is the table, and recall is a search for the nearest
/// code. All functions may be called from many threads at once.
class AssociativeMemory {
 public:
  /// With brute force behind it. Throws Error(kInput) for malformed codes.
  explicit AssociativeMemory(SdrTable codes);
  /// With an index of these codes; Error(kInput) where it is of another number or shape of them.
  AssociativeMemory(SdrTable codes, std::unique_ptr<const SearchIndex> index);

  [[nodiscard]] const SdrTable& codes() const noexcept { return codes_; }

  /// Nothing where no stored code shares a bit with the pattern. Of codes that are equally near the one that shares
  /// rarer bits answers, then the one that was stored first, and is_unique() says so. The bits may come in any order;
  /// Error(kConfig) for one outside the width.
  [[nodiscard]] std::optional<Recall> recall(std::span<const std::uint16_t> pattern) const;

  /// The same for many patterns, on all threads of the context.
  [[nodiscard]] std::vector<std::optional<Recall>> recall(std::span<const Pattern> patterns,
                                                          const RunContext& context) const;

 private:
  [[nodiscard]] std::optional<Recall> from_hits(const Query& query, std::vector<Hit> hits, std::size_t asked) const;

  SdrTable codes_;
  std::unique_ptr<const SearchIndex> index_;
};

}  // namespace columnar
