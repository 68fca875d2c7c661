#include "columnar/files/hdf5_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "files/hdf5_reader.hpp"

namespace columnar::hdf5_writer_test {
namespace {

using testing::ElementsAre;
using testing_support::Hdf5Reader;

Hdf5Writer sample() {
  Hdf5Writer writer;
  writer.add_floats("group/inner/matrix", std::array{1.0F, 2.0F, 3.0F, -4.5F, 5.0F, 6.0F},
                    std::array<std::uint64_t, 2>{2, 3});
  writer.add_integers("group/numbers", std::array<std::int64_t, 2>{-1, 800}, std::array<std::uint64_t, 1>{2});
  writer.add_text("version", "1.0");
  writer.add_texts("edges", std::array<std::string, 2>{"input", "l23"}, std::array<std::uint64_t, 1>{2});
  return writer;
}

TEST(Hdf5Writer, GivesEveryArrayWithItsShapeAtItsPath) {
  const Hdf5Reader file(sample().bytes());
  ASSERT_EQ(file.arrays.size(), 4U);
  EXPECT_THAT(file.arrays.at("group/inner/matrix").shape, ElementsAre(2, 3));
  EXPECT_THAT(file.arrays.at("group/inner/matrix").floats(), ElementsAre(1.0F, 2.0F, 3.0F, -4.5F, 5.0F, 6.0F));
  EXPECT_THAT(file.arrays.at("group/numbers").integers(), ElementsAre(-1, 800));
  EXPECT_TRUE(file.arrays.at("version").shape.empty());
  EXPECT_EQ(file.arrays.at("version").text(), "1.0");
}

TEST(Hdf5Writer, PadsTextsToTheLongest) {
  const Hdf5Reader file(sample().bytes());
  const auto& edges = file.arrays.at("edges");
  EXPECT_EQ(edges.width, 5U);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(edges.data.data()), 10), std::string("inputl23\0\0", 10));
}

TEST(Hdf5Writer, WritesAnEmptyTextAndAnArrayWithoutValues) {
  Hdf5Writer writer;
  writer.add_text("text", "");
  writer.add_floats("none", {}, std::array<std::uint64_t, 2>{0, 3});
  const Hdf5Reader file(writer.bytes());
  EXPECT_EQ(file.arrays.at("text").text(), "");
  EXPECT_THAT(file.arrays.at("none").shape, ElementsAre(0, 3));
  EXPECT_TRUE(file.arrays.at("none").data.empty());
}

TEST(Hdf5Writer, GivesTheSameBytesAgain) { EXPECT_EQ(sample().bytes(), sample().bytes()); }

}  // namespace
}  // namespace columnar::hdf5_writer_test
