#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "columnar/core/config.hpp"

namespace columnar {

/// One constant of the method, as the command line, the docs and the model file know it.
struct FieldInfo {
  std::string_view name;   ///< snake_case; the flag is the same with dashes
  std::string_view group;  ///< heading in --help and in docs/configuration.md
  std::string_view help;   ///< one line, with the paper's symbol where it has one
};

/// The flag of a field: "walk_length" is --walk-length.
[[nodiscard]] std::string flag_of(std::string_view field);

/// The value of a field as people read it: "on" and "off", numbers in the fewest digits that give them back.
[[nodiscard]] std::string field_text(bool value);
[[nodiscard]] std::string field_text(double value);
[[nodiscard]] std::string field_text(std::uint32_t value);
[[nodiscard]] std::string field_text(std::uint64_t value);

/// The named starting points.
enum class Preset {
  kDefault,  ///< what measures best while all five rules take part and every code is unique
  kPaper,    ///< everything the paper prints, as printed
};

/// Preset by name ("default", "paper"); throws Error(kConfig) for another name.
[[nodiscard]] Preset parse_preset(std::string_view name);

/// The config of a preset.
[[nodiscard]] Config preset_config(Preset preset);

/// Calls visit(info, field) for every field of the config, in the order of the docs. The field is a reference to
/// std::uint64_t, std::uint32_t, double or bool. This is the one list of fields: flags, files and docs are made from
/// it.
template <class AnyConfig, class Visit>
void visit_fields(AnyConfig& config, const Visit& visit);

/// Throws Error(kConfig) with one line that names the flag and the reason, for values that cannot work.
void validate(const Config& config);

/// The config as JSON text, one key a field, and back. Reading refuses unknown keys and values of the wrong type; a key
/// left out keeps its default. `place` begins the message of an error.
[[nodiscard]] std::string config_to_json(const Config& config);
[[nodiscard]] Config config_from_json(std::string_view json, const std::string& place);

/// docs/configuration.md: every field with its flag, its value in each preset and its meaning.
[[nodiscard]] std::string config_as_markdown();

}  // namespace columnar

#include "columnar/core/config_visit.hpp"
