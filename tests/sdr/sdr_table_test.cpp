#include "columnar/sdr/sdr_table.hpp"

#include "columnar/sdr/sdr_check.hpp"
#include "files/scratch.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;

TEST(SelectLayer, TakesTheWinnersOrTheReadoutOutOfTheUnion) {
  const SdrTable all = tiny_codes();
  const SdrTable l23 = select_layer(all, Layer::kL23);
  EXPECT_THAT(l23.bits, ElementsAre(0, 3, 2, 5));
  EXPECT_EQ(l23.shape.width(), 6U);
  EXPECT_EQ(l23.ids, all.ids);
  const SdrTable l5a = select_layer(all, Layer::kL5a);
  EXPECT_THAT(l5a.bits, ElementsAre(0, 1));
  EXPECT_EQ(l5a.shape.width(), 2U);
  EXPECT_EQ(select_layer(all, Layer::kAll), all);
  EXPECT_EQ(select_layer(l5a, Layer::kL5a), l5a);
}

TEST(SelectLayer, GivesValidCodesAtThePapersSizes) {
  for (const Layer layer : {Layer::kL23, Layer::kL5a, Layer::kAll}) {
    const SdrTable part = select_layer(paper_codes(50), layer);
    EXPECT_EQ(part.bits.size(), 50 * part.shape.active());
    EXPECT_NO_THROW(check_codes(part, "codes", ErrorCode::kInput));
  }
}

TEST(SelectLayer, RefusesALayerThatTheTableDoesNotHold) {
  const SdrTable l23 = select_layer(tiny_codes(), Layer::kL23);
  error_of(ErrorCode::kConfig, [&] { (void)select_layer(l23, Layer::kL5a); });
  error_of(ErrorCode::kConfig, [&] { (void)select_layer(l23, Layer::kAll); });
}

}  // namespace
}  // namespace columnar
