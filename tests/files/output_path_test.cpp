#include "columnar/files/output_path.hpp"

#include "files/scratch.hpp"

namespace columnar::output_path_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

TEST(OutputTarget, IsTheEndOfAChainOfLinksThatLeadsNowhere) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("folder"));
  std::filesystem::create_symlink("folder/second", scratch.path("first"));
  std::filesystem::create_symlink("../end", scratch.path("folder/second"));
  const OutputTarget target = output_target(scratch.path("first"));
  EXPECT_FALSE(target.old);
  EXPECT_EQ(std::filesystem::weakly_canonical(target.path), std::filesystem::canonical(scratch.directory()) / "end");
}

TEST(OutputTarget, RefusesALoopOfLinksAndANameOfATemporary) {
  const Scratch scratch;
  std::filesystem::create_symlink("there", scratch.path("here"));
  std::filesystem::create_symlink("here", scratch.path("there"));
  error_of(ErrorCode::kOutput, [&] { require_writable(scratch.path("here")); });
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { require_writable(scratch.path(".columnar-7-1.tmp")); }),
              EndsWith("this name is kept for temporary files"));
  std::filesystem::create_symlink("no/end", scratch.path("lost"));
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { require_writable(scratch.path("lost")); }),
              HasSubstr("no' does not exist"));
}

TEST(SameFile, SeesThroughSpellingsAndLinks) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("folder"));
  std::filesystem::create_symlink("folder", scratch.path("other"));
  std::filesystem::create_symlink("folder/new", scratch.path("link"));  // there is no such file yet
  const std::string path = scratch.path("folder/new");
  for (const char* same : {"folder/./new", "folder/../folder/new", "other/new", "link"}) {
    EXPECT_TRUE(same_file(path, scratch.path(same))) << same;
    EXPECT_TRUE(same_file(scratch.path(same), path)) << same;
  }
  for (const char* different : {"new", "folder/news", "folder", "other"}) {
    EXPECT_FALSE(same_file(path, scratch.path(different))) << different;
  }
  EXPECT_TRUE(same_file(scratch.path("future"), scratch.path("future/")));
  std::filesystem::create_directories(scratch.path("far/away"));
  std::filesystem::create_symlink("../far/away", scratch.path("folder/jump"));  // its parent is elsewhere
  EXPECT_TRUE(same_file(scratch.path("folder/jump/../new"), scratch.path("far/new")));
  EXPECT_FALSE(same_file(scratch.path("folder/jump/../new"), path));
  EXPECT_TRUE(same_file(scratch.path("folder/"), scratch.path("other")));
  scratch.put("folder/new", "");
  EXPECT_TRUE(same_file(path, scratch.path("link")));
}

TEST(IsTemporaryName, KnowsExactlyTheNamesThatAreMade) {
  for (const char* name : {".columnar-1-0.tmp", ".columnar-4194304-12.tmp"}) {
    EXPECT_TRUE(is_temporary_name(name)) << name;
  }
  EXPECT_EQ(temporary_name(7, 3), ".columnar-7-3.tmp");
  for (const char* name :
       {".columnar-7-my-notes.tmp", ".columnar-7-1-2.tmp", ".columnar-7-.tmp", ".columnar-7.tmp", ".columnar--7-1.tmp",
        ".columnar-07-1.tmp", ".columnar-7-01.tmp", ".columnar-7-+1.tmp", ".columnar-7-1 .tmp", ".columnar-0-1.tmp",
        ".columnar-99999999999-1.tmp", ".columnar-7-99999999999.tmp", ".columnar-7-1.tmp.tmp", "x.columnar-7-1.tmp",
        ".columnar-.tmp", ""}) {
    EXPECT_FALSE(is_temporary_name(name)) << name;
  }
}

}  // namespace
}  // namespace columnar::output_path_test
