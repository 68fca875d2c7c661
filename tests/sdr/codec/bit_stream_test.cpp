#include "columnar/sdr/codec/bit_stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/core/random.hpp"

namespace columnar::bit_stream_test {
namespace {

using testing::ElementsAre;

TEST(BitStream, HasTheBytesWorkedByHand) {
  BitWriter writer;
  writer.write(0b101, 3);
  writer.write(0, 0);
  writer.write(0b11000, 5);  // byte 0: 11000 101
  writer.write(0x3FF, 10);   // byte 1: all ones; byte 2: 11
  writer.write(0, 1);
  EXPECT_THAT(writer.finish(), ElementsAre(std::byte{0b11000101}, std::byte{0xFF}, std::byte{0b011}));
}

TEST(BitStream, ReadsBackNumbersOfAnyLengthAnywhere) {
  const KeyedRandom random(3, Purpose::kProbe);
  BitWriter writer;
  std::vector<std::pair<std::uint64_t, unsigned>> numbers;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const auto count = static_cast<unsigned>(random.below(33, i, 0));
    numbers.emplace_back(random.bits(i, 1) & ((std::uint64_t{1} << count) - 1), count);
    writer.write(numbers.back().first, count);
  }
  const auto bytes = writer.finish();
  std::uint64_t at = 0;
  for (const auto& [number, count] : numbers) {
    ASSERT_EQ(read_bits(bytes, at, count), number);
    at += count;
  }
}

TEST(BitStream, IsFollowedByZeros) {
  const std::vector<std::byte> bytes{std::byte{0xFF}};
  EXPECT_EQ(read_bits(bytes, 4, 32), 0xFU);
  EXPECT_EQ(read_bits(bytes, 8, 8), 0U);
  EXPECT_EQ(read_bits(bytes, 80000, 8), 0U);
  EXPECT_EQ(read_bits({}, 0, 8), 0U);
}

}  // namespace
}  // namespace columnar::bit_stream_test
