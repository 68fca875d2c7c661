#include "close_ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <vector>

#include "columnar/core/list_text.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kMostCloseIds = 3;
constexpr std::size_t kMostIdsCompared = 4'000'000;
constexpr std::size_t kLongestId = 256;
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

bool is_close(std::string_view given, std::string_view id) {
  const std::size_t longer = std::max(given.size(), id.size());
  if (longer - std::min(given.size(), id.size()) > 1) {
    return false;
  }
  if (std::ranges::equal(given, id, {}, lower_case, lower_case)) {
    return true;
  }
  return longer >= kShortestMistyped && differ_by_one(given, id);
}

}  // namespace

std::string close_ids_text(std::string_view id, const NodeIds& ids) {
  if (id.size() > kLongestId) {
    return "";
  }
  std::vector<std::string> close;
  const std::size_t count = std::min(ids.size(), kMostIdsCompared);
  std::array<char, 24> digits{};
  for (std::size_t row = 0; row < count && close.size() < kMostCloseIds; ++row) {
    std::string_view known;
    if (ids.are_text()) {
      known = ids.texts[row];
    } else {
      const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), ids.integers[row]).ptr;
      known = {digits.data(), end};
    }
    if (is_close(id, known)) {
      close.push_back(fmt::format("'{}'", printable(known)));
    }
  }
  return close.empty() ? "" : fmt::format("; did you mean {}?", list_text(close, "or"));
}

}  // namespace columnar::cli
