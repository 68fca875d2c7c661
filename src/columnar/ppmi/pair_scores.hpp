#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/ppmi/pair_counts.hpp"

namespace columnar {

/// Positive pointwise mutual information of one pair, unclipped.                   docs/equations.md#ppmi
///
///   max(0, ln(C(u,v) · T / (C(u) · C(v))))
///
/// C(u) counts both ends of a pair, as printed; this is ln 2 below the textbook value. The sign is decided in integers,
/// so
/// rounding never lets a pair pass that is exactly as common as chance.
[[nodiscard]] float positive_pmi(std::uint64_t pair, std::uint64_t marginal_u, std::uint64_t marginal_v,
                                 std::uint64_t total) noexcept;

/// Weight of the evidence of a pair that met C times.                              docs/equations.md#evidence
///
///   C / (C + discount), and 0 for C < least
///
/// The discount of Pantel and Lin (2002). The default gives every pair full weight, as printed.
struct PairEvidence {
  double discount = 0.0;
  std::uint64_t least = 1;

  [[nodiscard]] float of(std::uint64_t count) const noexcept {
    const auto met = static_cast<double>(count);
    return count < least ? 0.0F : static_cast<float>(met / (met + discount));
  }
};

/// The discounted PMI of pairs by how often they met, from logarithms that are computed once.
class PairScores {
 public:
  /// Counts below this are in a table: those that a byte holds.
  static constexpr std::uint64_t kTabled = 256;

  PairScores() = default;
  PairScores(const Marginals& marginals, const PairEvidence& evidence);

  // The tables, for another device: ln(C(u,v) · T) and the weight of the evidence by count, and ln T.
  [[nodiscard]] std::span<const double> log_pairs() const noexcept { return log_pairs_; }
  [[nodiscard]] std::span<const float> belief() const noexcept { return belief_; }
  [[nodiscard]] double log_total() const noexcept { return log_total_; }

  /// The discounted PMI of a pair of two nodes that met `count` times, below kTabled. Symmetric in u and v to the last
  /// bit. Not for pairs almost as common as chance: see of().
  [[nodiscard]] float tabled(std::uint64_t count, NodeIndex u, NodeIndex v) const noexcept {
    return static_cast<float>(information(log_pairs_[count], u, v)) * belief_[count];
  }

  /// The same for a row of pairs of u. In a loop of its own, which compilers turn into vector instructions.
  void tabled(std::span<const std::uint8_t> counts, NodeIndex u, std::span<const NodeIndex> nodes,
              float* values) const noexcept;

  /// The same for any count, with the sign decided in integers, and whether tabled() gives the same.
  struct Score {
    float value;
    bool is_tabled;
  };
  /// Needs the marginals that the scores were made of.
  [[nodiscard]] Score of(std::uint64_t count, NodeIndex u, NodeIndex v, const Marginals& marginals) const noexcept {
    if (count >= kTabled) [[unlikely]] {
      return {large(count, u, v, marginals), false};
    }
    const double excess = information(log_pairs_[count], u, v);
    if (std::abs(excess) < kNearChance) [[unlikely]] {
      return {near(count, u, v, marginals) * belief_[count], false};
    }
    return {static_cast<float>(excess) * belief_[count], true};
  }

 private:
  /// ln(C(u,v) · T / (C(u) · C(v))), from ln(C(u,v) · T).
  [[nodiscard]] double information(double log_pair, NodeIndex u, NodeIndex v) const noexcept {
    return log_pair - (log_marginals_[u] + log_marginals_[v]);
  }
  /// The PMI of a pair so close to chance that rounding of the logarithms would decide the sign.
  [[nodiscard]] static float near(std::uint64_t count, NodeIndex u, NodeIndex v, const Marginals& marginals) noexcept {
    return positive_pmi(count, marginals.counts[u], marginals.counts[v], marginals.total);
  }
  /// The score of a count that is not in the table.
  [[nodiscard]] float large(std::uint64_t count, NodeIndex u, NodeIndex v, const Marginals& marginals) const noexcept;

  static constexpr double kNearChance = 1e-9;

  PairEvidence evidence_;
  double log_total_ = 0.0;
  std::vector<double> log_marginals_;
  std::array<double, kTabled> log_pairs_{};  ///< of the pair and of the total
  std::array<float, kTabled> belief_{};
};

}  // namespace columnar
