#include "input.hpp"

#include <zlib.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "columnar/files/little_endian.hpp"
#include "columnar/files/npy_header.hpp"

namespace columnar::fuzz {
namespace {

/// Takes some bytes from the front, as many as there are.
Input take(Input& input, std::size_t count) {
  const Input front = input.first(std::min(count, input.size()));
  input = input.subspan(front.size());
  return front;
}

std::size_t take_number(Input& input, std::size_t bytes) {
  const Input digits = take(input, bytes);
  std::size_t number = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    number |= std::to_integer<std::size_t>(digits[i]) << (8 * i);
  }
  return number;
}

/// A name that the writer of containers takes: it is the readers that are tried, not the writer.
std::string section_name(const std::string& wanted) {
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789._-";
  std::string name = wanted.empty() ? "_" : wanted.substr(0, 40);
  for (char& c : name) {
    c = kAllowed.find(c) != std::string_view::npos ? c : '_';
  }
  return name;
}

std::uint32_t crc_of(Input bytes, std::uint32_t before = 0) {
  return bytes.empty()
             ? before
             : static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

template <Number T>
void store(std::vector<std::byte>& file, std::size_t at, T value) {
  std::vector<std::byte> bytes;
  append_little_endian(bytes, value);
  std::copy(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(at));
}

/// A container whose sizes and checksums are right, as far as its table lets them be (docs/formats.md#container).
std::vector<std::byte> mended(Input input) {
  constexpr std::size_t kHeader = 32;
  constexpr std::size_t kEntry = 64;
  std::vector<std::byte> file(input.begin(), input.end());
  if (file.size() < kHeader) {
    return file;
  }
  store(file, 16, std::uint64_t{file.size()});
  const std::size_t entries =
      std::min<std::size_t>(load_little_endian<std::uint32_t>(&file[24]), (file.size() - kHeader) / kEntry);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t entry = kHeader + i * kEntry;
    const auto offset = load_little_endian<std::uint64_t>(&file[entry + 40]);
    const auto size = load_little_endian<std::uint64_t>(&file[entry + 48]);
    if (offset <= file.size() && size <= file.size() - offset) {
      store(file, entry + 56, crc_of(Input(file).subspan(offset, size)));
    }
  }
  store(file, 28, crc_of(Input(file).subspan(kHeader, entries * kEntry), crc_of(Input(file).first(28))));
  return file;
}

struct NpyType {
  char letter;
  const char* name;
  std::size_t item_bytes;
};
constexpr NpyType kTypes[] = {{'f', "<f4", 4}, {'d', "<f8", 8}, {'b', "|b1", 1},  {'B', "|u1", 1}, {'h', "<i2", 2},
                              {'H', "<u2", 2}, {'i', "<i4", 4}, {'I', "<u4", 4},  {'l', "<i8", 8}, {'L', "<u8", 8},
                              {'S', "|S3", 3}, {'U', "<U1", 4}, {'V', "<U4", 16}, {'c', "|i1", 1}, {'s', "|S1", 1}};

/// The .npy file of a part.
std::vector<std::byte> npy_of(Input bytes) {
  const auto letter = static_cast<char>(take_number(bytes, 1));
  const auto* const type =
      std::find_if(std::begin(kTypes), std::end(kTypes), [&](const NpyType& t) { return t.letter == letter; });
  if (type == std::end(kTypes)) {
    return {bytes.begin(), bytes.end()};
  }
  constexpr std::size_t kScalar = 255;
  const std::size_t columns = take_number(bytes, 1);
  std::uint64_t count = bytes.size() / type->item_bytes;
  std::vector<std::uint64_t> shape;
  if (columns == kScalar) {
    count = std::min<std::uint64_t>(count, 1);
    shape.resize(count == 0 ? 1 : 0);
  } else if (columns == 0) {
    shape = {count};
  } else {
    shape = {count / columns, columns};
    count = count / columns * columns;
  }
  std::vector<std::byte> npy = make_npy_header(type->name, shape);
  append_bytes(npy, bytes.first(static_cast<std::size_t>(count) * type->item_bytes));
  return npy;
}

/// What the two headers of a zip entry have in common, from the version on.
void append_entry(std::vector<std::byte>& zip, std::size_t size, std::uint32_t crc, std::size_t name) {
  // version, flags, stored, midnight, 1 January 1980
  for (const std::uint16_t field : std::initializer_list<std::uint16_t>{20, 0, 0, 0, 0x21}) {
    append_little_endian(zip, field);
  }
  append_little_endian(zip, crc);
  append_little_endian(zip, static_cast<std::uint32_t>(size));
  append_little_endian(zip, static_cast<std::uint32_t>(size));
  append_little_endian(zip, static_cast<std::uint16_t>(name));
  append_little_endian(zip, std::uint16_t{0});
}

std::vector<std::byte> stored_zip(const std::vector<Part>& files) {
  std::vector<std::byte> zip;
  std::vector<std::byte> directory;
  for (const Part& file : files) {
    const std::size_t offset = zip.size();
    const std::uint32_t crc = crc_of(file.bytes);
    append_bytes(zip, bytes_of("PK\3\4"));
    append_entry(zip, file.bytes.size(), crc, file.name.size());
    append_bytes(zip, bytes_of(file.name));
    append_bytes(zip, file.bytes);
    append_bytes(directory, bytes_of("PK\1\2"));
    append_little_endian(directory, std::uint16_t{20});
    append_entry(directory, file.bytes.size(), crc, file.name.size());
    directory.resize(directory.size() + 10);  // no comment, first disk, no attributes
    append_little_endian(directory, static_cast<std::uint32_t>(offset));
    append_bytes(directory, bytes_of(file.name));
  }
  const std::size_t offset = zip.size();
  append_bytes(zip, directory);
  append_bytes(zip, bytes_of("PK\5\6"));
  append_little_endian(zip, std::uint32_t{0});
  append_little_endian(zip, static_cast<std::uint16_t>(files.size()));
  append_little_endian(zip, static_cast<std::uint16_t>(files.size()));
  append_little_endian(zip, static_cast<std::uint32_t>(directory.size()));
  append_little_endian(zip, static_cast<std::uint32_t>(offset));
  append_little_endian(zip, std::uint16_t{0});
  return zip;
}

}  // namespace

