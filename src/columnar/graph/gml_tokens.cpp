#include "columnar/graph/gml_tokens.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"

// By hand: GML has five kinds of tokens, and no library of its own in Debian; igraph's parser comes with all of igraph.

namespace columnar {
namespace {

constexpr std::size_t kGmlBufferBytes = std::size_t{1} << 16U;

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&out](std::uint32_t bits) { out += static_cast<char>(0x80U | (bits & 0x3FU)); };
  if (code < 0x80U) {
    out += static_cast<char>(code);
  } else if (code < 0x800U) {
    out += static_cast<char>(0xC0U | (code >> 6U));
    tail(code);
  } else if (code < 0x10000U) {
    out += static_cast<char>(0xE0U | (code >> 12U));
    tail(code >> 6U);
    tail(code);
  } else {
    out += static_cast<char>(0xF0U | (code >> 18U));
    tail(code >> 12U);
    tail(code >> 6U);
    tail(code);
  }
}

/// The character of an entity's name ("quot", "#233", "#xE9"), if it stands for one.
std::optional<std::uint32_t> character_of(std::string_view entity) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kNamed{
      {{"quot", '"'}, {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}}};
  for (const auto& [name, character] : kNamed) {
    if (entity == name) {
      return static_cast<std::uint32_t>(character);
    }
  }
  if (!entity.starts_with('#')) {
    return std::nullopt;
  }
  const bool is_hex = entity.starts_with("#x") || entity.starts_with("#X");
  const std::string_view digits = entity.substr(is_hex ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
  const bool is_surrogate = code >= 0xD800U && code < 0xE000U;
  if (problem != std::errc{} || end != digits.data() + digits.size() || code == 0 || code > 0x10FFFFU || is_surrogate) {
    return std::nullopt;
  }
  return code;
}

/// Replaces entities by their characters; what is no known entity stays as it is.
void replace_entities(std::string& text) {
  constexpr std::size_t kLongestEntity = 10;
  std::size_t at = text.find('&');
  if (at == std::string::npos) {
    return;
  }
  std::string out = text.substr(0, at);
  while (at < text.size()) {
    const std::size_t end = text[at] == '&' ? text.find(';', at) : std::string::npos;
    std::optional<std::uint32_t> code;
    if (end != std::string::npos && end - at <= kLongestEntity) {
      code = character_of(std::string_view(text).substr(at + 1, end - at - 1));
    }
    if (code) {
      append_utf8(out, *code);
      at = end + 1;
    } else {
      out += text[at++];
    }
  }
  text = std::move(out);
}

bool is_space(int c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool ends_token(int c) { return c < 0 || is_space(c) || c == '[' || c == ']' || c == '"'; }

}  // namespace

GmlTokens::GmlTokens(const std::string& path)
    : input_(path), bytes_(kGmlBufferBytes), end_(input_.read(std::as_writable_bytes(std::span(bytes_)))) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (std::string_view(bytes_.data(), end_).starts_with(kByteOrderMark)) {
    begin_ = kByteOrderMark.size();
  }
}

/// The next character, or kEndOfFile.
int GmlTokens::peek() {
  if (begin_ == end_) {
    begin_ = 0;
    end_ = input_.read_some(std::as_writable_bytes(std::span(bytes_)));
    if (end_ == 0) {
      return kEndOfFile;
    }
  }
  return static_cast<unsigned char>(bytes_[begin_]);
}

int GmlTokens::take() {
  const int c = peek();
  if (c == kEndOfFile) {
    return c;
  }
  if (c == '\0') {
    fail_input(place(), "a NUL byte; this is not a text file");
  }
  ++begin_;
  is_line_begin_ = c == '\n' || (is_line_begin_ && is_space(c));
  line_ += c == '\n' ? 1 : 0;
  return c;
}

void GmlTokens::take_string() {
  const std::string begin = place();
  (void)take();
  token_.kind = GmlToken::Kind::kString;
  for (int c = take(); c != '"'; c = take()) {
    if (c == kEndOfFile || token_.text.size() == kMaxTokenBytes) {
      fail_input(begin, c == kEndOfFile ? "a string without an end"
                                        : fmt::format("a string is longer than {} bytes", kMaxTokenBytes));
    }
    token_.text += static_cast<char>(c);
  }
  replace_entities(token_.text);
}

const GmlToken& GmlTokens::next() {
  token_.text.clear();
  while (is_space(peek()) || (peek() == '#' && is_line_begin_)) {
    if (take() == '#') {
      while (peek() != kEndOfFile && take() != '\n') {
      }
    }
  }
  const int first = peek();
  if (first == '"') {
    take_string();
    return token_;
  }
  if (first == kEndOfFile || first == '[' || first == ']') {
    (void)take();
    token_.kind = first == '[' ? GmlToken::Kind::kOpen : first == ']' ? GmlToken::Kind::kClose : GmlToken::Kind::kEnd;
    return token_;
  }
  while (!ends_token(peek())) {
    token_.text += static_cast<char>(take());
    if (token_.text.size() > kMaxTokenBytes) {
      fail_input(place(), fmt::format("a word is longer than {} bytes", kMaxTokenBytes));
    }
  }
  const bool is_word = std::isalpha(first) != 0 || first == '_';
  if (!is_word && std::isdigit(first) == 0 && first != '-' && first != '+' && first != '.') {
    fail_input(place(), fmt::format("not GML: {}", in_quotes(token_.text)));
  }
  token_.kind = is_word ? GmlToken::Kind::kWord : GmlToken::Kind::kNumber;
  return token_;
}

}  // namespace columnar
