#include "columnar/core/quoted.hpp"

#include <gtest/gtest.h>

#include <string>

namespace columnar::quoted_test {
namespace {

TEST(Quoted, LetsNothingButPrintableAsciiThrough) {
  EXPECT_EQ(columnar::quoted("a node"), "'a node'");
  EXPECT_EQ(columnar::quoted("\x1b[2J\n\xC3\x7f"),
            "'?[2J?"
            "?"
            "?'");
}

TEST(Quoted, CutsWhatIsLong) {
  EXPECT_EQ(columnar::quoted(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(columnar::quoted(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
}

}  // namespace
}  // namespace columnar::quoted_test
