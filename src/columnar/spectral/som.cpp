#include "columnar/spectral/som.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"

namespace columnar {
namespace {

constexpr std::size_t kUnitsPerBlock = 16;
constexpr std::size_t kRowsPerBlock = 16;
constexpr float kLeastPull = 1e-3F;  ///< a unit that would be pulled less stays where it is

void shuffle(std::vector<Eigen::Index>& order, const KeyedRandom& random, std::uint64_t key) {
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[random.below(i, key, i)]);
  }
}

/// The unit nearest to each of the rows.
std::vector<std::size_t> winners(const RowMatrix& rows, const RowMatrix& units, int threads) {
  std::vector<std::size_t> winner(static_cast<std::size_t>(rows.rows()));
  parallel_blocks(threads, winner.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    const RowMatrix score =
        rows.middleRows(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin)) * units.transpose();
    for (std::size_t i = begin; i < end; ++i) {
      Eigen::Index best = 0;
      score.row(static_cast<Eigen::Index>(i - begin)).maxCoeff(&best);
      winner[i] = static_cast<std::size_t>(best);
    }
  });
  return winner;
}

/// Each row pulls the units around its winner, in the order of the rows; units are of unit length before and after.
void pull(const RowMatrix& rows, const std::vector<std::size_t>& winner, const MapGrid& grid, double rate,
          double radius, RowMatrix& units, int threads) {
  const double spread = 1.0 / (2.0 * radius * radius);
  parallel_blocks(
      threads, static_cast<std::size_t>(units.rows()), kUnitsPerBlock, [&](std::size_t begin, std::size_t end) {
        for (std::size_t r = begin; r < end; ++r) {
          auto unit = units.row(static_cast<Eigen::Index>(r));
          for (std::size_t t = 0; t < winner.size(); ++t) {
            const auto share = static_cast<float>(rate * std::exp(-spread * grid.squared_distance(winner[t], r)));
            if (share >= kLeastPull) {
              unit += share * (rows.row(static_cast<Eigen::Index>(t)) - unit);
            }
          }
          const float length = unit.norm();
          if (length > 0.0F) {
            unit /= length;
          }
        }
      });
}

}  // namespace

MapGrid::MapGrid(std::size_t units) noexcept
    : units_(units), columns_(static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(units))))) {
  // Of the widths a little above a square's, one that leaves no row short.
  for (std::size_t width = columns_; width <= columns_ + columns_ / 2; ++width) {
    if (units % width == 0) {
      columns_ = width;
      break;
    }
  }
}

std::size_t MapGrid::longest() const noexcept { return std::max(columns_, (units_ + columns_ - 1) / columns_); }

double MapGrid::squared_distance(std::size_t a, std::size_t b) const noexcept {
  const double down = static_cast<double>(a / columns_) - static_cast<double>(b / columns_);
  const double across = static_cast<double>(a % columns_) - static_cast<double>(b % columns_);
  return down * down + across * across;
}

RowMatrix self_organising_map(const RowMatrix& x, Eigen::Index units, const SpectralConfig& config, std::uint64_t seed,
                              const RunContext& context) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(x.rows()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  shuffle(order, KeyedRandom(seed, Purpose::kMapStart), 0);
  RowMatrix map = x(std::span(order).first(static_cast<std::size_t>(units)), Eigen::all);

  const MapGrid grid(static_cast<std::size_t>(units));
  const double widest = std::max(config.som_radius, 0.5 * static_cast<double>(grid.longest()));
  const KeyedRandom random(seed, Purpose::kMapOrder);
  const double all = static_cast<double>(order.size()) * config.som_epochs;
  double seen = 0.0;
  for (std::uint64_t epoch = 0; epoch < config.som_epochs; ++epoch) {
    shuffle(order, random, epoch);
    for (std::size_t begin = 0; begin < order.size(); begin += config.gha_block) {
      const auto block = std::span(order).subspan(begin, std::min<std::size_t>(config.gha_block, order.size() - begin));
      const RowMatrix rows = x(block, Eigen::all);
      const double done = seen / all;
      pull(rows, winners(rows, map, context.threads), grid, config.som_rate * (1.0 - done),
           widest * std::pow(config.som_radius / widest, done), map, context.threads);
      seen += static_cast<double>(block.size());
      context.advance(seen / all);
    }
  }
  return map;
}

}  // namespace columnar
