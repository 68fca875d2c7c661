#include "columnar/search/near_all.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "columnar/search/rank.hpp"

namespace columnar {
namespace {

/// A row, what it shares with the query that it shares least with, and what with all queries together.
struct Candidate {
  Hit weakest;
  std::uint64_t shared = 0;
};

/// Hits hold L6 bits as nearness only beside other layers; alone, both counts are the same.
Rank rank_of(const Hit& hit, const SdrShape& shape) {
  return {shape.layer == Layer::kSearch ? hit.near : 0, hit.overlap, hit.rarity};
}

/// Keeps the candidates that are also among these hits. Both are in the order of their rows.
void keep_common(std::vector<Candidate>& candidates, const std::vector<Hit>& hits, const SdrShape& shape) {
  std::size_t kept = 0;
  auto hit = hits.begin();
  for (const Candidate& candidate : candidates) {
    hit = std::find_if(hit, hits.end(), [&](const Hit& one) { return one.row >= candidate.weakest.row; });
    if (hit == hits.end()) {
      break;
    }
    if (hit->row == candidate.weakest.row) {
      const bool weaker = rank_of(*hit, shape) < rank_of(candidate.weakest, shape);
      candidates[kept++] = {weaker ? *hit : candidate.weakest, candidate.shared + rank_of(*hit, shape).shared()};
    }
  }
  candidates.resize(kept);
}

}  // namespace

std::vector<Hit> near_all(const SearchIndex& index, std::span<const Query> queries, std::uint32_t least,
                          std::size_t most) {
  std::unordered_set<NodeIndex> left_out;
  std::vector<Candidate> candidates;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    std::vector<Hit> hits = index.at_least(queries[q], least);
    std::ranges::sort(hits, {}, &Hit::row);
    left_out.insert(queries[q].left_out.begin(), queries[q].left_out.end());
    if (q > 0) {
      keep_common(candidates, hits, index.shape());
      continue;
    }
    for (const Hit& hit : hits) {
      candidates.push_back({hit, rank_of(hit, index.shape()).shared()});
    }
  }
  std::erase_if(candidates, [&](const Candidate& one) { return left_out.contains(one.weakest.row); });
  const auto order = [&](const Candidate& a, const Candidate& b) {
    return std::tuple(rank_of(b.weakest, index.shape()), b.shared, a.weakest.row) <
           std::tuple(rank_of(a.weakest, index.shape()), a.shared, b.weakest.row);
  };
  std::ranges::sort(candidates, order);
  candidates.resize(std::min(candidates.size(), most));
  std::vector<Hit> found;
  found.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    found.push_back(candidate.weakest);
  }
  return found;
}

}  // namespace columnar
