#include "columnar/files/input_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/files/unpacking.hpp"
#include "columnar/files/whole_path.hpp"

namespace columnar {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 16;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kGzipMagic = "\x1f\x8b";

}  // namespace

struct InputFile::State {
  std::string name;
  int descriptor = -1;
  bool owns_descriptor = false;
  std::optional<std::uint64_t> size;
  std::vector<std::byte> raw = std::vector<std::byte>(kReadBytes);
  std::size_t begin = 0;  // unused bytes read from the descriptor: raw[begin, end)
  std::size_t end = 0;
  bool raw_at_end = false;
  bool unconnected = false;  // a named pipe that may have no writer yet
  bool gzip = false;
  bool inflating = false;  // inside a gzip member
  z_stream stream{};
  std::uint64_t packed_bytes = 0;  // consumed by inflation
  std::uint64_t unpacked_bytes = 0;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (gzip) {
      inflateEnd(&stream);
    }
    if (owns_descriptor) {
      ::close(descriptor);
    }
  }

  [[nodiscard]] std::size_t available() const { return end - begin; }

  void make_blocking() const {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): fcntl has no other form
    if (::fcntl(descriptor, F_SETFL, O_RDONLY) != 0) {
      fail_input(name, "cannot read: " + std::generic_category().message(errno));
    }
  }

  /// Waits a limited time until a named pipe has a writer. From then on it is an ordinary pipe, whose writer may pause.
  void connect() {
    constexpr int kTurns = static_cast<int>(InputFile::kPipePatienceSeconds) * 20;
    constexpr int kTurnMilliseconds = 50;
    unconnected = false;
    for (int turn = 0; turn < kTurns; ++turn) {
      pollfd waiting{descriptor, POLLIN, 0};
      const bool stirs = ::poll(&waiting, 1, kTurnMilliseconds) > 0;
      const ssize_t got = ::read(descriptor, raw.data(), raw.size());  // does not block yet
      if (got != 0 || stirs) {                                         // bytes, a silent writer, or one that has left
        end = got > 0 ? static_cast<std::size_t>(got) : 0;
        raw_at_end = got == 0;
        make_blocking();
        return;
      }
    }
    fail_input(
        name, "no program writes to this pipe; waited " + std::to_string(InputFile::kPipePatienceSeconds) + " seconds");
  }

  /// Reads into raw until it holds at least `wanted` bytes or the input ends.
  void fill(std::size_t wanted) {
    if (unconnected) {
      connect();
    }
    if (begin > 0) {
      std::memmove(raw.data(), raw.data() + begin, available());
      end -= begin;
      begin = 0;
    }
    while (available() < wanted && !raw_at_end) {
      const ssize_t got = ::read(descriptor, raw.data() + end, raw.size() - end);
      if (got < 0) {
        if (errno == EINTR) {
          continue;
        }
        fail_input(name, "cannot read: " + std::generic_category().message(errno));
      }
      raw_at_end = got == 0;
      end += static_cast<std::size_t>(got);
    }
  }

  bool gzip_magic_is_next() {
    fill(kGzipMagic.size());
    return std::string_view(reinterpret_cast<const char*>(raw.data() + begin), available()).starts_with(kGzipMagic);
  }

  std::size_t read_plain(std::span<std::byte> out) {
    if (available() == 0) {
      fill(1);
    }
    const std::size_t count = std::min(out.size(), available());
    std::memcpy(out.data(), raw.data() + begin, count);
    begin += count;
    packed_bytes += count;
    return count;
  }

  /// One step of inflation; 0 only at the end of the last member.
  std::size_t read_gzip(std::span<std::byte> out) {
    while (true) {
      if (!inflating) {
        if (!gzip_magic_is_next()) {
          if (available() > 0) {
            fail_input(name, "other bytes follow the end of the gzip stream");
          }
          return 0;
        }
        if (inflateReset(&stream) != Z_OK) {
          fail_input(name, "cannot unpack gzip");
        }
        inflating = true;
      }
      if (available() == 0) {
        fill(1);
        if (available() == 0) {
          fail_input(name, "the gzip stream ends early");
        }
      }
      const std::size_t room = std::min(out.size(), kReadBytes);
      // zlib's interface predates const: it never writes through next_in.
      stream.next_in = reinterpret_cast<Bytef*>(raw.data() + begin);
      stream.avail_in = static_cast<uInt>(available());
      stream.next_out = reinterpret_cast<Bytef*>(out.data());
      stream.avail_out = static_cast<uInt>(room);
      const int result = inflate(&stream, Z_NO_FLUSH);
      packed_bytes += available() - stream.avail_in;
      begin = end - stream.avail_in;
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
        fail_input(name,
                   std::string("the gzip stream is damaged: ") + (stream.msg != nullptr ? stream.msg : zError(result)));
      }
      inflating = result != Z_STREAM_END;
      const std::size_t produced = room - stream.avail_out;
      unpacked_bytes += produced;
      if (unpacks_too_far(packed_bytes, unpacked_bytes)) {
        fail_input(name,
                   "the gzip stream unpacks to more than " + std::to_string(kMaxUnpackedRatio) + " times its bytes");
      }
      if (produced > 0) {
        return produced;
      }
    }
  }
};

