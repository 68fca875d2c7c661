#pragma once

#include <cstddef>
#include <span>

namespace columnar {

/// A row of weights that move towards patterns with few active places: w += η · (pattern - w). Every weight decays at
/// every step, so the row is stored as a common factor times stored values, and a step touches only the active places.
/// The
/// destructor writes the true weights.
class FadingRow {
 public:
  FadingRow(std::span<float> row, float rate) noexcept : row_(row), rate_(rate) {}
  ~FadingRow() { settle(); }
  FadingRow(const FadingRow&) = delete;
  FadingRow& operator=(const FadingRow&) = delete;

  /// Decays all weights towards 0. Returns the amount to add to the stored value of each active place.
  float fade() noexcept {
    constexpr float kFaintest = 1e-12F;
    factor_ *= 1.0F - rate_;
    if (factor_ < kFaintest) {
      settle();
    }
    return rate_ / factor_;
  }
  /// A stored value.
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
