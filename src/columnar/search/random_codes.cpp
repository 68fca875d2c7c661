#include "columnar/search/random_codes.hpp"

#include <algorithm>
#include <cstddef>

namespace columnar {
namespace {

double share(std::size_t part, std::size_t whole) { return static_cast<double>(part) / static_cast<double>(whole); }

/// Distribution of the number of marked places among `active` draws from `places` without replacement; starts without
/// marks.
class DrawnMarks {
 public:
  DrawnMarks(std::size_t places, std::size_t active) : places_(places), active_(active), probability_(1, 1.0) {}

  /// Marks one more place. With x marked places drawn, the other active - x draws are uniform over the remaining
  /// places.
  void mark() {
    const std::size_t left = places_ - marked_;
    if (probability_.size() <= active_) {
      probability_.push_back(0.0);
    }
    for (std::size_t x = probability_.size(); x-- > 0;) {
      const std::size_t draws = active_ - x;
      const double stays = draws < left ? share(left - draws, left) : 0.0;
      probability_[x] = probability_[x] * stays + (x > 0 ? probability_[x - 1] * share(draws + 1, left) : 0.0);
    }
    ++marked_;
  }

  [[nodiscard]] const std::vector<double>& probability() const noexcept { return probability_; }

 private:
  std::size_t places_;
  std::size_t active_;
  std::size_t marked_ = 0;
  std::vector<double> probability_;  ///< of x drawn marks, x = 0, 1, …, as far as possible
};

/// Overlap in L2/3. Give every column, drawn or not, a uniformly drawn cell: that changes nothing for the
/// drawn columns, and makes the number of columns whose cell is in the pattern a sum of independent variables.
std::vector<double> column_overlaps(const SdrShape& shape, std::span<const std::uint16_t> pattern) {
  std::vector<double> meets{1.0};  // probability of h such columns
  std::size_t columns = 0;         // in the pattern
  for (std::size_t i = 0; i < pattern.size();) {
    const std::uint32_t column = pattern[i] / shape.cells_per_column;
    std::size_t end = i;
    while (end < pattern.size() && pattern[end] / shape.cells_per_column == column) {
      ++end;
    }
    const double met = share(end - i, shape.cells_per_column);
    const double missed = share(shape.cells_per_column - (end - i), shape.cells_per_column);
    meets.push_back(0.0);
    for (std::size_t h = meets.size(); h-- > 0;) {
      meets[h] = meets[h] * missed + (h > 0 ? meets[h - 1] * met : 0.0);
    }
    ++columns;
    i = end;
  }
  DrawnMarks drawn(shape.columns, shape.active_columns);
  std::vector<double> overlaps(std::min<std::size_t>(columns, shape.active_columns) + 1, 0.0);
  for (std::size_t h = 0; h <= columns; ++h) {
    const std::vector<double>& probability = drawn.probability();
    for (std::size_t x = 0; x < probability.size(); ++x) {
      overlaps[x] += meets[h] * probability[x];
    }
    if (h < columns) {
      drawn.mark();
    }
  }
  return overlaps;
}

/// Overlap in a layer of which `marks` bits are in the pattern.
std::vector<double> bit_overlaps(const LayerPart& part, std::size_t marks) {
  DrawnMarks drawn(part.width, part.active);
  for (std::size_t i = 0; i < marks; ++i) {
    drawn.mark();
  }
  return drawn.probability();
}

/// The distribution of the sum of two independent variables.
std::vector<double> sum_of(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> sum(a.size() + b.size() - 1, 0.0);
  for (std::size_t x = 0; x < a.size(); ++x) {
    for (std::size_t y = 0; y < b.size(); ++y) {
      sum[x + y] += a[x] * b[y];
    }
  }
  return sum;
}

}  // namespace

std::vector<double> random_code_overlap(const SdrShape& shape, std::span<const std::uint16_t> pattern) {
  const auto place_of = [&](std::uint32_t bit) {
    return static_cast<std::size_t>(std::lower_bound(pattern.begin(), pattern.end(), bit) - pattern.begin());
  };
  std::vector<double> chance{1.0};
  if (shape.has_l23()) {
    chance = column_overlaps(shape, pattern.first(place_of(shape.l23().end())));
  }
  for (const LayerPart& part : {shape.l5a(), shape.l6()}) {
    if (part.width > 0) {
      chance = sum_of(chance, bit_overlaps(part, place_of(part.end()) - place_of(part.begin)));
    }
  }
  for (std::size_t t = chance.size() - 1; t-- > 0;) {  // from the smallest up
    chance[t] += chance[t + 1];
  }
  chance[0] = 1.0;
  return chance;
}

}  // namespace columnar
