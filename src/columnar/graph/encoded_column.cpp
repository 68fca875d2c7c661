#include "columnar/graph/encoded_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/weight_text.hpp"

namespace columnar {
namespace {

constexpr std::size_t kBuckets = 32;             ///< of numbers, at most
constexpr std::size_t kBucketsPerWindow = 4;     ///< a window is this part of the buckets
constexpr std::size_t kFewTexts = 32;            ///< so many texts are always categories
constexpr std::size_t kRowsPerCategory = 20;     ///< and one for so many rows
constexpr std::size_t kShortestWord = 2;         ///< bytes
constexpr std::size_t kLongestWord = 40;         ///< bytes
constexpr std::size_t kLongestColumnName = 100;  ///< bytes; each attribute has a copy of it

/// As R, pandas, databases and people write them.
constexpr std::array<std::string_view, 11> kMissing = {"",     "NA",   "N/A",  "NaN", "nan", "null",
                                                       "NULL", "None", "<NA>", "\\N", "?"};
/// As pandas, polars and R write them.
constexpr std::array<std::string_view, 3> kTrue = {"True", "true", "TRUE"};
constexpr std::array<std::string_view, 3> kFalse = {"False", "false", "FALSE"};

/// One number a row, NaN where it is missing; nothing unless all values are numbers. One that is not finite throws.
std::optional<std::vector<double>> parse_numbers(const ColumnValues& values, const std::string& name,
                                                 const RowPlaces& places) {
  std::vector<double> numbers(values.row_count(), std::numeric_limits<double>::quiet_NaN());
  std::optional<std::pair<std::size_t, std::string>> not_finite;
  bool all = true;
  values.for_each([&](std::size_t row, std::string_view text) {
    const auto number = all ? parse_number(text) : std::nullopt;
    all = number.has_value();
    if (!all) {
      return;
    }
    numbers[row] = *number;
    if (!std::isfinite(*number) && !not_finite) {
      not_finite.emplace(row, text);
    }
  });
  if (!all) {
    return std::nullopt;
  }
  if (not_finite) {
    fail_input(places.of(not_finite->first),
               fmt::format("{} is not a finite number in column {}", in_quotes(not_finite->second), in_quotes(name)));
  }
  return numbers;
}

/// Adds the only entry of a row.
void add_row(EncodedColumn& column, std::optional<std::size_t> attribute) {
  if (attribute) {
    column.attributes.push_back(static_cast<std::uint32_t>(*attribute));
  }
  column.offsets.push_back(static_cast<std::uint32_t>(column.attributes.size()));
}

EncodedColumn encode_flags(const std::string& name, const std::vector<double>& numbers) {
  EncodedColumn column;
  column.names = {name};
  for (const double number : numbers) {
    add_row(column, number == 1.0 ? std::optional<std::size_t>(0) : std::nullopt);
  }
  return column;
}

/// The different values of a column in equally large buckets.
class Buckets {
 public:
  explicit Buckets(const std::vector<double>& numbers) {
    std::ranges::copy_if(numbers, std::back_inserter(distinct_), [](double number) { return !std::isnan(number); });
    std::ranges::sort(distinct_);
    distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
    count_ = std::min(kBuckets, distinct_.size());
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] bool are_flags() const {
    return std::ranges::all_of(distinct_, [](double number) { return number == 0.0 || number == 1.0; });
  }
  [[nodiscard]] std::size_t bucket_of(double number) const {
    const auto rank = static_cast<std::size_t>(std::ranges::lower_bound(distinct_, number) - distinct_.begin());
    return rank * count_ / distinct_.size();
  }
  /// The smallest and the largest value of a range of buckets.
  [[nodiscard]] std::pair<double, double> bounds(std::size_t first, std::size_t last) const {
    return {distinct_[first_rank(first)], distinct_[first_rank(last + 1) - 1]};
  }

