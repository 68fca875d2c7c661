#include "close_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "columnar/core/list_text.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kMostCloseIds = 3;
constexpr std::size_t kMostIdsCompared = 4'000'000;
constexpr std::size_t kLongestId = 256;
constexpr std::size_t kShortestTwiceMistyped = 6;
constexpr std::size_t kShortestMistyped = 3;  // of shorter ones every other may be meant

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether one character was added, left out or changed, or two neighbours were swapped.
bool differ_by_one(std::string_view a, std::string_view b) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  const std::string_view rest_a(in_a, a.end());
  const std::string_view rest_b(in_b, b.end());
  if (a.size() != b.size()) {
    return a.size() < b.size() ? rest_b.substr(1) == rest_a : rest_a.substr(1) == rest_b;
  }
  const bool swapped = rest_a.size() > 1 && rest_a[0] == rest_b[1] && rest_a[1] == rest_b[0];
  return rest_a.empty() || rest_a.substr(1) == rest_b.substr(1) || (swapped && rest_a.substr(2) == rest_b.substr(2));
}

/// Whether a becomes b by at most two changes of a character: one added, left out or replaced.
bool differ_by_two(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    std::size_t least = row[0];
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
      least = std::min(least, row[j + 1]);
    }
    if (least > 2) {
      return false;
    }
  }
  return row.back() <= 2;
}

/// How close an id is: 0 where they differ in case alone, then by one character, then where it begins with what was
/// given, then by two characters. Nothing where it is not close. Numbers are close by one character alone.
std::optional<std::size_t> closeness(std::string_view given, std::string_view id, bool are_text) {
  const std::size_t longer = std::max(given.size(), id.size());
  const std::size_t difference = longer - std::min(given.size(), id.size());
  if (difference == 0 && std::ranges::equal(given, id, {}, lower_case, lower_case)) {
    return 0;
  }
  if (difference <= 1 && longer >= kShortestMistyped && differ_by_one(given, id)) {
    return 1;
  }
  if (are_text && given.size() >= kShortestMistyped && id.size() > given.size() &&
      std::ranges::equal(given, id.substr(0, given.size()), {}, lower_case, lower_case)) {
    return 2;
  }
  if (are_text && difference <= 2 && std::min(given.size(), id.size()) >= kShortestTwiceMistyped &&
      longer <= kLongestId && differ_by_two(given, id)) {
    return 3;
  }
  return std::nullopt;
}

}  // namespace

std::string close_ids_text(std::string_view id, const NodeIds& ids) {
  if (id.size() > kLongestId) {
    return "";
  }
  std::vector<std::pair<std::size_t, std::string>> close;  // at most as many as are shown, the closest first
  const std::size_t count = std::min(ids.size(), kMostIdsCompared);
  std::array<char, 24> digits{};
  for (std::size_t row = 0; row < count; ++row) {
    std::string_view known;
    if (ids.are_text()) {
      known = ids.texts[row];
    } else {
      const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), ids.integers[row]).ptr;
      known = {digits.data(), end};
    }
    const std::optional<std::size_t> found = closeness(id, known, ids.are_text());
    if (!found || (close.size() == kMostCloseIds && *found >= close.back().first)) {
      continue;
    }
    const auto place = std::ranges::upper_bound(close, *found, {}, &std::pair<std::size_t, std::string>::first);
    close.emplace(place, *found, fmt::format("'{}'", printable(known)));
    close.resize(std::min(close.size(), kMostCloseIds));
  }
  std::vector<std::string> names;
  for (auto& [rank, name] : close) {
    names.push_back(std::move(name));
  }
  return names.empty() ? "" : fmt::format("; did you mean {}?", list_text(names, "or"));
}

}  // namespace columnar::cli
