#include "columnar/search/associative_memory.hpp"

#include <algorithm>
#include <utility>

#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar/search/rank.hpp"

namespace columnar {
namespace {

constexpr std::size_t kFirstHits = 2;  // the answer and the runner-up, if all codes are distinct

/// Builds the index after the codes were checked.
std::unique_ptr<const SearchIndex> index_of(const SdrTable& codes) {
  check_codes(codes, "codes", ErrorCode::kInput);
  return std::make_unique<BruteForceIndex>(codes);
}

}  // namespace

AssociativeMemory::AssociativeMemory(SdrTable codes) : codes_(std::move(codes)), index_(index_of(codes_)) {}

AssociativeMemory::AssociativeMemory(SdrTable codes, std::unique_ptr<const SearchIndex> index)
    : codes_(std::move(codes)), index_(std::move(index)) {
  check_codes(codes_, "codes", ErrorCode::kInput);
  if (index_ == nullptr || index_->size() != codes_.size() || index_->shape() != codes_.shape) {
    throw Error(ErrorCode::kInput, "index: is not of these codes");
  }
}

std::optional<Recall> AssociativeMemory::recall(std::span<const std::uint16_t> pattern) const {
  const Query query{{pattern.begin(), pattern.end()}, {}};
  return from_hits(query, index_->top(query, kFirstHits), kFirstHits);
}

std::vector<std::optional<Recall>> AssociativeMemory::recall(std::span<const Pattern> patterns,
                                                             const RunContext& context) const {
  std::vector<Query> queries;
  queries.reserve(patterns.size());
  for (const Pattern& pattern : patterns) {
    queries.push_back({pattern, {}});
  }
  std::vector<std::vector<Hit>> hits = index_->top(queries, kFirstHits, context);
  std::vector<std::optional<Recall>> recalls;
  recalls.reserve(patterns.size());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    recalls.push_back(from_hits(queries[i], std::move(hits[i]), kFirstHits));
  }
  return recalls;
}

/// Goes down the hits to the first one with a different code.
std::optional<Recall> AssociativeMemory::from_hits(const Query& query, std::vector<Hit> hits, std::size_t asked) const {
  if (hits.empty()) {
    return std::nullopt;
  }
  const auto is_other = [&](const Hit& hit) {
    return !std::ranges::equal(codes_.code(hit.row), codes_.code(hits.front().row));
  };
  auto other = std::ranges::find_if(hits, is_other);
  while (other == hits.end() && hits.size() == asked) {
    asked *= 2;
    hits = index_->top(query, asked);
    other = std::ranges::find_if(hits, is_other);
  }
  const auto score_of = [&](const Hit& hit) {
    return Rank(codes_.shape.layer == Layer::kSearch ? hit.near : 0, hit.overlap, 0).score();
  };
  const Hit& best = hits.front();
  const Hit second = other == hits.end() ? Hit{} : *other;
  return Recall{best.row, best.near, best.overlap, score_of(best), score_of(second), best.chance};
}

}  // namespace columnar
