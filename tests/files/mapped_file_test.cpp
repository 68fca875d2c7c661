#include "columnar/files/mapped_file.hpp"

#include "files/scratch.hpp"

namespace columnar::mapped_file_test {
namespace {

using testing::HasSubstr;

std::string text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

TEST(MappedFile, HasTheBytesOfTheFile) {
  const Scratch scratch;
  const MappedFile file(scratch.put("a", "some bytes"));
  EXPECT_EQ(text_of(file), "some bytes");
  EXPECT_TRUE(MappedFile(scratch.put("empty", "")).bytes().empty());
}

TEST(MappedFile, KeepsThemWhenTheFileIsReplaced) {
  const Scratch scratch;
  const MappedFile file(scratch.put("a", "old"));
  scratch.put("a", "new and longer");
  EXPECT_EQ(text_of(file), "old");
}

TEST(MappedFile, RefusesWhatIsNoFile) {
  const Scratch scratch;
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { const MappedFile file(scratch.path("none")); }),
              HasSubstr("none: no such file"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { const MappedFile file(scratch.directory()); }),
              HasSubstr("is a directory"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { const MappedFile file("/dev/null"); }), HasSubstr("no regular file"));
}

}  // namespace
}  // namespace columnar::mapped_file_test
