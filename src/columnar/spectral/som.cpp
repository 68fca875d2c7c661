#include "columnar/spectral/som.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/spectral/passes.hpp"

namespace columnar {
namespace {

constexpr std::size_t kUnitsPerBlock = 16;
constexpr std::size_t kRowsPerBlock = 16;
constexpr float kLeastPull = 1e-3F;   ///< units with a weaker pull stay
constexpr double kRemembered = 10.0;  ///< rows per unit over which its wins are counted

/// The nearest unit of each row, by cosine less the unit's handicap.
std::vector<std::size_t> winners(const RowMatrix& rows, const RowMatrix& units, const Eigen::RowVectorXf& handicap,
                                 int threads) {
  std::vector<std::size_t> winner(static_cast<std::size_t>(rows.rows()));
  parallel_blocks(threads, winner.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    RowMatrix score =
        rows.middleRows(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin)) * units.transpose();
    score.rowwise() -= handicap;
    for (std::size_t i = begin; i < end; ++i) {
      Eigen::Index best = 0;
      score.row(static_cast<Eigen::Index>(i - begin)).maxCoeff(&best);
      winner[i] = static_cast<std::size_t>(best);
    }
  });
  return winner;
}

/// How often each unit has won recently, relative to its share: 1 if all win equally.
class WinRates {
 public:
  explicit WinRates(Eigen::Index units) : rates_(Eigen::RowVectorXf::Ones(units)) {}

  void count(const std::vector<std::size_t>& winner) {
    const auto units = static_cast<double>(rates_.size());
    const auto shown = static_cast<double>(winner.size());
    const double kept = std::pow(1.0 - 1.0 / (kRemembered * units), shown);
    rates_ *= static_cast<float>(kept);
    const auto win = static_cast<float>((1.0 - kept) * units / shown);
    for (const std::size_t unit : winner) {
      rates_(static_cast<Eigen::Index>(unit)) += win;
    }
  }
  [[nodiscard]] Eigen::RowVectorXf handicap(double conscience) const {
    return static_cast<float>(conscience) * (rates_.array() - 1.0F);
  }

 private:
  Eigen::RowVectorXf rates_;
};

/// Each row pulls the units around its winner, in row order; units have unit length before and after.
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
  // Among widths slightly above a square's, prefers one that leaves no short row.
  for (std::size_t width = columns_; width <= columns_ + columns_ / 2; ++width) {
    if (units % width == 0) {
      columns_ = width;
      break;
    }
  }
}

std::size_t MapGrid::longest() const noexcept { return std::max(columns_, (units_ + columns_ - 1) / columns_); }

double MapGrid::squared_distance(std::size_t a, std::size_t b) const noexcept {
  const std::size_t row_a = a / columns_;
  const std::size_t row_b = b / columns_;
  const double down = static_cast<double>(row_a) - static_cast<double>(row_b);
  const double across = static_cast<double>(a % columns_) - static_cast<double>(b % columns_);
  return down * down + across * across;
}

RowMatrix self_organising_map(const RowMatrix& x, Eigen::Index units, const SpectralConfig& config, std::uint64_t seed,
                              const RunContext& context) {
  const auto count = static_cast<std::size_t>(x.rows());
  const KeyedRandom start(seed, Purpose::kMapStart);
  RowMatrix map(units, x.cols());
  for (Eigen::Index r = 0; r < units; ++r) {
    map.row(r) = x.row(static_cast<Eigen::Index>(start.below(count, static_cast<std::uint64_t>(r), 0)));
  }
  std::vector<Eigen::Index> all(count);
  std::iota(all.begin(), all.end(), Eigen::Index{0});
  const MapGrid grid(static_cast<std::size_t>(units));
  WinRates wins(units);
  const double widest = std::max(config.som_radius, 0.5 * static_cast<double>(grid.longest()));
  show_in_passes(all, passes_over(count, config.som_presentations), config.gha_block,
                 KeyedRandom(seed, Purpose::kMapOrder), [&](std::span<const Eigen::Index> block, double done) {
                   const RowMatrix rows = x(block, Eigen::all);
                   const auto winner = winners(rows, map, wins.handicap(config.som_conscience), context.threads);
                   wins.count(winner);
                   const double radius = widest * std::pow(config.som_radius / widest, done);
                   pull(rows, winner, grid, config.som_rate * (1.0 - done), radius, map, context.threads);
                   context.advance(done);
                 });
  return map;
}

}  // namespace columnar
