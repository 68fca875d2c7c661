#include "columnar/files/sectioned_file.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/mapped_file.hpp"

namespace columnar {
namespace {

// Fixed header: magic 8, container version u32, format version u32, file size u64, section count u32, CRC-32 u32 of
// everything before it and of the table after it.
constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kCrcAt = 28;
// Entry of the table: name 40, offset u64, size u64, CRC-32 u32, zero u32.
constexpr std::size_t kEntryBytes = 64;
constexpr std::size_t kNameBytes = 40;
constexpr std::uint32_t kContainerVersion = 1;
constexpr std::uint32_t kMaxSections = 1024;
constexpr std::size_t kAlign = 8;

constexpr std::size_t kMagicBytes = 8;
// The first byte is not ASCII and the last a line end, so that a transfer in text mode is detected.
constexpr std::array<std::pair<FileKind, std::string_view>, 6> kMagics = {{
    {FileKind::kCodes,
     "\x89"
     "COLSDR\n"},
    {FileKind::kModel,
     "\x89"
     "COLMDL\n"},
    {FileKind::kIndex,
     "\x89"
     "COLIDX\n"},
    {FileKind::kCheckpoint,
     "\x89"
     "COLCKP\n"},
    {FileKind::kLayout,
     "\x89"
     "COLMAP\n"},
    {FileKind::kGraph,
     "\x89"
     "COLGRF\n"},
}};

std::string_view magic_of(FileKind kind) {
  return std::find_if(kMagics.begin(), kMagics.end(), [&](const auto& entry) { return entry.first == kind; })->second;
}

std::optional<FileKind> kind_of(std::span<const std::byte> file) {
  for (const auto& [kind, magic] : kMagics) {
    const auto bytes = bytes_of(magic);
    if (file.size() >= kMagicBytes && std::equal(bytes.begin(), bytes.end(), file.begin())) {
      return kind;
    }
  }
  return std::nullopt;
}

std::uint32_t crc_of(std::span<const std::byte> bytes, std::uint32_t before = 0) {
  if (bytes.empty()) {
    return before;  // zlib interprets a null pointer as a reset
  }
  return static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

constexpr std::uint64_t aligned(std::uint64_t size) { return (size + kAlign - 1) / kAlign * kAlign; }

bool is_name(std::string_view name) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789._-";
  return !name.empty() && name.size() <= kNameBytes && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

[[noreturn]] void fail_damaged(const std::string& place, const std::string& reason) {
  fail_input(place, "the file is damaged: " + reason);
}

std::string describe_magic(std::span<const std::byte> file) {
  std::string text;
  for (const std::byte byte : file.first(std::min(file.size(), kMagicBytes))) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", std::to_integer<unsigned>(byte));
  }
  return text;
}

/// The fixed header, checked as far as possible without the rest of the file.
struct FixedHeader {
  FileKind kind;
  std::uint32_t format_version;
  std::uint64_t file_bytes;
  std::uint32_t section_count;
};

FixedHeader parse_fixed_header(std::span<const std::byte> file, std::optional<FileKind> wanted,
                               const std::string& name) {
  const std::string expected = wanted ? fmt::format("columnar {} file", name_of(*wanted)) : "file of columnar's own";
  if (file.empty()) {
    fail_input(name, "the file is empty");
  }
  const std::optional<FileKind> kind = kind_of(file);
  if (!kind) {
    fail_input(name, fmt::format("not a {}: magic {}", expected, describe_magic(file)));
  }
  if (wanted && kind != wanted) {
    fail_input(name, fmt::format("not a {}: it is a {} file", expected, name_of(*kind)));
  }
  if (file.size() < kHeaderBytes) {
    fail_damaged(name, "cut short in its header");
  }
  const auto version = load_little_endian<std::uint32_t>(&file[8]);
  if (version != kContainerVersion) {
    fail_input(name, fmt::format("container version {} is unknown; this program knows {}", version, kContainerVersion));
  }
  FixedHeader header{*kind, load_little_endian<std::uint32_t>(&file[12]), load_little_endian<std::uint64_t>(&file[16]),
                     load_little_endian<std::uint32_t>(&file[24])};
  if (header.section_count > kMaxSections) {
    fail_damaged(name, fmt::format("{} sections are too many", header.section_count));
  }
  return header;
}

void check_file_size(const FixedHeader& header, std::uint64_t actual, const std::string& name) {
  if (actual < header.file_bytes) {
    fail_damaged(name, fmt::format("cut short: {} of {} bytes", actual, header.file_bytes));
  }
  if (actual > header.file_bytes) {
    fail_damaged(name, fmt::format("bytes follow its end at {}", header.file_bytes));
  }
}

/// Reads the file front to back; stops as soon as its header is known to be wrong.
std::vector<std::byte> read_bytes(const std::string& path, std::optional<FileKind> wanted) {
  constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
  InputFile input(path, Gzip::kKeep);
  std::vector<std::byte> bytes(kHeaderBytes);
  bytes.resize(input.read(bytes));
  const FixedHeader header = parse_fixed_header(bytes, wanted, input.name());
  if (const auto size = input.size_on_disk()) {
    check_file_size(header, *size, input.name());
  }
  while (true) {  // memory grows with the bytes read, not with the size in the header
    const std::size_t used = bytes.size();
    const std::uint64_t left = header.file_bytes - std::min<std::uint64_t>(header.file_bytes, used);
    const std::uint64_t step = std::min<std::uint64_t>(left + 1, std::max(kChunkBytes, used));
    bytes.resize(used + static_cast<std::size_t>(step));
    const std::size_t got = input.read(std::span(bytes).subspan(used));
    bytes.resize(used + got);
    if (got < step || bytes.size() > header.file_bytes) {
      check_file_size(header, bytes.size(), input.name());
      return bytes;
    }
  }
}

SectionInfo parse_entry(std::span<const std::byte> entry, const std::string& place) {
  SectionInfo info;
  const std::string_view field(reinterpret_cast<const char*>(entry.data()), kNameBytes);
  info.name = field.substr(0, field.find('\0'));
  const bool padded = field.find_first_not_of('\0', info.name.size()) == std::string_view::npos;
  info.offset = load_little_endian<std::uint64_t>(&entry[40]);
  info.size = load_little_endian<std::uint64_t>(&entry[48]);
  info.crc32 = load_little_endian<std::uint32_t>(&entry[56]);
  if (!is_name(info.name) || !padded || load_little_endian<std::uint32_t>(&entry[60]) != 0) {
    fail_damaged(place, "malformed table of sections");
  }
  return info;
}

}  // namespace

std::string_view name_of(FileKind kind) noexcept {
  constexpr std::array<std::string_view, 6> kNames = {"codes", "model", "index", "checkpoint", "layout", "graph"};
  return kNames[static_cast<std::size_t>(kind)];
}

void SectionedFileWriter::add(const std::string& name, std::vector<std::byte> bytes) {
  const bool taken = std::any_of(sections_.begin(), sections_.end(), [&](const Section& s) { return s.name == name; });
  if (!is_name(name) || taken || sections_.size() == kMaxSections) {
    throw std::invalid_argument("bad or repeated section name: " + name);
  }
  sections_.push_back({name, std::move(bytes), {}});
}

void SectionedFileWriter::add_text(const std::string& name, std::string_view text) {
  const auto bytes = bytes_of(text);
  add(name, {bytes.begin(), bytes.end()});
}

std::vector<std::byte> SectionedFileWriter::header() const {
  std::vector<std::byte> table;
  std::uint64_t offset = kHeaderBytes + sections_.size() * kEntryBytes;
  for (const Section& section : sections_) {
    const auto name = bytes_of(section.name);
    append_bytes(table, name);
    table.resize(table.size() + kNameBytes - name.size());
    append_little_endian(table, offset);
    append_little_endian(table, std::uint64_t{section.bytes().size()});
    append_little_endian(table, crc_of(section.bytes()));
    append_little_endian(table, std::uint32_t{0});
    offset += aligned(section.bytes().size());
  }
  const auto magic = bytes_of(magic_of(kind_));
  std::vector<std::byte> out;
  append_bytes(out, magic);
  append_little_endian(out, kContainerVersion);
  append_little_endian(out, format_version_);
  append_little_endian(out, offset);
  append_little_endian(out, static_cast<std::uint32_t>(sections_.size()));
  append_little_endian(out, crc_of(table, crc_of(out)));
  append_bytes(out, table);
  return out;
}

std::vector<std::byte> SectionedFileWriter::bytes() const {
  std::vector<std::byte> out = header();
  for (const Section& section : sections_) {
    append_bytes(out, section.bytes());
    out.resize(aligned(out.size()));
  }
  return out;
}

void SectionedFileWriter::write(AtomicFile& file) const {
  constexpr std::array<std::byte, kAlign> kZeros{};
  file.write(header());
  for (const Section& section : sections_) {
    file.write(section.bytes());
    file.write(std::span(kZeros).first(aligned(section.bytes().size()) - section.bytes().size()));
  }
}

void SectionedFileWriter::write(const std::string& path) const {
  AtomicFile file(path);
  write(file);
  file.commit();
}

SectionedFile SectionedFile::read(const std::string& path, FileKind kind) {
  return parse(read_bytes(path, kind), path == "-" ? "stdin" : path);
}

SectionedFile SectionedFile::read_any(const std::string& path) {
  return parse(read_bytes(path, std::nullopt), path == "-" ? "stdin" : path);
}

SectionedFile SectionedFile::map(const std::string& path, FileKind kind) {
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) {
    return read(path, kind);
  }
  const auto mapped = std::make_shared<const MappedFile>(path);
  (void)parse_fixed_header(mapped->bytes(), kind, path);
  return parse(mapped->bytes(), mapped, path);
}

