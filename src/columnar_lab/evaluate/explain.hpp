#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/graph.hpp"
#include "columnar/model.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar_lab/evaluate/class_mix.hpp"

/// Why a node has the bits it has, and why two nodes share theirs: bits lead to columns, columns to the regions of the
/// spectral space that they prefer (CRA), regions to the nodes that lie there.

namespace columnar {

struct ExplainOptions {
  std::uint32_t regions = 3;    ///< that a bit's column likes best
  std::uint32_t typical = 5;    ///< nodes that stand for a region
  std::string place = "codes";  ///< what errors call the codes
};

/// A region and how much a column cares for it: its entry of CRA; all entries of a column sum to 1.
struct RegionAffinity {
  std::uint32_t region = 0;
  double affinity = 0.0;
};

/// One active bit of a node.
struct BitExplanation {
  std::uint16_t bit = 0;
  Layer layer = Layer::kL23;            ///< kL23 or kL5a
  std::vector<std::uint32_t> columns;   ///< of a cell its column; of an L5a neuron the columns that drive it directly
  std::optional<std::uint32_t> cell;    ///< of the column; none in L5a
  std::vector<RegionAffinity> regions;  ///< the column's favourites, best first; of several columns their mean
  double eligibility = 0.0;             ///< of its best column for this node, ELIG: 1 for the best of all columns
  std::uint32_t better_columns = 0;     ///< columns that are more eligible for this node
  ClassMix nodes;                       ///< that have the bit, this one included: how rare it is, and whose it is
};

/// A region of the spectral space that a column of the code likes best.
struct RegionExplanation {
  struct Typical {
    NodeIndex node = 0;
    double cosine = 0.0;  ///< to the centre
  };
  std::uint32_t region = 0;
  double cosine = 0.0;           ///< of the explained node to the centre
  double weight = 0.0;           ///< of the region for the explained node, NRW: all sum to 1
  std::uint32_t bits = 0;        ///< of the code whose column likes this region best
  ClassMix nodes;                ///< that lie in it
  std::vector<Typical> typical;  ///< of these the nearest to the centre, best first
};

struct CodeExplanation {
  NodeIndex node = 0;
  std::optional<std::uint32_t> region;     ///< where the node lies; none for a node without coordinates
  std::vector<BitExplanation> bits;        ///< of L2/3 and L5a, ascending
  std::vector<RegionExplanation> regions;  ///< favourites of the bits' columns, nearest to the node first
  std::vector<HeardNode> near;             ///< whom its neurons of L6 stand for, the loudest first
};

/// Two nodes beside each other.
struct PairExplanation {
  CodeExplanation first;
  CodeExplanation second;
  Pattern shared;                     ///< bits of both
  std::optional<std::uint32_t> near;  ///< of these in L6; none where the codes have no L6
  std::uint32_t overlap = 0;          ///< of these in the other layers; of codes that are L6 alone, all
  double chance = 0.0;                ///< that two random nodes share as much     docs/equations.md#chance
  double least_chance = 0.0;          ///< what it can be at least
  std::vector<HeardNode> near_both;   ///< whom both hear, each other included; as loud as to the one who hears less
  std::vector<std::uint32_t> other_cells;  ///< columns of both in which their cells differ
  double cosine = 0.0;                     ///< of their coordinates
  std::uint64_t nearer = 0;                ///< nodes that lie nearer to the first than the second does
};

/// Explains the code of one node. The codes must be those that the model gave its own nodes: Error(kInput) for other
/// ids or another order of them, for another shape, and where most columns of a sample of codes are none that the model
/// considers for their nodes, as it is with the model of another seed. Error(kConfig) for a node that does not exist.
///
/// Labels may be null; Error(kInput) for labels that are not those of the nodes.
[[nodiscard]] CodeExplanation explain_code(const SdrTable& codes, const Model& model, const Labels* labels,
                                           NodeIndex node, const ExplainOptions& options = {});

/// The same for two nodes, and what they have in common.
[[nodiscard]] PairExplanation explain_pair(const SdrTable& codes, const Model& model, const Labels* labels,
                                           NodeIndex first, NodeIndex second, const ExplainOptions& options = {});

}  // namespace columnar
