#include "columnar/kernels/targets.hpp"

#include <gtest/gtest.h>

#include <set>

namespace columnar::targets_test {
namespace {

TEST(Targets, AreNeverNoneAndHaveNames) {
  std::set<std::string_view> names;
  for (const Target& target : available_targets()) {
    names.insert(target.name);
  }
  EXPECT_FALSE(names.empty());
  EXPECT_EQ(names.size(), available_targets().size());
  EXPECT_FALSE(names.contains("Unknown"));
}

TEST(Targets, AreAllBackAfterAnOverride) {
  const std::size_t before = available_targets().size();
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    EXPECT_EQ(available_targets().front().id, target.id);
  }
  EXPECT_EQ(available_targets().size(), before);
}

}  // namespace
}  // namespace columnar::targets_test
