#include "columnar/files/npy_header.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/files/little_endian.hpp"

namespace columnar {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 16;
constexpr std::size_t kMaxDimensions = 32;
constexpr std::size_t kMaxItemBytes = std::size_t{1} << 24;

/// Parses the Python literal {'descr': '<f4', 'fortran_order': False, 'shape': (3,), } and nothing more general.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& place) : rest_(text), place_(place) {}

  std::optional<std::string> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;

  void parse() {
    expect('{');
    while (!accept('}')) {
      const std::string key = read_quoted();
      expect(':');
      if (key == "descr" && !descr) {
        skip_spaces();
        if (!rest_.empty() && rest_.front() == '[') {
          fail_input(place_, "record arrays are not supported");
        }
        descr = read_quoted();
      } else if (key == "fortran_order" && !fortran_order) {
        fortran_order = boolean();
      } else if (key == "shape" && !shape) {
        shape = tuple();
      } else {
        malformed();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_spaces();
    if (!rest_.empty() || !descr || !fortran_order || !shape) {
      malformed();
    }
  }

 private:
  [[noreturn]] void malformed() const { fail_input(place_, "malformed .npy header"); }

  void skip_spaces() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n')) {
      rest_.remove_prefix(1);
    }
  }
  bool accept(char wanted) {
    skip_spaces();
    if (rest_.empty() || rest_.front() != wanted) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) {
      malformed();
    }
  }
  std::string read_quoted() {
    const char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') {
      expect('\'');
    }
    const std::size_t end = rest_.find(quote);
    if (end == std::string_view::npos) {
      malformed();
    }
    std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }
  bool boolean() {
    skip_spaces();
    for (const auto& [word, value] : {std::pair{std::string_view("True"), true}, {std::string_view("False"), false}}) {
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return value;
      }
    }
    malformed();
  }
  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> numbers;
    expect('(');
    while (!accept(')')) {
      std::uint64_t number = 0;
      skip_spaces();
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
      if (error != std::errc() || numbers.size() == kMaxDimensions) {
        malformed();
      }
      rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
      accept('L');  // suffix of long integers in Python 2
      numbers.push_back(number);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return numbers;
  }

  std::string_view rest_;
  const std::string& place_;
};

void set_type(NpyHeader& header, const std::string& descr, const std::string& place) {
  const auto unsupported = [&] { fail_input(place, "item type " + in_quotes(descr) + " is not supported"); };
  if (descr.size() >= 2 && descr[1] == 'O') {
    fail_input(place, "object arrays (pickles) are refused: they can run code");
  }
  std::size_t number = 0;
  if (descr.size() < 3 ||
      std::from_chars(descr.data() + 2, descr.data() + descr.size(), number).ptr != descr.data() + descr.size()) {
    unsupported();
  }
  const char order = descr[0];
  if (order == '>' && number > 1) {
    fail_input(place, "big-endian items (" + in_quotes(descr) + ") are not supported");
  }
  const bool in_order = order == '<' || (order == '|' && (number == 1 || descr[1] == 'S'));
  const bool is_word = number == 1 || number == 2 || number == 4 || number == 8;
  switch (descr[1]) {
    case 'b':
      header.kind = NpyKind::kBool;
      if (number != 1) {
        unsupported();
      }
      break;
    case 'i':
    case 'u':
      header.kind = descr[1] == 'i' ? NpyKind::kSigned : NpyKind::kUnsigned;
      if (!is_word) {
        unsupported();
      }
      break;
    case 'f':
      header.kind = NpyKind::kFloat;
      if (number != 4 && number != 8) {
        unsupported();
      }
      break;
    case 'S':
      header.kind = NpyKind::kBytes;
      break;
    case 'U':
      header.kind = NpyKind::kUnicode;
      if (number <= kMaxItemBytes) {
        number *= 4;
      }
      break;
    default:
      unsupported();
  }
  if (!in_order || number > kMaxItemBytes) {
    unsupported();
  }
  header.item_bytes = number;
}

}  // namespace

std::size_t npy_header_bytes(std::span<const std::byte> prefix, const std::string& place) {
  const auto magic = bytes_of(kMagic);
  if (prefix.size() < kNpyPrefixBytes || !std::equal(magic.begin(), magic.end(), prefix.begin())) {
    fail_input(place, "not a .npy array");
  }
  const auto version = std::to_integer<unsigned>(prefix[6]);
  if (version < 1 || version > 3) {
    fail_input(place, ".npy version " + std::to_string(version) + " is unknown");
  }
  const std::size_t length = version == 1 ? load_little_endian<std::uint16_t>(&prefix[8]) + std::size_t{10}
                                          : load_little_endian<std::uint32_t>(&prefix[8]) + std::size_t{12};
  if (length > kMaxHeaderBytes || length < kNpyPrefixBytes) {
    fail_input(place, "malformed .npy header");
  }
  return length;
}

NpyHeader parse_npy_header(std::span<const std::byte> header, const std::string& place) {
  NpyHeader result;
  result.header_bytes = npy_header_bytes(header, place);
  if (header.size() < result.header_bytes) {
    fail_input(place, "the .npy header is cut short");
  }
  const std::size_t begin = header[6] == std::byte{1} ? 10 : 12;
  HeaderParser parser(
      {reinterpret_cast<const char*>(header.data()) + begin, result.header_bytes - begin},  // bytes as characters
      place);
  parser.parse();
  set_type(result, *parser.descr, place);
  result.shape = *parser.shape;
  if (*parser.fortran_order && result.shape.size() > 1) {
    fail_input(place, "Fortran order is not supported; write numpy.ascontiguousarray of it");
  }
  bool overflow = false;
  for (const std::uint64_t extent : result.shape) {
    overflow = overflow || __builtin_mul_overflow(result.item_count, extent, &result.item_count);
  }
  overflow = overflow || __builtin_mul_overflow(result.item_count, result.item_bytes, &result.data_bytes);
  if (overflow || (result.item_bytes == 0 && result.item_count > 1)) {
    fail_input(place, "impossible .npy shape");
  }
  return result;
}

std::vector<std::byte> make_npy_header(const std::string& descr, std::span<const std::uint64_t> shape) {
  constexpr std::size_t kPrefix = 10;
  constexpr std::size_t kAlign = 64;
  std::string text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  }
  text += shape.size() == 1 ? ",), }" : "), }";
  text.append(kAlign - 1 - (kPrefix + text.size()) % kAlign, ' ');
  text += '\n';
  std::vector<std::byte> out;
  const auto magic = bytes_of(kMagic);
  append_bytes(out, magic);
  out.push_back(std::byte{1});
  out.push_back(std::byte{0});
  append_little_endian(out, static_cast<std::uint16_t>(text.size()));
  const auto body = bytes_of(text);
  append_bytes(out, body);
  return out;
}

}  // namespace columnar