InputFile::InputFile(const std::string& path, Gzip gzip) : state_(std::make_unique<State>()) {
  State& state = *state_;
  if (path == "-") {
    state.name = "stdin";
    state.descriptor = STDIN_FILENO;
  } else {
    if (path.empty()) {
      throw Error(ErrorCode::kInput, "input path is empty");
    }
    state.name = path;
    // Without O_NONBLOCK, opening a named pipe without a writer would block forever.
    state.descriptor = ::open(whole_path(path, ErrorCode::kInput).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (state.descriptor < 0) {
      if (errno == ENOENT) {
        throw FileNotFound(path);
      }
      fail_input(path, "cannot open: " + std::generic_category().message(errno));
    }
    state.owns_descriptor = true;
  }
  struct stat info {};
  if (::fstat(state.descriptor, &info) != 0) {
    fail_input(state.name, "cannot read: " + std::generic_category().message(errno));
  }
  if (S_ISDIR(info.st_mode)) {
    fail_input(state.name, "is a directory, not a file");
  }
  if (S_ISREG(info.st_mode)) {
    state.size = static_cast<std::uint64_t>(info.st_size);
  }
  if (state.owns_descriptor) {
    state.unconnected = S_ISFIFO(info.st_mode);
    if (!state.unconnected) {
      state.make_blocking();
    }
  }
  if (gzip == Gzip::kUnpack && state.gzip_magic_is_next()) {
    constexpr int kGzipWindow = 15 + 16;  // the largest window, gzip framing only
    if (inflateInit2(&state.stream, kGzipWindow) != Z_OK) {
      fail_input(state.name, "cannot unpack gzip");
    }
    state.gzip = true;
  }
}

InputFile::~InputFile() = default;
InputFile::InputFile(InputFile&&) noexcept = default;
InputFile& InputFile::operator=(InputFile&&) noexcept = default;

const std::string& InputFile::name() const noexcept { return state_->name; }
std::optional<std::uint64_t> InputFile::size_on_disk() const noexcept { return state_->size; }

std::uint64_t InputFile::bytes_taken() const noexcept { return state_->packed_bytes; }

std::size_t InputFile::read_some(std::span<std::byte> buffer) {
  return state_->gzip ? state_->read_gzip(buffer) : state_->read_plain(buffer);
}

std::size_t InputFile::read(std::span<std::byte> buffer) {
  std::size_t total = 0;
  while (total < buffer.size()) {
    const std::size_t got = read_some(buffer.subspan(total));
    if (got == 0) {
      break;
    }
    total += got;
  }
  return total;
}

LineReader::LineReader(const std::string& path, std::size_t max_line_bytes)
    : LineReader(InputFile(path), max_line_bytes) {}

LineReader::LineReader(InputFile input, std::size_t max_line_bytes)
    : input_(std::move(input)), max_line_bytes_(max_line_bytes), buffer_(kReadBytes) {
  while (end_ < kByteOrderMark.size() && refill()) {
  }
  if (std::string_view(buffer_.data(), end_).starts_with(kByteOrderMark)) {
    begin_ = kByteOrderMark.size();
  }
}

std::string LineReader::place() const { return name() + ":" + std::to_string(line_number_); }

/// Moves the unread bytes to the front, makes room and reads on; false if nothing was read.
bool LineReader::refill() {
  if (at_end_) {
    return false;
  }
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    buffer_.resize(2 * buffer_.size());
  }
  const std::size_t room = buffer_.size() - end_;
  const std::size_t got = input_.read_some(std::as_writable_bytes(std::span<char>(buffer_.data() + end_, room)));
  at_end_ = got == 0;
  end_ += got;
  return got > 0;
}

std::optional<std::string_view> LineReader::next() {
  std::size_t searched = 0;  // bytes of this line without a line end
  while (true) {
    const std::size_t waiting = end_ - begin_;
    const char* line = buffer_.data() + begin_;
    const void* found = waiting > searched ? std::memchr(line + searched, '\n', waiting - searched) : nullptr;
    const bool has_end = found != nullptr;
    std::size_t length = has_end ? static_cast<std::size_t>(static_cast<const char*>(found) - line) : waiting;
    if (length > max_line_bytes_ + 1) {  // plus one for a carriage return
      ++line_number_;
      fail_input(place(), "the line is longer than " + std::to_string(max_line_bytes_) + " bytes");
    }
    if (!has_end) {
      searched = waiting;
      if (refill()) {
        continue;
      }
      if (waiting == 0) {
        return std::nullopt;
      }
      line = buffer_.data() + begin_;
    }
    begin_ += length + (has_end ? 1 : 0);
    ++line_number_;
    if (length > 0 && line[length - 1] == '\r') {
      --length;
    }
    if (length > max_line_bytes_) {
      fail_input(place(), "the line is longer than " + std::to_string(max_line_bytes_) + " bytes");
    }
    return std::string_view(line, length);
  }
}

bool begins_like_no_text(std::string_view text) noexcept {
  return text.starts_with(kByteOrderMark) || text.starts_with(kGzipMagic);
}

}  // namespace columnar
