#include "columnar/search/postings.hpp"

#include <algorithm>

#include "columnar/search/huge_pages.hpp"

namespace columnar {
namespace {

/// At 1/16 a list takes as much memory as a bitmap, but far longer to count; below, memory decides.
constexpr std::size_t kListShare = 32;

std::size_t bundles_of(std::size_t rows) { return (rows + kBundleRows - 1) / kBundleRows; }

std::size_t bundles_in_block(std::size_t rows, std::size_t block) {
  return std::min(kBlockBundles, bundles_of(rows) - block * kBlockBundles);
}

bool is_bitmap(std::uint32_t count, std::size_t bundles) { return count * kListShare > bundles; }

std::size_t lines_of(std::size_t bundles) { return (bundles + kLineRows - 1) / kLineRows; }

/// Owns the arrays of a built index.
struct Storage {
  HugeVector<std::uint16_t> lists;
  HugeVector<BitmapLine> bitmaps;
};

/// Calls visit(bundle, bit) once for each bit of every bundle, bundle by bundle.
template <class Visit>
void for_bundle_bits(const SdrTable& table, const Visit& visit) {
  std::vector<std::size_t> last_seen(table.shape.width());  // bundle, from 1
  for (std::size_t row = 0; row < table.size(); ++row) {
    const std::size_t bundle = row / kBundleRows;
    for (const std::uint16_t bit : table.code(row)) {
      if (last_seen[bit] != bundle + 1) {
        last_seen[bit] = bundle + 1;
        visit(bundle, bit);
      }
    }
  }
}

}  // namespace

std::size_t block_count(std::size_t rows) noexcept { return (bundles_of(rows) + kBlockBundles - 1) / kBlockBundles; }

PostingSizes posting_sizes(std::size_t rows, std::uint32_t width, std::span<const std::uint32_t> counts) {
  PostingSizes sizes;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::size_t bundles = bundles_in_block(rows, i / width);
    if (is_bitmap(counts[i], bundles)) {
      sizes.bitmaps += lines_of(bundles);
    } else {
      sizes.lists += counts[i];
    }
  }
  return sizes;
}

Postings::Postings(std::size_t rows, std::uint32_t width, std::vector<std::uint32_t> counts,
                   std::span<const std::uint16_t> lists, std::span<const BitmapLine> bitmaps,
                   std::shared_ptr<const void> owner)
    : rows_(rows),
      width_(width),
      counts_(std::move(counts)),
      lists_(lists),
      bitmaps_(bitmaps),
      owner_(std::move(owner)) {
  find_starts();
}

Postings::Postings(const SdrTable& table) : rows_(table.size()), width_(table.shape.width()) {
  counts_.resize(blocks() * width_);
  for_bundle_bits(table,
                  [&](std::size_t bundle, std::uint16_t bit) { ++counts_[bundle / kBlockBundles * width_ + bit]; });
  find_starts();
  const auto storage = std::make_shared<Storage>();
  const PostingSizes sizes = posting_sizes(rows_, width_, counts_);
  storage->lists.resize(sizes.lists);
  storage->bitmaps.resize(sizes.bitmaps);
  std::vector<std::uint64_t> next = starts_;
  for_bundle_bits(table, [&](std::size_t bundle, std::uint16_t bit) {
    const std::size_t block = bundle / kBlockBundles;
    const std::size_t place = bundle % kBlockBundles;
    const std::size_t i = block * width_ + bit;
    if (is_bitmap(counts_[i], bundles(block))) {
      storage->bitmaps[starts_[i] + place / kLineRows].words[place % kLineRows / 64] |= std::uint64_t{1}
                                                                                        << (place % 64);
    } else {
      storage->lists[next[i]++] = static_cast<std::uint16_t>(place);
    }
  });
  lists_ = storage->lists;
  bitmaps_ = storage->bitmaps;
  owner_ = storage;
}

void Postings::find_starts() {
  starts_.resize(counts_.size());
  PostingSizes so_far;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const std::size_t in_block = bundles(i / width_);
    if (is_bitmap(counts_[i], in_block)) {
      starts_[i] = so_far.bitmaps;
      so_far.bitmaps += lines_of(in_block);
    } else {
      starts_[i] = so_far.lists;
      so_far.lists += counts_[i];
    }
  }
}

std::size_t Postings::blocks() const noexcept { return block_count(rows_); }

std::size_t Postings::bundles(std::size_t block) const noexcept { return bundles_in_block(rows_, block); }

Posting Postings::posting(std::size_t block, std::uint16_t bit) const noexcept {
  const std::size_t i = block * width_ + bit;
  const std::size_t in_block = bundles(block);
  if (is_bitmap(counts_[i], in_block)) {
    return {{}, bitmaps_.subspan(starts_[i], lines_of(in_block))};
  }
  return {lists_.subspan(starts_[i], counts_[i]), {}};
}

std::size_t Postings::bytes() const noexcept {
  return lists_.size_bytes() + bitmaps_.size_bytes() + counts_.size() * sizeof(counts_[0]) +
         starts_.size() * sizeof(starts_[0]);
}

}  // namespace columnar
