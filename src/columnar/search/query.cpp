#include <algorithm>
#include <iterator>

#include "columnar/search.hpp"

namespace columnar {
namespace {

/// The bits of any of the rows, ascending.
std::vector<std::uint16_t> union_of(std::span<const std::uint16_t> codes, std::size_t active,
                                    std::span<const NodeIndex> rows) {
  std::vector<std::uint16_t> bits;
  for (const NodeIndex row : rows) {
    const auto code = codes.subspan(std::size_t{row} * active, active);
    bits.insert(bits.end(), code.begin(), code.end());
  }
  std::sort(bits.begin(), bits.end());
  bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
  return bits;
}

}  // namespace

Query query_like(const SdrTable& table, std::span<const NodeIndex> like, std::span<const NodeIndex> unlike) {
  return query_like(table.bits, table.shape.active(), like, unlike);
}

Query query_like(std::span<const std::uint16_t> codes, std::size_t active, std::span<const NodeIndex> like,
                 std::span<const NodeIndex> unlike) {
  const auto wanted = union_of(codes, active, like);
  const auto unwanted = union_of(codes, active, unlike);
  Query query;
  std::set_difference(wanted.begin(), wanted.end(), unwanted.begin(), unwanted.end(), std::back_inserter(query.bits));
  query.left_out.assign(like.begin(), like.end());
  query.left_out.insert(query.left_out.end(), unlike.begin(), unlike.end());
  return query;
}

}  // namespace columnar
