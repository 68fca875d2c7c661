#include "baseline_flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "columnar/core/list_text.hpp"

namespace columnar::cli {
namespace {

template <class Wanted>
std::vector<std::string> names_of_methods(const Wanted& wanted) {
  std::vector<std::string> names;
  for (const Method& method : methods()) {
    if (wanted(method)) {
      names.push_back(method.name);
    }
  }
  return names;
}

}  // namespace

void BaselineFlags::add_to(CLI::App& app) {
  const BaselineConfig defaults;
  flags_.add_to(app, defaults);
  visit_fields(defaults, [&app](const FieldInfo& info, const auto& /*field*/) {
    const auto users = names_of_methods([&info](const Method& method) { return method.looks_at(info.name); });
    app.get_option(flag_of(info.name))->description(fmt::format("{} ({})", info.help, fmt::join(users, ", ")));
  });
}

BaselineConfig BaselineFlags::config() const {
  BaselineConfig config;
  flags_.apply_to(config);
  validate(config);
  return config;
}

std::string methods_help() {
  const auto codes = names_of_methods([](const Method& method) { return method.makes_codes; });
  const auto vectors = names_of_methods([](const Method& method) { return !method.makes_codes; });
  return fmt::format("{} give codes; {} give vectors", list_text(codes, "and"), list_text(vectors, "and"));
}

std::string methods_text() {
  std::string text = "Methods:";
  for (const Method& method : methods()) {
    text += fmt::format("\n  {:<31} {}", method.name, method.summary);
  }
  return text;
}

}  // namespace columnar::cli
