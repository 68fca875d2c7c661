#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"

namespace columnar::testing_support {

/// Sizes at which a fit takes milliseconds.
inline Config quick_config() {
  Config config;
  config.walks.walks_per_node = 4;
  config.walks.walk_length = 8;
  config.spectral.rank = 6;
  config.spectral.oversampling = 4;
  config.spectral.regions = 8;
  config.spectral.gha_presentations = 100;
  config.spectral.som_presentations = 100;
  config.eligibility.nrw_regions = 5;
  config.eligibility.candidate_columns = 12;
  config.l4.class_bits = 30;
  config.l4.class_active = 5;
  config.l4.identity_bits = 20;
  config.l4.identity_active = 4;
  config.l23.columns = 12;
  config.l23.cells_per_column = 3;
  config.l23.active_columns = 3;
  config.training.presentations = 300;
  config.training.competing_columns = 6;
  config.training.block = 32;
  config.training.outstar_presentations = 60;
  config.readout.l5a_size = 10;
  config.readout.l5a_active = 4;
  config.readout.tie_break_rounds = 4;
  config.l6.l6_size = 16;
  config.l6.l6_active = 4;
  config.l6.l6_fan = 3;
  return config;
}

[[nodiscard]] inline bool is_valid(const Config& config) {
  try {
    validate(config);
  } catch (const Error&) {
    return false;
  }
  return true;
}

/// Sets the field of that name, if it is of type Field.
template <class Field>
void set_field(Config& config, std::string_view name, Field value) {
  visit_fields(config, [&](const FieldInfo& info, auto& field) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, Field>) {
      if (info.name == name) {
        field = value;
      }
    }
  });
}

/// The names of all fields of a type.
template <class Field>
std::vector<std::string_view> fields_of() {
  std::vector<std::string_view> names;
  const Config config;
  visit_fields(config, [&](const FieldInfo& info, const auto& field) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(field)>, Field>) {
      names.push_back(info.name);
    }
  });
  return names;
}

/// The smallest and the largest value that `config` may have in a field; found by asking validate.
[[nodiscard]] inline std::vector<double> limits_of(const Config& config, std::string_view field) {
  std::vector<double> found;
  for (const auto& candidates : {std::vector<double>{0.0, 1e-6, 0.01, 0.6, 1.0, 2.55},
                                 std::vector<double>{1e300, 1e6, 1000.0, 100.0, 10.0, 4.0, 2.55, 1.0, 0.5}}) {
    for (const double value : candidates) {
      Config changed = config;
      set_field(changed, field, value);
      if (is_valid(changed)) {
        found.push_back(value);
        break;
      }
    }
  }
  return found;
}

/// A valid config of small sizes: every switch either way, sizes of all layers, both spectral methods.
struct AnyConfig {
  Config config;
};

inline std::ostream& operator<<(std::ostream& out, const AnyConfig& any) { return out << config_to_json(any.config); }

}  // namespace columnar::testing_support

namespace rc {

template <>
struct Arbitrary<columnar::testing_support::AnyConfig> {
  static Gen<columnar::testing_support::AnyConfig> arbitrary() {
    using namespace columnar;
    using namespace columnar::testing_support;
    return gen::map(gen::container<std::vector<std::uint32_t>>(40, gen::inRange<std::uint32_t>(0, 1000)),
                    [](const std::vector<std::uint32_t>& numbers) {
                      std::size_t used = 0;
                      const auto next = [&] { return numbers[used++ % numbers.size()]; };
                      const auto up_to = [&](std::uint32_t most) { return 1 + next() % most; };
                      AnyConfig any{quick_config()};
                      Config& c = any.config;
                      for (const std::string_view name : fields_of<bool>()) {
                        set_field(c, name, next() % 2 == 0);
                      }
                      c.seed = next();
                      c.spectral.method = next() % 2 == 0 ? SpectralMethod::kSvd : SpectralMethod::kGha;
                      c.spectral.rank = up_to(9);
                      c.spectral.regions = up_to(12);
                      c.eligibility.nrw_regions = up_to(14);
                      c.l4.class_bits = up_to(100);
                      c.l4.class_active = next() % (c.l4.class_bits + 1);
                      c.l4.projection_bits = up_to(c.l4.class_bits);
                      c.l4.class_hops = up_to(4);
                      c.l4.identity_bits = up_to(30);
                      c.l4.identity_active = up_to(c.l4.identity_bits);
                      c.l23.columns = up_to(25);
                      c.l23.cells_per_column = up_to(17);
                      c.l23.active_columns = up_to(c.l23.columns);
                      c.readout.l5a_size = up_to(40);
                      c.readout.l5a_active = up_to(c.readout.l5a_size);
                      c.readout.teacher_skips = next() % (c.l23.active_columns + 1);
                      c.readout.tie_break_rounds = next() % 3;
                      c.eligibility.candidate_columns = c.l23.active_columns + c.readout.l5a_active + next() % 5;
                      c.training.competing_columns = next() % 20;
                      c.training.block = up_to(100);
                      c.walks.window = up_to(9);
                      validate(c);
                      return any;
                    });
  }
};

}  // namespace rc
