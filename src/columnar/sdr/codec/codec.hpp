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
