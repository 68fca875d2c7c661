#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace columnar {

/// The number that a field is: digits with an optional sign, point and exponent, inf or nan. One too small for a double
/// is 0, one too large infinity; empty if the text is none.
[[nodiscard]] std::optional<double> number_of_text(std::string_view text) noexcept;

/// The number that a text gives as the weight of an edge.
struct WeightText {
  double value = 0.0;
  bool is_number = true;
  std::string problem;  ///< why it is no valid weight ("weight is negative: -3"); empty if it is one
};

/// Parses a weight. A number too small for a double is 0.
[[nodiscard]] WeightText weight_of_text(std::string_view text);

/// The weight of one edge among its named attributes: `weight`, else `value`, else `w`, in upper or lower case.
/// `weight` must be a number. `value` and `w` may hold other things; then they are no weight.
class EdgeWeight {
 public:
  /// How much an attribute of this name counts, 0 before 1; empty if it is no weight.
  [[nodiscard]] static std::optional<int> rank_of(std::string_view name);

  /// An attribute of the edge, by the rank of its name. An empty text is no weight.
  void offer(int rank, std::string_view text);

  /// The weight, if there is one. Throws Error(kInput) with the place and the reason if it is invalid.
  template <typename Place>
  [[nodiscard]] std::optional<double> value(const Place& place) const {
    if (rank_ == kNone) {
      return std::nullopt;
    }
    require_valid(best_.problem.empty() ? std::string() : place());
    return best_.value;
  }

 private:
  static constexpr int kNone = 3;

  void require_valid(const std::string& place) const;

  int rank_ = kNone;
  WeightText best_;
};

}  // namespace columnar
