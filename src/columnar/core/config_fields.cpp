#include "columnar/core/config_fields.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <type_traits>

#include "columnar/core/bounded_json.hpp"
#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/core/parse_number.hpp"
#include "columnar/error.hpp"

namespace columnar {
namespace {

template <class Field>
void read_field(const Json& value, const FieldInfo& info, const std::string& place, Field& field) {
  const std::string_view name = info.name;
  if constexpr (std::is_same_v<Field, bool>) {
    if (!value.is_boolean()) {
      fail_input(place, fmt::format("config: '{}' must be true or false", name));
    }
    field = value.get<bool>();
  } else if constexpr (Choice<Field>) {
    const auto found = value.is_string() ? choice_of<Field>(value.get<std::string>()) : std::nullopt;
    if (!found) {
      fail_input(place, fmt::format("config: '{}' must be {}", name, either_of(choice_names(field))));
    }
    field = *found;
  } else if constexpr (std::is_floating_point_v<Field>) {
    if (!value.is_number()) {
      fail_input(place, fmt::format("config: '{}' must be a number", name));
    }
    field = value.get<Field>();
  } else {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<Field>::max()) {
      const auto [least, most] = whole_range<Field>(info.range);
      fail_input(place, fmt::format("config: '{}' must be a whole number from {} to {}", name, least, most));
    }
    field = value.get<Field>();
  }
}

}  // namespace

std::string flag_of(std::string_view field) {
  std::string flag = fmt::format("--{}", field);
  for (char& letter : flag) {
    letter = letter == '_' ? '-' : letter;
  }
  return flag;
}

std::span<const std::string_view> choice_names(SpectralMethod /*any*/) noexcept {
  static constexpr std::array<std::string_view, 2> kNames{"svd", "gha"};
  return kNames;
}

std::string either_of(std::span<const std::string_view> names) { return list_text(names, "or"); }

std::string field_text(bool value) { return value ? "on" : "off"; }
std::string field_text(double value) { return fmt::format("{}", value); }
std::string field_text(std::uint32_t value) { return fmt::format("{}", value); }
std::string field_text(std::uint64_t value) { return fmt::format("{}", value); }

void set_from_text(const FieldInfo& info, std::string_view text, bool& field) {
  if (text != "on" && text != "true" && text != "off" && text != "false") {
    throw Error(ErrorCode::kConfig, fmt::format("{}: must be on or off, not {}", flag_of(info.name), in_quotes(text)));
  }
  field = text == "on" || text == "true";
}
void set_from_text(const FieldInfo& info, std::string_view text, double& field) {
  field = parse_real(flag_of(info.name), text);
}
void set_from_text(const FieldInfo& info, std::string_view text, std::uint32_t& field) {
  const auto [least, most] = whole_range<std::uint32_t>(info.range);
  field = static_cast<std::uint32_t>(parse_whole(flag_of(info.name), text, least, most));
}
void set_from_text(const FieldInfo& info, std::string_view text, std::uint64_t& field) {
  const auto [least, most] = whole_range<std::uint64_t>(info.range);
  field = parse_whole(flag_of(info.name), text, least, most);
}
void set_from_text(const FieldInfo& info, std::string_view text, SpectralMethod& field) {
  const auto found = choice_of<SpectralMethod>(text);
  if (!found) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: must be {}, not {}", flag_of(info.name),
                                                either_of(choice_names(field)), in_quotes(text)));
  }
  field = *found;
}

Preset parse_preset(std::string_view name) {
  if (name == "default") {
    return Preset::kDefault;
  }
  if (name == "paper") {
    return Preset::kPaper;
  }
  throw Error(ErrorCode::kConfig, fmt::format("--preset: unknown preset '{}': use default or paper", name));
}

