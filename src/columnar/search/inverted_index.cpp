#include "columnar/search/inverted_index.hpp"

#include <algorithm>
#include <utility>

#include "columnar/search/huge_pages.hpp"

namespace columnar {
namespace {

/// Bundles whose codes are fetched from memory ahead of the one being looked at.
constexpr std::size_t kAhead = 8;

constexpr std::size_t kLineBytes = 64;  ///< of the cache

/// Of what is needed, one bit in so many may come from a list that is not read.
constexpr std::uint32_t kLeftShare = 10;

/// Bundles that are looked at, at most, to find out what the best k will have at least.
constexpr std::size_t kScouts = 64;

}  // namespace

/// A query under way.
struct InvertedIndex::Question {
  std::span<const std::uint16_t> bits;
  HitCollector* hits;
  std::vector<std::uint8_t> has;  ///< 1 for the bits of the query

  /// Bits that a code shares with the query.
  [[nodiscard]] std::uint32_t overlap(std::span<const std::uint16_t> code) const {
    std::uint32_t shared = 0;
    for (const std::uint16_t bit : code) {
      shared += has[bit];
    }
    return shared;
  }
};

InvertedIndex::InvertedIndex(const SdrTable& table, Simd simd)
    : SearchIndex(table.shape, table.size()), postings_(table), kernel_(plane_kernel(simd)) {
  const auto copy = std::make_shared<HugeVector<std::uint16_t>>(table.bits.begin(), table.bits.end());
  codes_ = *copy;
  owner_ = copy;
}

InvertedIndex::InvertedIndex(const SdrShape& shape, Postings postings, std::span<const std::uint16_t> codes,
                             std::shared_ptr<const void> owner, Simd simd)
    : SearchIndex(shape, postings.rows()),
      postings_(std::move(postings)),
      codes_(codes),
      owner_(std::move(owner)),
      kernel_(plane_kernel(simd)) {}

void InvertedIndex::run(std::span<const Scan> scans) const {
  std::vector<Question> questions;
  for (const Scan& scan : scans) {
    Question& question = questions.emplace_back(Question{scan.bits, scan.hits, {}});
    question.has.resize(shape().width());
    for (const std::uint16_t bit : scan.bits) {
      question.has[bit] = 1;
    }
  }
  BlockCounter counter(kernel_);
  for (std::size_t block = 0; block < postings_.blocks(); ++block) {
    for (const Question& question : questions) {
      run_block(question, block, counter);
    }
  }
}

/// Counts the bits of the query, but for the longest lists, as many as may be left; how many were.
std::uint32_t InvertedIndex::count(const Question& question, std::size_t block, std::size_t left,
                                   BlockCounter& counter) const {
  counter.start(postings_.bundles(block), question.bits.size());
  std::vector<std::span<const std::uint16_t>> lists;
  for (const std::uint16_t bit : question.bits) {
    const Posting posting = postings_.posting(block, bit);
    if (!posting.bitmap.empty()) {
      counter.add(posting.bitmap);
    } else {
      lists.push_back(posting.list);
    }
  }
  left = std::min(left, lists.size());
  std::nth_element(lists.begin(), lists.end() - static_cast<std::ptrdiff_t>(left), lists.end(),
                   [](const auto& a, const auto& b) { return a.size() < b.size(); });
  lists.resize(lists.size() - left);
  for (const auto& list : lists) {
    if (!list.empty()) {
      counter.add(list);
    }
  }
  return static_cast<std::uint32_t>(left);
}

/// An overlap that k rows of the first block reach: what the best of its bundles hold.
std::uint32_t InvertedIndex::sure_of(const Question& question, BlockCounter& counter) const {
  const std::size_t wanted = question.hits->limit();
  std::uint32_t least = 0;  // the largest count that as many bundles have as rows are wanted: between least and most
  auto most = static_cast<std::uint32_t>(question.bits.size()) + 1;
  while (most - least > 1) {
    const std::uint32_t middle = least + (most - least) / 2;
    counter.mark(middle);
    (counter.marked() >= wanted ? least : most) = middle;
  }
  if (least == 0) {
    return 0;
  }
  counter.mark(least);
  HitCollector scouts = *question.hits;
  std::size_t seen = 0;
  counter.for_marked([&](std::size_t place, std::uint32_t /*count*/) {
    const std::size_t first = place * kBundleRows;
    for (std::size_t row = first; seen < wanted + kScouts && row < std::min(size(), first + kBundleRows); ++row) {
      scouts.offer(static_cast<NodeIndex>(row), question.overlap(code(static_cast<NodeIndex>(row))));
    }
    ++seen;
  });
  return scouts.take().size() == wanted ? scouts.needed() - 1 : 0;
}

void InvertedIndex::run_block(const Question& question, std::size_t block, BlockCounter& counter) const {
  HitCollector& hits = *question.hits;
  if (hits.needed() > question.bits.size()) {
    return;
  }
  // A row that reaches what is needed has all but `left` of it outside any `left` lists. So some of the longest need
  // not be read: they would spare few bundles, and the codes of those tell all.
  const auto left = block == 0 ? 0 : count(question, block, hits.needed() / kLeftShare, counter);
  if (block == 0) {
    (void)count(question, block, 0, counter);
    if (hits.limit() < size()) {
      hits.expect(sure_of(question, counter));
    }
  }
  counter.mark(hits.needed() - left);

  struct Marked {
    std::size_t first;   ///< row
    std::uint32_t most;  ///< bits that any of its rows can share with the query
  };
  std::vector<Marked> marked;
  counter.for_marked([&](std::size_t place, std::uint32_t counted) {
    marked.push_back({(block * kBlockBundles + place) * kBundleRows, counted + left});
  });
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (i + kAhead < marked.size()) {
      fetch(marked[i + kAhead].first);
    }
    if (marked[i].most < hits.needed()) {
      continue;
    }
    for (std::size_t row = marked[i].first; row < std::min(size(), marked[i].first + kBundleRows); ++row) {
      hits.offer(static_cast<NodeIndex>(row), question.overlap(code(static_cast<NodeIndex>(row))));
    }
  }
}

/// Asks for the codes of a bundle, which will be looked at soon.
void InvertedIndex::fetch(std::size_t first_row) const {
  const auto* bytes = reinterpret_cast<const std::byte*>(codes_.data() + first_row * shape().active());
  for (std::size_t at = 0; at < kBundleRows * shape().active() * sizeof(std::uint16_t); at += kLineBytes) {
    __builtin_prefetch(bytes + at);
  }
}

}  // namespace columnar
