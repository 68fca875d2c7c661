#pragma once

#include <cstddef>
#include <span>

namespace columnar {

/// A row of weights that move toward patterns with few active places: w += η · (pattern - w). All fade at every step,
/// so the row is kept as a factor times what is stored, and a step touches the active places alone. The destructor
/// writes the true weights.
class FadingRow {
 public:
  FadingRow(std::span<float> row, float rate) noexcept : row_(row), rate_(rate) {}
  ~FadingRow() { settle(); }
  FadingRow(const FadingRow&) = delete;
  FadingRow& operator=(const FadingRow&) = delete;

  /// The step of all weights toward 0. Returns what is to be added to the stored weight of an active place.
  float fade() noexcept {
    constexpr float kFaintest = 1e-12F;
    factor_ *= 1.0F - rate_;
    if (factor_ < kFaintest) {
      settle();
    }
    return rate_ / factor_;
  }
  /// A weight, as it is stored.
  [[nodiscard]] float& operator[](std::size_t place) noexcept { return row_[place]; }

 private:
  void settle() noexcept {
    for (float& weight : row_) {
      weight *= factor_;
    }
    factor_ = 1.0F;
  }

  std::span<float> row_;
  float rate_;
  float factor_ = 1.0F;
};

}  // namespace columnar