Config preset_config(Preset preset) {
  Config config;
  if (preset == Preset::kDefault) {
    return config;
  }
  // Whatever the paper prints stands here, also where the default is the same: the default may move, the paper not.
  config.walks = {.walks_per_node = 10, .walk_length = 20, .window = 5, .return_p = 1.0, .inout_q = 1.0};
  config.ppmi = {.discount = 0.0, .minimum_count = 1, .modulator_clip = 2.0, .spectral_clip = 2.0};
  config.spectral.method = SpectralMethod::kSvd;
  config.spectral.rank = 64;
  config.spectral.spectrum_power = 0.5;
  config.spectral.smoothing = 0.0;
  config.spectral.regions = 300;
  config.spectral.minimum_region = 0;
  config.eligibility.nrw_regions = 150;
  config.eligibility.nrw_temperature = 0.10;
  config.eligibility.cra_temperature = 0.20;
  config.eligibility.candidate_columns = 300;
  config.l4.class_bits = 400;
  config.l4.class_active = 20;
  config.l4.class_hops = 1;
  config.l4.projection_bits = 20;
  config.l4.class_averaging = false;
  config.l4.identity_bits = 400;
  config.l4.identity_active = 20;
  config.l23.columns = 300;
  config.l23.cells_per_column = 5;
  config.l23.active_columns = 8;
  config.l23.rate_time = 10.0;
  // Not printed, but what the printed rules were found to need (docs/decisions/0001-reading-of-the-paper.md).
  config.l23.drive_scale = 3.0;
  config.l23.identity_gain = 1.0;
  config.plasticity.bcm = true;
  config.plasticity.bcm_rate = 0.010;
  config.plasticity.bcm_threshold_rate = 0.010;
  config.plasticity.rate_is_trace = true;
  config.plasticity.anti_ce = true;
  config.plasticity.anti_ce_rate = 0.002;
  config.plasticity.anti_ce_temperature = 1.0;
  config.plasticity.lateral = true;
  config.plasticity.lateral_rate = 0.005;
  config.plasticity.intrinsic = true;
  config.plasticity.intrinsic_rate = 0.05;
  config.plasticity.intrinsic_interval = 64;
  config.plasticity.settling_rounds = 0;
  config.plasticity.firing_average_rate = 0.001;
  config.plasticity.outstar = true;
  config.plasticity.outstar_rate = 0.010;
  config.readout.l5a_size = 300;
  config.readout.l5a_active = 20;
  config.readout.teacher_skips = 8;
  config.readout.topographic_gain = 0.0;
  config.readout.readout_gain = 1.0;
  config.readout.tie_break_rounds = 0;
  config.l6.l6_active = 0;
  config.training.balanced = false;
  config.training.presentations = 250'000;
  config.training.presentations_per_node = 50;
  config.spectral.power_iterations = 4;
  config.spectral.kmeans_iterations = 20;
  config.training.competing_columns = 0;
  config.training.block = 64;
  return config;
}

void set_field(Config& config, std::string_view name, std::string_view value) {
  bool known = false;
  visit_fields(config, [&](const FieldInfo& info, auto& field) {
    if (name == info.name || name == flag_of(info.name)) {
      known = true;
      set_from_text(info, value, field);
    }
  });
  if (!known) {
    throw Error(ErrorCode::kConfig, fmt::format("unknown constant '{}'", name));
  }
}

std::string config_to_json(const Config& config) {
  Json json = Json::object();
  visit_fields(config, [&json](const FieldInfo& info, const auto& field) {
    if constexpr (Choice<std::remove_cvref_t<decltype(field)>>) {
      json[std::string(info.name)] = field_text(field);
    } else {
      json[std::string(info.name)] = field;
    }
  });
  return json.dump();
}

Config config_from_json(std::string_view json, const std::string& place) {
  const Json parsed = parse_json(json, place + ": config");
  if (!parsed.is_object()) {
    fail_input(place, "config: not a JSON object");
  }
  Config config;
  std::size_t known = 0;
  visit_fields(config, [&](const FieldInfo& info, auto& field) {
    const auto found = parsed.find(std::string(info.name));
    if (found != parsed.end()) {
      read_field(*found, info, place, field);
      ++known;
    }
  });
  if (known != parsed.size()) {
    std::map<std::string_view, bool> names;
    visit_fields(config, [&names](const FieldInfo& info, const auto& /*field*/) { names[info.name] = true; });
    for (const auto& [key, value] : parsed.items()) {
      if (!names.contains(key)) {
        fail_input(place, fmt::format("config: unknown key {}",
                                      Json(key).dump(-1, ' ', true, Json::error_handler_t::replace)));
      }
    }
  }
  try {
    validate(config);
  } catch (const Error& error) {
    fail_input(place, fmt::format("config: {}", error.what()));
  }
  return config;
}

std::string config_as_markdown() {
  std::map<std::string_view, std::string> paper;
  const Config printed = preset_config(Preset::kPaper);
  visit_fields(printed, [&paper](const FieldInfo& info, const auto& field) { paper[info.name] = field_text(field); });

  std::string text =
      "# Configuration\n\n"
      "Every constant of the method, its flag on `columnar embed`, its value in each preset and its meaning. A preset "
      "is\n"
      "chosen by `--preset default` or `--preset paper`; single flags then change single values. Switches are turned "
      "off by\n"
      "`--no-…`: `--no-anti-ce`. **Bold**: the paper's value differs from the default.\n\n"
      "Made by `columnar config --markdown > docs/configuration.md`; a test compares the two.\n";
  std::string_view group;
  const Config chosen = preset_config(Preset::kDefault);
  visit_fields(chosen, [&](const FieldInfo& info, const auto& field) {
    if (info.group != group) {
      group = info.group;
      text += fmt::format("\n## {}\n\n| flag | default | paper | |\n|---|---|---|---|\n", group);
    }
    const std::string value = field_text(field);
    const std::string& other = paper[info.name];
    text += fmt::format("| `{}` | {} | {} | {} |\n", flag_of(info.name), value,
                        value == other ? other : "**" + other + "**", info.help);
  });
  return text;
}

}  // namespace columnar
