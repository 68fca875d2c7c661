#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/core/random.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// One step of the training stream: node v is shown in the context of u, which it met in a walk.
struct Presentation {
  NodeIndex v = 0;
  NodeIndex u = 0;
  float ppmi = 0.0F;  ///< of the two
};

/// The pairs the cortex is shown, each a function of its number alone.                 docs/equations.md#training
///
/// As printed, pairs come as often as walks meet them, so hubs are shown most. Balanced, every node that met another
/// more often than chance is shown alike, each time with another of those.
class TrainingStream {
 public:
  TrainingStream(const Walks& walks, const Ppmi& ppmi, const Config& config);

  /// No node ever met another: there is nothing to learn from.
  [[nodiscard]] bool empty() const noexcept { return nodes_.empty(); }
  /// Presentation number t; the stream must not be empty.
  [[nodiscard]] Presentation at(std::uint64_t t) const noexcept;
  /// Prefetches what at(t) will read: presentations come in random order, and each would be a cache miss.
  void fetch(std::uint64_t t) const noexcept;

 private:
  /// Of a balanced stream: the node shown, and the entry of the PPMI matrix.
  [[nodiscard]] std::pair<NodeIndex, std::uint64_t> entry(std::uint64_t t) const noexcept;
  [[nodiscard]] Presentation from_walks(std::uint64_t t) const noexcept;

  const Walks& walks_;
  const Ppmi& ppmi_;
  std::uint32_t window_;
  bool balanced_;
  KeyedRandom random_;
  std::vector<NodeIndex> nodes_;  ///< balanced: nodes with a row in the PPMI; else: nodes whose walks lead somewhere
};

/// How many pairs a graph of this size is trained on.
[[nodiscard]] std::uint64_t presentation_count(const TrainingConfig& config, std::size_t nodes) noexcept;

}  // namespace columnar
