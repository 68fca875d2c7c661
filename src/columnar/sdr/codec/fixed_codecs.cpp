#include "columnar/sdr/codec/fixed_codecs.hpp"

#include <algorithm>
#include <bit>

#include "columnar/sdr/codec/bit_stream.hpp"

namespace columnar {
namespace {

/// 16 bits per active bit.
struct Plain {
  std::uint32_t active;
  explicit Plain(const SdrShape& shape) : active(shape.active()) {}

  [[nodiscard]] std::uint64_t bits() const { return std::uint64_t{active} * 16; }
  static void write(BitWriter& stream, std::span<const std::uint16_t> code) {
    for (const std::uint16_t bit : code) {
      stream.write(bit, 16);
    }
  }
  [[nodiscard]] bool read(std::span<const std::byte> stream, std::uint64_t at, std::uint16_t* out) const {
    for (std::uint32_t i = 0; i < active; ++i) {
      out[i] = static_cast<std::uint16_t>(read_bits(stream, at + 16ULL * i, 16));
    }
    return true;
  }
};

/// Elias and Fano: of n ascending numbers below u, the low ⌊log2(u / n)⌋ bits are stored directly; then, for each value
/// of the high bits in turn, a one for every number that has it, and a zero.
struct EliasFano {
  std::uint32_t active;
  unsigned low_bits;
  std::uint64_t high_size;
  explicit EliasFano(const SdrShape& shape)
      : active(shape.active()),
        low_bits(static_cast<unsigned>(std::bit_width(shape.width() / shape.active())) - 1),
        high_size(active + ((shape.width() - 1ULL) >> low_bits)) {}

  [[nodiscard]] std::uint64_t bits() const { return std::uint64_t{active} * low_bits + high_size; }
  void write(BitWriter& stream, std::span<const std::uint16_t> code) const {
    for (const std::uint16_t bit : code) {
      stream.write(bit & ((1U << low_bits) - 1), low_bits);
    }
    std::uint64_t written = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
      for (const std::uint64_t one = (code[i] >> low_bits) + i; written < one; ++written) {
        stream.write(0, 1);
      }
      stream.write(1, 1);
      ++written;
    }
    for (; written < high_size; ++written) {
      stream.write(0, 1);
    }
  }
  [[nodiscard]] bool read(std::span<const std::byte> stream, std::uint64_t at, std::uint16_t* out) const {
    const std::uint64_t high_at = at + std::uint64_t{active} * low_bits;
    std::uint32_t found = 0;
    for (std::uint64_t first = 0; first < high_size && found < active; first += 32) {
      const auto count = static_cast<unsigned>(std::min<std::uint64_t>(32, high_size - first));
      for (std::uint64_t word = read_bits(stream, high_at + first, count); word != 0 && found < active;
           word &= word - 1) {
        const std::uint64_t high = first + static_cast<std::uint64_t>(std::countr_zero(word)) - found;
        const std::uint64_t low = read_bits(stream, at + std::uint64_t{found} * low_bits, low_bits);
        out[found++] = static_cast<std::uint16_t>((high << low_bits) | low);
      }
    }
    return found == active;
  }
};

/// Calls visit with the layout of a codec.
template <class Visit>
auto with_layout(Codec codec, const SdrShape& shape, const Visit& visit) {
  return codec == Codec::kEliasFano ? visit(EliasFano(shape)) : visit(Plain(shape));
}

template <class Layout>
class FixedDecoder final : public CodeDecoder {
 public:
  FixedDecoder(const Layout& layout, std::size_t active, std::span<const std::byte> bytes)
      : layout_(layout), active_(active), bytes_(bytes) {}

  [[nodiscard]] bool decode(std::size_t first, std::size_t count, std::uint16_t* out) const override {
    for (std::size_t i = 0; i < count; ++i) {
      if (!layout_.read(bytes_, (first + i) * layout_.bits(), out + i * active_)) {
        return false;
      }
    }
    return true;
  }

 private:
  Layout layout_;
  std::size_t active_;
  std::span<const std::byte> bytes_;
};

}  // namespace

std::uint64_t fixed_bits(Codec codec, const SdrShape& shape) {
  return with_layout(codec, shape, [](const auto& layout) { return layout.bits(); });
}

std::vector<std::byte> pack_fixed(const SdrTable& table, Codec codec) {
  if (codec == Codec::kPlain && std::endian::native == std::endian::little) {
    const auto bytes = std::as_bytes(std::span(table.bits));  // as they are in memory
    return {bytes.begin(), bytes.end()};
  }
  return with_layout(codec, table.shape, [&](const auto& layout) {
    BitWriter stream;
    for (std::size_t node = 0; node < table.size(); ++node) {
      layout.write(stream, table.code(node));
    }
    return stream.finish();
  });
}

std::unique_ptr<const CodeDecoder> fixed_decoder(Codec codec, const SdrShape& shape, std::span<const std::byte> bytes) {
  return with_layout(codec, shape, [&](const auto& layout) -> std::unique_ptr<const CodeDecoder> {
    return std::make_unique<const FixedDecoder<std::remove_cvref_t<decltype(layout)>>>(layout, shape.active(), bytes);
  });
}

}  // namespace columnar
