#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/files/little_endian.hpp"
#include "columnar/files/npy_header.hpp"

namespace columnar {

/// An array as stored in the file: header and raw little-endian items.
struct NpyArray {
  NpyHeader header;
  std::vector<std::byte> data;  ///< header.data_bytes
  std::string place;            ///< prefix of messages: "graph.npz: array 'labels'"

  /// The items as another number type, exactly: a value that T cannot hold (3.5 or 2^40 as int32) throws Error(kInput).
  /// Only rounding between float types and of large integers to floats is allowed.
  /// T: double, float, int64, int32, uint64, uint32, uint16 or uint8.
  template <Number T>
  [[nodiscard]] std::vector<T> as() const;

  /// The items of a '<U' array as UTF-8, of an '|S' array as raw bytes; trailing NULs are padding, as in NumPy. Code
  /// points U+DC80..U+DCFF stand for raw bytes, as in Python's surrogateescape.
  [[nodiscard]] std::vector<std::string> as_strings() const;
};

/// Parses a whole .npy file in memory; missing or extra bytes throw Error(kInput).
[[nodiscard]] NpyArray parse_npy(std::span<const std::byte> file, const std::string& place);

/// Reads a .npy file, or standard input for "-". The header is checked before the items are read, and memory grows with
/// the bytes that arrive, so an endless file is harmless. More than max_bytes of items throw Error(kInput).
[[nodiscard]] NpyArray read_npy(const std::string& path, std::uint64_t max_bytes);

/// The .npy file, version 1, of an array in C order. T as for NpyArray::as().
template <Number T>
[[nodiscard]] std::vector<std::byte> make_npy(std::span<const T> values, std::span<const std::uint64_t> shape);

/// The .npy file of a one-dimensional array.
template <Number T>
[[nodiscard]] std::vector<std::byte> make_npy(const std::vector<T>& values) {
  const std::uint64_t count = values.size();
  return make_npy<T>(std::span<const T>(values), std::span<const std::uint64_t>(&count, 1));
}

/// The .npy file of a one-dimensional '<U' array. Bytes that are not UTF-8 become U+DC80..U+DCFF, so that as_strings()
/// returns every text unchanged, except one that ends in NUL, which NumPy's fixed width cannot represent.
[[nodiscard]] std::vector<std::byte> make_npy_unicode(std::span<const std::string> texts);

/// A 0-d '<U' array of one text.
[[nodiscard]] std::vector<std::byte> make_npy_unicode_scalar(const std::string& text);

/// A 0-d '|S' array, as SciPy stores its format name.
[[nodiscard]] std::vector<std::byte> make_npy_bytes_scalar(std::string_view text);

/// Code points of a text, as '<U' stores them; used to compute the width of an array before building it.
[[nodiscard]] std::size_t npy_unicode_length(std::string_view text);

}  // namespace columnar
