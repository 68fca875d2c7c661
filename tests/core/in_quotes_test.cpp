#include "columnar/core/in_quotes.hpp"

#include <gtest/gtest.h>

#include <string>

namespace columnar::quoted_test {
namespace {

TEST(Quoted, LetsNothingButPrintableAsciiThrough) {
  EXPECT_EQ(columnar::in_quotes("a node"), "'a node'");
  EXPECT_EQ(columnar::in_quotes("\x1b[2J\n\xC3\x7f"),
            "'?[2J?"
            "?"
            "?'");
}

TEST(Quoted, CutsWhatIsLong) {
  EXPECT_EQ(columnar::in_quotes(std::string(40, 'x')), "'" + std::string(40, 'x') + "'");
  EXPECT_EQ(columnar::in_quotes(std::string(41, 'x')), "'" + std::string(40, 'x') + "...'");
}

}  // namespace
}  // namespace columnar::quoted_test
