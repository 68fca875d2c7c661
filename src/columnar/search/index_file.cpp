#include "columnar/search/index_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/id_sections.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/shape_section.hpp"
#include "columnar/search/huge_pages.hpp"
#include "columnar/search/postings.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kFormatVersion = 2;  // version 1 lacked the number of rows per bit

/// An array in place in the file, or a copy if this machine cannot use it in place.
template <class Item>
struct Stored {
  std::span<const Item> items;
  std::shared_ptr<const void> owner;
};

/// Number is the type that the items are made of, in the byte order of the file.
template <class Item, class Number>
Stored<Item> stored_array(const SectionedFile& file, std::string_view name) {
  const auto bytes = file.section(name);
  if (bytes.size() % sizeof(Item) != 0) {
    fail_input(file.name(), fmt::format("section '{}' of {} bytes holds no whole number of items", name, bytes.size()));
  }
  const std::size_t count = bytes.size() / sizeof(Item);
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(Item) == 0;
  if (std::endian::native == std::endian::little && is_aligned) {
    return {{reinterpret_cast<const Item*>(bytes.data()), count}, file.owner()};
  }
  const auto copy = std::make_shared<HugeVector<Item>>(count);
  const auto numbers = from_little_endian<Number>(bytes);
  if (!numbers.empty()) {
    std::memcpy(copy->data(), numbers.data(), bytes.size());
  }
  return {*copy, copy};
}

/// Throws unless a posting is valid: an ascending list, or a bitmap of `count` bits, none past the last bundle.
void check_posting(const SectionedFile& file, const Posting& posting, std::uint32_t count, std::size_t bundles) {
  const auto& list = posting.list;
  if (std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) != list.end() ||
      (!list.empty() && list.back() >= bundles)) {
    fail_input(file.name(), "a list of its postings does not ascend within its block");
  }
  if (posting.bitmap.empty()) {
    return;
  }
  std::size_t set = 0;
  std::size_t past = 0;
  for (std::size_t line = 0; line < posting.bitmap.size(); ++line) {
    for (std::size_t word = 0; word < kLineWords; ++word) {
      const std::uint64_t bits = posting.bitmap[line].words[word];
      const std::size_t first = (line * kLineWords + word) * 64;
      const std::size_t inside = std::clamp<std::size_t>(bundles, first, first + 64) - first;
      set += static_cast<std::size_t>(std::popcount(bits));
      past += inside == 64 ? 0 : static_cast<std::size_t>(std::popcount(bits >> inside));
    }
  }
  if (set != count || past != 0) {
    fail_input(file.name(), "a bitmap of its postings has not the bits that it should");
  }
}

Postings read_postings(const SectionedFile& file, const StoredShape& stored) {
  const std::uint32_t width = stored.shape.width();
  std::vector<std::uint32_t> counts = file.array<std::uint32_t>("postings.counts");
  const std::size_t blocks = block_count(stored.nodes);
  if (counts.size() != blocks * width) {
    fail_input(file.name(), fmt::format("{} counts of postings, not {}", counts.size(), blocks * width));
  }
  const auto lists = stored_array<std::uint16_t, std::uint16_t>(file, "postings.lists");
  const auto bitmaps = stored_array<BitmapLine, std::uint64_t>(file, "postings.bitmaps");
  const PostingSizes sizes = posting_sizes(stored.nodes, width, counts);
  if (sizes.lists != lists.items.size() || sizes.bitmaps != bitmaps.items.size()) {
    fail_input(file.name(), "its postings are not as long as their counts say");
  }
  using Owners = std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>;
  Postings postings(stored.nodes, width, std::move(counts), lists.items, bitmaps.items,
                    std::make_shared<const Owners>(lists.owner, bitmaps.owner));
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::uint32_t bit = 0; bit < width; ++bit) {
      check_posting(file, postings.posting(block, static_cast<std::uint16_t>(bit)),
                    postings.counts()[block * width + bit], postings.bundles(block));
    }
  }
  return postings;
}

