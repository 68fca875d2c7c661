#include "columnar/files/atomic_file.hpp"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "columnar/files/little_endian.hpp"
#include "files/scratch.hpp"

namespace columnar::atomic_file_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(AtomicFile, ReplacesTheOldFileAndLeavesNothingElse) {
  const Scratch scratch;
  const std::string path = scratch.put("out.sdr", "old");
  write_file_atomically(path, bytes_of("new"));
  EXPECT_EQ(content_of(path), "new");
  EXPECT_THAT(scratch.names(), ElementsAre("out.sdr"));
}

TEST(AtomicFile, KeepsTheOldFileUntilItIsCommitted) {
  const Scratch scratch;
  const std::string path = scratch.put("out.tsv", "old");
  {
    AtomicFile file(path);
    file.write("half");
    EXPECT_EQ(content_of(path), "old");
    EXPECT_EQ(scratch.names().size(), 2U);
  }
  EXPECT_EQ(content_of(path), "old");
  EXPECT_THAT(scratch.names(), ElementsAre("out.tsv"));
}

TEST(AtomicFile, WritesManySmallAndLargePiecesInOrder) {
  const Scratch scratch;
  std::string expected;
  AtomicFile file(scratch.path("big"));
  for (std::size_t i = 0; i < 3000; ++i) {
    const std::string piece(i % 7 == 0 ? 700 + i : i % 13, static_cast<char>('a' + i % 26));
    expected += piece;
    file.write(piece);
  }
  const std::string huge(200000, '!');
  file.write(huge);
  file.commit();
  EXPECT_EQ(content_of(scratch.path("big")), expected + huge);
}

TEST(AtomicFile, KeepsTheOldFileWhenTheDiskIsFull) {
  const Scratch scratch;
  const std::string path = scratch.put("out.sdr", "old");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 100000;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message =
      error_of(ErrorCode::kOutput, [&] { write_file_atomically(path, std::vector<std::byte>(1000000)); });
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, old_handler);
  EXPECT_THAT(message, StartsWith(path + ": cannot write: "));
  EXPECT_EQ(content_of(path), "old");
  EXPECT_THAT(scratch.names(), ElementsAre("out.sdr"));
}

TEST(AtomicFile, RefusesADirectoryAMissingDirectoryAndAnEmptyPath) {
  const Scratch scratch;
  const auto message = [](const std::string& path) {
    return error_of(ErrorCode::kOutput, [&] { AtomicFile file(path); });
  };
  EXPECT_THAT(message(scratch.directory()), EndsWith("cannot write: it is a directory"));
  EXPECT_THAT(message(scratch.path("a/")), HasSubstr("it names a directory"));
  EXPECT_THAT(message(scratch.path("none/out")), HasSubstr("none' does not exist"));
  scratch.put("file", "");
  EXPECT_THAT(message(scratch.path("file/out")), HasSubstr("not a directory"));
  EXPECT_THAT(message(""), HasSubstr("empty"));
  EXPECT_THAT(message("/dev/null"), EndsWith("it is not a regular file"));
  EXPECT_THAT(scratch.names(), ElementsAre("file"));
}

TEST(AtomicFile, RefusesToReplaceAReadOnlyFile) {
  const Scratch scratch;
  const std::string path = scratch.put("out.sdr", "precious");
  chmod(path.c_str(), 0444);
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { write_file_atomically(path, {}); }), HasSubstr("read-only"));
  EXPECT_EQ(content_of(path), "precious");
}

TEST(AtomicFile, KeepsThePermissionsOfTheOldFileAndFollowsALink) {
  const Scratch scratch;
  const std::string path = scratch.put("real", "old");
  chmod(path.c_str(), 0640);
  std::filesystem::create_symlink("real", scratch.path("link"));
  write_file_atomically(scratch.path("link"), bytes_of("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("link")));
  EXPECT_EQ(content_of(path), "new");
  struct stat info {};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0640U);
}

mode_t mode_of(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0);
  return info.st_mode & 0777U;
}

TEST(AtomicFile, IsTheWritersAloneUntilItReplacesAFile) {
  const Scratch scratch;
  const mode_t mask = umask(022);
  const std::string path = scratch.put("shared", "old");
  chmod(path.c_str(), 0664);
  {
    AtomicFile file(path);
    file.write("new");
    const std::string temporary = scratch.names().front();
    EXPECT_THAT(temporary, StartsWith(".columnar-"));
    EXPECT_EQ(mode_of(scratch.path(temporary)), 0600U);
    chmod(path.c_str(), 0640);  // what holds in the end counts
    file.commit();
  }
  EXPECT_EQ(mode_of(path), 0640U);
  write_file_atomically(scratch.path("fresh"), bytes_of("x"));
  EXPECT_EQ(mode_of(scratch.path("fresh")), 0644U);
  umask(mask);
}

TEST(AtomicFile, KeepsTheOwnerAndTheGroupOfTheOldFile) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "only root may give files away";
  }
  const Scratch scratch;
  const std::string path = scratch.put("theirs", "old");
  chmod(path.c_str(), 0640);
  if (chown(path.c_str(), 1234, 4321) != 0) {
    GTEST_SKIP() << "there are no other users here";
  }
  write_file_atomically(path, bytes_of("new"));
  struct stat info {};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_uid, 1234U);
  EXPECT_EQ(info.st_gid, 4321U);
  EXPECT_EQ(info.st_mode & 07777U, 0640U);
}

