#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/search.hpp"

namespace columnar {

/// The rows that share bits with every one of several queries, at least `least` with each. A row ranks by the query
/// that it shares least with, as SearchIndex ranks: what is near one query and far from another comes behind what is
/// near both. Among equals the larger sum of shared bits over all queries comes first, then the lower row. A hit holds
/// what the row shares with that query; rows left out of any query are left out. At most `most` hits. With one query
/// the answer is that of at_least(). docs/equations.md#near-several
[[nodiscard]] std::vector<Hit> near_all(const SearchIndex& index, std::span<const Query> queries, std::uint32_t least,
                                        std::size_t most);

}  // namespace columnar
