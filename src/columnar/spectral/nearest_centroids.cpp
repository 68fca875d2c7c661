#include "columnar/spectral/nearest_centroids.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 256;
/// Rows in doubt are scored together with others of the same group only. The last bit of a score may depend on what it
/// is computed with, and so groups must not depend on the number of ranks.
constexpr std::size_t kRowsPerGroup = RowShares::kBlock;
/// Squared distances and scores closer than this may differ only by rounding.
constexpr float kDoubt = 4e-6F;
/// Scoring all centroids for a scattered row includes fetching it, which costs a little more than in a full pass.
constexpr double kFetched = 1.5;

/// The squared distance of a score: |x − c|² = 1 − 2 (x·c − |c|²/2).
float squared_distance(float score) noexcept { return 1.0F - 2.0F * score; }
float longest(float score) noexcept { return std::sqrt(std::max(0.0F, squared_distance(score)) + kDoubt); }
float shortest(float score) noexcept { return std::sqrt(std::max(0.0F, squared_distance(score) - kDoubt)); }

struct BestTwo {
  std::uint32_t place;
  float best;
  float second;
};

/// The largest of scores[i] - less[i], ties to the first, and the second largest.
BestTwo best_two(const float* scores, const float* less, Eigen::Index count) {
  using Lanes = Eigen::Array<float, 8, 1>;
  constexpr Eigen::Index kLanes = Lanes::SizeAtCompileTime;
  const auto at = [&](Eigen::Index i) -> Lanes {
    return Eigen::Map<const Lanes>(scores + i) - Eigen::Map<const Lanes>(less + i);
  };
  Lanes best = Lanes::Constant(-std::numeric_limits<float>::infinity());
  Lanes second = best;
  const Eigen::Index whole = count - count % kLanes;
  for (Eigen::Index i = 0; i < whole; i += kLanes) {
    const Lanes here = at(i);
    second = second.max(best.min(here));
    best = best.max(here);
  }
  for (Eigen::Index i = whole; i < count; ++i) {
    const float here = scores[i] - less[i];
    second(i - whole) = std::max(second(i - whole), std::min(best(i - whole), here));
    best(i - whole) = std::max(best(i - whole), here);
  }
  BestTwo found{};
  Eigen::Index lane = 0;
  found.best = best.maxCoeff(&lane);
  best(lane) = second(lane);
  found.second = best.maxCoeff();
  Eigen::Index place = 0;
  while (place < whole && !(at(place) == found.best).any()) {
    place += kLanes;
  }
  while (place + 1 < count && scores[place] - less[place] != found.best) {
    ++place;
  }
  found.place = static_cast<std::uint32_t>(place);
  return found;
}

}  // namespace

NearestCentroids::NearestCentroids(const RowMatrix& x, const RunContext& context, std::span<const std::uint8_t> counts)
    : x_(x),
      counts_(counts),
      ranks_(ranks_of(context)),
      threads_(context.threads),
      nearest_(static_cast<std::size_t>(x.rows()), kNone),
      own_(nearest_.size()),
      other_(nearest_.size(), 0.0F) {}

void NearestCentroids::start_from(const RowMatrix& centroids, std::vector<std::uint32_t> nearest,
                                  std::span<const float> second) {
  centroids_ = centroids;
  nearest_ = std::move(nearest);
  std::transform(second.begin(), second.end(), other_.begin(),
                 [](float squared) { return std::sqrt(std::max(0.0F, squared - kDoubt)); });
}

void NearestCentroids::measure_own(const RowMatrix& centroids, const Eigen::VectorXf& half_norms) {
  parallel_blocks(threads_, nearest_.size(), kRowsPerBlock * 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      own_[i] = x_.row(static_cast<Eigen::Index>(i)).dot(centroids.row(nearest_[i])) - half_norms(nearest_[i]);
    }
  });
}

/// Chooses the centroids to score for every row so that the total work is minimal; `rest` is the largest distance that
/// the others have moved.
std::vector<std::uint32_t> NearestCentroids::choose_far(const std::vector<float>& way, float& rest) const {
  std::vector<std::uint32_t> order(way.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return way[a] > way[b]; });
  std::vector<float> slack(nearest_.size());
  std::transform(own_.begin(), own_.end(), other_.begin(), slack.begin(),
                 [](float own, float other) { return other - longest(own); });
  std::vector<std::size_t> choices;
  std::vector<std::uint64_t> in_doubt;  // of each choice, and finally all rows
  for (std::size_t far = 0; far < way.size(); far += std::max<std::size_t>(4, far / 2)) {
    choices.push_back(far);
    const float moved = way[order[far]];
    in_doubt.push_back(static_cast<std::uint64_t>(std::ranges::count_if(slack, [&](float s) { return s <= moved; })));
  }
  in_doubt.push_back(slack.size());
  sum_over(ranks_, in_doubt);
  const auto rows = static_cast<double>(in_doubt.back());
  const auto centroids = static_cast<double>(way.size());
  std::size_t best = way.size();
  double least = rows * centroids;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const double cost =
        rows * static_cast<double>(choices[i]) + kFetched * centroids * static_cast<double>(in_doubt[i]);
    if (cost < least) {
      least = cost;
      best = choices[i];
    }
  }
  rest = best < order.size() ? way[order[best]] : 0.0F;
  order.resize(best);
  std::sort(order.begin(), order.end());
  return order;
}

