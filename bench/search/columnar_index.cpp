#include <algorithm>
#include <chrono>

#include "search/search.hpp"

namespace columnar::bench {
namespace {

template <class Work>
double milliseconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Timing time_index(const std::string& name, const SearchIndex& index, const std::vector<Query>& queries) {
  Timing timing;
  timing.name = name;
  std::vector<double> alone;
  for (const Query& query : queries) {
    std::vector<Hit> hits;
    alone.push_back(milliseconds([&] { hits = index.top(query, kHits); }));
    auto& overlaps = timing.overlaps.emplace_back();
    std::transform(hits.begin(), hits.end(), std::back_inserter(overlaps), [](const Hit& hit) { return hit.overlap; });
    timing.hits.push_back(std::move(hits));
  }
  std::nth_element(alone.begin(), alone.begin() + static_cast<std::ptrdiff_t>(alone.size() / 2), alone.end());
  timing.alone = alone[alone.size() / 2];
  timing.together = 1e300;
  for (int round = 0; round < 3; ++round) {
    const double all = milliseconds([&] { (void)index.top(queries, kHits, {1, nullptr}); });
    timing.together = std::min(timing.together, all / static_cast<double>(queries.size()));
  }
  return timing;
}

}  // namespace columnar::bench
