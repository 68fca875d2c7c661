#include <algorithm>
#include <limits>
#include <utility>

#include "columnar/search.hpp"
#include "columnar/search/block_counter.hpp"
#include "columnar/search/huge_pages.hpp"
#include "columnar/search/postings.hpp"
#include "columnar/search/scan.hpp"

namespace columnar {
namespace {

/// Bundles whose codes are prefetched.
constexpr std::size_t kRowsAhead = 8;

constexpr std::size_t kLineBytes = 64;  ///< of the cache

/// One in this many of the needed bits may come from lists that are not read.
constexpr std::uint32_t kLeftShare = 10;
/// The same for L6, once more is needed than chance gives: rows that share the rest are rare already.
constexpr std::uint32_t kNearLeftShare = 2;

/// Rows that share fewer L6 neurons than this are searched by their other bits: every fifth row of a table
/// shares one by chance, and one in a thousand shares three.
constexpr std::uint32_t kFewNear = 3;

/// Maximum bundles inspected to estimate the rank of the k-th hit.
constexpr std::size_t kScouts = 64;

}  // namespace

/// Which bits of a query are counted in the postings, and therefore which rows are found.
enum class InvertedIndex::Counted : std::uint8_t {
  kAll,   ///< all bits; every row
  kNear,  ///< L6 bits; rows that share at least kFewNear of them
  kRest,  ///< all bits; rows that share fewer L6 bits
};

/// A running query.
struct InvertedIndex::Question {
  std::span<const std::uint16_t> bits;
  std::size_t others;         ///< number of bits before L6
  std::uint32_t most_others;  ///< how many of these a row can have
  HitCollector* hits;
  Ranker ranker;
  bool layered;  ///< true if L6 neurons count more than other bits

  [[nodiscard]] std::span<const std::uint16_t> counted_bits(Counted counted) const {
    return counted == Counted::kNear ? bits.subspan(others) : bits;
  }

  /// Number of these bits that a row must share to be a candidate; more than there are if none can.
  [[nodiscard]] std::uint32_t needed(Counted counted) const {
    constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
    const std::uint32_t score = hits->needed().score();
    const auto more_than = [score](std::uint32_t most) { return score > most ? score - most : 0U; };
    switch (counted) {
      case Counted::kNear:
        return std::max(kFewNear, (more_than(most_others) + kNearWeight - 1) / kNearWeight);
      case Counted::kRest:  // each L6 neuron that a row may share adds its weight less one to the counted bits
        return score > most_others + kNearWeight * (kFewNear - 1)
                   ? kNever
                   : std::max(1U, more_than((kNearWeight - 1) * (kFewNear - 1)));
      case Counted::kAll:
        break;
    }
    return std::max(hits->least(), layered ? 0U : score);
  }

  /// Number of the longest lists that may be skipped if this many bits are needed.
  [[nodiscard]] static std::uint32_t left_out(Counted counted, std::uint32_t needed) {
    return counted == Counted::kNear ? (needed - kFewNear + 1) / kNearLeftShare : needed / kLeftShare;
  }

