#include "columnar/map/layout_file.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <limits>

#include "columnar/error.hpp"
#include "files/scratch.hpp"

namespace columnar::layout_file_test {
namespace {

const std::vector<Place> kPlaces{{1.5F, -2.0F}, {0.0F, 3.25F}};

TEST(LayoutFile, ComesBackAsItWasWrittenForItsDigestAlone) {
  const Scratch scratch;
  const std::string path = scratch.path("m.map");
  save_layout(path, kPlaces, "d1");
  EXPECT_EQ(load_layout(path, 2, "d1"), kPlaces);
  EXPECT_FALSE(load_layout(path, 2, "d2"));
  EXPECT_FALSE(load_layout(path, 3, "d1"));
  EXPECT_FALSE(load_layout(scratch.path("absent.map"), 2, "d1"));
}

TEST(LayoutFile, ThatIsDamagedOrOfAnotherKindIsNone) {
  const Scratch scratch;
  const std::string path = scratch.path("m.map");
  save_layout(path, kPlaces, "d1");
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(load_layout(scratch.put("cut.map", whole.substr(0, size)), 2, "d1")) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    EXPECT_FALSE(load_layout(scratch.put("flipped.map", flipped), 2, "d1")) << at;
  }
  save_layout(path, {{std::numeric_limits<float>::quiet_NaN(), 0.0F}, {0.0F, 0.0F}}, "d1");
  EXPECT_FALSE(load_layout(path, 2, "d1"));
}

TEST(LayoutDigest, FollowsCodesAndConstants) {
  SdrTable codes;
  codes.ids = numbered_ids(2);
  codes.bits.resize(2 * codes.shape.active(), 1);
  const std::string digest = layout_digest(codes, {});
  EXPECT_EQ(digest.size(), 32U);
  EXPECT_EQ(digest, layout_digest(codes, {}));
  EXPECT_NE(digest, layout_digest(codes, {.seed = 2}));
  EXPECT_NE(digest, layout_digest(codes, {.epochs = 9}));
  SdrTable other = codes;
  other.bits.back() = 2;
  EXPECT_NE(digest, layout_digest(other, {}));
  other = codes;
  ++other.shape.columns;
  EXPECT_NE(digest, layout_digest(other, {}));
}

}  // namespace
}  // namespace columnar::layout_file_test