SectionedFile SectionedFile::parse(std::vector<std::byte> bytes, const std::string& name) {
  const auto owned = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return parse(*owned, owned, name);
}

SectionedFile SectionedFile::parse(std::span<const std::byte> all, std::shared_ptr<const void> owner,
                                   const std::string& name) {
  SectionedFile file;
  file.name_ = name;
  file.bytes_ = all;
  file.owner_ = std::move(owner);
  const FixedHeader header = parse_fixed_header(all, std::nullopt, name);
  file.kind_ = header.kind;
  file.format_version_ = header.format_version;
  check_file_size(header, all.size(), name);
  const std::size_t table_bytes = header.section_count * kEntryBytes;
  if (table_bytes > all.size() - kHeaderBytes) {
    fail_damaged(name, "cut short in its table of sections");
  }
  const auto table = all.subspan(kHeaderBytes, table_bytes);
  if (crc_of(table, crc_of(all.first(kCrcAt))) != load_little_endian<std::uint32_t>(&all[kCrcAt])) {
    fail_damaged(name, "the checksum of its header does not match");
  }
  // Sections are contiguous except for zero padding, so none overlaps, lies outside or hides in between.
  std::uint64_t position = kHeaderBytes + table_bytes;
  for (std::size_t i = 0; i < header.section_count; ++i) {
    SectionInfo info = parse_entry(table.subspan(i * kEntryBytes, kEntryBytes), name);
    if (file.has(info.name)) {
      fail_damaged(name, "two sections are called '" + info.name + "'");
    }
    if (info.offset != position || info.size > all.size() - position || aligned(info.size) > all.size() - position) {
      fail_damaged(name, "section '" + info.name + "' lies outside the file or over another");
    }
    const auto content = all.subspan(position, info.size);
    if (crc_of(content) != info.crc32) {
      fail_damaged(name, "the checksum of section '" + info.name + "' does not match");
    }
    const auto padding = all.subspan(position + info.size, aligned(info.size) - info.size);
    if (std::any_of(padding.begin(), padding.end(), [](std::byte byte) { return byte != std::byte{0}; })) {
      fail_damaged(name, "stray bytes after section '" + info.name + "'");
    }
    position += aligned(info.size);
    file.sections_.push_back(std::move(info));
  }
  if (position != all.size()) {
    fail_damaged(name, "bytes follow its last section");
  }
  return file;
}

bool SectionedFile::has(std::string_view name) const noexcept {
  return std::any_of(sections_.begin(), sections_.end(), [&](const SectionInfo& info) { return info.name == name; });
}

std::span<const std::byte> SectionedFile::section(std::string_view name) const {
  for (const SectionInfo& info : sections_) {
    if (info.name == name) {
      return bytes_.subspan(info.offset, info.size);
    }
  }
  fail_input(name_, "section '" + std::string(name) + "' is missing");
}

std::string_view SectionedFile::text(std::string_view name) const {
  const auto bytes = section(name);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> SectionedFile::checked_items(std::string_view name, std::size_t item_bytes) const {
  const auto bytes = section(name);
  if (bytes.size() % item_bytes != 0) {
    fail_input(name_, fmt::format("section '{}' of {} bytes holds no whole number of items", name, bytes.size()));
  }
  return bytes;
}

std::optional<FileKind> sectioned_file_kind(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return std::nullopt;  // the first bytes of a pipe can be read only once
  }
  try {
    InputFile input(path, Gzip::kKeep);
    std::array<std::byte, kMagicBytes> start{};
    return kind_of(std::span(start).first(input.read(start)));
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace columnar