/// Number of rows with each bit. A bundle has a bit if one or both of its rows do, and all rows have equally many bits.
std::vector<std::uint32_t> read_rows_with_bits(const SectionedFile& file, const StoredShape& stored,
                                               const Postings& postings) {
  const std::uint32_t width = stored.shape.width();
  std::vector<std::uint32_t> rows = file.array<std::uint32_t>("bits.rows");
  if (rows.size() != width) {
    fail_input(file.name(), fmt::format("{} counts of rows with a bit, not {}", rows.size(), width));
  }
  std::vector<std::uint64_t> bundles(width);
  for (std::size_t i = 0; i < postings.counts().size(); ++i) {
    bundles[i % width] += postings.counts()[i];
  }
  std::uint64_t sum = 0;
  for (std::uint32_t bit = 0; bit < width; ++bit) {
    sum += rows[bit];
    if (rows[bit] < bundles[bit] || rows[bit] > kBundleRows * bundles[bit] || rows[bit] > stored.nodes) {
      fail_input(file.name(), fmt::format("{} rows cannot have bit {}", rows[bit], bit));
    }
  }
  if (sum != stored.nodes * stored.shape.active()) {
    fail_input(file.name(), "its rows have not as many bits as their codes");
  }
  return rows;
}

}  // namespace

SectionedFileWriter make_index_file(const InvertedIndex& index, const NodeIds& ids, const std::string& place) {
  if (ids.size() != index.size()) {
    throw Error(ErrorCode::kOutput, fmt::format("{}: {} ids for {} codes", place, ids.size(), index.size()));
  }
  const Postings& postings = index.postings();
  const auto lines = postings.bitmaps();
  std::vector<std::uint64_t> words;
  words.reserve(lines.size() * kLineWords);
  for (const BitmapLine& line : lines) {
    words.insert(words.end(), line.words.begin(), line.words.end());
  }
  SectionedFileWriter writer(FileKind::kIndex, kFormatVersion);
  // The shape, of 32 bytes, comes first: then the bitmaps begin at a multiple of 64 and can be used in place.
  add_shape(writer, index.shape(), index.size());
  writer.add_array("postings.bitmaps", std::span<const std::uint64_t>(words));
  writer.add_array("postings.counts", postings.counts());
  writer.add_array("postings.lists", postings.lists());
  writer.add_array("codes", index.codes());
  writer.add_array("bits.rows", index.rows_with_bits());
  add_optional_shapes(writer, index.shape());
  add_ids(writer, ids, place);
  return writer;
}

void save_index(const std::string& path, const InvertedIndex& index, const NodeIds& ids) {
  make_index_file(index, ids, path).write(path);
}

IndexFile index_from_sections(const SectionedFile& file) {
  if (file.kind() != FileKind::kIndex) {
    fail_input(file.name(), fmt::format("not a columnar index file: it is a {} file", name_of(file.kind())));
  }
  if (file.format_version() != kFormatVersion) {
    fail_input(
        file.name(),
        fmt::format("version {} of the index is {}; this program knows {}", file.format_version(),
                    file.format_version() < kFormatVersion ? "too old: make it again with columnar index" : "unknown",
                    kFormatVersion));
  }
  const StoredShape stored = read_shape(file);
  IndexFile result;
  result.ids = read_ids(file, stored.nodes);
  const auto codes = stored_array<std::uint16_t, std::uint16_t>(file, "codes");
  check_codes(stored.shape, codes.items, result.ids, file.name(), ErrorCode::kInput);
  Postings postings = read_postings(file, stored);
  std::vector<std::uint32_t> rows_with_bits = read_rows_with_bits(file, stored, postings);
  result.index = std::make_unique<const InvertedIndex>(stored.shape, std::move(postings), codes.items,
                                                       std::move(rows_with_bits), codes.owner);
  return result;
}

IndexFile map_index(const std::string& path) { return index_from_sections(SectionedFile::map(path, FileKind::kIndex)); }

}  // namespace columnar
