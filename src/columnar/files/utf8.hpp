#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace columnar {

/// Raw byte b (0x80..0xFF) of a text that is not UTF-8 there stands as code point kRawByteBase + b, a lone surrogate
/// that no UTF-8 text holds: Python's surrogateescape. Node ids may be any bytes, and must come back unchanged.
inline constexpr std::uint32_t kRawByteBase = 0xDC00;

/// Appends a code point as UTF-8. The caller has checked that it is one.
void append_utf8(std::string& out, std::uint32_t point);

/// Takes one code point off the front of a text that is not empty: a sequence that RFC 3629 allows (none that is longer
/// than need be, no surrogate, nothing past U+10FFFF), or one raw byte escaped.
[[nodiscard]] std::uint32_t take_code_point(std::string_view& text);

/// Whether a terminal may be given the code point as it is. Not so: control characters (C0, DEL and C1), the separators
/// of lines and paragraphs, the marks and overrides of direction, which make a text look like another, and surrogates,
/// which stand for raw bytes here.
[[nodiscard]] bool is_displayable(std::uint32_t point) noexcept;

}  // namespace columnar
