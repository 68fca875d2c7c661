#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/error.hpp"
#include "columnar/ppmi/local_pairs.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Checks the parts that models and checkpoints share. Each check throws Error(code) that begins with `place` unless
/// training could have made the part. The config must be validated, so that no product of its sizes overflows.
class PartCheck {
 public:
  PartCheck(std::string place, ErrorCode code) : place_(std::move(place)), code_(code) {}

  [[noreturn]] void fail(const std::string& reason) const { throw Error(code_, place_ + ": " + reason); }
  void expect_size(std::string_view what, std::size_t size, std::size_t wanted) const;
  /// A NaN is within no bounds.
  void expect_within(std::string_view what, std::span<const float> values, float least, float most) const;
  /// 32 hexadecimal digits.
  void digest(const std::string& digest) const;
  void marginals(const Marginals& marginals) const;
  /// Every row is a unit vector, or zero where there is no direction.
  void unit_rows(std::string_view what, const RowMatrix& rows) const;
  void regions(std::span<const std::uint32_t> regions, const RowMatrix& centroids, const Config& config) const;
  /// Sizes and bounds of the cortex. Running sums of weights accumulate rounding during learning, so they only have to
  /// be finite here.
  void cortex(const CortexState& cortex, const Config& config) const;
  /// The sums of weights are exact, as after the end of a stage.
  void weight_sums(const CortexState& cortex) const;

 private:
  std::string place_;
  ErrorCode code_;
};

}  // namespace columnar
