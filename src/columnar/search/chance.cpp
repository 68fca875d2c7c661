#include "columnar/search/chance.hpp"

#include <algorithm>

#include "columnar/core/random.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kSeed = 1;      // chances are a property of the codes and do not depend on the user's seed
constexpr std::size_t kPairsAhead = 8;  // pairs prefetched before they are compared
constexpr std::uint64_t kRowDraw = 2;   // after the two draws of a pair

using RowPair = std::pair<std::size_t, std::size_t>;

/// The bits that two codes share.
class PairCounter {
 public:
  PairCounter(const SdrShape& shape, std::span<const std::uint16_t> codes)
      : codes_(codes), active_(shape.active()), near_begin_(near_begin(shape)), has_(shape.width()) {}

  [[nodiscard]] Rank operator()(const RowPair& pair) {
    const auto first = code(pair.first);
    for (const std::uint16_t bit : first) {
      has_[bit] = 1;
    }
    std::uint32_t near = 0;
    std::uint32_t shared = 0;
    for (const std::uint16_t bit : code(pair.second)) {
      shared += has_[bit];
      near += bit >= near_begin_ ? has_[bit] : 0U;
    }
    for (const std::uint16_t bit : first) {
      has_[bit] = 0;
    }
    return {near, shared - near, 0};
  }

  void fetch(const RowPair& pair) const {
    __builtin_prefetch(code(pair.first).data());
    __builtin_prefetch(code(pair.second).data());
  }

 private:
  [[nodiscard]] std::span<const std::uint16_t> code(std::size_t row) const {
    return codes_.subspan(row * active_, active_);
  }

  std::span<const std::uint16_t> codes_;
  std::size_t active_;
  std::uint32_t near_begin_;
  std::vector<std::uint8_t> has_;
};

ChanceTail tail_of_pairs(const SdrShape& shape, std::span<const std::uint16_t> codes) {
  const std::size_t rows = codes.size() / shape.active();
  PairCounter shared(shape, codes);
  std::vector<Rank> ranks;
  if (rows < 2) {
    return {};
  }
  if (rows * (rows - 1) / 2 <= Chance::kPairs) {
    for (std::size_t second = 1; second < rows; ++second) {
      for (std::size_t first = 0; first < second; ++first) {
        ranks.push_back(shared({first, second}));
      }
    }
    const std::size_t pairs = ranks.size();
    return {std::move(ranks), pairs};
  }
  const KeyedRandom random(kSeed, Purpose::kChance);
  const auto draw = [&](std::uint64_t i) {
    const std::uint64_t first = random.below(rows, i, 0);
    const std::uint64_t second = random.below(rows - 1, i, 1);
    return RowPair{first, second + (second >= first ? 1 : 0)};
  };
  ranks.reserve(Chance::kPairs);
  for (std::size_t i = 0; i < Chance::kPairs; ++i) {
    shared.fetch(draw(i + kPairsAhead));
    ranks.push_back(shared(draw(i)));
  }
  return {std::move(ranks), Chance::kPairs};
}

}  // namespace

ChanceTail::ChanceTail(std::vector<Rank> ranks, std::size_t draws) : draws_(draws) {
  std::sort(ranks.begin(), ranks.end());
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (steps_.empty() || steps_.back().score != ranks[i].score()) {
      steps_.push_back({ranks[i].score(), ranks.size() - i});
    }
  }
}

double ChanceTail::at(Rank rank) const {
  const auto step = std::ranges::lower_bound(steps_, rank.score(), {}, &Step::score);
  const std::size_t reached = step == steps_.end() ? 0 : step->reached;
  return static_cast<double>(1 + reached) / static_cast<double>(1 + draws_);
}

Chance::Chance(const SdrShape& shape, std::span<const std::uint16_t> codes)
    : shape_(shape), pairs_(tail_of_pairs(shape, codes)) {
  const std::size_t active = shape.active();
  const std::size_t rows = codes.size() / active;
  const KeyedRandom random(kSeed, Purpose::kChance);
  rows_.resize(std::min(rows, kRows));
  codes_.reserve(rows_.size() * active);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i] = static_cast<NodeIndex>(rows <= kRows ? i : random.below(rows, i, kRowDraw));
    const auto code = codes.subspan(rows_[i] * active, active);
    codes_.insert(codes_.end(), code.begin(), code.end());
  }
}

ChanceTail Chance::of_pattern(std::span<const std::uint16_t> bits, std::span<const NodeIndex> left_out,
                              Rank from) const {
  const Ranker ranker(shape_, bits);
  const std::size_t active = shape_.active();
  std::vector<Rank> ranks;
  std::size_t draws = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!left_out.empty() && std::binary_search(left_out.begin(), left_out.end(), rows_[i])) {
      continue;
    }
    ++draws;
    const Rank rank = ranker.rank(std::span(codes_).subspan(i * active, active), from);
    if (rank.score() >= from.score()) {
      ranks.push_back(rank);
    }
  }
  return {std::move(ranks), draws};
}

bool is_code(const SdrShape& shape, std::span<const std::uint16_t> bits) {
  if (bits.size() != shape.active()) {
    return false;
  }
  for (const LayerPart& part : shape.parts()) {
    for (std::size_t i = part.first; i < part.first + part.active; ++i) {
      if (bits[i] < part.begin || bits[i] >= part.end()) {
        return false;
      }
    }
  }
  const auto columns = bits.first(shape.l23().active);
  return std::adjacent_find(columns.begin(), columns.end(), [&](std::uint16_t a, std::uint16_t b) {
           return a / shape.cells_per_column == b / shape.cells_per_column;
         }) == columns.end();
}

}  // namespace columnar
