#include "columnar_lab/baselines/k_winners.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "columnar/core/random.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar::k_winners_test {
namespace {

DenseTable random_vectors(std::size_t nodes, std::uint32_t dimensions) {
  const KeyedRandom random(9, Purpose::kProbe);
  DenseTable table;
  table.dimensions = dimensions;
  for (std::size_t v = 0; v < nodes; ++v) {
    table.ids.integers.push_back(static_cast<std::int64_t>(v) + 100);
    for (std::size_t j = 0; j < dimensions; ++j) {
      table.values.push_back(static_cast<float>(random.normal(v, j)));
    }
  }
  return table;
}

TEST(KWinners, KeepsTheBest28Of1800ProjectionsOfEachNode) {
  const DenseTable vectors = random_vectors(5, 3);
  const SdrTable codes = k_winners(vectors, 4, {});
  EXPECT_EQ(codes.ids, vectors.ids);
  EXPECT_EQ(codes.shape.active(), 28U);
  EXPECT_EQ(codes.shape.width(), 1800U);
  check_codes(codes, "codes", ErrorCode::kInput);
  const KeyedRandom random(4, Purpose::kWinnerProjection);
  for (std::size_t v = 0; v < 5; ++v) {
    std::vector<double> scores(1800);
    for (std::size_t bit = 0; bit < 1800; ++bit) {
      for (std::size_t j = 0; j < 3; ++j) {
        scores[bit] += static_cast<double>(vectors.row(v)[j]) * random.normal(j, bit);
      }
    }
    std::vector<std::uint16_t> best(1800);
    std::iota(best.begin(), best.end(), std::uint16_t{0});
    std::ranges::sort(best, [&](std::uint16_t a, std::uint16_t b) { return scores[a] > scores[b]; });
    best.resize(28);
    std::ranges::sort(best);
    EXPECT_TRUE(std::ranges::equal(best, codes.code(v))) << "node " << v;
  }
}

TEST(KWinners, DoesNotLookAtTheLengthOfAVector) {
  DenseTable vectors = random_vectors(20, 8);
  const SdrTable codes = k_winners(vectors, 1, {});
  for (float& value : vectors.values) {
    value *= 4.0F;
  }
  EXPECT_EQ(k_winners(vectors, 1, {}), codes);
}

TEST(KWinners, GivesTheSameCodesAtAnyThreadCountAndOthersForAnotherSeed) {
  const DenseTable vectors = random_vectors(1000, 4);
  const SdrTable codes = k_winners(vectors, 1, {1, nullptr});
  EXPECT_EQ(k_winners(vectors, 1, {4, nullptr}), codes);
  EXPECT_NE(k_winners(vectors, 2, {}).bits, codes.bits);
}

TEST(KWinners, GivesAVectorOfZerosTheFirstBits) {
  const SdrTable codes = k_winners({{{7}, {}}, 2, {0.0F, 0.0F}}, 1, {});
  std::vector<std::uint16_t> first(28);
  std::iota(first.begin(), first.end(), std::uint16_t{0});
  EXPECT_EQ(codes.bits, first);
}

}  // namespace
}  // namespace columnar::k_winners_test
