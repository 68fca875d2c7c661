#include "columnar_lab/evaluate/class_mix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/tiny_codes.hpp"

namespace columnar::class_mix_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ClassMix, PutsTheMostFrequentFirstAndCountsTheUnknownApart) {
  const Labels labels = testing_codes::make_labels({2, 0, Labels::kUnknown, 2, 1});
  ClassCounter counter(&labels);
  for (std::size_t node = 0; node < 5; ++node) {
    counter.add(node);
  }
  const ClassMix mix = counter.mix();
  EXPECT_EQ(mix.nodes, 5U);
  EXPECT_EQ(mix.labelled, 4U);
  EXPECT_THAT(mix.classes, ElementsAre(ClassMix::Count{2, 2}, ClassMix::Count{0, 1}, ClassMix::Count{1, 1}));
}

TEST(ClassMix, WithoutLabelsHasNodesAlone) {
  ClassCounter counter(nullptr);
  counter.add(7);
  EXPECT_EQ(counter.mix().nodes, 1U);
  EXPECT_THAT(counter.mix().classes, IsEmpty());
}

}  // namespace
}  // namespace columnar::class_mix_test
