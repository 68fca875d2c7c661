#include "columnar/files/utf8.hpp"

#include <cstddef>

namespace columnar {

void append_utf8(std::string& out, std::uint32_t point) {
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0U | point >> 6U);
    put(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    put(0xE0U | point >> 12U);
    put(0x80U | (point >> 6U & 0x3FU));
    put(0x80U | (point & 0x3FU));
  } else {
    put(0xF0U | point >> 18U);
    put(0x80U | (point >> 12U & 0x3FU));
    put(0x80U | (point >> 6U & 0x3FU));
    put(0x80U | (point & 0x3FU));
  }
}

std::uint32_t take_code_point(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                             : lead >= 0xE0 && lead < 0xF0 ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  bool valid = length > 0 && length <= text.size();
  std::uint32_t point = length <= 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; valid && i < length; ++i) {
    valid = (byte(i) & 0xC0U) == 0x80;
    point = point << 6U | (byte(i) & 0x3FU);
  }
  valid = valid && !(length == 3 && (point < 0x800 || (point >= 0xD800 && point < 0xE000))) &&
          !(length == 4 && (point < 0x10000 || point > 0x10FFFF));
  text.remove_prefix(valid ? length : 1);
  return valid ? point : kRawByteBase + lead;
}

bool is_displayable(std::uint32_t point) noexcept {
  const auto within = [point](std::uint32_t first, std::uint32_t last) { return point >= first && point <= last; };
  return !(within(0x00, 0x1F) || within(0x7F, 0x9F) || point == 0x061C || within(0x200E, 0x200F) ||
           within(0x2028, 0x202E) || within(0x2066, 0x2069) || within(0xD800, 0xDFFF) || point > 0x10FFFF);
}

}  // namespace columnar
