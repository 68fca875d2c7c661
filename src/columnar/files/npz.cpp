#include "columnar/files/npz.hpp"

#include <zip.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/unpacking.hpp"

namespace columnar {
namespace {

constexpr std::string_view kSuffix = ".npy";

struct CloseEntry {
  void operator()(zip_file_t* file) const noexcept { zip_fclose(file); }
};
using EntryHandle = std::unique_ptr<zip_file_t, CloseEntry>;

struct FreeSource {
  void operator()(zip_source_t* source) const noexcept { zip_source_free(source); }
};
using SourceHandle = std::unique_ptr<zip_source_t, FreeSource>;

/// Deflate cannot pack better than 1032 to 1: a larger claim is forged to make us allocate.
bool size_is_possible(const zip_stat_t& entry, std::uint64_t file_bytes) {
  constexpr std::uint64_t kBestRatio = 1032;
  if (entry.comp_size > file_bytes) {
    return false;
  }
  return entry.comp_method == ZIP_CM_STORE ? entry.size == entry.comp_size : entry.size / kBestRatio <= entry.comp_size;
}

/// Reads exactly the buffer; anything less is an error.
void read_exactly(zip_file_t* file, std::span<std::byte> buffer, const std::string& place) {
  while (!buffer.empty()) {
    const zip_int64_t got = zip_fread(file, buffer.data(), buffer.size());
    if (got < 0) {
      fail_input(place, std::string("the archive is damaged: ") + zip_file_strerror(file));
    }
    if (got == 0) {
      fail_input(place, "the array is cut short");
    }
    buffer = buffer.subspan(static_cast<std::size_t>(got));
  }
}

}  // namespace

/// Named, and not in the namespace above: NpzReader::State has one.
struct DiscardArchive {
  void operator()(zip_t* archive) const noexcept { zip_discard(archive); }
};
using ArchiveHandle = std::unique_ptr<zip_t, DiscardArchive>;

struct NpzReader::State {
  std::string path;
  std::uint64_t file_bytes = 0;
  std::uint64_t max_array_bytes = 0;
  std::uint64_t unpacked_bytes = 0;  // of the arrays read so far
  ArchiveHandle archive;
  std::vector<std::string> names;
  std::vector<zip_uint64_t> indices;  // of the names, in the archive
};

NpzReader::NpzReader(const std::string& path, std::uint64_t max_array_bytes) : state_(std::make_unique<State>()) {
  state_->path = path;
  state_->max_array_bytes = max_array_bytes;
  // Reports common errors (no such file, a directory) in the program's own words.
  const InputFile probe(path, Gzip::kKeep);
  const std::optional<std::uint64_t> size = probe.size_on_disk();
  if (!size) {
    fail_input(probe.name(), "a .npz archive must be a regular file");
  }
  if (*size == 0) {
    fail_input(path, "the file is empty");
  }
  state_->file_bytes = *size;
  int code = 0;
  state_->archive.reset(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (!state_->archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    const bool unreadable = code == ZIP_ER_OPEN || code == ZIP_ER_READ || code == ZIP_ER_MEMORY;
    if (code == ZIP_ER_NOZIP) {
      fail_input(path, "not a .npz archive, or the end of one is missing");
    }
    fail_input(path, (unreadable ? "cannot open: " : "the archive is damaged: ") + reason);
  }
  const zip_int64_t count = zip_get_num_entries(state_->archive.get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    const char* raw = zip_get_name(state_->archive.get(), index, ZIP_FL_ENC_RAW);
    std::string_view name = raw != nullptr ? raw : "";
    if (name.ends_with(kSuffix)) {
      name.remove_suffix(kSuffix.size());
      state_->names.emplace_back(name);
      state_->indices.push_back(index);
    }
  }
  std::vector<std::string> sorted = state_->names;
  std::sort(sorted.begin(), sorted.end());
  const auto twin = std::adjacent_find(sorted.begin(), sorted.end());
  if (twin != sorted.end()) {
    fail_input(path, "two arrays have the name " + in_quotes(*twin));
  }
}

NpzReader::~NpzReader() = default;

const std::vector<std::string>& NpzReader::names() const noexcept { return state_->names; }

bool NpzReader::has(const std::string& name) const noexcept {
  return std::find(state_->names.begin(), state_->names.end(), name) != state_->names.end();
}

std::string NpzReader::place(const std::string& name) const { return state_->path + ": array " + in_quotes(name); }

namespace {

struct OpenArray {
  EntryHandle file;
  NpyHeader header;
};

/// Opens an entry and reads its header, which must match the size of the entry.
OpenArray open_array(zip_t* archive, zip_uint64_t index, std::uint64_t file_bytes, std::uint64_t max_bytes,
                     const std::string& place) {
  zip_stat_t entry;
  zip_stat_init(&entry);
  constexpr zip_uint64_t kNeeded = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  if (zip_stat_index(archive, index, 0, &entry) != 0 || (entry.valid & kNeeded) != kNeeded) {
    fail_input(place, "the archive is damaged");
  }
  if (entry.comp_method != ZIP_CM_STORE && entry.comp_method != ZIP_CM_DEFLATE) {
    fail_input(place, "compressed by a method that NumPy does not write");
  }
  if (entry.size > max_bytes) {
    fail_input(place, "larger than " + std::to_string(max_bytes) + " bytes");
  }
  if (!size_is_possible(entry, file_bytes)) {
    fail_input(place, "the archive is damaged: its sizes are impossible");
  }
  OpenArray array;
  array.file.reset(zip_fopen_index(archive, index, 0));
  if (!array.file) {
    fail_input(place, std::string("the archive is damaged: ") + zip_strerror(archive));
  }
  if (entry.size < kNpyPrefixBytes) {
    fail_input(place, "not a .npy array");
  }
  std::vector<std::byte> bytes(kNpyPrefixBytes);
  read_exactly(array.file.get(), bytes, place);
  bytes.resize(npy_header_bytes(bytes, place));
  read_exactly(array.file.get(), std::span(bytes).subspan(kNpyPrefixBytes), place);
  array.header = parse_npy_header(bytes, place);
  if (entry.size - std::min<std::uint64_t>(entry.size, bytes.size()) != array.header.data_bytes) {
    fail_input(place, "the shape in its header disagrees with its " + std::to_string(entry.size) + " bytes");
  }
  return array;
}

}  // namespace

NpyHeader NpzReader::header(const std::string& name) const {
  const auto found = std::find(state_->names.begin(), state_->names.end(), name);
  if (found == state_->names.end()) {
    fail_input(state_->path, "no array '" + name + "' in the archive");
  }
  const auto position = static_cast<std::size_t>(found - state_->names.begin());
  return open_array(state_->archive.get(), state_->indices[position], state_->file_bytes, state_->max_array_bytes,
                    place(name))
      .header;
}

std::uint64_t NpzReader::file_bytes() const noexcept { return state_->file_bytes; }

NpyArray NpzReader::read(const std::string& name, std::uint64_t max_items) const {
  const auto found = std::find(state_->names.begin(), state_->names.end(), name);
  if (found == state_->names.end()) {
    fail_input(state_->path, "no array '" + name + "' in the archive");
  }
  const auto position = static_cast<std::size_t>(found - state_->names.begin());
  OpenArray open = open_array(state_->archive.get(), state_->indices[position], state_->file_bytes,
                              state_->max_array_bytes, place(name));
  NpyArray array{std::move(open.header), {}, place(name)};
  if (array.header.item_count > max_items) {
    fail_input(array.place, std::to_string(array.header.item_count) + " items where at most " +
                                std::to_string(max_items) + " make sense");
  }
  const std::uint64_t total = array.header.data_bytes;
  state_->unpacked_bytes += total;
  if (unpacks_too_far(state_->file_bytes, state_->unpacked_bytes)) {
    fail_input(array.place, "the archive unpacks to more than " + std::to_string(kMaxUnpackedRatio) + " times its " +
                                std::to_string(state_->file_bytes) + " bytes");
  }
  while (array.data.size() < total) {  // grows with the bytes unpacked, not with what the header claims
    const std::size_t used = array.data.size();
    const std::uint64_t step = std::min(total - used, std::max(std::uint64_t{1} << 20, used));
    array.data.resize(used + static_cast<std::size_t>(step));
    read_exactly(open.file.get(), std::span(array.data).subspan(used), array.place);
  }
  std::byte extra{};  // reading to the end makes libzip verify the checksum
  const zip_int64_t after = zip_fread(open.file.get(), &extra, 1);
  if (after < 0) {
    fail_input(array.place, std::string("the archive is damaged: ") + zip_file_strerror(open.file.get()));
  }
  if (after > 0) {
    fail_input(array.place, "the archive is damaged: more bytes than it declares");
  }
  return array;
}

void NpzWriter::add(const std::string& name, std::vector<std::byte> npy) { entries_.push_back({name, std::move(npy)}); }

std::vector<std::byte> NpzWriter::bytes() const {
  const auto fail = [](const char* reason) {
    throw Error(ErrorCode::kOutput, std::string("cannot make .npz: ") + reason);
  };
  zip_error_t error;
  zip_error_init(&error);
  SourceHandle target(zip_source_buffer_create(nullptr, 0, 0, &error));
  if (!target) {
    fail(zip_error_strerror(&error));
  }
  zip_source_keep(target.get());  // the archive takes one reference; the result is read through the other
  ArchiveHandle archive(zip_open_from_source(target.get(), ZIP_CREATE | ZIP_TRUNCATE, &error));
  if (!archive) {
    zip_source_free(target.get());
    fail(zip_error_strerror(&error));
  }
  for (const Entry& entry : entries_) {
    zip_source_t* source = zip_source_buffer(archive.get(), entry.npy.data(), entry.npy.size(), 0);
    if (source == nullptr) {
      fail(zip_strerror(archive.get()));
    }
    const zip_int64_t index =
        zip_file_add(archive.get(), (entry.name + std::string(kSuffix)).c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      fail(zip_strerror(archive.get()));
    }
    // The earliest date a zip can hold, in its own encoding: zip_file_set_mtime would use the time zone.
    constexpr zip_uint16_t kMidnight = 0;
    constexpr zip_uint16_t kFirstOf1980 = 0x21;
    constexpr zip_uint32_t kLevel = 6;
    const auto at = static_cast<zip_uint64_t>(index);
    if (zip_file_set_dostime(archive.get(), at, kMidnight, kFirstOf1980, 0) != 0 ||
        zip_set_file_compression(archive.get(), at, ZIP_CM_DEFLATE, kLevel) != 0) {
      fail(zip_strerror(archive.get()));
    }
  }
  if (zip_close(archive.get()) != 0) {
    fail(zip_strerror(archive.get()));
  }
  static_cast<void>(archive.release());  // closed

  zip_stat_t info;
  zip_stat_init(&info);
  std::vector<std::byte> out;
  if (zip_source_stat(target.get(), &info) != 0 || (info.valid & ZIP_STAT_SIZE) == 0 ||
      zip_source_open(target.get()) != 0) {
    fail(zip_error_strerror(zip_source_error(target.get())));
  }
  out.resize(info.size);
  const zip_int64_t got = zip_source_read(target.get(), out.data(), out.size());
  zip_source_close(target.get());
  if (got < 0 || static_cast<zip_uint64_t>(got) != info.size) {
    fail("the archive cannot be read back");
  }
  return out;
}

void NpzWriter::write(const std::string& path) const { write_file_atomically(path, bytes()); }

}  // namespace columnar
