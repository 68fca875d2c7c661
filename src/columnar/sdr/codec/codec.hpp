#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/sdr/sdr_table.hpp"

namespace columnar {

/// How a .sdr file stores its codes. All of them give back the same codes, and any one of them without the others.
enum class Codec {
  kPlain,      ///< 16 bits an active bit: 56 bytes a node at the paper's sizes
  kBitmap,     ///< one bit a bit: 225 bytes
  kSparse,     ///< as many bits an active bit as its layer needs: 8 × 11 + 20 × 9 bits, 33.5 bytes
  kEliasFano,  ///< low bits as they are, high bits in unary: 28 bytes
  kEntropy,    ///< by how often each bit is active: about 17.5 bytes for real codes
};

inline constexpr std::array<Codec, 5> kCodecs = {Codec::kPlain, Codec::kBitmap, Codec::kSparse, Codec::kEliasFano,
                                                 Codec::kEntropy};

/// "plain", "bitmap", "sparse", "elias-fano" or "entropy".
[[nodiscard]] std::string_view name_of(Codec codec) noexcept;

/// The codec of that name, if there is one.
[[nodiscard]] std::optional<Codec> codec_by_name(std::string_view name) noexcept;

/// The codes of a table, which must be valid, in the bytes of a codec.                    docs/formats.md#codecs
/// The same codes give the same bytes.
[[nodiscard]] std::vector<std::byte> pack_codes(const SdrTable& table, Codec codec);

/// Reads the bytes of one codec and shape.
class CodeDecoder {
 public:
  CodeDecoder() = default;
  CodeDecoder(const CodeDecoder&) = delete;
  CodeDecoder& operator=(const CodeDecoder&) = delete;
  virtual ~CodeDecoder() = default;

  /// The codes of nodes [first, first + count) into out, one after the other; false where their bytes are none that the
  /// codec writes. Whatever they hold, nothing else happens; but the bits may still be none that the shape allows.
  [[nodiscard]] virtual bool decode(std::size_t first, std::size_t count, std::uint16_t* out) const = 0;
};

/// Packed codes, each of which can be had alone.
class PackedCodes {
 public:
  /// Over bytes that `owner` keeps alive, such as those of a mapped file. Throws Error(kInput) that begins with the
  /// place unless the bytes are as many as so many codes of that shape, which must be possible, ask for.
  PackedCodes(Codec codec, const SdrShape& shape, std::size_t nodes, std::span<const std::byte> bytes,
              std::shared_ptr<const void> owner, const std::string& place);

  [[nodiscard]] Codec codec() const noexcept { return codec_; }
  [[nodiscard]] const SdrShape& shape() const noexcept { return shape_; }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_; }
  /// What the codes take.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// The code of one node, which must exist; Error(kInput) unless it is one that the shape allows.
  [[nodiscard]] std::vector<std::uint16_t> code(std::size_t node) const;
  /// The bits of all codes. Error(kInput) where some cannot be read; whether the shape allows them is not checked.
  [[nodiscard]] std::vector<std::uint16_t> all() const;

 private:
  Codec codec_;
  SdrShape shape_;
  std::size_t nodes_;
  std::size_t bytes_;
  std::shared_ptr<const void> owner_;
  std::string place_;
  std::unique_ptr<const CodeDecoder> decoder_;
};

}  // namespace columnar
