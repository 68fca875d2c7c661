#include "columnar/files/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <chrono>
#include <thread>

#include "columnar/files/unpacking.hpp"
#include "files/scratch.hpp"

namespace columnar::input_file_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string in = text;
  std::string out(deflateBound(&stream, in.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  LineReader reader(path);
  while (const auto line = reader.next()) {
    lines.emplace_back(*line);
    EXPECT_EQ(reader.line_number(), lines.size());
  }
  EXPECT_FALSE(reader.next().has_value());
  return lines;
}

TEST(LineReader, TakesEitherLineEndAndALastLineWithoutOne) {
  const Scratch scratch;
  EXPECT_THAT(lines_of(scratch.put("a", "1 2\r\n\n3\r4\n5")), ElementsAre("1 2", "", "3\r4", "5"));
  EXPECT_THAT(lines_of(scratch.put("b", "1\n")), ElementsAre("1"));
  EXPECT_THAT(lines_of(scratch.put("c", "\n\n")), ElementsAre("", ""));
  EXPECT_THAT(lines_of(scratch.put("d", "")), ElementsAre());
  EXPECT_THAT(lines_of(scratch.put("e", std::string("a\0b\n", 4))), ElementsAre(std::string("a\0b", 3)));
}

TEST(LineReader, SkipsAByteOrderMarkOnlyAtTheStart) {
  const Scratch scratch;
  EXPECT_THAT(lines_of(scratch.put("a",
                                   "\xEF\xBB\xBF"
                                   "1 2\n\xEF\xBB\xBF\n")),
              ElementsAre("1 2", "\xEF\xBB\xBF"));
  EXPECT_THAT(lines_of(scratch.put("b", "\xEF\xBB\xBF")), ElementsAre());
}

TEST(LineReader, KeepsLinesWholeAcrossBuffers) {
  const Scratch scratch;
  std::vector<std::string> expected;
  std::string text;
  for (std::size_t i = 0; i < 2000; ++i) {
    expected.push_back(std::to_string(i) + std::string(i * 37 % 500, 'x'));
    text += expected.back() + (i % 2 == 0 ? "\n" : "\r\n");
  }
  expected.push_back(std::string(300000, 'y'));
  text += expected.back();
  EXPECT_EQ(lines_of(scratch.put("plain", text)), expected);
  EXPECT_EQ(lines_of(scratch.put("packed", gzip(text))), expected);
}

TEST(LineReader, RefusesALineThatIsTooLong) {
  const Scratch scratch;
  const std::string path = scratch.put("g.tsv", "ok\n" + std::string(11, 'x') + "\n");
  const auto read_with_limit = [&](std::size_t limit) {
    LineReader reader(path, limit);
    while (reader.next()) {
    }
  };
  read_with_limit(11);
  EXPECT_EQ(error_of(ErrorCode::kInput, [&] { read_with_limit(10); }), path + ":2: the line is longer than 10 bytes");
  // Without an end in sight the reader must give up early: /dev/zero never ends.
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)LineReader("/dev/zero").next(); }), HasSubstr("/dev/zero:1:"));
}

TEST(LineReader, ReadsGzipMembersOneAfterTheOther) {
  const Scratch scratch;
  EXPECT_THAT(lines_of(scratch.put("g", gzip("1\n2") + gzip("") + gzip("3\n4\n"))), ElementsAre("1", "23", "4"));
}

TEST(LineReader, RefusesEveryTruncationOfAGzipFile) {
  const Scratch scratch;
  const std::string whole = gzip("1 2\n2 3\n3 4\n");
  for (std::size_t size = 2; size < whole.size(); ++size) {
    const std::string path = scratch.put("g.gz", whole.substr(0, size));
    EXPECT_EQ(error_of(ErrorCode::kInput, [&] { lines_of(path); }), path + ": the gzip stream ends early");
  }
}

