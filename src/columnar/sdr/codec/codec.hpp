#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "columnar/code_files.hpp"
#include "columnar/codes.hpp"

namespace columnar {

/// Packs the codes of a valid table with a codec. docs/formats.md#codecs
/// The same codes give the same bytes.
[[nodiscard]] std::vector<std::byte> pack_codes(const SdrTable& table, Codec codec);

/// Reads the bytes of one codec and shape.
class CodeDecoder {
 public:
  CodeDecoder() = default;
  CodeDecoder(const CodeDecoder&) = delete;
  CodeDecoder& operator=(const CodeDecoder&) = delete;
  virtual ~CodeDecoder() = default;

  /// Decodes nodes [first, first + count) into out, one after another; false if the codec cannot have written these
  /// bytes. Safe for any bytes; the decoded bits may still violate the shape.
  [[nodiscard]] virtual bool decode(std::size_t first, std::size_t count, std::uint16_t* out) const = 0;
};

/// Packed codes with access to single codes.
class PackedCodes {
 public:
  /// Over bytes kept alive by `owner`, such as a mapped file. Throws Error(kInput) that begins with the
  /// place unless the number of bytes fits this many codes of the shape, which must be valid.
  PackedCodes(Codec codec, const SdrShape& shape, std::size_t nodes, std::span<const std::byte> bytes,
              std::shared_ptr<const void> owner, const std::string& place);

  [[nodiscard]] Codec codec() const noexcept { return codec_; }
  [[nodiscard]] const SdrShape& shape() const noexcept { return shape_; }
  [[nodiscard]] std::size_t size() const noexcept { return nodes_; }
  /// Bytes of the packed codes.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// The code of one existing node. Throws Error(kInput) unless the shape allows it.
  [[nodiscard]] std::vector<std::uint16_t> code(std::size_t node) const;
  /// The bits of all codes. Throws Error(kInput) if some cannot be decoded; whether the shape allows them is not
  /// checked.
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
