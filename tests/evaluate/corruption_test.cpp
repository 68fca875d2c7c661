#include "columnar_lab/evaluate/corruption.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/similarity.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::corruption_test {
namespace {

using testing_codes::cyclic_labels;
using testing_codes::make_vectors;
using testing_codes::random_codes;

DenseTable random_vectors(std::size_t rows, std::uint32_t dimensions) {
  std::vector<float> values;
  const KeyedRandom random(5, Purpose::kProbe);
  for (std::size_t i = 0; i < rows * dimensions; ++i) {
    values.push_back(static_cast<float>(0.3 + random.normal(i, 0)));
  }
  return make_vectors(dimensions, values);
}

TEST(Corruption, OfNothingChangesNothing) {
  const SdrTable codes = random_codes(cyclic_labels(50, 3), 1);
  const DenseTable vectors = random_vectors(20, 8);
  EXPECT_EQ(corrupt(codes, {0.0, 1, 0}), codes);
  EXPECT_EQ(corrupt(vectors, {0.0, 1, 0}), vectors);
}

TEST(Corruption, OfCodesTakesTheShareOfTheSelfOverlapThatItSays) {
  const Embedding codes = random_codes(cyclic_labels(3000, 3), 1);
  for (const double delta : {0.05, 0.3, 0.5, 0.9}) {  // 84,000 bits: a standard error below .002
    EXPECT_NEAR(mean_self_similarity(codes, corrupt(codes, {delta, 1, 0})), 1.0 - delta, 0.008);
  }
}

TEST(Corruption, OfVectorsTakesTheShareOfTheSelfCosineThatItSays) {
  const Embedding vectors = random_vectors(3000, 64);
  for (const double delta : {0.05, 0.1, 0.3, 0.5}) {
    EXPECT_NEAR(mean_self_similarity(vectors, corrupt(vectors, {delta, 1, 0})), 1.0 - delta, 0.01);
  }
}

TEST(NoiseScale, IsTheHandWorkedLength) {
  EXPECT_DOUBLE_EQ(noise_scale(0.0), 0.0);
  EXPECT_DOUBLE_EQ(noise_scale(0.5), std::sqrt(3.0));  // cos 60°: the noise is tan 60° as long as the vector
}

TEST(Corruption, NeverLandsOnABitOfTheOriginal) {
  const Embedding codes = random_codes(cyclic_labels(300, 3), 1);
  EXPECT_DOUBLE_EQ(mean_self_similarity(codes, corrupt(codes, {1.0 - 1e-12, 1, 0})), 0.0);
}

TEST(Corruption, KeepsTheNumberOfBitsOfEachBlock) {
  const SdrTable codes = random_codes(cyclic_labels(300, 3), 1);
  const SdrTable damaged = corrupt(codes, {0.6, 2, 1});
  for (std::size_t node = 0; node < codes.size(); ++node) {
    const auto after = damaged.code(node);
    EXPECT_TRUE(std::ranges::is_sorted(after));
    EXPECT_EQ(std::set<std::uint16_t>(after.begin(), after.end()).size(), 28U);
    EXPECT_EQ(std::ranges::count_if(after, [](std::uint16_t bit) { return bit < 1500; }), 8);
    EXPECT_LT(after.back(), 1800U);
  }
}

TEST(Corruption, MovesEveryBitToTheFreePlacesAlikeOften) {
  // One of four L5a bits is on; δ near 1 moves it to the three others.
  SdrShape shape = testing_codes::kTinyShape;
  shape.layer = Layer::kL5a;
  const SdrTable codes = testing_codes::make_table(shape, std::vector<std::vector<std::uint16_t>>(6000, {1}));
  std::vector<double> counts(4);
  for (const std::uint16_t bit : corrupt(codes, {0.999999, 1, 0}).bits) {
    ++counts[bit];
  }
  EXPECT_LT(counts[1], 3.0);
  for (const std::size_t place : {0, 2, 3}) {
    EXPECT_NEAR(counts[place], 2000.0, 150.0);  // four standard deviations
  }
}

TEST(Corruption, LeavesABlockThatIsFullAsItIs) {
  SdrShape shape = testing_codes::kTinyShape;
  shape.l5a_active = 4;
  shape.layer = Layer::kL5a;
  const SdrTable full = testing_codes::make_table(shape, {{0, 1, 2, 3}});
  EXPECT_EQ(corrupt(full, {0.9, 1, 0}), full);
}

TEST(Corruption, OfASmallDeltaIsPartOfThatOfALargerOne) {
  const SdrTable codes = random_codes(cyclic_labels(200, 3), 1);
  const SdrTable little = corrupt(codes, {0.2, 1, 0});
  const SdrTable more = corrupt(codes, {0.4, 1, 0});
  for (std::size_t node = 0; node < codes.size(); ++node) {
    std::vector<std::uint16_t> kept;
    std::ranges::set_intersection(codes.code(node), more.code(node), std::back_inserter(kept));
    EXPECT_TRUE(std::ranges::includes(little.code(node), kept));
  }
}

TEST(Corruption, DiffersByRepeatAndSeedOnly) {
  const Embedding codes = random_codes(cyclic_labels(50, 3), 1);
  const Embedding vectors = random_vectors(50, 8);
  for (const Embedding* rows : {&codes, &vectors}) {
    EXPECT_EQ(corrupt(*rows, {0.3, 1, 0}), corrupt(*rows, {0.3, 1, 0}));
    EXPECT_NE(corrupt(*rows, {0.3, 1, 0}), corrupt(*rows, {0.3, 1, 1}));
    EXPECT_NE(corrupt(*rows, {0.3, 1, 0}), corrupt(*rows, {0.3, 2, 0}));
  }
}

TEST(Corruption, RefusesADeltaThatIsNone) {
  const SdrTable codes = random_codes(cyclic_labels(5, 3), 1);
  for (const double delta : {-0.1, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW((void)corrupt(codes, {delta, 1, 0}), Error);
    EXPECT_THROW((void)corrupt(random_vectors(2, 2), {delta, 1, 0}), Error);
  }
}

}  // namespace
}  // namespace columnar::corruption_test