  /// Offers a row found by these bits.
  void offer(Counted counted, HitCollector& to, NodeIndex row, std::span<const std::uint16_t> code) const {
    const Rank rank = ranker.rank(code, to.needed());
    if (counted == Counted::kAll || (rank.near() >= kFewNear) == (counted == Counted::kNear)) {
      to.offer(row, rank);
    }
  }
};

InvertedIndex::InvertedIndex(const SdrTable& table)
    : SearchIndex(table.shape, table.bits), postings_(std::make_shared<const Postings>(table)) {
  const auto copy = std::make_shared<HugeVector<std::uint16_t>>(table.bits.begin(), table.bits.end());
  codes_ = *copy;
  owner_ = copy;
}

InvertedIndex::InvertedIndex(const SdrShape& shape, Postings postings, std::span<const std::uint16_t> codes,
                             std::vector<std::uint32_t> rows_with_bits, std::shared_ptr<const void> owner)
    : SearchIndex(shape, codes, std::move(rows_with_bits)),
      postings_(std::make_shared<const Postings>(std::move(postings))),
      codes_(codes),
      owner_(std::move(owner)) {}

std::size_t InvertedIndex::bytes() const noexcept { return postings_->bytes(); }

void InvertedIndex::run(std::span<const Scan> scans) const {
  const std::uint32_t near = near_begin(shape());
  std::vector<Question> questions;
  for (const Scan& scan : scans) {
    const auto others = std::lower_bound(scan.bits.begin(), scan.bits.end(), near) - scan.bits.begin();
    questions.push_back({scan.bits, static_cast<std::size_t>(others),
                         std::min(static_cast<std::uint32_t>(others), shape().active() - shape().l6().active),
                         scan.hits, Ranker(shape(), scan.bits, rarities()), near < shape().width()});
  }
  BlockCounter counter;
  for (std::size_t block = 0; block < postings_->blocks(); ++block) {
    for (const Question& question : questions) {
      const bool by_layers = question.layered && question.hits->least() <= 1;
      run_block(question, by_layers ? Counted::kNear : Counted::kAll, block, counter);
    }
  }
  // Hits found by L6 mostly leave no room for the rest.
  for (std::size_t block = 0; block < postings_->blocks(); ++block) {
    for (const Question& question : questions) {
      if (question.layered && question.hits->least() <= 1) {
        run_block(question, Counted::kRest, block, counter);
      }
    }
  }
}

/// Counts the bits except up to `left` of the longest lists; returns how many were skipped.
std::uint32_t InvertedIndex::count(std::span<const std::uint16_t> bits, std::size_t block, std::size_t left,
                                   BlockCounter& counter) const {
  counter.start(postings_->bundles(block), bits.size());
  std::vector<std::span<const std::uint16_t>> lists;
  for (const std::uint16_t bit : bits) {
    const Posting posting = postings_->posting(block, bit);
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

/// A rank that k rows of the first block reach, from its best bundles.
Rank InvertedIndex::sure_of(const Question& question, Counted counted, BlockCounter& counter) const {
  const std::size_t wanted = question.hits->limit();
  std::uint32_t least = 0;  // the largest count reached by as many bundles as rows are wanted: between least and most
  auto most = static_cast<std::uint32_t>(question.counted_bits(counted).size()) + 1;
  while (most - least > 1) {
    const std::uint32_t middle = least + (most - least) / 2;
    counter.mark(middle);
    (counter.marked() >= wanted ? least : most) = middle;
  }
  if (least == 0) {
    return {};
  }
  counter.mark(least);
  HitCollector scouts = *question.hits;
  std::size_t seen = 0;
  counter.for_marked([&](std::size_t place, std::uint32_t /*count*/) {
    const std::size_t first = place * kBundleRows;
    for (std::size_t row = first; seen < wanted + kScouts && row < std::min(size(), first + kBundleRows); ++row) {
      question.offer(counted, scouts, static_cast<NodeIndex>(row), code(static_cast<NodeIndex>(row)));
    }
    ++seen;
  });
  return scouts.worst();
}

void InvertedIndex::run_block(const Question& question, Counted counted, std::size_t block,
                              BlockCounter& counter) const {
  const auto bits = question.counted_bits(counted);
  HitCollector& hits = *question.hits;
  if (hits.limit() == 0 || question.needed(counted) > bits.size()) {
    return;
  }
  // A row that reaches what is needed has all but `left` of it outside any `left` lists. So the longest lists need
  // not be read: they would exclude few bundles, and the codes of these decide anyway.
  std::uint32_t left = 0;
  if (block == 0) {
    (void)count(bits, block, 0, counter);
    if (hits.limit() < size()) {
      hits.expect(sure_of(question, counted, counter));
    }
  } else {
    left = count(bits, block, Question::left_out(counted, question.needed(counted)), counter);
  }
  counter.mark(question.needed(counted) - left);

  struct Marked {
    std::size_t first;   ///< first row
    std::uint32_t most;  ///< maximum number of counted bits that any of its rows shares with the query
  };
  std::vector<Marked> marked;
  counter.for_marked([&](std::size_t place, std::uint32_t times) {
    marked.push_back({(block * kBlockBundles + place) * kBundleRows, times + left});
  });
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (i + kRowsAhead < marked.size()) {
      fetch(marked[i + kRowsAhead].first);
    }
    if (marked[i].most < question.needed(counted)) {
      continue;
    }
    for (std::size_t row = marked[i].first; row < std::min(size(), marked[i].first + kBundleRows); ++row) {
      question.offer(counted, hits, static_cast<NodeIndex>(row), code(static_cast<NodeIndex>(row)));
    }
  }
}

/// Prefetches the codes of a bundle.
void InvertedIndex::fetch(std::size_t first_row) const {
  const auto* bytes = reinterpret_cast<const std::byte*>(codes_.data() + first_row * shape().active());
  for (std::size_t at = 0; at < kBundleRows * shape().active() * sizeof(std::uint16_t); at += kLineBytes) {
    __builtin_prefetch(bytes + at);
  }
}

}  // namespace columnar
