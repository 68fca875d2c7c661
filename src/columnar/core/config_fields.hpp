#pragma once

#include <concepts>
#include <cstddef>
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

/// What a number may be by itself, both ends included. Upper bounds keep sizes from overflowing and memory from being
/// asked for that no machine has; none of them is near a sensible value.
struct FieldRange {
  double least;
  double most;
  bool above_least = false;  ///< the least itself is excluded
};

/// The upper end of a number that may be whatever its type can hold.
inline constexpr double kUnbounded = std::numeric_limits<double>::max();
/// Of a whole number without bounds, or with bounds that depend on other constants.
inline constexpr FieldRange kAnyCount{0, kUnbounded};

/// One constant, as the command line, the docs and the model file know it.
struct FieldInfo {
  std::string_view name;   ///< snake_case; the flag is the same with dashes
  std::string_view group;  ///< heading in --help and in docs/configuration.md
  std::string_view help;   ///< one line, with the paper's symbol where it has one
  FieldRange range;        ///< of a number
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

/// A line of a list of constants: a field of a struct with its name, range and meaning.
template <class Owner, class Value>
struct Field {
  std::string_view name;
  Value Owner::*member;
  FieldRange range;
  std::string_view help;
};

template <class Value>
concept NumberField = std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>;

/// A number, whose range must be given; kAnyCount where it has none.
template <class Owner, NumberField Value>
constexpr Field<Owner, Value> field(std::string_view name, Value Owner::*member, FieldRange range,
                                    std::string_view help) {
  return {name, member, range, help};
}
/// A switch or a choice.
template <class Owner, class Value>
requires(!NumberField<Value>) constexpr Field<Owner, Value> field(std::string_view name, Value Owner::*member,
                                                                  std::string_view help) {
  return {name, member, {}, help};
}

/// Stands for a value of any type where only its being there counts.
struct AnyValue {
  template <class Value>
  operator Value() const;  // NOLINT(google-explicit-constructor)
};

/// How many fields a struct has, by how many values can initialise it.
template <class Struct, class... Values>
consteval std::size_t field_count() {
  if constexpr (requires { Struct{Values{}..., AnyValue{}}; }) {
    return field_count<Struct, Values..., AnyValue>();
  } else {
    return sizeof...(Values);
  }
}

/// Calls visit(info, field) for the lines of a list.
template <class Visit>
struct FieldLister {
  const Visit& visit;

  template <class AnyOwner, class Owner, class... Values>
  void some(std::string_view group, AnyOwner& owner, const Field<Owner, Values>&... lines) const {
    (visit(FieldInfo{lines.name, group, lines.help, lines.range}, owner.*lines.member), ...);
  }
  /// The same; a field of the struct that has no line does not compile.
  template <class AnyOwner, class Owner, class... Values>
  void all(std::string_view group, AnyOwner& owner, const Field<Owner, Values>&... lines) const {
    static_assert(sizeof...(lines) == field_count<Owner>(), "a field of the struct is missing in this list");
    some(group, owner, lines...);
  }
};

/// Calls visit(info, field) for every field of the config, in the order of the docs. The field is a reference to
/// std::uint64_t, std::uint32_t, double, bool or a Choice. This is the one list of fields: validation, flags, files and
/// docs are made from it.
template <class AnyConfig, class Visit>
requires std::same_as<std::remove_const_t<AnyConfig>, Config>
void visit_fields(AnyConfig& config, const Visit& visit);

/// The ends of a range that a field of whole numbers can hold.
template <class Value>
[[nodiscard]] std::pair<Value, Value> whole_range(const FieldRange& range) {
  constexpr Value kMost = std::numeric_limits<Value>::max();
  return {static_cast<Value>(range.least),
          range.most < static_cast<double>(kMost) ? static_cast<Value>(range.most) : kMost};
}

/// Throws Error(kConfig) that begins with the flag for a number outside of its range; takes any switch or choice.
void require_in_range(const FieldInfo& info, std::uint64_t value);
void require_in_range(const FieldInfo& info, std::uint32_t value);
void require_in_range(const FieldInfo& info, double value);
template <class Value>
requires(!NumberField<Value>) void require_in_range(const FieldInfo& /*info*/, Value /*value*/) {}

/// Sets a field to the value of a text: a number, "on", "off", "true" or "false" for a switch, the name of a choice.
/// Throws Error(kConfig) that begins with the flag for text that is no such value, or a whole number out of range.
void set_from_text(const FieldInfo& info, std::string_view text, bool& field);
void set_from_text(const FieldInfo& info, std::string_view text, double& field);
void set_from_text(const FieldInfo& info, std::string_view text, std::uint32_t& field);
void set_from_text(const FieldInfo& info, std::string_view text, std::uint64_t& field);
void set_from_text(const FieldInfo& info, std::string_view text, SpectralMethod& field);

/// docs/configuration.md: every field with its flag, its value in each preset and its meaning.
[[nodiscard]] std::string config_as_markdown();

}  // namespace columnar

#include "columnar/core/config_visit.hpp"
