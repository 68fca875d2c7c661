#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <string_view>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/role_share.hpp"
#include "columnar/error.hpp"
#include "columnar/kernels/float_lanes.hpp"

namespace columnar {
namespace {

[[noreturn]] void refuse(std::string_view flag, const std::string& reason) {
  throw Error(ErrorCode::kConfig, fmt::format("{}: {}", flag, reason));
}

template <std::integral Whole>
void require_whole_in_range(const FieldInfo& info, Whole value) {
  const auto [least, most] = whole_range<Whole>(info.range);
  if (value < least || value > most) {  // as the command says it
    refuse(flag_of(info.name), fmt::format("must be a whole number from {} to {}, not '{}'", least, most, value));
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

/// Either population has a column that wins and a neuron that is active.
void check_roles(const Config& config) {
  if (config.roles.roles == 0.0) {
    return;
  }
  if (config.l23.active_columns < 2 || config.readout.l5a_active < 2 || config.spectral.regions < 2) {
    refuse("--roles", fmt::format("{} active columns, {} active neurons of L5a and {} regions cannot be shared; at "
                                  "least 2 of each",
                                  config.l23.active_columns, config.readout.l5a_active, config.spectral.regions));
  }
  check_columns(place_config(config));
  check_columns(role_config(config));
}

}  // namespace

void require_in_range(const FieldInfo& info, std::uint64_t value) { require_whole_in_range(info, value); }
void require_in_range(const FieldInfo& info, std::uint32_t value) { require_whole_in_range(info, value); }
void require_in_range(const FieldInfo& info, double value) {
  const FieldRange& range = info.range;
  if (!std::isfinite(value)) {
    refuse(flag_of(info.name), "must be a finite number");
  }
  if (value < range.least || value > range.most || (range.above_least && value == range.least)) {
    const std::string wanted = range.above_least ? fmt::format("above {} and at most {}", range.least, range.most)
                                                 : fmt::format("between {} and {}", range.least, range.most);
    refuse(flag_of(info.name), fmt::format("{} is not {}", value, wanted));
  }
}

void validate(const Config& config) {
  visit_fields(config, [](const FieldInfo& info, const auto& field) { require_in_range(info, field); });
  check_walks(config.walks);
  check_living(config);
  check_l4(config.l4);
  check_columns(config);
  check_l6(config.l6);
  check_sizes(config);
  check_roles(config);
}

}  // namespace columnar
