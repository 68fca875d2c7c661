#include "columnar/files/file_lock.hpp"

#include "columnar/files/little_endian.hpp"
#include "files/scratch.hpp"

namespace columnar::file_lock_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

std::string refusal(const std::string& path) {
  return error_of(ErrorCode::kOutput, [&] { const FileLock second(path); });
}

TEST(FileLock, HoldsForOneAtATimeByAnyNameAndLeavesNothingBehind) {
  const Scratch scratch;
  const std::string path = scratch.put("m.model", "old");
  std::filesystem::create_symlink("m.model", scratch.path("link"));
  {
    const FileLock held(path);
    EXPECT_THAT(refusal(path), HasSubstr("m.model: another run is updating it"));
    EXPECT_THAT(refusal(scratch.path("link")), HasSubstr("another run is updating it"));
    EXPECT_NO_THROW(const FileLock other(scratch.put("other", "")));
  }
  EXPECT_NO_THROW(const FileLock again(path));
  EXPECT_THAT(scratch.names(), ElementsAre("link", "m.model", "other"));
}

TEST(FileLock, GoesOverToTheFileThatReplacesTheOneHeld) {
  const Scratch scratch;
  const std::string path = scratch.put("m.model", "old");
  {
    FileLock held(path);
    for (const char* text : {"first", "second"}) {
      AtomicFile file(path);
      file.write(text);
      held.require_unreplaced();
      file.commit();
      refusal(path);  // the temporary was locked, and still is
      held.pass_to(file);
    }
    refusal(path);
    held.require_unreplaced();
  }
  EXPECT_EQ(content_of(path), "second");
  EXPECT_NO_THROW(const FileLock again(path));
}

TEST(FileLock, NoticesThatTheFileWasReplaced) {
  const Scratch scratch;
  const std::string path = scratch.put("m.model", "old");
  const FileLock held(path);
  write_file_atomically(path, bytes_of("theirs"));
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { held.require_unreplaced(); }),
              EndsWith("m.model: another program has replaced or removed it since it was read; nothing is written"));
}

TEST(FileLock, LeavesAFileThatIsNotThereToItsReader) {
  const Scratch scratch;
  const FileLock nothing(scratch.path("nowhere"));
  nothing.require_unreplaced();
  EXPECT_TRUE(scratch.names().empty());
}

}  // namespace
}  // namespace columnar::file_lock_test
