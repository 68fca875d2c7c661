#include <fmt/format.h>

#include <set>
#include <type_traits>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

/// {name: value} of a preset, in the order of the docs.
nb::dict preset_values(const std::string& preset) {
  const Config config = preset_config(parse_preset(preset));
  nb::dict values;
  visit_fields(config, [&values](const FieldInfo& info, const auto& field) {
    const nb::str name(info.name.data(), info.name.size());
    if constexpr (Choice<std::remove_cvref_t<decltype(field)>>) {
      values[name] = nb::cast(field_text(field));
    } else {
      values[name] = nb::cast(field);
    }
  });
  return values;
}

/// [(name, group, help)] of every constant of the method, in the order of the docs.
nb::list fields() {
  const Config config;
  nb::list list;
  visit_fields(config, [&list](const FieldInfo& info, const auto& /*field*/) {
    list.append(nb::make_tuple(std::string(info.name), std::string(info.group), std::string(info.help)));
  });
  return list;
}

/// {name: [name of each value]} of the constants that are a choice.
nb::dict choices() {
  const Config config;
  nb::dict lists;
  visit_fields(config, [&lists](const FieldInfo& info, const auto& field) {
    if constexpr (Choice<std::remove_cvref_t<decltype(field)>>) {
      nb::list names;
      for (const std::string_view name : choice_names(field)) {
        names.append(std::string(name));
      }
      lists[nb::str(info.name.data(), info.name.size())] = names;
    }
  });
  return lists;
}

template <Choice Field>
void set_field(const FieldInfo& info, Field& field, nb::handle value) {
  const auto found = nb::isinstance<nb::str>(value) ? choice_of<Field>(bytes_shown(value)) : std::nullopt;
  if (!found) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: must be {}, not {}", flag_of(info.name),
                                                either_of(choice_names(field)), bytes_shown(nb::repr(value))));
  }
  field = *found;
}

template <class Field>
void set_field(const FieldInfo& info, Field& field, nb::handle value) {
  const bool is_bool = PyBool_Check(value.ptr());
  const bool is_whole = !is_bool && PyLong_Check(value.ptr());
  const bool fits = std::is_same_v<Field, bool>     ? is_bool
                    : std::is_same_v<Field, double> ? is_whole || PyFloat_Check(value.ptr())
                                                    : is_whole;
  if (!fits || !nb::try_cast(value, field)) {
    const char* wanted = std::is_same_v<Field, bool>     ? "True or False"
                         : std::is_same_v<Field, double> ? "a number"
                                                         : "a whole number that is not negative";
    throw Error(ErrorCode::kConfig,
                fmt::format("{}: must be {}, not {}", flag_of(info.name), wanted, bytes_shown(nb::repr(value))));
  }
}

/// Sets the constants of a config that are among the values; how many there were.
template <class AnyConfig>
std::size_t set_fields(AnyConfig& config, const nb::dict& values) {
  std::size_t used = 0;
  visit_fields(config, [&](const FieldInfo& info, auto& field) {
    const nb::str name(info.name.data(), info.name.size());
    if (values.contains(name)) {
      set_field(info, field, values[name]);
      ++used;
    }
  });
  return used;
}

}  // namespace

Config config_from(const nb::dict& values) {
  Config config;
  if (set_fields(config, values) != values.size()) {
    std::set<std::string_view> known;
    visit_fields(config, [&known](const FieldInfo& info, const auto&) { known.insert(info.name); });
    for (const auto& [name, value] : values) {
      if (!known.contains(bytes_shown(nb::str(name)))) {
        throw Error(ErrorCode::kConfig,
                    fmt::format("config: {} is no constant of the method", bytes_shown(nb::repr(name))));
      }
    }
  }
  validate(config);
  return config;
}

std::pair<Config, BaselineConfig> constants_from(const nb::dict& values) {
  std::pair<Config, BaselineConfig> constants;
  set_fields(constants.first, values);
  set_fields(constants.second, values);
  validate(constants.first);
  validate(constants.second);
  return constants;
}

void bind_config(nb::module_& module) {
  module.def("config_fields", &fields,
             "Every constant of the method: (name, group, meaning), in the order of the docs.");
  module.def("config_choices", &choices, "The names that a constant may be, of those that are a choice of names.");
  module.def("preset_values", &preset_values, nb::arg("preset"), "The constants of a preset, by name.");
}

}  // namespace columnar::python
