#pragma once

#include <CLI/App.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "columnar/core/config_fields.hpp"

namespace columnar::cli {

/// A flag for every constant of a list (visit_fields). Values are kept as text until they are asked for, so that the
/// order on the command line does not matter.
class FieldFlags {
 public:
  template <class AnyConfig>
  void add_to(CLI::App& app, const AnyConfig& defaults) {
    visit_fields(defaults, [&](const FieldInfo& info, const auto& field) {
      using Value = std::remove_cvref_t<decltype(field)>;
      const char* type = Choice<Value> ? "NAME" : std::is_floating_point_v<Value> ? "X" : "N";
      add_flag(app, info, std::is_same_v<Value, bool> ? nullptr : type, field_text(field));
    });
  }
  /// Puts what was given on top of a config. Throws Error(kConfig) for text that is no value of its field.
  template <class AnyConfig>
  void apply_to(AnyConfig& config) const {
    visit_fields(config, [this](const FieldInfo& info, auto& field) {
      if (given(info.name)) {
        set_from_text(info, *given_.find(info.name)->second, field);
      }
    });
  }
  /// Whether the flag of a field was given.
  [[nodiscard]] bool given(std::string_view field) const {
    const auto found = given_.find(field);
    return found != given_.end() && found->second.has_value();
  }

 private:
  /// A flag with a value of that type; nullptr: a switch, --name and --no-name.
  void add_flag(CLI::App& app, const FieldInfo& info, const char* type, const std::string& initial);

  std::map<std::string, std::optional<std::string>, std::less<>> given_;  ///< by field name; empty: not given
};

}  // namespace columnar::cli
