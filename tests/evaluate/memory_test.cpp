#include "columnar_lab/evaluate/memory.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::memory_test {
namespace {

using testing_codes::cyclic_labels;
using testing_codes::random_codes;

TEST(Log2Choose, IsExactForSmallNumbersAndAgreesWithWholeNumberArithmetic) {
  EXPECT_NEAR(log2_choose(4, 2), std::log2(6.0), 1e-12);
  EXPECT_DOUBLE_EQ(log2_choose(5, 0), 0.0);
  EXPECT_DOUBLE_EQ(log2_choose(3, 4), 0.0);
  EXPECT_NEAR(log2_choose(1800, 28), 204.53715687098182, 1e-6);
}

TEST(Memory, OfThePapersShapeIsThePapersFigures) {
  const CodeMemory memory = measure_memory(random_codes(cyclic_labels(300, 3), 1));
  EXPECT_EQ(memory.bitmap, 225U);
  EXPECT_EQ(memory.index, 56U);
  EXPECT_EQ(memory.packed, 34U);  // 8 × 11 + 20 × 9 = 268 bits: 34 MB for a million nodes
  EXPECT_NEAR(memory.structured_bits, 171.53579533320143, 1e-6);
  EXPECT_EQ(memory.enumerated, 22U);
  const auto against = [](std::uint64_t number, std::uint64_t bytes) {
    return static_cast<double>(vector_bytes(64, number)) / static_cast<double>(bytes);
  };
  EXPECT_NEAR(against(8, memory.bitmap), 2.3, 0.05);
  EXPECT_NEAR(against(8, memory.packed), 15.0, 0.1);
  EXPECT_NEAR(against(8, memory.enumerated), 23.0, 0.3);
  EXPECT_NEAR(against(4, memory.bitmap), 1.1, 0.05);
  EXPECT_NEAR(against(4, memory.packed), 7.6, 0.1);
  EXPECT_NEAR(against(4, memory.enumerated), 12.0, 0.4);
}

TEST(Memory, OfOneLayerCountsThatLayerAlone) {
  const SdrTable codes = random_codes(cyclic_labels(300, 3), 1);
  const CodeMemory l23 = measure_memory(select_layer(codes, Layer::kL23));
  EXPECT_EQ(l23.bitmap, 188U);
  EXPECT_EQ(l23.index, 16U);
  EXPECT_EQ(l23.packed, 11U);
  const CodeMemory l5a = measure_memory(select_layer(codes, Layer::kL5a));
  EXPECT_EQ(l5a.packed, 23U);  // 180 bits
  EXPECT_NEAR(l5a.structured_bits + l23.structured_bits, measure_memory(codes).structured_bits, 1e-9);
}

TEST(Memory, EntropyOfFrequenciesIsWorkedByHand) {
  // L2/3 of two codes: bit 0 in both (no entropy), bits 2 and 4 in one each: one bit each.
  EXPECT_DOUBLE_EQ(measure_memory(testing_codes::make_l23_table({{0, 2}, {0, 4}})).frequency_bits, 2.0);
}

TEST(Memory, RefusesNoCodesAtAll) { EXPECT_THROW((void)measure_memory(testing_codes::make_l23_table({})), Error); }

}  // namespace
}  // namespace columnar::memory_test
