#include "columnar/core/list_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace columnar::list_text_test {
namespace {

TEST(ListText, HasCommasAndAWordBeforeTheLast) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(list_text(Texts{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(list_text(Texts{"a", "b", "c"}, "or"), "a, b or c");
  EXPECT_EQ(list_text(Texts{"a", "b"}, "and"), "a and b");
  EXPECT_EQ(list_text(Texts{"a"}, "or"), "a");
  EXPECT_EQ(list_text(Texts{}, "or"), "");
}

}  // namespace
}  // namespace columnar::list_text_test
