#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/files/atomic_file.hpp"
#include "columnar/files/little_endian.hpp"

namespace columnar {

/// Content of a sectioned file; each kind has its own magic.
enum class FileKind { kCodes, kModel, kIndex, kCheckpoint, kLayout, kGraph };

/// "codes", "model", "index", "checkpoint", "layout" or "graph", for messages.
[[nodiscard]] std::string_view name_of(FileKind kind) noexcept;

/// One entry of the section table.
struct SectionInfo {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t crc32 = 0;
};

/// Builds the program's own container: named sections of bytes, each with a checksum. docs/formats.md#container
/// The same sections give the same bytes.
class SectionedFileWriter {
 public:
  /// format_version is the version of the sections' meaning, separate from the container's own.
  explicit SectionedFileWriter(FileKind kind, std::uint32_t format_version = 1)
      : kind_(kind), format_version_(format_version) {}

  /// Appends a section. Names are unique and have 1 to 40 characters of a-z, 0-9, '.', '_' and '-'. Anything else is a
  /// programming error and throws std::invalid_argument.
  void add(const std::string& name, std::vector<std::byte> bytes);
  void add_text(const std::string& name, std::string_view text);
  template <Number T>
  void add_array(const std::string& name, std::span<const T> values) {
    add(name, to_little_endian(values));
  }
  /// The same without a copy on little-endian machines; the values must outlive the writer.
  template <Number T>
  void add_view(const std::string& name, std::span<const T> values) {
    if constexpr (std::endian::native == std::endian::little) {
      add(name, {});
      sections_.back().view = std::as_bytes(values);
    } else {
      add_array(name, values);
    }
  }

  /// The whole file.
  [[nodiscard]] std::vector<std::byte> bytes() const;

  /// Writes the file atomically, without a second copy in memory.
  void write(const std::string& path) const;
  /// Writes into one of several output files; the caller commits.
  void write(AtomicFile& file) const;

 private:
  struct Section {
    std::string name;
    std::vector<std::byte> owned;
    std::span<const std::byte> view;  ///< the bytes, if not owned
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return view.empty() ? owned : view; }
  };
  [[nodiscard]] std::vector<std::byte> header() const;

  FileKind kind_;
  std::uint32_t format_version_;
  std::vector<Section> sections_;
};

/// A sectioned file in memory or mapped, with every byte verified: magic, versions, size, table, checksums, padding. A
/// file that is truncated, altered, extended or of another kind throws Error(kInput) that begins with its name. Header
/// sizes are never trusted for allocation.
class SectionedFile {
 public:
  /// Reads a file of this kind.
  [[nodiscard]] static SectionedFile read(const std::string& path, FileKind kind);
  /// Maps a file of this kind: the same checks, but the bytes stay on disk and in the page cache. Inputs that cannot be
  /// mapped, such as "-" (standard input), are read.
  [[nodiscard]] static SectionedFile map(const std::string& path, FileKind kind);
  /// Reads a file of any kind, for `columnar inspect`.
  [[nodiscard]] static SectionedFile read_any(const std::string& path);
  /// Verifies a file in memory; messages begin with the name.
  [[nodiscard]] static SectionedFile parse(std::vector<std::byte> bytes, const std::string& name);

  [[nodiscard]] FileKind kind() const noexcept { return kind_; }
  [[nodiscard]] std::uint32_t format_version() const noexcept { return format_version_; }
  [[nodiscard]] const std::vector<SectionInfo>& sections() const noexcept { return sections_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  [[nodiscard]] bool has(std::string_view name) const noexcept;
  /// The bytes of a section, valid as long as this object or the result of owner(). Throws Error(kInput) if there is no
  /// such section.
  [[nodiscard]] std::span<const std::byte> section(std::string_view name) const;
  /// Keeps the bytes alive.
  [[nodiscard]] std::shared_ptr<const void> owner() const noexcept { return owner_; }
  [[nodiscard]] std::string_view text(std::string_view name) const;
  /// A section as an array; Error(kInput) unless its size is a multiple of the item's.
  template <Number T>
  [[nodiscard]] std::vector<T> array(std::string_view name) const {
    return from_little_endian<T>(checked_items(name, sizeof(T)));
  }

 private:
  SectionedFile() = default;
  static SectionedFile parse(std::span<const std::byte> all, std::shared_ptr<const void> owner,
                             const std::string& name);
  [[nodiscard]] std::span<const std::byte> checked_items(std::string_view name, std::size_t item_bytes) const;

  std::string name_;
  FileKind kind_ = FileKind::kCodes;
  std::uint32_t format_version_ = 0;
  std::vector<SectionInfo> sections_;
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

/// The kind of a regular file by its first bytes. Empty if it is not a sectioned file, cannot be read, or is a pipe,
/// whose bytes would be lost.
[[nodiscard]] std::optional<FileKind> sectioned_file_kind(const std::string& path);

}  // namespace columnar
