#include "columnar/core/in_quotes.hpp"

namespace columnar {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string out = "'";
  for (const char c : text.substr(0, kLongest)) {
    out += c >= ' ' && c <= '~' ? c : '?';
  }
  out += text.size() > kLongest ? "...'" : "'";
  return out;
}

}  // namespace columnar
