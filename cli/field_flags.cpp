#include "field_flags.hpp"

namespace columnar::cli {

void FieldFlags::add_flag(CLI::App& app, const FieldInfo& info, const char* type, const std::string& initial) {
  const std::string flag = flag_of(info.name);
  const std::string help(info.help);
  std::optional<std::string>* slot = &given_[std::string(info.name)];
  CLI::Option* option = nullptr;
  if (type == nullptr) {
    option = app.add_flag_function(
        flag + ",!--no-" + flag.substr(2), [slot](std::int64_t count) { *slot = count > 0 ? "on" : "off"; }, help);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  } else {
    option = app.add_option_function<std::string>(
        flag, [slot](const std::string& text) { *slot = text; }, help);
    option->type_name(type);
  }
  option->default_str(initial)->group(std::string(info.name == "seed" ? "Options" : info.group));
}

}  // namespace columnar::cli
