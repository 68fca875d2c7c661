#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string>
#include <string_view>

namespace columnar {

/// "a, b, c", or "a, b or c" with the word "or", for help texts and messages.
template <class Texts>
[[nodiscard]] std::string list_text(const Texts& texts, std::string_view word = "") {
  const std::span all(texts);
  return word.empty() || all.size() < 2
             ? fmt::format("{}", fmt::join(all, ", "))
             : fmt::format("{} {} {}", fmt::join(all.first(all.size() - 1), ", "), word, all.back());
}

}  // namespace columnar
