#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "columnar_lab/report/json.hpp"

/// The options of an experiment, declared once: the command makes flags of them, Python parameters, the report
/// settings.

namespace columnar {

/// C of a logistic regression; empty: chosen on the training nodes ("auto").
struct Cost {
  std::optional<double> value;
  bool operator==(const Cost&) const = default;
};

/// The alternative says what an option takes: a switch, a whole number, a number, C, a word, numbers, words.
using OptionValue =
    std::variant<bool, std::uint64_t, double, Cost, std::string, std::vector<double>, std::vector<std::string>>;

struct Option {
  std::string name;     ///< "held-out": --held-out of the command, held_out in Python; one letter: "-k"
  OptionValue initial;  ///< where it is not given
  std::string type;     ///< what --help calls its value; empty for a switch
  std::string help;     ///< one line
  /// Throws Error(kConfig) that begins with the flag for a value that cannot be. Empty: any will do.
  std::function<void(std::string_view flag, const OptionValue&)> check;
  std::uint64_t least = 0;  ///< of a whole number
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool json_only = false;  ///< a switch whose figures are too many to read: the command wants --json, in one line then

  [[nodiscard]] std::string flag() const;         ///< "--held-out", "-k"
  [[nodiscard]] std::string python_name() const;  ///< "held_out", "k"
  /// The value that a text stands for, as the command gets it: lists with commas between them, "none" for an empty one.
  /// Not checked. Throws Error(kConfig).
  [[nodiscard]] OptionValue parse(const std::string& text) const;
};

[[nodiscard]] Option switch_option(std::string name, std::string help);
[[nodiscard]] Option whole_option(std::string name, std::uint64_t initial, std::uint64_t least, std::uint64_t most,
                                  std::string help);
/// Strictly between 0 and 1.
[[nodiscard]] Option share_option(std::string name, double initial, std::string help);
[[nodiscard]] Option shares_option(std::string name, std::vector<double> initial, std::string help);
[[nodiscard]] Option positive_option(std::string name, double initial, std::string help);
[[nodiscard]] Option cost_option(std::string name, double initial, std::string help);
/// One of these words; the first where it is not given.
[[nodiscard]] Option choice_option(std::string name, std::vector<std::string> words, std::string help);
/// Any text; empty where it is not given.
[[nodiscard]] Option text_option(std::string name, std::string type, std::string help);
/// Any of these words, none twice; the help ends with them.
[[nodiscard]] Option words_option(std::string name, std::vector<std::string> initial, std::vector<std::string> known,
                                  std::string help);
/// The names of named things: words that a words_option knows.
template <class Named>
[[nodiscard]] std::vector<std::string> names_of(const std::vector<Named>& all) {
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Named& one : all) {
    names.push_back(one.name);
  }
  return names;
}

/// --seeds: how many seeds figures are the mean of.
[[nodiscard]] Option seeds_option(std::uint64_t initial = 3);

/// --splits: how many splits figures are the mean of.
[[nodiscard]] Option splits_option(std::uint64_t initial);

/// --seed of an experiment on embeddings; random_state in Python. Experiments on graphs have that of the config.
[[nodiscard]] Option seed_option(std::string help);

/// "0.1,0.2", "random", "true": the text that parse() takes.
[[nodiscard]] std::string option_text(const OptionValue& value);
[[nodiscard]] Json option_json(const OptionValue& value);

/// The values of an experiment's options: those given, else the initial ones.
class Options {
 public:
  Options(const std::vector<Option>& declared, std::map<std::string, OptionValue> given);

  [[nodiscard]] bool is_set(const std::string& name) const { return get<bool>(name); }
  [[nodiscard]] std::uint64_t whole(const std::string& name) const { return get<std::uint64_t>(name); }
  [[nodiscard]] std::uint32_t count(const std::string& name) const { return static_cast<std::uint32_t>(whole(name)); }
  [[nodiscard]] double real(const std::string& name) const { return get<double>(name); }
  [[nodiscard]] std::optional<double> cost(const std::string& name) const { return get<Cost>(name).value; }
  [[nodiscard]] const std::string& word(const std::string& name) const { return get<std::string>(name); }
  [[nodiscard]] const std::vector<double>& reals(const std::string& name) const {
    return get<std::vector<double>>(name);
  }
  [[nodiscard]] const std::vector<std::string>& words(const std::string& name) const {
    return get<std::vector<std::string>>(name);
  }
  /// {"held_out": 0.1, …}, in the order of the declaration.
  [[nodiscard]] Json json() const;

 private:
  template <class Value>
  [[nodiscard]] const Value& get(const std::string& name) const {
    return std::get<Value>(values_.at(name));
  }
  std::vector<Option> declared_;
  std::map<std::string, OptionValue> values_;
};

}  // namespace columnar
