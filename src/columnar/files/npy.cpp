#include "columnar/files/npy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/utf8.hpp"

namespace columnar {
namespace {

/// One number as T, or nothing if T cannot hold it.
template <typename T, typename From>
std::optional<T> convert(From value) {
  if constexpr (std::is_floating_point_v<T>) {
    if constexpr (std::is_same_v<T, float> && std::is_same_v<From, double>) {
      if (std::isfinite(value) && std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
        return std::nullopt;
      }
    }
    return static_cast<T>(value);
  } else if constexpr (std::is_floating_point_v<From>) {
    // 2^digits is exact in every float type; T's own maximum may not be.
    const From limit = std::ldexp(From{1}, std::numeric_limits<T>::digits);
    const From least = std::is_signed_v<T> ? -limit : From{0};
    if (!(value >= least && value < limit) || std::trunc(value) != value) {
      return std::nullopt;
    }
    return static_cast<T>(value);
  } else {
    return std::in_range<T>(value) ? std::optional<T>(static_cast<T>(value)) : std::nullopt;
  }
}

template <typename T, typename From>
std::vector<T> convert_all(const NpyArray& array) {
  if constexpr (std::is_same_v<T, From>) {
    return from_little_endian<T>(array.data);
  } else {
    std::vector<T> out;
    const std::size_t count = array.data.size() / sizeof(From);
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const From value = load_little_endian<From>(array.data.data() + i * sizeof(From));
      const std::optional<T> converted = convert<T>(value);
      if (!converted) {
        fail_input(array.place, "value " + std::to_string(value) + " at index " + std::to_string(i) +
                                    (std::is_integral_v<T> ? " is not an integer of the expected range"
                                                           : " is out of the expected range"));
      }
      out.push_back(*converted);
    }
    return out;
  }
}

template <Number T>
std::string descr_of() {
  const char letter = std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
  return std::string(sizeof(T) == 1 ? "|" : "<") + letter + std::to_string(sizeof(T));
}

std::vector<std::byte> make_unicode(std::span<const std::string> texts, std::span<const std::uint64_t> shape) {
  std::size_t width = 1;
  for (const std::string& text : texts) {
    width = std::max(width, npy_unicode_length(text));
  }
  std::vector<std::byte> out = make_npy_header("<U" + std::to_string(width), shape);
  out.reserve(out.size() + texts.size() * width * 4);
  for (const std::string& text : texts) {
    std::size_t length = 0;
    for (std::string_view rest = text; !rest.empty(); ++length) {
      append_little_endian(out, take_code_point(rest));
    }
    out.resize(out.size() + (width - length) * 4);
  }
  return out;
}

/// Throws unless the header is followed by exactly the promised number of bytes.
void check_data_bytes(const NpyArray& array, std::uint64_t found) {
  if (found != array.header.data_bytes) {
    fail_input(array.place, "the array has " + std::to_string(found) + " bytes, its header promises " +
                                std::to_string(array.header.data_bytes));
  }
}

}  // namespace

NpyArray parse_npy(std::span<const std::byte> file, const std::string& place) {
  NpyArray array{parse_npy_header(file, place), {}, place};
  const auto data = file.subspan(array.header.header_bytes);
  check_data_bytes(array, data.size());
  array.data.assign(data.begin(), data.end());
  return array;
}

NpyArray read_npy(const std::string& path, std::uint64_t max_bytes) {
  constexpr std::uint64_t kChunkBytes = std::uint64_t{1} << 20;
  InputFile input(path, Gzip::kKeep);
  std::vector<std::byte> start(kNpyPrefixBytes);
  start.resize(input.read(start));
  start.resize(npy_header_bytes(start, input.name()));
  start.resize(kNpyPrefixBytes + input.read(std::span(start).subspan(kNpyPrefixBytes)));
  NpyArray array{parse_npy_header(start, input.name()), {}, input.name()};
  const std::uint64_t total = array.header.data_bytes;
  if (input.size_on_disk()) {
    check_data_bytes(array, *input.size_on_disk() - std::min<std::uint64_t>(start.size(), *input.size_on_disk()));
  }
  if (total > max_bytes) {
    fail_input(array.place, "larger than " + std::to_string(max_bytes) + " bytes");
  }
  while (array.data.size() < total) {
    const std::size_t used = array.data.size();
    const std::uint64_t step = std::min(total - used, std::max<std::uint64_t>(kChunkBytes, used));
    array.data.resize(used + static_cast<std::size_t>(step));
    const std::size_t got = input.read(std::span(array.data).subspan(used));
    if (got < step) {
      check_data_bytes(array, used + got);
    }
  }
  std::byte extra{};
  if (input.read(std::span(&extra, 1)) > 0) {
    fail_input(array.place, "bytes follow the " + std::to_string(total) + " that its header promises");
  }
  return array;
}

