#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace columnar {

/// A raw byte b (0x80..0xFF) that is not valid UTF-8 is represented by code point kRawByteBase + b, a lone surrogate
/// that no UTF-8 text contains: Python's surrogateescape. Node ids may be any bytes and must round-trip unchanged.
inline constexpr std::uint32_t kRawByteBase = 0xDC00;

/// Appends a code point as UTF-8. The caller has checked that it is valid.
void append_utf8(std::string& out, std::uint32_t point);

/// Removes one code point from the front of a non-empty text: a sequence valid by RFC 3629 (no overlong form, no
/// surrogate, nothing beyond U+10FFFF), or one escaped raw byte.
[[nodiscard]] std::uint32_t take_code_point(std::string_view& text);

/// True if the code point is safe to print on a terminal. False for control characters (C0, DEL and C1), line and
/// paragraph separators, bidirectional marks and overrides, which can disguise a text, and surrogates, which
/// stand for raw bytes here.
[[nodiscard]] bool is_displayable(std::uint32_t point) noexcept;

}  // namespace columnar
