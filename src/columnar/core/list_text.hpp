#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string>
#include <string_view>

namespace columnar {

/// "a, b or c", for help and messages that are made of a list.
template <class Texts>
[[nodiscard]] std::string list_text(const Texts& texts, std::string_view last) {
  const std::span all(texts);
  return all.size() < 2 ? fmt::format("{}", fmt::join(all, ""))
                        : fmt::format("{} {} {}", fmt::join(all.first(all.size() - 1), ", "), last, all.back());
}

}  // namespace columnar
