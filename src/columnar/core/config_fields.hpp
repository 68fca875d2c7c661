#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "columnar/config.hpp"

namespace columnar {

/// One constant of the method, as the command line, the docs and the model file know it.
struct FieldInfo {
  std::string_view name;   ///< snake_case; the flag is the same with dashes
  std::string_view group;  ///< heading in --help and in docs/configuration.md
  std::string_view help;   ///< one line, with the paper's symbol where it has one
};

/// The flag of a field: "walk_length" is --walk-length.
[[nodiscard]] std::string flag_of(std::string_view field);

/// The names of a choice's values, in the order of its enumeration.
[[nodiscard]] std::span<const std::string_view> choice_names(SpectralMethod any) noexcept;

/// A field that is one of a few names.
template <class Field>
concept Choice = std::is_enum_v<Field>;

/// The value of that name, if there is one.
template <Choice Field>
[[nodiscard]] std::optional<Field> choice_of(std::string_view name) noexcept {
  const auto names = choice_names(Field{});
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) {
      return static_cast<Field>(i);
    }
  }
  return std::nullopt;
}

/// "svd or gha": what an error says of a name that is none of them.
[[nodiscard]] std::string either_of(std::span<const std::string_view> names);

/// The value of a field as people read it: "on" and "off", numbers in the fewest digits that give them back.
[[nodiscard]] std::string field_text(bool value);
[[nodiscard]] std::string field_text(double value);
[[nodiscard]] std::string field_text(std::uint32_t value);
[[nodiscard]] std::string field_text(std::uint64_t value);
template <Choice Field>
[[nodiscard]] std::string field_text(Field value) {
  return std::string(choice_names(value)[static_cast<std::size_t>(value)]);
}

/// Calls visit(info, field) for every field of the config, in the order of the docs. The field is a reference to
/// std::uint64_t, std::uint32_t, double, bool or a Choice. This is the one list of fields: flags, files and docs are
/// made from it.
template <class AnyConfig, class Visit>
void visit_fields(AnyConfig& config, const Visit& visit);

/// What a number may be by itself, both ends included.
struct FieldRange {
  double least = 0.0;
  double most = std::numeric_limits<double>::max();
};

/// The range of the field of that name; whatever its type can hold, but nothing negative, for one without bounds.
[[nodiscard]] FieldRange range_of(std::string_view field);

/// The ends of a range that a field of whole numbers can hold.
template <class Field>
[[nodiscard]] std::pair<Field, Field> whole_range(std::string_view name) {
  constexpr Field kMost = std::numeric_limits<Field>::max();
  const FieldRange range = range_of(name);
  return {static_cast<Field>(range.least),
          range.most < static_cast<double>(kMost) ? static_cast<Field>(range.most) : kMost};
}

/// docs/configuration.md: every field with its flag, its value in each preset and its meaning.
[[nodiscard]] std::string config_as_markdown();

}  // namespace columnar

#include "columnar/core/config_visit.hpp"
