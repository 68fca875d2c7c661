#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/error.hpp"

namespace columnar {

/// A file that is not there: Error(kInput), told apart for callers whose language has a name for it.
class FileNotFound : public Error {
 public:
  explicit FileNotFound(const std::string& path) : Error(ErrorCode::kInput, path + ": no such file") {}
};

/// Whether a gzip stream, known by its first two bytes, is unpacked on the way.
enum class Gzip { kUnpack, kKeep };

/// A file or, for "-", standard input, read front to back. Every failure is Error(kInput) that begins with the name:
/// no such file, a directory, no permission, a gzip stream that is damaged, cut short, followed by other bytes or a
/// bomb (see unpacking.hpp). A named pipe to which nobody writes is waited for a few seconds only.
class InputFile {
 public:
  static constexpr unsigned kPipePatienceSeconds = 5;

  explicit InputFile(const std::string& path, Gzip gzip = Gzip::kUnpack);
  ~InputFile();
  InputFile(InputFile&&) noexcept;
  InputFile& operator=(InputFile&&) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Fills as much of the buffer as the rest of the file allows; fewer bytes than asked for mean the end.
  [[nodiscard]] std::size_t read(std::span<std::byte> buffer);

  /// As many bytes as are there, at least one; none at the end. A pipe whose writer pauses is not waited for.
  [[nodiscard]] std::size_t read_some(std::span<std::byte> buffer);

  /// What to call it in messages: the path, or "stdin".
  [[nodiscard]] const std::string& name() const noexcept;

  /// Bytes on disk, known for regular files alone.
  [[nodiscard]] std::optional<std::uint64_t> size_on_disk() const noexcept;

  /// Bytes of the input as it is stored, packed or not, that what was read so far came from.
  [[nodiscard]] std::uint64_t bytes_taken() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The lines of a text, plain or gzip, without their ends (LF or CRLF; the last may lack it) and without a UTF-8 byte
/// order mark. A line of a pipe is there as soon as its end is. Memory stays bounded whatever the input: a line past
/// the limit is an Error.
class LineReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

  explicit LineReader(const std::string& path, std::size_t max_line_bytes = kMaxLineBytes);
  explicit LineReader(InputFile input, std::size_t max_line_bytes = kMaxLineBytes);

  /// The next line, or nothing at the end. The view holds until the next call.
  [[nodiscard]] std::optional<std::string_view> next();

  /// Number of the line last returned, from 1.
  [[nodiscard]] std::uint64_t line_number() const noexcept { return line_number_; }
  [[nodiscard]] const std::string& name() const noexcept { return input_.name(); }
  /// See InputFile::bytes_taken(); after the last line, the size of the file.
  [[nodiscard]] std::uint64_t bytes_taken() const noexcept { return input_.bytes_taken(); }
  /// "graph.tsv:17", to begin a message about the line last returned.
  [[nodiscard]] std::string place() const;

 private:
  bool refill();

  InputFile input_;
  std::size_t max_line_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< unread bytes are buffer_[begin_, end_)
  std::size_t end_ = 0;
  bool at_end_ = false;
  std::uint64_t line_number_ = 0;
};

/// Whether a text that begins so would be read as something else: as a gzip stream, or without its first character
/// because that is a byte order mark.
[[nodiscard]] bool begins_like_no_text(std::string_view text) noexcept;

}  // namespace columnar
