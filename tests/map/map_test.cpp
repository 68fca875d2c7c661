#include "columnar/map/map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace columnar::map_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

int difference(Colour a, Colour b) {
  int sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    sum += std::abs(int{a[c]} - int{b[c]});
  }
  return sum;
}

TEST(DistinctColours, EighteenClassesAreEasyToTellApart) {
  const std::vector<Colour> colours = distinct_colours(18);
  ASSERT_EQ(colours.size(), 18U);
  for (std::size_t a = 0; a < colours.size(); ++a) {
    EXPECT_GT(difference(colours[a], kNoColour), 80) << hex_text(colours[a]);
    EXPECT_GT(difference(colours[a], {255, 255, 255}), 80) << hex_text(colours[a]);
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_GT(difference(colours[a], colours[b]), 80) << hex_text(colours[a]) << ' ' << hex_text(colours[b]);
    }
  }
}

TEST(DistinctColours, FortyRegionsAreToldApart) {
  const std::vector<Colour> colours = distinct_colours(40);
  for (std::size_t a = 0; a < colours.size(); ++a) {
    EXPECT_GT(difference(colours[a], {255, 255, 255}), 60) << hex_text(colours[a]);
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_GT(difference(colours[a], colours[b]), 60) << hex_text(colours[a]) << ' ' << hex_text(colours[b]);
    }
  }
}

TEST(DistinctColours, ThreeHundredDifferAndComeAgain) {
  std::vector<Colour> colours = distinct_colours(kDifferentColours);
  EXPECT_EQ((std::set<Colour>(colours.begin(), colours.end()).size()), kDifferentColours);
  EXPECT_EQ(distinct_colours(10'000)[kDifferentColours + 3], colours[3]);
  EXPECT_TRUE(distinct_colours(0).empty());
}

TEST(InSquare, KeepsTheScaleAndCentres) {
  EXPECT_THAT(in_square({{1, 1}, {3, 2}}, 8), ElementsAre(Place{0, 2}, Place{8, 6}));
  EXPECT_THAT(in_square({{5, 5}}, 8), ElementsAre(Place{4, 4}));
}

Map hostile() {
  Map map;
  map.title = "</title><script>alert(1)</script>";
  map.ids.texts = {"<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "a&b\"'\xff"};
  map.places = {{0, 0}, {1, 1}, {2, 0}};
  map.groups = {0, 1, Map::kNoGroup};
  map.names = {"<!--<script>", "\u2028"};
  map.meaning = "class";
  return map;
}

TEST(MapPage, ShowsHostileIdsAsText) {
  const std::string page = map_page(hostile());
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, Not(HasSubstr("<!--")));
  EXPECT_THAT(page, HasSubstr("\\u003cscript\\u003ealert(1)"));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'; script-src 'sha256-"));
  std::size_t elements = 0;
  for (std::size_t at = page.find("</script>"); at != std::string::npos; at = page.find("</script>", at + 1)) {
    ++elements;
  }
  EXPECT_EQ(elements, 2U);  // the data and the script
}

TEST(MapImage, DrawsADotOfTheColourOfItsGroup) {
  const std::string image = map_image(hostile(), 64);
  EXPECT_THAT(image, StartsWith("\x89PNG\r\n\x1a\n"));
  EXPECT_THAT(image, HasSubstr("IEND"));
  Map other = hostile();
  other.groups = {1, 0, Map::kNoGroup};
  EXPECT_NE(image, map_image(other, 64));
}

TEST(ColourByRegion, ANodeWithoutARegionHasNoColour) {
  Map map;
  colour_by_region(map, {2, 0, ~0U});
  EXPECT_THAT(map.groups, ElementsAre(2, 0, Map::kNoGroup));
  EXPECT_THAT(map.names, ElementsAre("0", "1", "2"));
}

}  // namespace
}  // namespace columnar::map_test