void NearestCentroids::settle(std::size_t row, std::uint32_t nearest, float score, float other) {
  nearest_[row] = nearest;
  own_[row] = score;
  other_[row] = other;
}

/// Scores all centroids for the given rows.
void NearestCentroids::score_all(const RowMatrix& centroids, const Eigen::VectorXf& half_norms,
                                 const std::vector<Eigen::Index>& which) {
  std::vector<std::span<const Eigen::Index>> blocks;
  for (std::size_t begin = 0, end = 0; begin < which.size(); begin = end) {
    const std::size_t group = static_cast<std::size_t>(which[begin]) / kRowsPerGroup;
    while (end < which.size() && end < begin + kRowsPerBlock &&
           static_cast<std::size_t>(which[end]) / kRowsPerGroup == group) {
      ++end;
    }
    blocks.push_back(std::span(which).subspan(begin, end - begin));
  }
  parallel_blocks(threads_, blocks.size(), 1, [&](std::size_t b, std::size_t /*end*/) {
    const std::span<const Eigen::Index> block = blocks[b];
    const auto size = static_cast<Eigen::Index>(block.size());
    RowMatrix scores;
    if (block.back() - block.front() == size - 1) {
      scores.noalias() = x_.middleRows(block.front(), size) * centroids.transpose();
    } else {
      scores.noalias() = RowMatrix(x_(block, Eigen::all)) * centroids.transpose();
    }
    for (std::size_t k = 0; k < block.size(); ++k) {
      const float* row = scores.data() + static_cast<Eigen::Index>(k) * scores.cols();
      const BestTwo found = best_two(row, half_norms.data(), scores.cols());
      settle(static_cast<std::size_t>(block[k]), found.place, found.best, shortest(found.second));
    }
  });
}

/// Scores the centroids that moved far for all rows; returns the rows that this leaves undecided.
std::vector<Eigen::Index> NearestCentroids::score_far(const RowMatrix& centroids, const Eigen::VectorXf& half_norms,
                                                      const std::vector<std::uint32_t>& far, float rest) {
  const RowMatrix far_centroids = centroids(far, Eigen::all);
  const Eigen::RowVectorXf far_norms = half_norms(far);
  const std::size_t rows = nearest_.size();
  std::vector<std::vector<Eigen::Index>> in_doubt((rows + kRowsPerBlock - 1) / kRowsPerBlock);
  parallel_blocks(threads_, rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    RowMatrix scores;
    if (!far.empty()) {
      scores.noalias() = x_.middleRows(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin)) *
                         far_centroids.transpose();
    }
    for (std::size_t i = begin; i < end; ++i) {
      const float others = other_[i] - rest;
      if (others <= longest(own_[i])) {
        in_doubt[begin / kRowsPerBlock].push_back(static_cast<Eigen::Index>(i));
        continue;
      }
      other_[i] = others;
      if (far.empty()) {
        continue;
      }
      auto row = scores.row(static_cast<Eigen::Index>(i - begin));
      const auto own = std::lower_bound(far.begin(), far.end(), nearest_[i]);
      if (own != far.end() && *own == nearest_[i]) {
        row(own - far.begin()) = -std::numeric_limits<float>::infinity();
      }
      const BestTwo found = best_two(row.data(), far_norms.data(), row.size());
      if (found.best < own_[i] - kDoubt) {
        other_[i] = std::min(others, shortest(found.best));
      } else if (found.best > own_[i] + kDoubt && found.best > found.second + kDoubt) {
        settle(i, far[found.place], found.best, std::min({others, shortest(own_[i]), shortest(found.second)}));
      } else {
        in_doubt[begin / kRowsPerBlock].push_back(static_cast<Eigen::Index>(i));
      }
    }
  });
  std::vector<Eigen::Index> all;
  for (const auto& block : in_doubt) {
    all.insert(all.end(), block.begin(), block.end());
  }
  return all;
}

std::size_t NearestCentroids::follow(const RowMatrix& centroids) {
  const Eigen::VectorXf half_norms = 0.5F * centroids.rowwise().squaredNorm();
  const std::vector<std::uint32_t> before = nearest_;
  std::vector<std::uint32_t> far(static_cast<std::size_t>(centroids.rows()));
  float rest = 0.0F;
  if (centroids_.size() == centroids.size()) {
    std::vector<float> way(far.size());
    for (std::size_t r = 0; r < way.size(); ++r) {
      const auto row = static_cast<Eigen::Index>(r);
      way[r] = (centroids.row(row) - centroids_.row(row)).norm() * (1.0F + kDoubt);
    }
    measure_own(centroids, half_norms);
    far = choose_far(way, rest);
  }
  std::vector<Eigen::Index> in_doubt;
  if (far.size() < static_cast<std::size_t>(centroids.rows())) {
    in_doubt = score_far(centroids, half_norms, far, rest);
  } else {
    in_doubt.resize(nearest_.size());
    std::iota(in_doubt.begin(), in_doubt.end(), Eigen::Index{0});
  }
  score_all(centroids, half_norms, in_doubt);
  centroids_ = centroids;
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    changed += nearest_[i] != before[i] && (counts_.empty() || counts_[i] != 0) ? 1U : 0U;
  }
  return sum_over(ranks_, changed);
}

}  // namespace columnar
