#include "columnar/files/xml_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "support/temp_file.hpp"

namespace columnar::xml_reader_test {
namespace {

using testing::HasSubstr;
using testing_support::TempFile;

/// Writes down what it is told.
class Log : public XmlEvents {
 public:
  void start(std::string_view name, const XmlAttributes& attributes) override {
    text_ += "<" + std::string(name) + " " + std::string(attributes.find("id").value_or("-")) + ">";
  }
  void end(std::string_view name) override { text_ += "</" + std::string(name) + ">"; }
  void text(std::string_view piece) override { text_ += piece; }

  std::string text_;
};

std::string log_of(const std::string& content) {
  const TempFile file("a.xml", content);
  XmlReader reader(file.path());
  Log log;
  reader.read(log);
  return log.text_;
}

std::string error_of(const std::string& content) {
  try {
    return log_of(content);
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(XmlReader, ReportsElementsAttributesAndText) {
  EXPECT_EQ(log_of("<?xml version='1.0'?><!-- a --><x:a y:id='1&amp;2'>b<c/>&#233;<![CDATA[<d>]]></x:a>"),
            "<a 1&2>b<c -></c>\xC3\xA9<d></a>");
  EXPECT_EQ(log_of("<?xml version='1.0' encoding='ISO-8859-1'?><a id='\xE9'/>"), "<a \xC3\xA9></a>");
}

TEST(XmlReader, RefusesEntities) {
  const std::string bomb = "<!DOCTYPE a [\n<!ENTITY b 'bbbbbbbb'>\n<!ENTITY c '&b;&b;&b;&b;'>]><a>&c;</a>";
  EXPECT_THAT(error_of(bomb), HasSubstr("a.xml:2: XML that defines entities is refused"));
  const std::string outside = "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>";
  EXPECT_THAT(error_of(outside), HasSubstr("XML that defines entities is refused"));
  const std::string declared = "<!DOCTYPE a SYSTEM 'http://localhost/a.dtd'><a id='1'/>";
  EXPECT_EQ(error_of(declared), "<a 1></a>");  // which is not fetched
}

TEST(XmlReader, LimitsDepth) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) {
    deep += "<a>";
  }
  EXPECT_THAT(error_of(deep), HasSubstr("a.xml:1: XML nested deeper than 64 levels"));
}

TEST(XmlReader, LimitsTagsAndNotTheDocument) {
  const std::string many(4U << 20U, 'x');
  EXPECT_THAT(error_of("<a id='" + many + "'/>"), HasSubstr("a tag or comment is longer than 1048576 bytes"));
  EXPECT_THAT(error_of("<a><!--" + many + "--></a>"), HasSubstr("a tag or comment is longer than 1048576 bytes"));
  EXPECT_EQ(log_of("<a>" + many + "</a>").size(), many.size() + std::string("<a -></a>").size());
  std::string comments = "<a>";
  for (std::size_t bytes = 0; bytes < many.size(); bytes += 8) {
    comments += "<!--x-->";
  }
  EXPECT_EQ(log_of(comments + "</a>"), "<a -></a>");
}

TEST(XmlReader, PassesOnWhatAnEventThrows) {
  class Thrower : public Log {
    void end(std::string_view /*name*/) override { throw std::logic_error("enough"); }
  };
  const TempFile file("a.xml", "<a><b/></a>");
  XmlReader reader(file.path());
  Thrower thrower;
  EXPECT_THROW(reader.read(thrower), std::logic_error);
  EXPECT_EQ(thrower.text_, "<a -><b ->");
}

}  // namespace
}  // namespace columnar::xml_reader_test
