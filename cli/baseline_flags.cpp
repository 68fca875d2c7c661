#include "baseline_flags.hpp"

#include <fmt/format.h>

#include <limits>
#include <variant>

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar_lab/baselines/baseline_constants.hpp"

namespace columnar::cli {

void BaselineFlags::add_to(CLI::App& app) {
  const BaselineConfig defaults;
  for (const BaselineConstant& constant : baseline_constants()) {
    const std::string flag = flag_of(constant.name);
    CLI::Option* option = app.add_option_function<std::string>(
        flag, [this, flag](const std::string& text) { given_[flag] = text; }, std::string(constant.help));
    const bool whole = std::holds_alternative<BaselineConstant::Whole>(constant.field);
    std::visit([&](const auto field) { option->default_str(field_text(defaults.*field)); }, constant.field);
    option->type_name(whole ? "N" : "X")->group("Other methods (--method)");
  }
}

BaselineConfig BaselineFlags::config() const {
  BaselineConfig config;
  for (const BaselineConstant& constant : baseline_constants()) {
    const std::string flag = flag_of(constant.name);
    const auto found = given_.find(flag);
    if (found == given_.end()) {
      continue;
    }
    if (const auto* whole = std::get_if<BaselineConstant::Whole>(&constant.field)) {
      config.** whole =
          static_cast<std::uint32_t>(parse_whole(flag, found->second, 0, std::numeric_limits<std::uint32_t>::max()));
    } else {
      config.*std::get<BaselineConstant::Real>(constant.field) = parse_real(flag, found->second);
    }
  }
  validate(config);
  return config;
}

std::optional<std::string> BaselineFlags::first_given_without_use(Method method) const {
  for (const BaselineConstant& constant : baseline_constants()) {
    if (given_.contains(flag_of(constant.name)) && !constant.is_for(method)) {
      return flag_of(constant.name);
    }
  }
  return std::nullopt;
}

}  // namespace columnar::cli
