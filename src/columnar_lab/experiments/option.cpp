#include "columnar_lab/experiments/option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <type_traits>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "columnar_lab/report/parameters.hpp"

namespace columnar {
namespace {

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  if (text == "none") {
    return parts;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::string Option::flag() const { return (name.size() == 1 ? "-" : "--") + name; }

std::string Option::python_name() const {
  std::string python = name;
  std::ranges::replace(python, '-', '_');
  return python;
}

OptionValue Option::parse(const std::string& text) const {
  return std::visit(
      [&](const auto& value) -> OptionValue {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, bool>) {
          return text == "true";
        } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
          return parse_whole(flag(), text, least, most);
        } else if constexpr (std::is_same_v<Value, double>) {
          return parse_real(flag(), text);
        } else if constexpr (std::is_same_v<Value, Cost>) {
          return Cost{parse_cost(flag(), text)};
        } else if constexpr (std::is_same_v<Value, std::string>) {
          return text;
        } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
          std::vector<double> numbers;
          for (const std::string& part : split_at_commas(text)) {
            numbers.push_back(parse_real(flag(), part));
          }
          return numbers;
        } else {
          return split_at_commas(text);
        }
      },
      initial);
}

Option switch_option(std::string name, std::string help) { return {std::move(name), false, "", std::move(help), {}}; }

Option whole_option(std::string name, std::uint64_t initial, std::uint64_t least, std::uint64_t most,
                    std::string help) {
  const auto check = [least, most](std::string_view flag, const OptionValue& value) {
    require_whole(flag, std::get<std::uint64_t>(value), least, most);
  };
  return {std::move(name), initial, "N", std::move(help), check, least, most};
}

Option share_option(std::string name, double initial, std::string help) {
  return {std::move(name), initial, "X", std::move(help),
          [](std::string_view flag, const OptionValue& value) { require_share(flag, std::get<double>(value)); }};
}

Option shares_option(std::string name, std::vector<double> initial, std::string help) {
  return {std::move(name), std::move(initial), "X,X", std::move(help),
          [](std::string_view flag, const OptionValue& value) {
            std::set<double> known;
            for (const double share : std::get<std::vector<double>>(value)) {
              require_share(flag, share);
              if (!known.insert(share).second) {
                throw Error(ErrorCode::kConfig, fmt::format("{}: {} is named twice", flag, share));
              }
            }
          }};
}

Option positive_option(std::string name, double initial, std::string help) {
  return {std::move(name), initial, "X", std::move(help),
          [](std::string_view flag, const OptionValue& value) { require_positive(flag, std::get<double>(value)); }};
}

Option cost_option(std::string name, double initial, std::string help) {
  return {std::move(name), Cost{initial}, "X|auto", std::move(help),
          [](std::string_view flag, const OptionValue& value) { require_cost(flag, std::get<Cost>(value).value); }};
}

Option choice_option(std::string name, std::vector<std::string> words, std::string help) {
  std::string first = words.front();
  return {std::move(name), std::move(first), "NAME", std::move(help),
          [words = std::move(words)](std::string_view flag, const OptionValue& value) {
            const auto& word = std::get<std::string>(value);
            if (std::ranges::find(words, word) == words.end()) {
              throw Error(ErrorCode::kConfig,
                          fmt::format("{}: must be {}, not {}", flag,
                                      either_of(std::vector<std::string_view>(words.begin(), words.end())),
                                      columnar::in_quotes(word)));
            }
          }};
}

Option text_option(std::string name, std::string type, std::string help) {
  return {std::move(name), std::string(), std::move(type), std::move(help), {}};
}

Option words_option(std::string name, std::vector<std::string> initial, std::vector<std::string> known,
                    std::string help) {
  help += fmt::format(": {}; separated by commas, or none", fmt::join(known, ", "));
  return {std::move(name), std::move(initial), "LIST", std::move(help),
          [known = std::move(known)](std::string_view flag, const OptionValue& value) {
            std::set<std::string> seen;
            for (const std::string& word : std::get<std::vector<std::string>>(value)) {
              if (std::ranges::find(known, word) == known.end()) {
                throw Error(ErrorCode::kConfig, fmt::format("{}: unknown {}; use {}", flag, columnar::in_quotes(word),
                                                            list_text(known, "or")));
              }
              if (!seen.insert(word).second) {
                throw Error(ErrorCode::kConfig, fmt::format("{}: {} is named twice", flag, columnar::in_quotes(word)));
              }
            }
          }};
}

Option seeds_option(std::uint64_t initial) {
  return whole_option("seeds", initial, 1, kMaxSeeds, "How many seeds to take the mean over, from --seed on");
}

Option splits_option(std::uint64_t initial) {
  return whole_option("splits", initial, 1, kMaxSeeds,
                      "How many splits to take the mean over, by seeds from --seed on");
}

Option seed_option(std::string help) {
  return whole_option("seed", 1, 0, std::numeric_limits<std::uint64_t>::max(), std::move(help));
}

std::string option_text(const OptionValue& value) {
  return std::visit(
      [](const auto& one) -> std::string {
        using Value = std::remove_cvref_t<decltype(one)>;
        if constexpr (std::is_same_v<Value, Cost>) {
          return one.value ? fmt::format("{}", *one.value) : "auto";
        } else if constexpr (std::is_same_v<Value, std::vector<double>> ||
                             std::is_same_v<Value, std::vector<std::string>>) {
          return one.empty() ? "none" : fmt::format("{}", fmt::join(one, ","));
        } else {
          return fmt::format("{}", one);
        }
      },
      value);
}

Json option_json(const OptionValue& value) {
  if (const auto* cost = std::get_if<Cost>(&value)) {
    return cost->value ? Json(*cost->value) : Json("auto");
  }
  return std::visit(
      [](const auto& one) -> Json {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, Cost>) {
          return nullptr;
        } else {
          return one;
        }
      },
      value);
}

Options::Options(const std::vector<Option>& declared, std::map<std::string, OptionValue> given)
    : declared_(declared), values_(std::move(given)) {
  for (const Option& option : declared_) {
    const OptionValue& value = values_.try_emplace(option.name, option.initial).first->second;
    if (option.check) {
      option.check(option.flag(), value);
    }
  }
}

Json Options::json() const {
  Json json = Json::object();
  for (const Option& option : declared_) {
    json[option.python_name()] = option_json(values_.at(option.name));
  }
  return json;
}

}  // namespace columnar
