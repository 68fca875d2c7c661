#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace columnar {

/// The name of a column as its attributes have it: long ones are cut between two characters.
[[nodiscard]] std::string short_name(const std::string& name);

/// A value without the spaces around it; empty if it stands for nothing (empty, NA, null, …).
[[nodiscard]] std::string_view trimmed_value(std::string_view value) noexcept;

/// The text as a number, infinite or NaN where it says so, 1 for true and 0 for false; nothing if it is no number.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// Calls use(word) for every word of a text, in lower case: a run of 2 to 40 letters, digits and bytes beyond ASCII.
void for_each_word(std::string_view text, const std::function<void(const std::string&)>& use);

/// The values of one column of a table, as text, in the order of the rows. They lie one behind the other, so that they
/// take the memory that they take in the file.
class ColumnValues {
 public:
  /// A value that stands for nothing (trimmed_value) is missing. A line break becomes a space.
  void add(std::string_view value);

  [[nodiscard]] std::size_t row_count() const noexcept { return rows_; }

  /// Calls use(row, value) for every value that is not missing.
  template <class Use>
  void for_each(const Use& use) const {
    std::string_view rest = text_;
    for (std::size_t row = 0; row < rows_; ++row) {
      const std::size_t end = rest.find(kEnd);
      if (end > 0) {
        use(row, rest.substr(0, end));
      }
      rest.remove_prefix(end + 1);
    }
  }

 private:
  static constexpr char kEnd = '\n';

  std::string text_;  ///< a missing value is empty
  std::size_t rows_ = 0;
};

/// A column of a table as binary and counted attributes.
struct EncodedColumn {
  std::vector<std::string> names;         ///< one per attribute
  std::uint32_t window = 1;               ///< an entry stands for this many consecutive attributes
  std::vector<std::uint32_t> offsets{0};  ///< entries of each row
  std::vector<std::uint32_t> attributes;  ///< the first attribute of an entry
  std::vector<float> counts;              ///< parallel to attributes; empty when every count is 1
};

/// Where the rows of a table are, for messages.
struct RowPlaces {
  std::string file;                  ///< or what the table is called
  std::vector<std::uint64_t> lines;  ///< of each row; empty for a table that is not a file

  /// "attributes.csv:17", or "attributes: row 17", from 0.
  [[nodiscard]] std::string of(std::size_t row) const {
    return lines.empty() ? file + ": row " + std::to_string(row) : file + ":" + std::to_string(lines[row]);
  }
};

/// Different words that the columns of a table may have.
inline constexpr std::size_t kMaxWords = 1'000'000;

/// Encodes a column by what all its values are:
///
/// - 0 and 1, or false and true: one attribute, for the ones.
/// - Finite numbers: a scalar encoder, as in HTM. The different values in ascending order are cut into up to 32 buckets
///   of equally many. A bucket activates a window of consecutive attributes, a quarter as many as there are buckets, so
///   near values share attributes and far ones do not.
/// - A few texts (at most 32, or 5 % of the rows) that are mostly single words: an attribute each.
/// - Other texts: an attribute for each word, with its count. A word is a run of 2 to 40 letters, digits and bytes
///   beyond ASCII, in lower case.
///
/// Rows may come in any order: it does not change the attributes. Throws Error(kInput) for numbers that are not finite
/// and for too many words; `words` counts those of all columns.
[[nodiscard]] EncodedColumn encode_column(const std::string& name, const ColumnValues& values, const RowPlaces& places,
                                          std::size_t& words);

}  // namespace columnar
