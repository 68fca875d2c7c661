#include "columnar/files/output_files.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "files/scratch.hpp"

namespace columnar::output_files_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(OutputFiles, AppearTogether) {
  const Scratch scratch;
  OutputFiles files;
  files.open(scratch.put("a", "old")).write("new a");
  files.open(scratch.path("b")).write("new b");
  EXPECT_EQ(content_of(scratch.path("a")), "old");
  files.commit();
  EXPECT_EQ(content_of(scratch.path("a")), "new a");
  EXPECT_EQ(content_of(scratch.path("b")), "new b");
  EXPECT_THAT(scratch.names(), ElementsAre("a", "b"));
}

TEST(OutputFiles, AllStayAsTheyWereWhereOneMayNoLongerBeReplaced) {
  const Scratch scratch;
  {
    OutputFiles files;
    files.open(scratch.put("a", "old")).write("new a");
    files.open(scratch.put("b", "old")).write("new b");
    files.open(scratch.path("c")).write("new c");
    chmod(scratch.path("b").c_str(), 0444);
    EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { files.commit(); }),
                StartsWith(scratch.path("b") + ": cannot write: the file there is read-only"));
  }
  EXPECT_EQ(content_of(scratch.path("a")), "old");
  EXPECT_EQ(content_of(scratch.path("b")), "old");
  EXPECT_THAT(scratch.names(), ElementsAre("a", "b"));
}

TEST(OutputFiles, AllStayAsTheyWereWhereADirectoryTookTheNameOfTheLast) {
  const Scratch scratch;
  {
    OutputFiles files;
    files.open(scratch.put("a", "old")).write("new a");
    files.open(scratch.path("b")).write("new b");
    std::filesystem::create_directory(scratch.path("b"));
    EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { files.commit(); }), EndsWith("it is a directory"));
  }
  EXPECT_EQ(content_of(scratch.path("a")), "old");
  EXPECT_THAT(scratch.names(), ElementsAre("a", "b"));
}

TEST(OutputFiles, AllStayAsTheyWereWhenTheLastDoesNotFit) {
  const Scratch scratch;
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 1000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  {
    OutputFiles files;
    files.open(scratch.put("a", "old")).write("new a");
    files.open(scratch.path("b")).write(std::string(2000, 'x'));  // no more than the buffer takes
    EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { files.commit(); }), StartsWith(scratch.path("b")));
  }
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, old_handler);
  EXPECT_EQ(content_of(scratch.path("a")), "old");
  EXPECT_THAT(scratch.names(), ElementsAre("a"));
}

TEST(OutputFiles, RefuseTwoThatAreOne) {
  const Scratch scratch;
  std::filesystem::create_symlink("a", scratch.path("link"));
  OutputFiles files;
  files.open(scratch.path("a"));
  for (const char* name : {"a", "./a", "link"}) {
    EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { files.open(scratch.path(name)); }), HasSubstr("same file"));
  }
}

}  // namespace
}  // namespace columnar::output_files_test
