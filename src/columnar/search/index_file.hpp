#pragma once

#include <string>

#include "columnar/files/sectioned_file.hpp"
#include "columnar/search.hpp"

namespace columnar {

/// The index file of codes, in memory. docs/formats.md#index-file
/// The same codes give the same bytes. Throws Error(kOutput) if the numbers of ids and codes differ.
[[nodiscard]] SectionedFileWriter make_index_file(const InvertedIndex& index, const NodeIds& ids,
                                                  const std::string& place);

/// map_index() for a container already read or mapped.
[[nodiscard]] IndexFile index_from_sections(const SectionedFile& file);

}  // namespace columnar
