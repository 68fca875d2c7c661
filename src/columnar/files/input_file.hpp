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

/// Missing file: an Error(kInput) of its own type, for languages that have a matching exception.
class FileNotFound : public Error {
 public:
  explicit FileNotFound(const std::string& path) : Error(ErrorCode::kInput, path + ": no such file") {}
};

/// Whether to unpack a gzip stream, recognised by its first two bytes.
enum class Gzip { kUnpack, kKeep };

/// A file or, for "-", standard input, read front to back. Every failure is Error(kInput) that begins with the name:
/// no such file, a directory, no permission, a gzip stream that is damaged, truncated, followed by other bytes or a
/// decompression bomb (see unpacking.hpp). A named pipe without a writer times out after a few seconds.
class InputFile {
 public:
  static constexpr unsigned kPipePatienceSeconds = 5;

  explicit InputFile(const std::string& path, Gzip gzip = Gzip::kUnpack);
  ~InputFile();
  InputFile(InputFile&&) noexcept;
  InputFile& operator=(InputFile&&) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Fills as much of the buffer as the rest of the file allows; fewer bytes than requested mean the end.
  [[nodiscard]] std::size_t read(std::span<std::byte> buffer);

  /// Reads the available bytes, at least one; 0 at the end. Does not wait for a pipe whose writer pauses.
  [[nodiscard]] std::size_t read_some(std::span<std::byte> buffer);

  /// Name for messages: the path, or "stdin".
  [[nodiscard]] const std::string& name() const noexcept;

  /// Bytes on disk; known only for regular files.
  [[nodiscard]] std::optional<std::uint64_t> size_on_disk() const noexcept;

  /// Bytes consumed from the input as stored, packed or not.
  [[nodiscard]] std::uint64_t bytes_taken() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The lines of a text, plain or gzip, without line endings (LF or CRLF; the last may be missing) and without a UTF-8
/// byte order mark. A line from a pipe is available as soon as it is complete. Memory is bounded: a line beyond the
/// limit
/// is an Error.
class LineReader {
 public:
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

  explicit LineReader(const std::string& path, std::size_t max_line_bytes = kMaxLineBytes);
  explicit LineReader(InputFile input, std::size_t max_line_bytes = kMaxLineBytes);

  /// The next line, or nothing at the end. The view is valid until the next call.
  [[nodiscard]] std::optional<std::string_view> next();

  /// Number of the last returned line, from 1.
  [[nodiscard]] std::uint64_t line_number() const noexcept { return line_number_; }
  [[nodiscard]] const std::string& name() const noexcept { return input_.name(); }
  /// See InputFile::bytes_taken(); after the last line, the size of the file.
  [[nodiscard]] std::uint64_t bytes_taken() const noexcept { return input_.bytes_taken(); }
  /// "graph.tsv:17", the prefix of messages about the last returned line.
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

/// True if a text with this beginning would be misread: as a gzip stream, or without its first character because it is
/// a byte order mark.
[[nodiscard]] bool begins_like_no_text(std::string_view text) noexcept;

}  // namespace columnar
