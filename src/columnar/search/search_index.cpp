#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar/search.hpp"
#include "columnar/search/chance.hpp"
#include "columnar/search/scan.hpp"

namespace columnar {
namespace {

/// Queries answered together on one thread: enough to read a block of codes once for many.
constexpr std::size_t kTogether = 16;

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

template <class T>
std::vector<T> ascending(std::vector<T> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

void require_some_overlap(std::uint32_t overlap) {
  if (overlap == 0) {
    throw Error(ErrorCode::kConfig, "overlap: must be at least 1: every code shares 0 bits with any other");
  }
}

}  // namespace

SearchIndex::SearchIndex(const SdrShape& shape, std::span<const std::uint16_t> codes)
    : SearchIndex(shape, codes, columnar::rows_with_bits(shape, codes)) {}

SearchIndex::SearchIndex(const SdrShape& shape, std::span<const std::uint16_t> codes,
                         std::vector<std::uint32_t> rows_with_bits)
    : shape_(shape),
      size_(codes.size() / shape.active()),
      rows_with_bits_(std::move(rows_with_bits)),
      rarities_(columnar::rarities(rows_with_bits_, size_)),
      chance_(std::make_shared<const Chance>(shape, codes)) {}

double SearchIndex::least_chance(const Query& query) const {
  const std::vector<std::uint16_t> bits = ascending(query.bits);
  return is_code(shape_, bits) ? chance_->of_pairs().least()
                               : chance_->of_pattern(bits, ascending(query.left_out), Rank::never()).least();
}

std::vector<Hit> SearchIndex::top(const Query& query, std::size_t k) const {
  return answer({&query, 1}, k, 1, {}).front();
}

std::vector<Hit> SearchIndex::at_least(const Query& query, std::uint32_t overlap) const {
  require_some_overlap(overlap);
  return answer({&query, 1}, kUnlimited, overlap, {}).front();
}

std::vector<std::vector<Hit>> SearchIndex::top(std::span<const Query> queries, std::size_t k,
                                               const RunContext& context) const {
  return answer(queries, k, 1, context);
}

std::vector<std::vector<Hit>> SearchIndex::at_least(std::span<const Query> queries, std::uint32_t overlap,
                                                    const RunContext& context) const {
  require_some_overlap(overlap);
  return answer(queries, kUnlimited, overlap, context);
}

std::vector<std::vector<Hit>> SearchIndex::answer(std::span<const Query> queries, std::size_t k, std::uint32_t least,
                                                  const RunContext& context) const {
  for (const Query& query : queries) {
    for (const std::uint16_t bit : query.bits) {
      if (bit >= shape_.width()) {
        throw Error(ErrorCode::kConfig,
                    fmt::format("query: bit {} is outside the {} bits of a code", bit, shape_.width()));
      }
    }
  }
  std::vector<std::vector<Hit>> answers(queries.size());
  const auto threads = static_cast<std::size_t>(std::max(1, context.threads));
  const std::size_t together = std::clamp<std::size_t>(queries.size() / threads, 1, kTogether);
  const std::size_t round = threads * 8 * together;  // the caller may stop the work between two rounds
  for (std::size_t begin = 0; begin < queries.size(); begin += round) {
    const std::size_t count = std::min(round, queries.size() - begin);
    parallel_blocks(context.threads, count, together, [&](std::size_t first, std::size_t last) {
      answer_some(queries.subspan(begin + first, last - first), k, least,
                  std::span(answers).subspan(begin + first, last - first));
    });
    context.advance(static_cast<double>(begin + count) / static_cast<double>(queries.size()));
  }
  return answers;
}

void SearchIndex::answer_some(std::span<const Query> queries, std::size_t k, std::uint32_t least,
                              std::span<std::vector<Hit>> answers) const {
  std::vector<Query> ordered;
  std::vector<HitCollector> hits;
  std::vector<Scan> scans;
  ordered.reserve(queries.size());
  hits.reserve(queries.size());
  for (const Query& query : queries) {
    ordered.push_back({ascending(query.bits), ascending(query.left_out)});
    hits.emplace_back(k, least, ordered.back().left_out);
    scans.push_back({ordered.back().bits, &hits.back()});
  }
  run(scans);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    answers[i] = hits[i].take();
    finish(ordered[i], answers[i]);
  }
}

/// Adds what the search itself does not need. The query is sorted, the hits are best first.
void SearchIndex::finish(const Query& query, std::vector<Hit>& hits) const {
  if (hits.empty()) {
    return;
  }
  const auto fill = [&](const ChanceTail& tail) {
    for (Hit& hit : hits) {
      hit.chance = tail.at({hit.near, hit.overlap, 0});
      hit.near = shape_.layer == Layer::kL6 ? hit.overlap : hit.near;
    }
  };
  if (is_code(shape_, query.bits)) {
    fill(chance_->of_pairs());
  } else {
    fill(chance_->of_pattern(query.bits, query.left_out, {hits.back().near, hits.back().overlap, 0}));
  }
}

}  // namespace columnar
