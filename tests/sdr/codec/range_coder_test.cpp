#include "columnar/sdr/codec/range_coder.hpp"

#include <gtest/gtest.h>

#include "columnar/core/random.hpp"

namespace columnar::range_coder_test {
namespace {

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

}  // namespace
}  // namespace columnar::range_coder_test
