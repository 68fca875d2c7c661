#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace columnar {

/// Every use of randomness has a purpose of its own, so that adding a draw to one stage never shifts another.
enum class Purpose : std::uint64_t {
  kWalkStep = 1,
  kSpectralStart,
  kRegionSeeding,
  kColumnPermutation,
  kClassProjection,
  kIdentityCode,
  kInitialWeights,
  kPairSampling,
  kOutstarOrder,
  kTieBreak,
  kGraphGenerator,
  kFoldShuffle,
  kProbe,
  kRegionRepair,
  kSilentBits,
  kVectorStart,       ///< first vectors of skip-gram and LINE
  kSkipGramWindow,    ///< how much of the window a centre node uses
  kNegativeSample,    ///< noise nodes of skip-gram and LINE
  kLineEdge,          ///< edges that LINE draws
  kWinnerProjection,  ///< random matrix of the untrained k-winners code
  kGnnWeights,
  kGnnDropout,
  kGnnSplit,
  kEdgeSplit,           ///< which edges link prediction holds out
  kNonEdges,            ///< which non-edges it puts beside them
  kGeometryPairs,       ///< pairs and nodes of the geometry experiment
  kCorruption,          ///< bits that flip, noise that is added
  kWeightLoss,          ///< synapses that resilience cuts
  kTrainingShare = 30,  ///< nodes that classification by fractions trains on; 29 was used once, and numbers must stay
  kHiddenNodes,         ///< nodes and edges that the living experiment holds back
  kLocalWalk,           ///< short walks of nodes that are new or whose edges changed
  kSangerStart,         ///< first weights of Sanger's rule
  kSangerOrder,         ///< order in which it sees the rows
  kMapStart,            ///< first units of the self-organising map
  kMapOrder,            ///< order in which it sees the nodes
  kNeighbourQueries,    ///< nodes whose nearest nodes are asked for
  kL6Identity,          ///< the neuron of L6 that stands for a node
  kL6Fan,               ///< neighbours of a hub that L6 hears of
  kL6Seats,             ///< further neurons of one that deserves several
  kCostFolds,           ///< folds of the training nodes that choose the cost of the classifier
  kChance,              ///< pairs and rows that tell what sharing bits means
};

/// Random numbers as a pure function of (seed, purpose, node, index): no stream, no state, no order of calls.
/// The same key gives the same number at any thread, block or machine count.
class KeyedRandom {
 public:
  KeyedRandom(std::uint64_t seed, Purpose purpose) noexcept
      : base_(mix(seed + 0x9E3779B97F4A7C15ULL * static_cast<std::uint64_t>(purpose))) {}

  /// 64 uniform bits.
  [[nodiscard]] std::uint64_t bits(std::uint64_t node, std::uint64_t index) const noexcept {
    return mix(mix(base_ + 0xD1B54A32D192ED03ULL * node) + 0x8CB92BA72F3D8DD7ULL * index);
  }

  /// A double in [0, 1).
  [[nodiscard]] double uniform(std::uint64_t node, std::uint64_t index) const noexcept {
    return static_cast<double>(bits(node, index) >> 11) * 0x1.0p-53;
  }

  /// An integer in [0, bound); bound must be positive. Multiply-shift: the bias is below bound / 2^64.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound, std::uint64_t node, std::uint64_t index) const noexcept {
    return static_cast<std::uint64_t>((static_cast<Wide>(bits(node, index)) * bound) >> 64U);
  }

  /// A standard normal number (Box–Muller; uses the draws 2·index and 2·index + 1).
  [[nodiscard]] double normal(std::uint64_t node, std::uint64_t index) const noexcept {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(node, 2 * index)));
    return radius * std::cos(2.0 * std::numbers::pi * uniform(node, 2 * index + 1));
  }

 private:
  __extension__ using Wide = unsigned __int128;  // __extension__: -Wpedantic does not know the type
  /// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), a bijection that flips half the bits.
  static constexpr std::uint64_t mix(std::uint64_t x) noexcept {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31U);
  }

  std::uint64_t base_;
};

}  // namespace columnar
