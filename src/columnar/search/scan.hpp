#pragma once

#include <cstdint>
#include <span>

#include "columnar/search.hpp"
#include "columnar/search/hit_collector.hpp"

namespace columnar {

/// A running query: its bits, ascending, without repeats, and the collector of its hits.
struct SearchIndex::Scan {
  std::span<const std::uint16_t> bits;
  HitCollector* hits;
};

}  // namespace columnar
