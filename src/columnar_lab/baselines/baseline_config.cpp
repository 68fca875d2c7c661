#include "columnar_lab/baselines/baseline_config.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"

namespace columnar {
namespace {

/// Upper bounds keep sizes from overflowing; none of them is near a sensible value.
constexpr std::uint32_t kMaxDimensions = 16'384;
constexpr std::uint32_t kMaxEpochs = 100'000;
constexpr std::uint32_t kMaxNegatives = 1000;
constexpr std::uint32_t kMaxLineSamples = 1'000'000'000;
constexpr double kMaxLearningRate = 1.0;
constexpr std::uint64_t kMaxFloats = std::uint64_t{1} << 36;  // 256 GiB

void check(std::string_view flag, std::uint32_t value, std::uint32_t most) {
  if (value < 1 || value > most) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: {} is not between 1 and {}", flag, value, most));
  }
}

}  // namespace

void validate(const BaselineConfig& config) {
  check("--dimensions", config.dimensions, kMaxDimensions);
  check("--epochs", config.epochs, kMaxEpochs);
  check("--negatives", config.negatives, kMaxNegatives);
  check("--line-samples", config.line_samples, kMaxLineSamples);
  if (!std::isfinite(config.learning_rate)) {
    throw Error(ErrorCode::kConfig, "--learning-rate: must be a finite number");
  }
  if (config.learning_rate <= 0.0 || config.learning_rate > kMaxLearningRate) {
    throw Error(ErrorCode::kConfig, fmt::format("--learning-rate: {} is not above 0 and at most {}",
                                                config.learning_rate, kMaxLearningRate));
  }
}

void validate(const WalkConfig& walks) {
  Config config;
  config.walks = walks;
  validate(config);
}

void validate(const BaselineConfig& config, std::size_t nodes) {
  validate(config);
  if (nodes > kMaxFloats / config.dimensions) {
    throw Error(ErrorCode::kConfig, fmt::format("--dimensions: {} nodes of {} floats are more than {} floats", nodes,
                                                config.dimensions, kMaxFloats));
  }
}

}  // namespace columnar
