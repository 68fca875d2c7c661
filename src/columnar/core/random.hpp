#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "columnar/core/host_device.hpp"

namespace columnar {

/// Every use of randomness has its own purpose, so that adding a draw to one stage never shifts another.
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
  kVectorStart,       ///< initial vectors of skip-gram and LINE
  kSkipGramWindow,    ///< window size of each centre node
  kNegativeSample,    ///< noise nodes of skip-gram and LINE
  kLineEdge,          ///< edges sampled by LINE
  kWinnerProjection,  ///< random matrix of the untrained k-winners code
  kGnnWeights,
  kGnnDropout,
  kGnnSplit,
  kEdgeSplit,            ///< edges held out by link prediction
  kNonEdges,             ///< non-edges sampled by link prediction
  kGeometryPairs,        ///< pairs and nodes of the geometry experiment
  kCorruption,           ///< flipped bits and added noise
  kWeightLoss,           ///< synapses cut by the resilience experiment
  kTrainingShare = 30,   ///< training nodes of classification by fractions; 29 is retired, and numbers must not change
  kHiddenNodes,          ///< nodes and edges held back by the living experiment
  kLocalWalk,            ///< short walks of new nodes and of nodes with changed edges
  kSangerStart,          ///< initial weights of Sanger's rule
  kSangerOrder,          ///< order of the rows for Sanger's rule
  kMapStart,             ///< initial units of the self-organising map
  kMapOrder,             ///< order of the nodes for the self-organising map
  kNeighbourQueries,     ///< query nodes of the neighbours experiment
  kL6Identity,           ///< the L6 neuron of a node
  kL6Fan,                ///< sampled neighbours of a hub in L6
  kL6Seats,              ///< further L6 neurons of a node that gets several
  kCostFolds,            ///< folds of the training nodes that choose the classifier's cost
  kChance,               ///< sampled pairs and rows that estimate chance overlap
  kAttributeStart,       ///< initial directions of attributes
  kAttributeProjection,  ///< random matrix from coordinates to L4, where nodes have attributes
  kAttributeEvidence,    ///< halves of the attributes, folds and sample of the nodes that measure their weight
  kRoles,                ///< seed of the columns for roles
  kCodeDirections,       ///< random start of the leading directions of codes
  kClusterStarts,        ///< seeds of the repeated k-means of clusters
  kLayout,               ///< which links and which other nodes move a node of a map
};

/// Random numbers as a pure function of (seed, purpose, node, index): no stream, no state, no order of calls.
/// The same key gives the same number on any thread, block or machine.
class KeyedRandom {
 public:
  COLUMNAR_HOST_DEVICE KeyedRandom(std::uint64_t seed, Purpose purpose) noexcept
      : base_(mix(seed + 0x9E3779B97F4A7C15ULL * static_cast<std::uint64_t>(purpose))) {}

  /// 64 uniform bits.
  [[nodiscard]] COLUMNAR_HOST_DEVICE std::uint64_t bits(std::uint64_t node, std::uint64_t index) const noexcept {
    return mix(mix(base_ + 0xD1B54A32D192ED03ULL * node) + 0x8CB92BA72F3D8DD7ULL * index);
  }

  /// A double in [0, 1).
  [[nodiscard]] COLUMNAR_HOST_DEVICE double uniform(std::uint64_t node, std::uint64_t index) const noexcept {
    return static_cast<double>(bits(node, index) >> 11) * 0x1.0p-53;
  }

  /// An integer in [0, bound); bound must be positive. Multiply-shift: the bias is below bound / 2^64.
  [[nodiscard]] COLUMNAR_HOST_DEVICE std::uint64_t below(std::uint64_t bound, std::uint64_t node,
                                                         std::uint64_t index) const noexcept {
    return static_cast<std::uint64_t>((static_cast<Wide>(bits(node, index)) * bound) >> 64U);
  }

  /// A standard normal number (Box–Muller; uses the draws 2·index and 2·index + 1).
  [[nodiscard]] COLUMNAR_HOST_DEVICE double normal(std::uint64_t node, std::uint64_t index) const noexcept {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(node, 2 * index)));
    return radius * std::cos(2.0 * std::numbers::pi * uniform(node, 2 * index + 1));
  }

 private:
  // NOLINTNEXTLINE(modernize-use-using): nvcc reads __extension__ before a typedef only; -Wpedantic wants it
  __extension__ typedef unsigned __int128 Wide;
  /// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014), a bijection that flips half the bits on average.
  COLUMNAR_HOST_DEVICE static constexpr std::uint64_t mix(std::uint64_t x) noexcept {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31U);
  }

  std::uint64_t base_;
};

}  // namespace columnar
