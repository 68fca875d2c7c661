#include "columnar_lab/evaluate/separation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar_lab/evaluate/geometry.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::separation_test {
namespace {

using testing_codes::cyclic_labels;
using testing_codes::make_labels;
using testing_codes::make_vectors;
using testing_codes::random_codes;

TEST(Separation, OfVectorsGivesTheHandWorkedDPrimeAndAuc) {
  // Unit vectors at 0°, 60°, 90° and 180°. Same class: 0–1: ½, 2–3: 0. Cross: 0–2: 0, 0–3: −1, 1–2: √¾, 1–3: −½.
  const float root = std::sqrt(0.75F);
  const DenseTable vectors = make_vectors(2, {1, 0, 0.5F, root, 0, 1, -1, 0});
  const ClassPairs pairs = draw_class_pairs(make_labels({0, 0, 1, 1}), 100, 1);
  EXPECT_FALSE(pairs.sampled);
  const Separation separation = measure_separation(RowSimilarity(vectors), pairs);
  EXPECT_EQ(separation.same.pairs, 2U);
  EXPECT_EQ(separation.cross.pairs, 4U);
  EXPECT_NEAR(separation.same.mean, 0.25, 1e-6);
  EXPECT_NEAR(separation.same.sd, 0.25, 1e-6);
  const double mean = (0.0 - 1.0 + std::sqrt(0.75) - 0.5) / 4.0;
  const double variance = (0.0 + 1.0 + 0.75 + 0.25) / 4.0 - mean * mean;
  EXPECT_NEAR(separation.cross.mean, mean, 1e-6);
  EXPECT_NEAR(*separation.d_prime, (0.25 - mean) / std::sqrt(0.5 * (0.0625 + variance)), 1e-6);
  // ½ beats three of four; 0 beats two and ties with one: 5½ of 8. (0–2 and 2–3 are 0 exactly.)
  EXPECT_NEAR(*separation.auc, 5.5 / 8.0, 1e-12);
}

TEST(Separation, OfCodesIsThatOfTheHistograms) {
  const Labels labels = cyclic_labels(200, 4);
  const SdrTable codes = random_codes(labels, 2);
  for (const std::uint64_t wanted : {3000ULL, 1'000'000ULL}) {
    const SeparationReport want = class_separation(codes, labels, 5, wanted);
    const Separation got = measure_separation(RowSimilarity(codes), draw_class_pairs(labels, wanted, 5), 2);
    EXPECT_EQ(got.sampled, want.sampled);
    EXPECT_EQ(got.same.pairs, want.same.pairs());
    EXPECT_NEAR(got.cross.mean, want.cross.mean(), 1e-9);
    EXPECT_NEAR(*got.d_prime, *want.d_prime, 1e-9);
    EXPECT_NEAR(*got.auc, *want.auc, 1e-9);
  }
}

TEST(Separation, IsUndefinedForOneClassAndLeavesOutUnknownNodes) {
  const DenseTable vectors = make_vectors(1, {1, 1, -1});
  const Separation one = measure_separation(RowSimilarity(vectors), draw_class_pairs(make_labels({0, 0, 0}), 9, 1));
  EXPECT_FALSE(one.d_prime.has_value());
  EXPECT_FALSE(one.auc.has_value());
  const ClassPairs known = draw_class_pairs(make_labels({0, -1, 1}), 9, 1);
  EXPECT_TRUE(known.same.empty());
  EXPECT_EQ(known.cross, (std::vector<NodePair>{{0, 2}}));
}

}  // namespace
}  // namespace columnar::separation_test