TEST(AtomicFile, MakesTheFileThatALinkLeadsTo) {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.path("folder"));
  std::filesystem::create_symlink("folder/real", scratch.path("link"));
  std::filesystem::create_symlink("link", scratch.path("chain"));
  write_file_atomically(scratch.path("chain"), bytes_of("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("link")));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path("chain")));
  EXPECT_FALSE(std::filesystem::is_symlink(scratch.path("folder/real")));
  EXPECT_EQ(content_of(scratch.path("folder/real")), "new");
  EXPECT_THAT(scratch.names(), ElementsAre("chain", "folder", "link"));
}

TEST(AtomicFile, WritesATargetInTheWorkingDirectory) {
  const Scratch scratch;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.directory());
  write_file_atomically("plain.tsv", bytes_of("x"));
  std::filesystem::current_path(before);
  EXPECT_THAT(scratch.names(), ElementsAre("plain.tsv"));
}

TEST(RequireWritable, AcceptsANewAndAnOldFileAndCreatesNothing) {
  const Scratch scratch;
  require_writable(scratch.path("new.sdr"));
  EXPECT_THAT(scratch.names(), IsEmpty());
  require_writable(scratch.put("old.sdr", "old"));
  EXPECT_EQ(content_of(scratch.path("old.sdr")), "old");
}

TEST(RequireWritable, RefusesADirectoryThatCannotBeWritten) {
  if (geteuid() == 0) {
    GTEST_SKIP() << "root may write everywhere";
  }
  const Scratch scratch;
  chmod(scratch.directory().c_str(), 0555);
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { require_writable(scratch.path("out")); }), HasSubstr("not writable"));
  chmod(scratch.directory().c_str(), 0755);
}

/// A process that is killed while it writes, and leaves its temporary behind.
void be_killed_while_writing(const Scratch& scratch) {
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile file(scratch.path("out"));
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
}

TEST(RemoveStaleTemporaries, TakesThoseOfKilledProcessesOnly) {
  const Scratch scratch;
  scratch.put(".columnar-x-1.tmp", "");
  scratch.put(".columnar-999999999999999999-1.tmp", "");
  scratch.put(".columnar-7-my-notes.tmp", "");
  ASSERT_EQ(mkfifo(scratch.path(".columnar-5-1.tmp").c_str(), 0600), 0);
  be_killed_while_writing(scratch);
  ASSERT_EQ(scratch.names().size(), 5U);
  remove_stale_temporaries(scratch.directory());
  EXPECT_EQ(scratch.names().size(), 4U);
  AtomicFile mine(scratch.path("out"));
  remove_stale_temporaries(scratch.directory());
  EXPECT_EQ(scratch.names().size(), 5U);
  mine.commit();
  EXPECT_EQ(scratch.names().size(), 5U);
  remove_stale_temporaries(scratch.path("nowhere"));
}

TEST(RemoveStaleTemporaries, IsDoneByTheNextFileWritten) {
  const Scratch scratch;
  for (int i = 0; i < 3; ++i) {
    be_killed_while_writing(scratch);
    EXPECT_EQ(scratch.names().size(), 1U);
  }
  write_file_atomically(scratch.path("out"), bytes_of("whole"));
  EXPECT_THAT(scratch.names(), ElementsAre("out"));
}

TEST(RemoveStaleTemporaries, SparesThoseOfAProcessThatIsStillWriting) {
  const Scratch scratch;
  std::array<int, 2> ready{};
  std::array<int, 2> go{};
  ASSERT_EQ(pipe(ready.data()), 0);
  ASSERT_EQ(pipe(go.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    char byte = 0;
    AtomicFile file(scratch.path("theirs"));
    file.write("slow");
    bool good = write(ready[1], "x", 1) == 1 && read(go[0], &byte, 1) == 1;
    try {
      file.commit();
    } catch (const Error&) {
      good = false;
    }
    _exit(good ? 0 : 1);
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  write_file_atomically(scratch.path("mine"), bytes_of("fast"));
  ASSERT_EQ(write(go[1], "x", 1), 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(content_of(scratch.path("theirs")), "slow");
  EXPECT_THAT(scratch.names(), ElementsAre("mine", "theirs"));
  for (const int end : {ready[0], ready[1], go[0], go[1]}) {
    close(end);
  }
}

TEST(RemovePendingTemporaries, LeavesNothingHalfWrittenWhenASignalEndsTheProcess) {
  const Scratch scratch;
  scratch.put("out.sdr", "old");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    signal(SIGINT, [](int) {
      remove_pending_temporaries();
      _exit(130);
    });
    AtomicFile first(scratch.path("out.sdr"));
    AtomicFile second(scratch.path("other.tsv"));
    first.write("half");
    raise(SIGINT);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_THAT(scratch.names(), ElementsAre("out.sdr"));
  EXPECT_EQ(content_of(scratch.path("out.sdr")), "old");
}

TEST(RemovePendingTemporaries, SparesWhatIsCommitted) {
  const Scratch scratch;
  for (int i = 0; i < 20; ++i) {  // more than there are slots
    write_file_atomically(scratch.path("out"), bytes_of("done"));
  }
  remove_pending_temporaries();
  EXPECT_EQ(content_of(scratch.path("out")), "done");
}

}  // namespace
}  // namespace columnar::atomic_file_test
