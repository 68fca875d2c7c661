#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/files/input_file.hpp"

namespace columnar {

/// A piece of a GML text.
struct GmlToken {
  enum class Kind : std::uint8_t { kWord, kNumber, kString, kOpen, kClose, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;  ///< of a word, a number or a string
};

/// Splits GML, plain or gzip, into tokens: words, numbers, strings in double quotes, brackets. Skips comments, which
/// are lines that begin with '#'. In strings `&quot;`, `&amp;`, `&lt;`, `&gt;`, `&apos;` and `&#NUMBER;` stand for
/// characters.
class GmlTokens {
 public:
  static constexpr std::size_t kMaxTokenBytes = std::size_t{1} << 20U;

  explicit GmlTokens(const std::string& path);

  /// The next token, valid until the next call. Throws Error(kInput) with file and line for a NUL byte, a string
  /// without an end, another character that begins no token, and a token of more than kMaxTokenBytes.
  const GmlToken& next();

  [[nodiscard]] const std::string& name() const noexcept { return input_.name(); }
  [[nodiscard]] std::string place() const { return name() + ":" + std::to_string(line_); }

 private:
  static constexpr int kEndOfFile = -1;

  int peek();
  int take();
  void take_string();

  InputFile input_;
  std::vector<char> bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint64_t line_ = 1;
  bool is_line_begin_ = true;
  GmlToken token_;
};

}  // namespace columnar
