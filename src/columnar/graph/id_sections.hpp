#pragma once

#include <cstdint>
#include <string>

#include "columnar/files/sectioned_file.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// Adds the ids of the nodes to a file: `ids.int64`, or `ids.offsets` and `ids.text`. docs/formats.md#sdr
/// An empty text id or a repeated id throws Error(kOutput) that begins with `place`.
void add_ids(SectionedFileWriter& writer, const NodeIds& ids, const std::string& place);

/// Reads the ids. Throws Error(kInput) unless there are `count` distinct ids with ascending offsets within their text.
[[nodiscard]] NodeIds read_ids(const SectionedFile& file, std::uint64_t count);

}  // namespace columnar
