#include "columnar/files/extension.hpp"

#include <gtest/gtest.h>

namespace columnar::extension_test {
namespace {

TEST(Extension, IsTheLastOfThePathInLowerCase) {
  EXPECT_EQ(extension_of("a/B.NPZ"), ".npz");
  EXPECT_EQ(extension_of("vectors.emb.gz"), ".gz");
  EXPECT_EQ(extension_of("dir.sdr/codes"), "");
  EXPECT_EQ(extension_of(".sdr"), "");
  EXPECT_EQ(extension_of(""), "");
}

}  // namespace
}  // namespace columnar::extension_test
