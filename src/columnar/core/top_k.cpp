#include "columnar/core/top_k.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "columnar/core/rank_kernels.hpp"

namespace columnar {
namespace {

constexpr float kLowest = -std::numeric_limits<float>::infinity();

using Few = std::array<float, kRankedAtOnce>;

/// A score that at least k reach: the scores are dealt to as many groups as are ranked at once, and the best k of
/// their best ones reach the least of these.
float reached_by_k(std::span<const float> scores, std::size_t k) {
  Few best;
  best.fill(kLowest);
  std::size_t i = 0;
  for (; i + best.size() <= scores.size(); i += best.size()) {
    for (std::size_t group = 0; group < best.size(); ++group) {
      best[group] = scores[i + group] > best[group] ? scores[i + group] : best[group];
    }
  }
  for (std::size_t group = 0; i + group < scores.size(); ++group) {
    best[group] = std::max(best[group], scores[i + group]);
  }
  std::array<std::uint32_t, kRankedAtOnce> order{};
  rank_kernels().rank(best.data(), best.size(), order.data());
  return best[order[k - 1]];
}

/// Leaves the best k of these indices, best first.
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

}  // namespace

void top_k(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& order) {
  k = std::min(k, scores.size());
  const RankKernels& kernels = rank_kernels();
  std::array<std::uint32_t, kRankedAtOnce> ranked{};
  Few few;
  few.fill(kLowest);
  if (scores.size() <= kRankedAtOnce) {
    std::copy(scores.begin(), scores.end(), few.begin());
    kernels.rank(few.data(), scores.size(), ranked.data());
    order.assign(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(k));
    return;
  }
  order.resize(scores.size() + kSparePlaces);
  if (k == 0 || k > kRankedAtOnce) {
    order.resize(scores.size());
    std::iota(order.begin(), order.end(), 0U);
    sort_best(scores, k, order);
    return;
  }
  const std::size_t held = kernels.at_least(scores.data(), scores.size(), reached_by_k(scores, k), order.data());
  if (held > kRankedAtOnce) {  // many that are equal
    order.resize(held);
    sort_best(scores, k, order);
    return;
  }
  for (std::size_t i = 0; i < held; ++i) {
    few[i] = scores[order[i]];
  }
  kernels.rank(few.data(), held, ranked.data());
  std::array<std::uint32_t, kRankedAtOnce> chosen{};
  std::transform(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(k), chosen.begin(),
                 [&](std::uint32_t place) { return order[place]; });
  order.assign(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(k));
}

}  // namespace columnar