TEST(LineReader, RefusesDamagedGzipAndBytesBehindIt) {
  const Scratch scratch;
  std::string damaged = gzip("1 2\n2 3\n3 4\n");
  damaged[damaged.size() - 6] ^= 1;  // in its checksum
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { lines_of(scratch.put("a", damaged)); }), HasSubstr("damaged"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { lines_of(scratch.put("b", gzip("1\n") + "junk")); }),
              HasSubstr("other bytes follow"));
}

TEST(LineReader, ReadsStandardInputPlainOrPacked) {
  const Scratch scratch;
  const int saved = dup(STDIN_FILENO);
  for (const std::string& content : {std::string("a b\nc d"), gzip("a b\nc d")}) {
    const int file = open(scratch.put("in", content).c_str(), O_RDONLY);
    dup2(file, STDIN_FILENO);
    close(file);
    LineReader reader("-");
    EXPECT_EQ(reader.next(), "a b");
    EXPECT_EQ(reader.next(), "c d");
    EXPECT_EQ(reader.place(), "stdin:2");
    EXPECT_EQ(reader.next(), std::nullopt);
  }
  dup2(saved, STDIN_FILENO);
  close(saved);
}

TEST(LineReader, GivesALineOfAPipeWhoseWriterHasNotEnded) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const std::string first = "one\ntwo\nth";
  ASSERT_EQ(write(ends[1], first.data(), first.size()), static_cast<ssize_t>(first.size()));
  LineReader lines("/dev/fd/" + std::to_string(ends[0]));
  EXPECT_EQ(lines.next(), "one");
  EXPECT_EQ(lines.next(), "two");
  ASSERT_EQ(write(ends[1], "ree\n", 4), 4);
  EXPECT_EQ(lines.next(), "three");
  close(ends[1]);
  EXPECT_EQ(lines.next(), std::nullopt);
  close(ends[0]);
}

TEST(InputFile, NamesWhatIsWrongWithAPath) {
  const Scratch scratch;
  const auto message = [](const std::string& path) {
    return error_of(ErrorCode::kInput, [&] { InputFile file(path); });
  };
  EXPECT_EQ(message(scratch.path("none")), scratch.path("none") + ": no such file");
  EXPECT_EQ(message(scratch.directory()), scratch.directory() + ": is a directory, not a file");
  EXPECT_THAT(message(""), HasSubstr("empty"));
  EXPECT_THAT(message(scratch.put("file", "") + "/x"), HasSubstr("cannot open"));
}

TEST(LineReader, RefusesABombAndTakesWhatPacksWell) {
  const Scratch scratch;
  std::string text;
  while (text.size() < kMaxUnpackedBytes - (1U << 16)) {
    text.append((1U << 16) - 1, '#').append(1, '\n');
  }
  const std::string packed = gzip(text);
  EXPECT_EQ(lines_of(scratch.put("all.gz", packed)).size(), text.size() >> 16);
  const std::string bomb = scratch.put("bomb.gz", packed + packed);
  EXPECT_EQ(error_of(ErrorCode::kInput, [&] { lines_of(bomb); }),
            bomb + ": the gzip stream unpacks to more than 100 times its bytes");
}

TEST(LineReader, WaitsForAWriterThatComesLateAndIsSlow) {
  const Scratch scratch;
  const std::string path = scratch.path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  using std::chrono::milliseconds;
  std::jthread writer([&path] {
    std::this_thread::sleep_for(milliseconds(120));
    const int end = open(path.c_str(), O_WRONLY);
    std::this_thread::sleep_for(milliseconds(120));
    EXPECT_EQ(write(end, "one\ntw", 6), 6);
    std::this_thread::sleep_for(milliseconds(120));
    EXPECT_EQ(write(end, "o", 1), 1);
    close(end);
  });
  EXPECT_THAT(lines_of(path), ElementsAre("one", "two"));
}

TEST(LineReader, FindsNothingInAPipeWhoseWriterLeavesAtOnce) {
  const Scratch scratch;
  const std::string path = scratch.path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::jthread writer([&path] { close(open(path.c_str(), O_WRONLY)); });
  EXPECT_THAT(lines_of(path), ElementsAre());
}

}  // namespace
}  // namespace columnar::input_file_test
