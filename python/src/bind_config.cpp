#include "columnar/core/config_fields.hpp"
#include "native.hpp"

namespace columnar::python {
namespace {

/// {name: value} of a preset, in the order of the docs.
nb::dict preset_values(const std::string& preset) {
  const Config config = preset_config(parse_preset(preset));
  nb::dict values;
  visit_fields(config, [&values](const FieldInfo& info, const auto& field) {
    values[nb::str(info.name.data(), info.name.size())] = nb::cast(field);
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

}  // namespace

void bind_config(nb::module_& module) {
  module.def("config_fields", &fields,
             "Every constant of the method: (name, group, meaning), in the order of the docs.");
  module.def("preset_values", &preset_values, nb::arg("preset"), "The constants of a preset, by name.");
  module.def(
      "validate_config",
      [](const std::string& json, const std::string& place) { validate(config_from_json(json, place)); },
      nb::arg("json"), nb::arg("place"), "Raise ConfigError for constants that cannot work.");
}

}  // namespace columnar::python
