#include "columnar/evaluate/code_coder.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/core/error.hpp"
#include "columnar/core/random.hpp"
#include "columnar/evaluate/memory.hpp"
#include "columnar/evaluate/pair_sample.hpp"
#include "columnar/evaluate/range_coder.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar {
namespace {

using testing_codes::cyclic_labels;
using testing_codes::random_codes;

TEST(RangeCoder, ReadsBackBitsOfAnyChance) {
  const KeyedRandom random(1, Purpose::kProbe);
  for (const std::uint64_t extreme : {1ULL, 300ULL, 65535ULL}) {
    RangeEncoder encoder;
    std::vector<bool> bits;
    std::vector<BitChance> chances;
    for (std::uint64_t i = 0; i < 20'000; ++i) {
      const auto chance = static_cast<BitChance>(1 + random.below(extreme, i, 0));
      chances.push_back(i % 3 == 0 ? 65536 - chance : chance);
      bits.push_back(random.below(65536, i, 1) < chances.back() || i % 97 == 0);
      encoder.encode(bits.back(), chances.back());
    }
    const std::vector<std::uint8_t> bytes = encoder.finish();
    RangeDecoder decoder(bytes);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      ASSERT_EQ(decoder.decode(chances[i]), bits[i]) << i;
    }
  }
}

TEST(RangeCoder, SpendsTheInformationOfTheBits) {
  // 10,000 bits, one in eight on: −⅛ log2 ⅛ − ⅞ log2 ⅞ = .5436 bits each.
  RangeEncoder encoder;
  for (int i = 0; i < 10'000; ++i) {
    encoder.encode(i % 8 == 0, 65536 / 8);
  }
  EXPECT_NEAR(static_cast<double>(encoder.finish().size()) * 8.0, 5435.6, 60.0);
}

TEST(CodeCoder, ReadsBackEveryLayer) {
  const SdrTable codes = random_codes(cyclic_labels(200, 4), 1);
  for (const Layer layer : {Layer::kAll, Layer::kL23, Layer::kL5a}) {
    const SdrTable part = select_layer(codes, layer);
    EXPECT_EQ(decode_codes(encode_codes(part), part.shape, part.size()), part.bits);
  }
  const SdrTable tiny = testing_codes::make_table(testing_codes::kTinyShape, {{0, 2, 8}, {5, 7, 11}, {1, 6, 9}});
  EXPECT_EQ(decode_codes(encode_codes(tiny), tiny.shape, 3), tiny.bits);
}

/// Codes drawn uniformly from all there are.
SdrTable uniform_codes(std::size_t nodes) {
  SdrTable table;
  const KeyedRandom random(9, Purpose::kProbe);
  for (std::size_t node = 0; node < nodes; ++node) {
    table.ids.integers.push_back(static_cast<std::int64_t>(node));
    for (const NodeIndex column : draw_nodes(300, 8, node)) {
      table.bits.push_back(static_cast<std::uint16_t>(column * 5 + random.below(5, node, column)));
    }
    for (const NodeIndex bit : draw_nodes(300, 20, node + nodes)) {
      table.bits.push_back(static_cast<std::uint16_t>(1500 + bit));
    }
  }
  return table;
}

TEST(CodeCoder, NeedsTheBoundForCodesWithoutPattern) {
  const CodeMemory memory = measure_memory(uniform_codes(3000));
  EXPECT_GT(memory.coded * 8.0, memory.structured_bits - 0.5);
  EXPECT_LT(memory.coded * 8.0, memory.structured_bits * 1.02);
}

TEST(CodeCoder, NeedsLessWhereBitsLean) {
  const CodeMemory memory = measure_memory(random_codes(cyclic_labels(2000, 1), 1));  // 12 columns of each 37 alone
  EXPECT_LT(memory.coded * 8.0, memory.structured_bits - 8.0);
}

TEST(CodeCoder, OfForeignBytesGivesSoundCodesAndRefusesMalformedOnes) {
  const std::vector<std::uint8_t> bytes{7, 200, 13, 255, 255, 255, 0, 91};
  SdrTable table = testing_codes::make_table(testing_codes::kTinyShape, {{0, 2, 8}, {0, 2, 8}});
  table.bits = decode_codes(bytes, table.shape, 2);
  EXPECT_NO_THROW((void)encode_codes(table));
  EXPECT_THROW((void)encode_codes(testing_codes::make_l23_table({{0, 1}})), Error);
}

}  // namespace
}  // namespace columnar
