#include "columnar_lab/evaluate/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "columnar/error.hpp"

namespace columnar {
namespace {

/// Items of one score.
struct TiedItems {
  std::uint64_t positives = 0;
  std::uint64_t negatives = 0;
};

/// The items grouped by score, the highest first.
std::vector<TiedItems> by_falling_score(std::span<const double> scores, const std::vector<bool>& truth) {
  if (scores.size() != truth.size()) {
    throw Error(ErrorCode::kInput, fmt::format("scores: {} for {} items", scores.size(), truth.size()));
  }
  if (std::ranges::any_of(scores, [](double score) { return std::isnan(score); })) {
    throw Error(ErrorCode::kInput, "scores: one is not a number");
  }
  const auto positives = std::ranges::count(truth, true);
  if (positives == 0 || positives == std::ranges::ssize(truth)) {
    throw Error(ErrorCode::kInput, "scores: a ranking needs items of both kinds");
  }
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  std::vector<TiedItems> groups;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || scores[order[i]] != scores[order[i - 1]]) {
      groups.emplace_back();
    }
    ++(truth[order[i]] ? groups.back().positives : groups.back().negatives);
  }
  return groups;
}

}  // namespace

double roc_auc(std::span<const double> scores, const std::vector<bool>& truth) {
  std::uint64_t positives = 0;
  std::uint64_t negatives = 0;
  std::uint64_t twice_wins = 0;
  for (const TiedItems& group : by_falling_score(scores, truth)) {
    twice_wins += group.negatives * (2 * positives + group.positives);
    positives += group.positives;
    negatives += group.negatives;
  }
  return 0.5 * static_cast<double>(twice_wins) / (static_cast<double>(positives) * static_cast<double>(negatives));
}

double average_precision(std::span<const double> scores, const std::vector<bool>& truth) {
  std::uint64_t positives = 0;
  std::uint64_t taken = 0;
  double sum = 0.0;
  for (const TiedItems& group : by_falling_score(scores, truth)) {
    positives += group.positives;
    taken += group.positives + group.negatives;
    sum += static_cast<double>(group.positives) * static_cast<double>(positives) / static_cast<double>(taken);
  }
  return sum / static_cast<double>(positives);
}

}  // namespace columnar
