#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace columnar {

/// The names of the attributes of a model, in an order in which those of a column can be found.
class AttributeNames {
 public:
  explicit AttributeNames(const std::vector<std::string>& names);

  /// Calls use(attribute, rest) for every name that begins so; rest is what follows.
  template <class Use>
  void for_each(std::string_view beginning, const Use& use) const {
    for (auto name = first_from(beginning); name != sorted_.end() && name->first.starts_with(beginning); ++name) {
      use(name->second, name->first.substr(beginning.size()));
    }
  }

 private:
  using Sorted = std::vector<std::pair<std::string_view, std::uint32_t>>;
  [[nodiscard]] Sorted::const_iterator first_from(std::string_view beginning) const;

  Sorted sorted_;
};

/// A column of a table of new nodes, encoded by what a model knows of it: the reverse of encode_column(), from the
/// names of its attributes.
///
/// - "age": numbers as they are, and the attribute of a column of 0 and 1.
/// - "age in 20..29", "age=30": numbers. A number has the attributes of all ranges that it lies in, as in training; if
///   there are none, those of the nearest ranges.
/// - "town=Rome": texts. - "likes:chess": words with their counts. Those that no node had in training have no
/// attribute.
class KnownColumn {
 public:
  /// One attribute of a row.
  using Entry = std::pair<std::uint32_t, float>;

  KnownColumn(const std::string& name, const AttributeNames& names);

  /// Whether the model has attributes of this column.
  [[nodiscard]] bool is_known() const noexcept;

  /// Adds the attributes of a value, which is not missing. Throws Error(kInput) that begins with place() for a text in
  /// a column of numbers, and for a number that is not finite.
  void add(std::string_view value, const std::function<std::string()>& place, std::vector<Entry>& row) const;

 private:
  struct Range {
    double low;
    double high;
    std::uint32_t attribute;
  };
  using Texts = std::map<std::string, std::uint32_t, std::less<>>;

  void take_range(std::string_view text, std::uint32_t attribute);
  void add_number(double number, std::vector<Entry>& row) const;

  std::string name_;
  std::optional<std::uint32_t> plain_;  ///< of numbers as they are
  std::vector<Range> ranges_;
  Texts values_;
  Texts words_;
};

}  // namespace columnar
