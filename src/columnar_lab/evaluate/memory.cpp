#include "columnar_lab/evaluate/memory.hpp"

#include <bit>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/sdr/codec/codec.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

std::uint64_t whole_bytes(std::uint64_t bits) { return (bits + 7) / 8; }

/// Bits that name one of `places` places.
std::uint64_t index_bits(std::uint32_t places) { return std::bit_width(places - 1); }

double entropy_bits(double p) {
  return p <= 0.0 || p >= 1.0 ? 0.0 : -p * std::log2(p) - (1.0 - p) * std::log2(1.0 - p);
}

double frequency_bits(const SdrTable& codes) {
  std::vector<std::uint64_t> counts(codes.shape.width());
  for (const std::uint16_t bit : codes.bits) {
    ++counts[bit];
  }
  double bits = 0.0;
  for (const std::uint64_t count : counts) {
    bits += entropy_bits(static_cast<double>(count) / static_cast<double>(codes.size()));
  }
  return bits;
}

}  // namespace

double log2_choose(std::uint32_t n, std::uint32_t k) {
  if (k > n) {
    return 0.0;
  }
  const double natural = std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
  return natural / std::numbers::ln2;
}

double structured_bits(const SdrShape& shape) {
  double bits = 0.0;
  if (shape.has_l23()) {
    bits += log2_choose(shape.columns, shape.active_columns) + shape.active_columns * std::log2(shape.cells_per_column);
  }
  if (shape.has_l5a()) {
    bits += log2_choose(shape.l5a_size, shape.l5a_active);
  }
  if (shape.has_l6()) {
    bits += log2_choose(shape.l6_size, shape.l6_active);
  }
  return bits;
}

CodeMemory measure_memory(const SdrTable& codes) {
  check_codes(codes, "codes", ErrorCode::kInput);
  if (codes.size() == 0) {
    throw Error(ErrorCode::kInput, "codes: there is none to measure");
  }
  const SdrShape& shape = codes.shape;
  CodeMemory memory;
  memory.bitmap = whole_bytes(shape.width());
  memory.index = std::uint64_t{shape.active()} * sizeof(std::uint16_t);
  std::uint64_t packed = 0;
  for (const LayerPart& part : shape.parts()) {
    packed += std::uint64_t{part.active} * index_bits(part.width);
  }
  memory.packed = whole_bytes(packed);
  memory.structured_bits = structured_bits(shape);
  memory.enumerated = whole_bytes(static_cast<std::uint64_t>(std::ceil(memory.structured_bits)));
  memory.choose_bits = log2_choose(shape.width(), shape.active());
  memory.frequency_bits = frequency_bits(codes);

  const std::vector<std::byte> stream = pack_codes(codes, Codec::kEntropy);
  if (PackedCodes(Codec::kEntropy, shape, codes.size(), stream, nullptr, "codes").all() != codes.bits) {
    throw std::logic_error("memory: the coded stream does not read back");  // a bug of ours, not of the input
  }
  memory.coded = static_cast<double>(stream.size()) / static_cast<double>(codes.size());
  return memory;
}

}  // namespace columnar
