#include "columnar/files/directory_lock.hpp"

#include "files/scratch.hpp"

namespace columnar::directory_lock_test {
namespace {

using testing::HasSubstr;

TEST(DirectoryLock, HoldsForOneAtATimeAndLeavesNothingBehind) {
  const Scratch scratch;
  {
    const DirectoryLock held(scratch.directory());
    EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { const DirectoryLock second(scratch.directory()); }),
                HasSubstr("another run is using it"));
  }
  EXPECT_NO_THROW(const DirectoryLock again(scratch.directory()));
  EXPECT_TRUE(scratch.names().empty());
}

TEST(DirectoryLock, RefusesWhatIsNoDirectory) {
  const Scratch scratch;
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { const DirectoryLock lock(scratch.put("file", "")); }),
              HasSubstr("file: cannot open the directory: "));
}

}  // namespace
}  // namespace columnar::directory_lock_test
