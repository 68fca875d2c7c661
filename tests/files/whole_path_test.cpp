#include "columnar/files/whole_path.hpp"

#include "columnar/files/atomic_file.hpp"
#include "columnar/files/directory_lock.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/mapped_file.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/files/spill_file.hpp"
#include "files/scratch.hpp"

namespace columnar::whole_path_test {
namespace {

using testing::HasSubstr;

/// A path that the system would end after "victim".
std::string cut_path(const Scratch& scratch) { return scratch.path("victim") + std::string("\0.sdr", 5); }

TEST(WholePath, IsThePathItself) {
  const std::string path = "some/graph.tsv";
  EXPECT_EQ(&whole_path(path, ErrorCode::kInput), &path);
}

TEST(WholePath, NamesAPathThatHoldsANul) {
  const Scratch scratch;
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { (void)whole_path(cut_path(scratch), ErrorCode::kOutput); }),
              HasSubstr("victim\\0.sdr: embedded null byte in the path"));
}

TEST(WholePath, IsAskedForByEveryReader) {
  const Scratch scratch;
  scratch.put("victim", "a secret");
  const std::string path = cut_path(scratch);
  for (const std::function<void()>& read : std::vector<std::function<void()>>{
           [&] { const InputFile file(path); },
           [&] { const LineReader reader(path); },
           [&] { const MappedFile file(path); },
           [&] { const NpzReader file(path); },
           [&] { (void)SectionedFile::read_any(path); },
           [&] { (void)SectionedFile::map(path, FileKind::kModel); },
       }) {
    EXPECT_THAT(error_of(ErrorCode::kInput, read), HasSubstr("embedded null byte"));
  }
}

TEST(WholePath, IsAskedForByEveryWriter) {
  const Scratch scratch;
  scratch.put("victim", "precious");
  const std::string path = cut_path(scratch);
  const std::string folder = scratch.directory() + std::string("\0/x", 3);
  for (const std::function<void()>& write : std::vector<std::function<void()>>{
           [&] { const AtomicFile file(path); },
           [&] { require_writable(path); },
           [&] { write_file_atomically(path, {}); },
           [&] { const DirectoryLock lock(folder); },
           [&] { const SpillFile file(folder); },
       }) {
    EXPECT_THAT(error_of(ErrorCode::kOutput, write), HasSubstr("embedded null byte"));
  }
  EXPECT_EQ(content_of(scratch.path("victim")), "precious");
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"victim"});
}

}  // namespace
}  // namespace columnar::whole_path_test
