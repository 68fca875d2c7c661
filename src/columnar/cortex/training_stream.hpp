#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// One step of the training stream: node v is shown in the context of u, which it met in a walk.
struct Presentation {
  NodeIndex v = 0;
  NodeIndex u = 0;
  float ppmi = 0.0F;  ///< of the pair
};

/// The pairs shown to the cortex, each a function of its number only. docs/equations.md#training
///
/// As printed, pairs come as often as walks meet them, so hubs are shown most often. Balanced, every node that met
/// another
/// more often than chance is shown equally often, each time with another of these partners.
class TrainingStream {
 public:
  /// Of several ranks, each has its rows of the matrix; they know together which nodes are shown.
  TrainingStream(const Walks& walks, const Ppmi& ppmi, const Config& config, const RunContext& context = {});

  /// True if no node ever met another, so there is nothing to learn from.
  [[nodiscard]] bool empty() const noexcept { return nodes_.empty(); }
  /// The node that balanced presentation number t shows; the stream must not be empty.
  [[nodiscard]] NodeIndex node_at(std::uint64_t t) const noexcept { return nodes_[random_.below(nodes_.size(), t, 0)]; }
  /// The number of the entry of its row, a row of this rank. Reads no entry.
  [[nodiscard]] std::uint64_t entry_at(std::uint64_t t) const noexcept {
    return random_.below(ppmi_.entries_of(node_at(t) - ppmi_.first), t, 1);
  }
  /// Presentation number t, of a node whose row this rank has.
  [[nodiscard]] Presentation at(std::uint64_t t) const noexcept;

 private:
  [[nodiscard]] Presentation from_walks(std::uint64_t t) const noexcept;

  const Walks& walks_;
  const Ppmi& ppmi_;
  std::uint32_t window_;
  bool balanced_;
  KeyedRandom random_;
  std::vector<NodeIndex> nodes_;  ///< balanced: nodes with a PPMI row; otherwise nodes whose walks have a second node
};

/// Number of training pairs for a graph of this size.
[[nodiscard]] std::uint64_t presentation_count(const TrainingConfig& config, std::size_t nodes) noexcept;

/// All presentations of a training, in order; none if the stream is empty. They are 12 bytes each, so once they are
/// drawn neither walks nor pairs are needed.
/// Of several ranks, all get all of them; they must be balanced there, for a walk may meet a node of another rank.
[[nodiscard]] std::vector<Presentation> draw_presentations(const Walks& walks, const Ppmi& ppmi, const Config& config,
                                                           const RunContext& context);

}  // namespace columnar
