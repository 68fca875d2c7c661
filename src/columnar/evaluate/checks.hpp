#pragma once

#include <cstddef>

#include "columnar/graph/graph.hpp"
#include "columnar/sdr/sdr_table.hpp"

namespace columnar {

/// Throws Error(kInput) unless the table holds one row of ascending bits below its width for every node. The measures
/// index arrays by bit, so a table from a careless caller must stop here and not in the middle of somebody's memory.
void require_sound_table(const SdrTable& table);

/// Throws Error(kInput) unless there is one label for each of `nodes` nodes, each kUnknown or an index into names.
void require_labels_for(const Labels& labels, std::size_t nodes);

}  // namespace columnar