 private:
  /// The first rank r with r * count / distinct >= bucket.
  [[nodiscard]] std::size_t first_rank(std::size_t bucket) const {
    return (bucket * distinct_.size() + count_ - 1) / count_;
  }

  std::vector<double> distinct_;
  std::size_t count_ = 0;
};

EncodedColumn encode_numbers(const std::string& name, const std::vector<double>& numbers) {
  const Buckets buckets(numbers);
  EncodedColumn column;
  if (buckets.count() == 0) {
    column.offsets.assign(numbers.size() + 1, 0);
    return column;
  }
  if (buckets.are_flags()) {
    return encode_flags(name, numbers);
  }
  const std::size_t window = std::max<std::size_t>(1, buckets.count() / kBucketsPerWindow);
  column.window = static_cast<std::uint32_t>(window);
  for (std::size_t last = 0; last + 1 < buckets.count() + window; ++last) {
    const std::size_t first = last + 1 < window ? 0 : last + 1 - window;
    const auto [low, high] = buckets.bounds(first, std::min(last, buckets.count() - 1));
    column.names.push_back(low == high ? fmt::format("{}={}", name, low)
                                       : fmt::format("{} in {}..{}", name, low, high));
  }
  for (const double number : numbers) {
    add_row(column, std::isnan(number) ? std::nullopt : std::optional(buckets.bucket_of(number)));
  }
  return column;
}

/// Several words with spaces between them.
bool is_phrase(std::string_view text) { return text.find(' ') != std::string_view::npos; }

/// Sorts texts byte by byte. Returns the rank of each, and leaves the sorted texts behind.
std::vector<std::uint32_t> sort_texts(std::vector<std::string>& texts) {
  std::vector<std::uint32_t> order(texts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
  std::vector<std::uint32_t> rank(texts.size());
  std::vector<std::string> sorted(texts.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
    sorted[i] = std::move(texts[order[i]]);
  }
  texts = std::move(sorted);
  return rank;
}

/// The texts of an index as attribute names; returns the rank of each.
std::vector<std::uint32_t> name_attributes(EncodedColumn& column, IdIndex&& texts, const std::string& beginning) {
  const NodeIds ids = std::move(texts).take_ids();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    column.names.push_back(ids.name(static_cast<NodeIndex>(i)));
  }
  std::vector<std::uint32_t> rank = sort_texts(column.names);
  for (std::string& text : column.names) {
    text.insert(0, beginning);
  }
  return rank;
}

/// Nothing if these are no categories: too many, or mostly phrases.
std::optional<EncodedColumn> encode_categories(const std::string& name, const ColumnValues& values,
                                               const RowPlaces& places) {
  const std::size_t most = std::max(kFewTexts, values.row_count() / kRowsPerCategory);
  constexpr NodeIndex kNoCategory = std::numeric_limits<NodeIndex>::max();
  std::vector<NodeIndex> categories(values.row_count(), kNoCategory);
  IdIndex texts(places.file);
  std::size_t phrases = 0;
  std::size_t filled = 0;
  values.for_each([&](std::size_t row, std::string_view text) {
    if (texts.size() <= most) {
      categories[row] = texts.row_of(text);
    }
    phrases += is_phrase(text) ? 1 : 0;
    ++filled;
  });
  if (texts.size() > most || 2 * phrases > filled) {
    return std::nullopt;
  }
  EncodedColumn column;
  const std::vector<std::uint32_t> rank = name_attributes(column, std::move(texts), name + "=");
  for (const NodeIndex category : categories) {
    add_row(column, category == kNoCategory ? std::nullopt : std::optional<std::size_t>(rank[category]));
  }
  return column;
}

bool belongs_to_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Every word of a text column, by number, in the order of the text.
struct Words {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> offsets{0};  ///< of each row
};

/// Adds the words of a row as attributes with counts, in ascending order.
void add_counted_row(EncodedColumn& column, std::vector<std::uint32_t>& words) {
  std::ranges::sort(words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && words[i - 1] == words[i]) {
      ++column.counts.back();
    } else {
      column.attributes.push_back(words[i]);
      column.counts.push_back(1.0F);
    }
  }
  column.offsets.push_back(static_cast<std::uint32_t>(column.attributes.size()));
}

EncodedColumn encode_words(const std::string& name, const ColumnValues& values, const RowPlaces& places,
                           std::size_t& word_count) {
  Words words;
  IdIndex known(places.file);
  values.for_each([&](std::size_t row, std::string_view text) {
    words.offsets.resize(row + 1, words.numbers.size());  // rows before this one have no words
    for_each_word(text, [&](const std::string& word) { words.numbers.push_back(known.row_of(word)); });
    words.offsets.push_back(words.numbers.size());
    if (word_count + known.size() > kMaxWords) {
      fail_input(places.of(row), fmt::format("more than {} different words", kMaxWords));
    }
    if (words.numbers.size() > std::numeric_limits<std::uint32_t>::max()) {
      fail_input(places.of(row), fmt::format("column {} has too many words", in_quotes(name)));
    }
  });
  words.offsets.resize(values.row_count() + 1, words.numbers.size());
  word_count += known.size();

  EncodedColumn column;
  const std::vector<std::uint32_t> rank = name_attributes(column, std::move(known), name + ":");
  std::vector<std::uint32_t> in_row;
  for (std::size_t row = 0; row < values.row_count(); ++row) {
    in_row.clear();
    for (std::size_t i = words.offsets[row]; i < words.offsets[row + 1]; ++i) {
      in_row.push_back(rank[words.numbers[i]]);
    }
    add_counted_row(column, in_row);
  }
  return column;
}

}  // namespace

