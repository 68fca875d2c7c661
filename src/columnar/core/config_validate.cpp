#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <type_traits>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"
#include "columnar/kernels/float_lanes.hpp"

namespace columnar {
namespace {

constexpr double kTiny = 1e-6;  ///< the least of a temperature, time or bias: below, divisions leave the floats
constexpr double kHuge = 1e6;

/// What a field may be by itself. Fields that are not listed are finite and not negative. Upper bounds keep sizes from
/// overflowing and memory from being asked for that no machine has; none of them is near a sensible value.
const std::map<std::string_view, FieldRange>& ranges() {
  static const std::map<std::string_view, FieldRange> table{
      {"walks_per_node", {1, 100'000}},
      {"walk_length", {2, 100'000}},
      {"window", {1, 100'000}},
      {"return_p", {kTiny, kHuge}},
      {"inout_q", {kTiny, kHuge}},
      {"discount", {0, kHuge}},
      {"minimum_count", {1, kHuge}},
      {"modulator_clip", {0, kHuge}},
      {"spectral_clip", {0, kHuge}},
      {"rank", {1, 4096}},
      {"spectrum_power", {0, 4}},
      {"smoothing", {0, 1000}},
      {"power_iterations", {0, 1000}},
      {"oversampling", {0, 4096}},
      {"regions", {1, 32'768}},
      {"kmeans_iterations", {1, 100'000}},
      {"gha_presentations", {1, 1e15}},
      {"gha_rate", {kTiny, 100}},
      {"gha_block", {1, 4096}},
      {"som_presentations", {1, 1e15}},
      {"som_rate", {kTiny, 1}},
      {"som_radius", {0.01, kHuge}},
      {"som_conscience", {0, 1000}},
      {"nrw_regions", {1, std::numeric_limits<std::uint32_t>::max()}},
      {"nrw_temperature", {kTiny, kHuge}},
      {"cra_temperature", {kTiny, kHuge}},
      {"class_bits", {1, 65'535}},
      {"class_hops", {1, 64}},
      {"projection_bits", {1, 65'535}},
      {"identity_bits", {1, 65'535}},
      {"columns", {1, 32'768}},
      {"cells_per_column", {1, 64}},
      {"active_columns", {1, 32'768}},
      {"drive_scale", {kTiny, kHuge}},
      {"drive_exponent", {0, 4}},
      {"identity_gain", {0, kHuge}},
      {"lateral_gain", {0, kHuge}},
      {"membrane_time", {1, kHuge}},
      {"time_steps", {1, 10'000}},
      {"rate_time", {kTiny, kHuge}},
      {"initial_threshold", {kTiny, kHuge}},
      {"minimum_threshold", {kTiny, kHuge}},
      {"maximum_threshold", {kTiny, kHuge}},
      {"initial_weight", {kTiny, 0.5}},
      {"bcm_rate", {0, 1000}},
      {"bcm_threshold_rate", {0, 1}},
      {"anti_ce_rate", {0, 1000}},
      {"anti_ce_temperature", {kTiny, kHuge}},
      {"lateral_rate", {0, 1}},
      {"intrinsic_rate", {0, 1000}},
      {"intrinsic_interval", {1, std::numeric_limits<std::uint32_t>::max()}},
      {"settling_rounds", {0, 10'000}},
      {"firing_average_rate", {0, 1}},
      {"outstar_rate", {0, 1}},
      {"presentations", {0, 1e15}},
      {"outstar_presentations", {0, 1e15}},
      {"block", {1, 65'536}},
      {"l5a_size", {1, 65'535}},
      {"l5a_active", {1, 65'535}},
      {"topographic_gain", {0, kHuge}},
      {"readout_gain", {0, kHuge}},
      {"tie_break", {0, 1000}},
      {"tie_break_rounds", {0, 1000}},
      {"l6_size", {1, 65'535}},
      {"l6_active", {0, 32'767}},
      {"l6_fan", {1, 1024}},
      {"local_walks", {1, 100'000}},
      {"update_drift", {0, 1}},
      {"update_presentations", {0, 1000}},
  };
  return table;
}

[[noreturn]] void refuse(std::string_view flag, const std::string& reason) {
  throw Error(ErrorCode::kConfig, fmt::format("{}: {}", flag, reason));
}

template <class Field>
void check_range(const FieldInfo& info, const Field& field) {
  const FieldRange range = range_of(info.name);
  const auto value = static_cast<double>(field);
  if (!std::isfinite(value)) {
    refuse(flag_of(info.name), "must be a finite number");
  }
  if (value >= range.least && value <= range.most) {
    return;
  }
  if (range.most == std::numeric_limits<double>::max()) {
    refuse(flag_of(info.name), fmt::format("{} is below {}", field, range.least));
  }
  if constexpr (std::is_integral_v<Field>) {  // as the command says it
    refuse(flag_of(info.name),
           fmt::format("must be a whole number from {} to {}, not '{}'", range.least, range.most, field));
  } else {
    refuse(flag_of(info.name), fmt::format("{} is not between {} and {}", field, range.least, range.most));
  }
}

/// Bounds the work that a stored model can ask for when it encodes one new node.
void check_living(const Config& config) {
  constexpr std::uint64_t kMaxSteps = 100'000;
  const std::uint64_t steps = std::uint64_t{config.living.local_walks} * config.walks.reach();
  if (steps > kMaxSteps) {
    refuse("--local-walks", fmt::format("{} walks of {} steps (--window) are {} steps a node; at most {}",
                                        config.living.local_walks, config.walks.reach(), steps, kMaxSteps));
  }
}

void check_walks(const WalkConfig& walks) {
  constexpr std::uint64_t kMaxSteps = 1'000'000;
  const std::uint64_t steps = std::uint64_t{walks.walks_per_node} * walks.walk_length;
  if (steps > kMaxSteps) {
    refuse("--walks-per-node", fmt::format("{} walks of {} nodes are {} steps a node; at most {}", walks.walks_per_node,
                                           walks.walk_length, steps, kMaxSteps));
  }
}

void check_l4(const L4Config& l4) {
  constexpr std::uint32_t kMaxWidth = 65'536;
  if (l4.class_active > l4.class_bits) {
    refuse("--class-active", fmt::format("{} active of {} bits", l4.class_active, l4.class_bits));
  }
  if (l4.identity_active > l4.identity_bits) {
    refuse("--identity-active", fmt::format("{} active of {} bits", l4.identity_active, l4.identity_bits));
  }
  if (l4.active() == 0) {
    refuse("--class-active", "no active bit in L4: both the class and the identity code are empty");
  }
  if (l4.projection_bits > l4.class_bits) {
    refuse("--projection-bits", fmt::format("{} random bits of {}", l4.projection_bits, l4.class_bits));
  }
  if (l4.width() > kMaxWidth) {
    refuse("--class-bits",
           fmt::format("{} class and {} identity bits are more than {}", l4.class_bits, l4.identity_bits, kMaxWidth));
  }
}

void check_columns(const Config& config) {
  const ColumnConfig& l23 = config.l23;
  const ReadoutConfig& readout = config.readout;
  if (l23.active_columns > l23.columns) {
    refuse("--active-columns", fmt::format("{} winners of {} columns", l23.active_columns, l23.columns));
  }
  if (readout.l5a_active > readout.l5a_size) {
    refuse("--l5a-active", fmt::format("{} active of {} neurons", readout.l5a_active, readout.l5a_size));
  }
  if (readout.teacher_skips > l23.active_columns) {
    refuse("--teacher-skips",
           fmt::format("{} of {} winning columns left out", readout.teacher_skips, l23.active_columns));
  }
  const std::uint64_t ranked = std::uint64_t{l23.active_columns} + readout.l5a_active;
  if (config.eligibility.candidate_columns < std::min<std::uint64_t>(ranked, l23.columns)) {
    refuse("--candidate-columns",
           fmt::format("{} candidates for {} winners and {} runner-ups", config.eligibility.candidate_columns,
                       l23.active_columns, readout.l5a_active));
  }
  if (l23.initial_threshold < l23.minimum_threshold || l23.initial_threshold > l23.maximum_threshold) {
    refuse("--initial-threshold", fmt::format("{} is not between --minimum-threshold {} and --maximum-threshold {}",
                                              l23.initial_threshold, l23.minimum_threshold, l23.maximum_threshold));
  }
}

void check_l6(const L6Config& l6) {
  if (l6.l6_active > l6.l6_size / 2) {  // nodes that hear few must find neurons of their own
    refuse("--l6-active", fmt::format("{} active of {} neurons; at most half", l6.l6_active, l6.l6_size));
  }
}

/// Sizes that are products of several fields.
void check_sizes(const Config& config) {
  constexpr std::uint64_t kMaxCodeWidth = 65'536;                // a bit's index is stored in 16 bits
  constexpr std::uint64_t kMaxWeights = std::uint64_t{1} << 30;  // 4 GiB of floats in one array
  const ColumnConfig& l23 = config.l23;
  const std::uint64_t cells = std::uint64_t{l23.columns} * l23.cells_per_column;
  const std::uint64_t l6_size = config.l6.l6_active > 0 ? config.l6.l6_size : 0;
  const std::uint64_t width = cells + config.readout.l5a_size + l6_size;
  if (width > kMaxCodeWidth) {
    refuse("--columns",
           fmt::format("{} columns of {} cells, {} L5a and {} L6 neurons make codes of {} bits; at most {}",
                       l23.columns, l23.cells_per_column, config.readout.l5a_size, l6_size, width, kMaxCodeWidth));
  }
  const std::uint64_t padded = lanes_of(l23.cells_per_column);
  const std::uint64_t synapses = l23.columns * padded * config.l4.width();
  if (synapses > kMaxWeights) {
    refuse("--columns", fmt::format("{} columns and {} L4 bits need {} weights; at most {}", l23.columns,
                                    config.l4.width(), synapses, kMaxWeights));
  }
  if (cells * config.readout.l5a_size > kMaxWeights) {
    refuse("--l5a-size", fmt::format("{} neurons that read {} cells need {} weights; at most {}",
                                     config.readout.l5a_size, cells, cells * config.readout.l5a_size, kMaxWeights));
  }
}

}  // namespace

FieldRange range_of(std::string_view field) {
  const auto found = ranges().find(field);
  return found == ranges().end() ? FieldRange{} : found->second;
}

void validate(const Config& config) {
  visit_fields(config, [](const FieldInfo& info, const auto& field) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(field)>> &&
                  !std::is_same_v<std::remove_cvref_t<decltype(field)>, bool>) {
      if (info.name != "seed") {  // any 64 bits are a seed
        check_range(info, field);
      }
    }
  });
  check_walks(config.walks);
  check_living(config);
  check_l4(config.l4);
  check_columns(config);
  check_l6(config.l6);
  check_sizes(config);
}

}  // namespace columnar
