#include "columnar/graph/known_column.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph/encoded_column.hpp"

namespace columnar {
namespace {

/// How far a number lies outside a range.
double distance(double number, double low, double high) { return std::max({0.0, low - number, number - high}); }

}  // namespace

AttributeNames::AttributeNames(const std::vector<std::string>& names) {
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    sorted_.emplace_back(names[i], i);
  }
  std::ranges::sort(sorted_);
}

AttributeNames::Sorted::const_iterator AttributeNames::first_from(std::string_view beginning) const {
  return std::ranges::lower_bound(sorted_, beginning, {}, &Sorted::value_type::first);
}

KnownColumn::KnownColumn(const std::string& name, const AttributeNames& names) : name_(name) {
  const std::string shown = short_name(name);
  names.for_each(shown, [&](std::uint32_t attribute, std::string_view rest) {
    if (rest.empty()) {
      plain_ = attribute;
    }
  });
  names.for_each(shown + "=",
                 [&](std::uint32_t attribute, std::string_view rest) { values_.emplace(rest, attribute); });
  names.for_each(shown + ":", [&](std::uint32_t attribute, std::string_view rest) { words_.emplace(rest, attribute); });
  if (!std::ranges::all_of(values_, [](const auto& value) { return parse_number(value.first).has_value(); })) {
    return;  // a column of texts
  }
  for (const auto& [text, attribute] : values_) {
    const double number = parse_number(text).value();
    ranges_.push_back({number, number, attribute});
  }
  values_.clear();
  names.for_each(shown + " in ", [&](std::uint32_t attribute, std::string_view rest) { take_range(rest, attribute); });
}

void KnownColumn::take_range(std::string_view text, std::uint32_t attribute) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    return;
  }
  const std::optional<double> low = parse_number(text.substr(0, dots));
  const std::optional<double> high = parse_number(text.substr(dots + 2));
  if (low && high && *low <= *high) {
    ranges_.push_back({*low, *high, attribute});
  }
}

bool KnownColumn::is_known() const noexcept {
  return plain_ || !ranges_.empty() || !values_.empty() || !words_.empty();
}

void KnownColumn::add(std::string_view value, const std::function<std::string()>& place,
                      std::vector<Entry>& row) const {
  if (plain_ || !ranges_.empty()) {
    const std::optional<double> number = parse_number(value);
    if (!number) {
      fail_input(place(),
                 fmt::format("{} in column {}, which has numbers in the model", in_quotes(value), in_quotes(name_)));
    }
    if (!std::isfinite(*number) || (plain_ && !std::isfinite(static_cast<float>(*number)))) {
      fail_input(place(), fmt::format("{} is not a finite number in column {}", in_quotes(value), in_quotes(name_)));
    }
    add_number(*number, row);
    return;
  }
  if (const auto found = values_.find(value); found != values_.end()) {
    row.emplace_back(found->second, 1.0F);
  }
  if (!words_.empty()) {
    for_each_word(value, [&](const std::string& word) {
      if (const auto found = words_.find(word); found != words_.end()) {
        row.emplace_back(found->second, 1.0F);
      }
    });
  }
}

void KnownColumn::add_number(double number, std::vector<Entry>& row) const {
  if (plain_) {
    if (number != 0.0) {
      row.emplace_back(*plain_, static_cast<float>(number));
    }
    return;
  }
  // Within all ranges: the distances of a number far outside would differ by less than a rounding.
  number = std::clamp(number, std::ranges::min(ranges_, {}, &Range::low).low,
                      std::ranges::max(ranges_, {}, &Range::high).high);
  double nearest = std::numeric_limits<double>::infinity();
  for (const Range& range : ranges_) {
    nearest = std::min(nearest, distance(number, range.low, range.high));
  }
  for (const Range& range : ranges_) {
    if (distance(number, range.low, range.high) == nearest) {
      row.emplace_back(range.attribute, 1.0F);
    }
  }
}

}  // namespace columnar