std::string short_name(const std::string& name) {
  if (name.size() <= kLongestColumnName) {
    return name;
  }
  constexpr unsigned kContinues = 0x80;  // the first two bits of the later bytes of a character in UTF-8
  std::size_t end = kLongestColumnName;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == kContinues) {
    --end;
  }
  return name.substr(0, end) + "...";
}

std::optional<double> parse_number(std::string_view text) {
  if (std::ranges::find(kTrue, text) != kTrue.end() || std::ranges::find(kFalse, text) != kFalse.end()) {
    return std::ranges::find(kTrue, text) != kTrue.end() ? 1.0 : 0.0;
  }
  const std::optional<double> number = number_of_text(text);
  return number == 0.0 ? 0.0 : number;  // -0 is 0
}

std::string_view trimmed_value(std::string_view value) noexcept {
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  value = value.substr(0, value.find_last_not_of(' ') + 1);
  return std::ranges::find(kMissing, value) == kMissing.end() ? value : std::string_view();
}

void for_each_word(std::string_view text, const std::function<void(const std::string&)>& use) {
  std::string word;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && belongs_to_word(text[end])) {
      ++end;
    }
    if (end - at >= kShortestWord && end - at <= kLongestWord) {
      word = text.substr(at, end - at);
      for (char& c : word) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      }
      use(word);
    }
    at = end + 1;
  }
}

void ColumnValues::add(std::string_view value) {
  if (value.find(kEnd) != std::string_view::npos) {
    std::string line(value);
    std::ranges::replace(line, kEnd, ' ');
    text_ += trimmed_value(line);
  } else {
    text_ += trimmed_value(value);
  }
  text_ += kEnd;
  ++rows_;
}

EncodedColumn encode_column(const std::string& name, const ColumnValues& values, const RowPlaces& places,
                            std::size_t& words) {
  const std::string shown = short_name(name);
  if (const auto numbers = parse_numbers(values, name, places)) {
    return encode_numbers(shown, *numbers);
  }
  if (auto categories = encode_categories(shown, values, places)) {
    return *std::move(categories);
  }
  return encode_words(shown, values, places, words);
}

}  // namespace columnar