std::uint32_t choice_of(Input input) noexcept { return crc_of(input); }

Form form_of(Input input) noexcept {
  return input.empty() ? Form::kRaw : static_cast<Form>(std::to_integer<unsigned>(input[0]) % 3);
}

Parts parts_of(Input input) {
  Parts parts;
  (void)take(input, 1);
  parts.version = static_cast<std::uint8_t>(take_number(input, 1));
  while (!input.empty()) {
    Part part;
    const Input name = take(input, take_number(input, 1));
    part.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
    const Input bytes = take(input, take_number(input, 2));
    part.bytes.assign(bytes.begin(), bytes.end());
    parts.parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<std::byte> input_of(const Parts& parts) {
  constexpr std::size_t kLongestName = 0xFF;
  constexpr std::size_t kLongestPart = 0xFFFF;
  std::vector<std::byte> input{static_cast<std::byte>(Form::kParts), static_cast<std::byte>(parts.version)};
  for (const Part& part : parts.parts) {
    const std::size_t name = std::min(part.name.size(), kLongestName);
    const std::size_t size = std::min(part.bytes.size(), kLongestPart);
    append_little_endian(input, static_cast<std::uint8_t>(name));
    append_bytes(input, bytes_of(part.name).first(name));
    append_little_endian(input, static_cast<std::uint16_t>(size));
    append_bytes(input, Input(part.bytes).first(size));
  }
  return input;
}

std::vector<std::byte> container_of(const Parts& parts, FileKind kind) {
  constexpr std::size_t kMostSections = 64;
  SectionedFileWriter writer(kind, parts.version);
  std::vector<std::string> used;
  for (const Part& part : parts.parts) {
    const std::string name = section_name(part.name);
    if (used.size() < kMostSections && std::find(used.begin(), used.end(), name) == used.end()) {
      writer.add(name, part.bytes);
      used.push_back(name);
    }
  }
  return writer.bytes();
}

std::vector<std::byte> container_of(Input input, FileKind kind) {
  switch (form_of(input)) {
    case Form::kRaw:
      break;
    case Form::kMended:
      return mended(input.subspan(1));
    case Form::kParts:
      return container_of(parts_of(input), kind);
  }
  const Input raw = input.empty() ? input : input.subspan(1);
  return {raw.begin(), raw.end()};
}

Parts parts_of(const SectionedFile& file) {
  Parts parts;
  parts.version = static_cast<std::uint8_t>(file.format_version());
  for (const SectionInfo& section : file.sections()) {
    const auto bytes = file.section(section.name);
    parts.parts.push_back({section.name, {bytes.begin(), bytes.end()}});
  }
  return parts;
}

std::vector<std::byte> archive_of(Input input) {
  if (form_of(input) != Form::kParts) {
    const Input raw = input.empty() ? input : input.subspan(1);
    return {raw.begin(), raw.end()};
  }
  std::vector<Part> files;
  for (const Part& part : parts_of(input).parts) {
    files.push_back({part.name + ".npy", npy_of(part.bytes)});
  }
  return stored_zip(files);
}

}  // namespace columnar::fuzz
