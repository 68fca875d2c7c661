#include "columnar_lab/baselines/baseline_config.hpp"

#include <fmt/format.h>

#include "columnar/error.hpp"

namespace columnar {

void validate(const BaselineConfig& config) {
  visit_fields(config, [](const FieldInfo& info, const auto& field) { require_in_range(info, field); });
}

void validate(const WalkConfig& walks) {
  Config config;
  config.walks = walks;
  validate(config);
}

void validate(const BaselineConfig& config, std::size_t nodes) {
  constexpr std::uint64_t kMaxFloats = std::uint64_t{1} << 36;  // 256 GiB
  validate(config);
  if (nodes > kMaxFloats / config.dimensions) {
    throw Error(ErrorCode::kConfig, fmt::format("--dimensions: {} nodes of {} floats are more than {} floats", nodes,
                                                config.dimensions, kMaxFloats));
  }
}

}  // namespace columnar
