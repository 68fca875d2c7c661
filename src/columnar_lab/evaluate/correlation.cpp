#include "columnar_lab/evaluate/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace columnar {
namespace {

constexpr float kMaxCounted = 65535.0F;

double mean_of(std::span<const float> values) {
  double sum = 0.0;
  for (const float value : values) {
    sum += static_cast<double>(value);
  }
  return sum / static_cast<double>(values.size());
}

bool are_small_whole(std::span<const float> values) {
  return std::ranges::all_of(
      values, [](float value) { return value >= 0.0F && value <= kMaxCounted && value == std::floor(value); });
}

/// Places first + 1 … first + count share this rank.
float shared_rank(std::size_t first, std::size_t count) {
  return static_cast<float>(static_cast<double>(first) + 0.5 * (static_cast<double>(count) + 1.0));
}

std::vector<float> ranks_by_counting(std::span<const float> values) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(kMaxCounted) + 1);
  for (const float value : values) {
    ++counts[static_cast<std::size_t>(value)];
  }
  std::vector<float> rank_of(counts.size());
  std::size_t below = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    rank_of[value] = shared_rank(below, counts[value]);
    below += counts[value];
  }
  std::vector<float> ranks;
  ranks.reserve(values.size());
  for (const float value : values) {
    ranks.push_back(rank_of[static_cast<std::size_t>(value)]);
  }
  return ranks;
}

std::vector<float> ranks_by_sorting(std::span<const float> values) {
  std::vector<std::pair<float, std::size_t>> order;
  order.reserve(values.size());
  for (const float value : values) {
    order.emplace_back(value, order.size());
  }
  std::ranges::sort(order);
  std::vector<float> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && order[end].first == order[begin].first) {
      ++end;
    }
    const float rank = shared_rank(begin, end - begin);
    for (; begin < end; ++begin) {
      ranks[order[begin].second] = rank;
    }
  }
  return ranks;
}

}  // namespace

std::optional<double> pearson(std::span<const float> x, std::span<const float> y) {
  if (x.size() != y.size() || x.size() < 2) {
    return std::nullopt;
  }
  const double mean_x = mean_of(x);
  const double mean_y = mean_of(y);
  double xx = 0.0;
  double yy = 0.0;
  double xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = static_cast<double>(x[i]) - mean_x;
    const double dy = static_cast<double>(y[i]) - mean_y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (!(xx > 0.0) || !(yy > 0.0)) {
    return std::nullopt;
  }
  return std::clamp(xy / std::sqrt(xx) / std::sqrt(yy), -1.0, 1.0);
}

std::vector<float> average_ranks(std::span<const float> values) {
  return are_small_whole(values) ? ranks_by_counting(values) : ranks_by_sorting(values);
}

std::optional<double> spearman(std::span<const float> x, std::span<const float> y) {
  return pearson(average_ranks(x), average_ranks(y));
}

std::optional<double> ranked_auc(std::span<const float> positive, std::span<const float> negative) {
  if (positive.empty() || negative.empty()) {
    return std::nullopt;
  }
  std::vector<float> all(positive.begin(), positive.end());
  all.insert(all.end(), negative.begin(), negative.end());
  const std::vector<float> ranks = average_ranks(all);
  const double sum = mean_of(std::span(ranks).first(positive.size())) * static_cast<double>(positive.size());
  const auto positives = static_cast<double>(positive.size());
  const double wins = sum - 0.5 * positives * (positives + 1.0);
  return wins / (positives * static_cast<double>(negative.size()));
}

}  // namespace columnar
