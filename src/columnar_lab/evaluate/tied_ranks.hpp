#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

/// Rankings with ties, largest score first. Nodes of equal score share their places: every figure
/// here is the exact expectation over all orders of the tied nodes, so that none depends on the order of rows.

namespace columnar {

/// The score of a node excluded from a ranking.
inline constexpr float kLeftOut = -std::numeric_limits<float>::infinity();

/// The places shared by nodes of one score: above + 1 to above + tied.
struct TiedPlaces {
  std::size_t above = 0;  ///< nodes with a larger score
  std::size_t tied = 0;   ///< nodes with this score
};

/// The places of a score that occurs among `scores`.
[[nodiscard]] TiedPlaces places_of(float score, std::span<const float> scores) noexcept;

/// Expected 1 / place of one of the tied nodes.                                    docs/equations.md#tied-places
///
///   (H(above + tied) − H(above)) / tied,   H(m) = 1 + 1/2 + … + 1/m
///
/// `harmonic` is harmonic_numbers() of the number of ranked nodes, or more.
[[nodiscard]] double expected_reciprocal(const TiedPlaces& places, std::span<const double> harmonic) noexcept;

/// H(0) to H(count).
[[nodiscard]] std::vector<double> harmonic_numbers(std::size_t count);

/// The first k places.
struct TopPlaces {
  std::size_t places = 0;  ///< k, or the number of ranked nodes if there are fewer
  float score = kLeftOut;  ///< score of the last place
  TiedPlaces at_score;     ///< the places of that score, which may extend beyond the last

  /// Share of the nodes tied at the last place that get a place: (places − above) / tied.
  [[nodiscard]] double share() const noexcept {
    return static_cast<double>(places - at_score.above) / static_cast<double>(at_score.tied);
  }
  /// Probability that a node of this score gets a place. docs/equations.md#tied-places
  [[nodiscard]] double chance(float of) const noexcept { return of > score ? 1.0 : of == score ? share() : 0.0; }
};

/// The first k places of a ranking. k must be positive. If no node is ranked, `places` is 0.
[[nodiscard]] TopPlaces top_places(std::span<const float> scores, std::size_t k);

}  // namespace columnar
