#include "columnar/core/top_k.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "columnar/kernels/ranking.hpp"
#include "columnar/kernels/threshold.hpp"

namespace columnar {
namespace {

constexpr float kLowest = -std::numeric_limits<float>::infinity();

using ScoreBlock = std::array<float, kRankedAtOnce>;

/// A lower bound of the k-th largest score: scores are split into as many groups as are ranked at once, and at least k
/// scores reach the k-th best of the group maxima.
float reached_by_k(std::span<const float> scores, std::size_t k) {
  ScoreBlock best;
  best.fill(kLowest);
  const auto update_maxima = [&](std::size_t first, std::size_t count) {
    for (std::size_t group = 0; group < count; ++group) {  // branch-free
      best[group] = scores[first + group] > best[group] ? scores[first + group] : best[group];
    }
  };
  std::size_t i = 0;
  for (; i + best.size() <= scores.size(); i += best.size()) {
    update_maxima(i, best.size());
  }
  update_maxima(i, scores.size() - i);
  std::array<std::uint32_t, kRankedAtOnce> order{};
  rank_scores(best.data(), best.size(), order.data());
  return best[order[k - 1]];
}

/// Keeps the best k of these indices, best first.
void sort_best(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& indices) {
  const auto better = [scores](std::uint32_t a, std::uint32_t b) {
    return scores[a] > scores[b] || (scores[a] == scores[b] && a < b);
  };
  const auto middle = indices.begin() + static_cast<std::ptrdiff_t>(k);
  if (middle != indices.end()) {
    std::nth_element(indices.begin(), middle, indices.end(), better);
  }
  indices.resize(k);
  std::sort(indices.begin(), indices.end(), better);
}

/// The few scores that include the best k, ranked.
class Finalists {
 public:
  /// False if they are too many to be ranked at once; k is at most the number of scores. `places` is scratch.
  bool choose(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& places) {
    ScoreBlock finalists{};
    if (scores.size() <= kRankedAtOnce) {
      held_ = scores.size();
      std::iota(places_.begin(), places_.end(), 0U);
      std::copy(scores.begin(), scores.end(), finalists.begin());
    } else {
      if (k == 0 || k > kRankedAtOnce) {
        return false;
      }
      places.resize(scores.size() + kSparePlaces);
      held_ = find_at_least(scores.data(), scores.size(), reached_by_k(scores, k), places.data());
      if (held_ > kRankedAtOnce && !reduce(scores, k, places)) {
        return false;
      }
      for (std::size_t i = 0; i < held_; ++i) {
        places_[i] = places[i];
        finalists[i] = scores[places[i]];
      }
    }
    rank_scores(finalists.data(), held_, ranked_.data());
    return true;
  }

  /// The index of the r-th best score.
  [[nodiscard]] std::uint32_t at(std::size_t r) const noexcept { return places_[ranked_[r]]; }

  /// Writes the indices of the best k, ascending.
  void write_ascending(std::size_t k, std::uint32_t* out) const noexcept {
    std::array<std::uint8_t, kRankedAtOnce> chosen{};
    for (std::size_t r = 0; r < k; ++r) {
      chosen[ranked_[r]] = 1;
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled below as far as it is read, as are the next two
    std::array<std::uint32_t, kRankedAtOnce + 1> indices;  // one more, for writes past the last
    std::size_t found = 0;
    for (std::size_t i = 0; i < held_; ++i) {
      indices[found] = places_[i];
      found += chosen[i];
    }
    std::copy_n(indices.begin(), k, out);
  }

 private:
  /// A second round among the survivors; false if too many are left: k is large, or many scores are equal.
  bool reduce(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& places) {
    constexpr std::size_t kMost = 2 * kRankedAtOnce;
    std::array<float, kMost> survivors;                                // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::array<std::uint32_t, kMost + kSparePlaces> survivor_indices;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    if (held_ > kMost) {
      return false;
    }
    for (std::size_t i = 0; i < held_; ++i) {
      survivors[i] = scores[places[i]];
    }
    const float bound = reached_by_k({survivors.data(), held_}, k);
    held_ = find_at_least(survivors.data(), held_, bound, survivor_indices.data());
    if (held_ > kRankedAtOnce) {
      return false;
    }
    for (std::size_t i = 0; i < held_; ++i) {
      places[i] = places[survivor_indices[i]];
    }
    return true;
  }

  std::size_t held_ = 0;
  std::array<std::uint32_t, kRankedAtOnce> places_{};  ///< ascending
  std::array<std::uint32_t, kRankedAtOnce> ranked_{};  ///< of places_, best first
};

void sort_all(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& order) {
  order.resize(scores.size());
  std::iota(order.begin(), order.end(), 0U);
  sort_best(scores, k, order);
}

}  // namespace

void top_k(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& order) {
  k = std::min(k, scores.size());
  Finalists finalists;
  if (!finalists.choose(scores, k, order)) {
    sort_all(scores, k, order);
    return;
  }
  order.resize(k);
  for (std::size_t r = 0; r < k; ++r) {
    order[r] = finalists.at(r);
  }
}

void top_k_ascending(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& indices) {
  k = std::min(k, scores.size());
  Finalists finalists;
  if (!finalists.choose(scores, k, indices)) {
    sort_all(scores, k, indices);
    std::sort(indices.begin(), indices.end());
    return;
  }
  indices.resize(k);
  finalists.write_ascending(k, indices.data());
}

}  // namespace columnar
