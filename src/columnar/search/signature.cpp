#include "columnar/search/signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/search/random_codes.hpp"

namespace columnar {
namespace {

void require_pattern(const SdrShape& shape, std::span<const std::uint16_t> bits) {
  if (std::ranges::adjacent_find(bits, std::ranges::greater_equal{}) != bits.end()) {
    throw Error(ErrorCode::kConfig, "bits: must ascend, each given once");
  }
  if (!bits.empty() && bits.back() >= shape.width()) {
    throw Error(ErrorCode::kConfig,
                fmt::format("bits: {} is outside the {} bits of a code", bits.back(), shape.width()));
  }
}

double share_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::uint32_t match_threshold(const SdrShape& shape) noexcept { return (shape.active() + 1) / 2; }

Saturation saturation(const SdrShape& shape, std::span<const std::uint16_t> bits, std::uint32_t threshold) {
  require_pattern(shape, bits);
  if (threshold > shape.active()) {
    throw Error(ErrorCode::kConfig,
                fmt::format("threshold: a code has {} active bits, not {}", shape.active(), threshold));
  }
  Saturation result;
  result.filled = share_of(bits.size(), shape.width());
  result.threshold = threshold == 0 ? match_threshold(shape) : threshold;
  const std::vector<double> reached = random_code_overlap(shape, bits);
  result.false_match = result.threshold < reached.size() ? reached[result.threshold] : 0.0;
  return result;
}

Signature signature(const SdrTable& codes, std::span<const NodeIndex> members, std::uint32_t least,
                    std::uint32_t threshold) {
  if (members.empty() || least == 0) {
    throw Error(ErrorCode::kConfig, members.empty() ? "members: there are none" : "least: must be at least 1");
  }
  std::vector<NodeIndex> rows(members.begin(), members.end());
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  Signature result;
  result.bits = set_union(codes, rows, least);
  result.saturation = saturation(codes.shape, result.bits, threshold);
  result.members = rows.size();
  result.others = codes.size() - rows.size();
  std::vector<bool> in_union(codes.shape.width());
  for (const std::uint16_t bit : result.bits) {
    in_union[bit] = true;
  }
  std::size_t members_matching = 0;
  std::size_t others_matching = 0;
  auto next = rows.begin();
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const bool member = next != rows.end() && *next == row;
    next += member ? 1 : 0;
    const auto shared = std::ranges::count_if(codes.code(row), [&](std::uint16_t bit) { return in_union[bit]; });
    if (shared >= static_cast<std::ptrdiff_t>(result.saturation.threshold)) {
      ++(member ? members_matching : others_matching);
    }
  }
  result.others_matched = share_of(others_matching, result.others);
  result.members_matched = share_of(members_matching, result.members);
  return result;
}

}  // namespace columnar
