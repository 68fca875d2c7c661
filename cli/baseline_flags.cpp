#include "baseline_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <variant>
#include <vector>

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"

namespace columnar::cli {
namespace {

using Whole = std::uint32_t BaselineConfig::*;
using Real = double BaselineConfig::*;

struct Constant {
  std::string_view name;
  std::variant<Whole, Real> field;
  std::vector<Method> methods;  ///< that look at it
  std::string_view help;
};

/// The one list of constants: flags, summary and refusals are made from it.
const std::vector<Constant>& constants() {
  using enum Method;
  static const std::vector<Constant> all{
      {"dimensions",
       &BaselineConfig::dimensions,
       {kNode2vec, kDeepwalk, kLine, kPpmiSvd, kKWinners},
       "d: floats a node; LINE gives half to each order"},
      {"epochs", &BaselineConfig::epochs, {kNode2vec, kDeepwalk}, "Passes over all walks"},
      {"negatives", &BaselineConfig::negatives, {kNode2vec, kLine}, "Noise nodes a pair"},
      {"learning_rate",
       &BaselineConfig::learning_rate,
       {kNode2vec, kDeepwalk, kLine},
       "First step of the training; falls linearly"},
      {"line_samples", &BaselineConfig::line_samples, {kLine}, "Edges drawn, for each node and each order"}};
  return all;
}

bool is_for(const Constant& constant, Method method) {
  return std::ranges::find(constant.methods, method) != constant.methods.end();
}

}  // namespace

void BaselineFlags::add_to(CLI::App& app) {
  const BaselineConfig defaults;
  for (const Constant& constant : constants()) {
    const std::string flag = flag_of(constant.name);
    CLI::Option* option = app.add_option_function<std::string>(
        flag, [this, flag](const std::string& text) { given_[flag] = text; }, std::string(constant.help));
    const bool whole = std::holds_alternative<Whole>(constant.field);
    std::visit([&](const auto field) { option->default_str(field_text(defaults.*field)); }, constant.field);
    option->type_name(whole ? "N" : "X")->group("Other methods (--method)");
  }
}

BaselineConfig BaselineFlags::config() const {
  BaselineConfig config;
  for (const Constant& constant : constants()) {
    const std::string flag = flag_of(constant.name);
    const auto found = given_.find(flag);
    if (found == given_.end()) {
      continue;
    }
    if (const Whole* whole = std::get_if<Whole>(&constant.field)) {
      config.** whole =
          static_cast<std::uint32_t>(parse_whole(flag, found->second, 0, std::numeric_limits<std::uint32_t>::max()));
    } else {
      config.*std::get<Real>(constant.field) = parse_real(flag, found->second);
    }
  }
  validate(config);
  return config;
}

std::optional<std::string> BaselineFlags::first_given_without_use(Method method) const {
  for (const Constant& constant : constants()) {
    if (given_.contains(flag_of(constant.name)) && !is_for(constant, method)) {
      return flag_of(constant.name);
    }
  }
  return std::nullopt;
}

std::vector<std::pair<std::string, double>> constants_of(Method method, const BaselineConfig& config,
                                                         const WalkConfig& walks) {
  std::vector<std::pair<std::string, double>> values;
  for (const Constant& constant : constants()) {
    if (is_for(constant, method)) {
      std::visit([&](const auto field) { values.emplace_back(constant.name, static_cast<double>(config.*field)); },
                 constant.field);
    }
  }
  if (method != Method::kLine) {
    values.emplace_back("window", walks.window);
  }
  return values;
}

}  // namespace columnar::cli
