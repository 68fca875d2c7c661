#pragma once

#include <string>

#include "columnar/files/sectioned_file.hpp"
#include "columnar/graph_reader.hpp"

/// Packed graphs: the rows of a graph as they are in memory, so that a large edge list is parsed once.
/// docs/formats.md#packed-graph

namespace columnar {

/// The file, which keeps ids, weights and direction. The graph must outlive the writer. A repeated or empty id throws
/// Error(kOutput) that begins with `place`.
[[nodiscard]] SectionedFileWriter make_packed_graph(const Graph& graph, const std::string& place);

/// The graph of a verified file; every number of it is checked. Throws Error(kInput).
[[nodiscard]] Graph graph_from_sections(const SectionedFile& file);

/// Maps a packed graph and copies its rows. Throws Error(kConfig) for --directed where the graph is not: what an edge
/// list would have meant is lost; and where it needs more than the memory limit.
[[nodiscard]] ReadResult read_packed_graph(const std::string& path, const ReadOptions& options);

}  // namespace columnar
