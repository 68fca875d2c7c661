#pragma once

#include <cstdint>
#include <span>

#include "columnar/search.hpp"
#include "columnar/search/hit_collector.hpp"

namespace columnar {

/// A query under way: its bits, ascending, each once, and where its hits go.
struct SearchIndex::Scan {
  std::span<const std::uint16_t> bits;
  HitCollector* hits;
};

}  // namespace columnar
