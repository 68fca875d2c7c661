#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace columnar {

/// Item type of a NumPy array, by NumPy's own letter. Object arrays (pickles) are never read.
enum class NpyKind : char { kBool = 'b', kSigned = 'i', kUnsigned = 'u', kFloat = 'f', kBytes = 'S', kUnicode = 'U' };

/// The header of a .npy file: type and shape of the array that follows.
struct NpyHeader {
  NpyKind kind = NpyKind::kFloat;
  std::size_t item_bytes = 0;  ///< 4 for '<f4' and for '<U1'
  std::vector<std::uint64_t> shape;
  std::uint64_t item_count = 1;  ///< product of the shape
  std::uint64_t data_bytes = 0;  ///< item_count * item_bytes, known not to overflow
  std::size_t header_bytes = 0;  ///< offset of the data
};

/// Bytes of magic, version and header length; npy_header_bytes() needs these.
inline constexpr std::size_t kNpyPrefixBytes = 12;

/// Length of the whole header, from the first kNpyPrefixBytes of the file. Throws Error(kInput) that begins with the
/// place unless they start a .npy file of version 1, 2 or 3 with a header of at most 64 KiB.
[[nodiscard]] std::size_t npy_header_bytes(std::span<const std::byte> prefix, const std::string& place);

/// Parses a complete header. Throws Error(kInput) for unsupported types and layouts: objects, records, big-endian
/// numbers, half floats, Fortran order in two or more dimensions.
[[nodiscard]] NpyHeader parse_npy_header(std::span<const std::byte> header, const std::string& place);

/// The header, version 1, of an array in C order. descr is NumPy's type name, such as "<i8".
[[nodiscard]] std::vector<std::byte> make_npy_header(const std::string& descr, std::span<const std::uint64_t> shape);

}  // namespace columnar
