#pragma once

#include <memory>
#include <string>

#include "columnar/files/sectioned_file.hpp"
#include "columnar/graph/node_ids.hpp"
#include "columnar/search/inverted_index.hpp"

namespace columnar {

/// What an index file holds: everything that a query needs.
struct IndexFile {
  NodeIds ids;
  std::unique_ptr<const InvertedIndex> index;
};

/// The index file of codes, in memory.                                            docs/formats.md#index-file
/// The same codes give the same bytes. Throws Error(kOutput) where the ids are not as many as the codes.
[[nodiscard]] SectionedFileWriter make_index_file(const InvertedIndex& index, const NodeIds& ids,
                                                  const std::string& place);

/// Writes an index file atomically.
void save_index(const std::string& path, const InvertedIndex& index, const NodeIds& ids);

/// Maps an index file: nothing but the ids, the counts and a sample of the codes is copied into memory. Every byte is
/// verified first, as for any container, and so is all that a query relies on: codes as their shape says, lists
/// ascending and inside their block, bitmaps of as many bits as their count, counts of rows that can be. Whatever fails
/// is Error(kInput). What is not compared are the postings with the codes, for that takes as long as building them: a
/// file made to deceive gives wrong answers, and does no other harm.
[[nodiscard]] IndexFile map_index(const std::string& path);

/// The same for a container already read or mapped.
[[nodiscard]] IndexFile index_from_sections(const SectionedFile& file);

}  // namespace columnar