template <Number T>
std::vector<T> NpyArray::as() const {
  const bool is_signed = header.kind == NpyKind::kSigned;
  switch (header.kind) {
    case NpyKind::kFloat:
      return header.item_bytes == 4 ? convert_all<T, float>(*this) : convert_all<T, double>(*this);
    case NpyKind::kBool:
    case NpyKind::kSigned:
    case NpyKind::kUnsigned:
      switch (header.item_bytes) {
        case 1:
          return is_signed ? convert_all<T, std::int8_t>(*this) : convert_all<T, std::uint8_t>(*this);
        case 2:
          return is_signed ? convert_all<T, std::int16_t>(*this) : convert_all<T, std::uint16_t>(*this);
        case 4:
          return is_signed ? convert_all<T, std::int32_t>(*this) : convert_all<T, std::uint32_t>(*this);
        default:
          return is_signed ? convert_all<T, std::int64_t>(*this) : convert_all<T, std::uint64_t>(*this);
      }
    default:
      fail_input(place, "the array holds text where numbers are expected");
  }
}

template std::vector<double> NpyArray::as() const;
template std::vector<float> NpyArray::as() const;
template std::vector<std::int64_t> NpyArray::as() const;
template std::vector<std::int32_t> NpyArray::as() const;
template std::vector<std::uint64_t> NpyArray::as() const;
template std::vector<std::uint32_t> NpyArray::as() const;
template std::vector<std::uint16_t> NpyArray::as() const;
template std::vector<std::uint8_t> NpyArray::as() const;

std::vector<std::string> NpyArray::as_strings() const {
  if (header.kind != NpyKind::kUnicode && header.kind != NpyKind::kBytes) {
    fail_input(place, "the array holds numbers where text is expected");
  }
  std::vector<std::string> out;
  out.reserve(header.item_count);
  for (std::uint64_t i = 0; i < header.item_count; ++i) {
    const std::byte* item = data.data() + i * header.item_bytes;
    std::size_t end = header.item_bytes;
    while (end > 0 && item[end - 1] == std::byte{0}) {
      --end;
    }
    std::string text;
    if (header.kind == NpyKind::kBytes) {
      text.assign(reinterpret_cast<const char*>(item), end);
    } else {
      for (std::size_t at = 0; at < end; at += 4) {
        const auto point = load_little_endian<std::uint32_t>(item + at);
        if (point >= kRawByteBase + 0x80 && point <= kRawByteBase + 0xFF) {
          text.push_back(static_cast<char>(static_cast<unsigned char>(point - kRawByteBase)));
        } else if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) {
          fail_input(place, "item " + std::to_string(i) + " is not Unicode");
        } else {
          append_utf8(text, point);
        }
      }
    }
    out.push_back(std::move(text));
  }
  return out;
}

template <Number T>
std::vector<std::byte> make_npy(std::span<const T> values, std::span<const std::uint64_t> shape) {
  std::vector<std::byte> out = make_npy_header(descr_of<T>(), shape);
  const std::vector<std::byte> items = to_little_endian(values);
  append_bytes(out, items);
  return out;
}

template std::vector<std::byte> make_npy(std::span<const double>, std::span<const std::uint64_t>);
template std::vector<std::byte> make_npy(std::span<const float>, std::span<const std::uint64_t>);
template std::vector<std::byte> make_npy(std::span<const std::int64_t>, std::span<const std::uint64_t>);
template std::vector<std::byte> make_npy(std::span<const std::int32_t>, std::span<const std::uint64_t>);
template std::vector<std::byte> make_npy(std::span<const std::uint64_t>, std::span<const std::uint64_t>);
template std::vector<std::byte> make_npy(std::span<const std::uint32_t>, std::span<const std::uint64_t>);
template std::vector<std::byte> make_npy(std::span<const std::uint16_t>, std::span<const std::uint64_t>);
template std::vector<std::byte> make_npy(std::span<const std::uint8_t>, std::span<const std::uint64_t>);

std::vector<std::byte> make_npy_unicode(std::span<const std::string> texts) {
  const std::uint64_t count = texts.size();
  return make_unicode(texts, std::span<const std::uint64_t>(&count, 1));
}

std::vector<std::byte> make_npy_unicode_scalar(const std::string& text) {
  return make_unicode(std::span<const std::string>(&text, 1), {});
}

std::vector<std::byte> make_npy_bytes_scalar(std::string_view text) {
  std::vector<std::byte> out = make_npy_header("|S" + std::to_string(text.size()), {});
  const auto body = bytes_of(text);
  append_bytes(out, body);
  return out;
}

std::size_t npy_unicode_length(std::string_view text) {
  std::size_t length = 0;
  for (; !text.empty(); ++length) {
    static_cast<void>(take_code_point(text));
  }
  return length;
}

}  // namespace columnar
