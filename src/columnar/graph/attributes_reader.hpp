#pragma once

#include <string>

#include "columnar/attributes.hpp"
#include "columnar/graph/attribute_rows.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// Reads one row of attributes for every id, in the order of `ids`. The extension selects the format:
///
/// - `.npz`: gnn-benchmark arrays or a SciPy matrix in CSR form (npz_attributes.hpp).
/// - `.npy`: a matrix of numbers (npy_attributes.hpp).
/// - `.csv`, `.tsv`, `.txt`, each also with `.gz`: a table with a header (table_attributes.hpp).
///
/// The policy is about rows that name an id. Where the number of a row is its id, rows of no node are never an error.
/// Throws Error(kInput) for another extension, for a node without a row, for a second row of a node, for values that
/// are not finite, and for a file that is damaged.
[[nodiscard]] Attributes read_attributes(const std::string& path, const NodeIds& ids,
                                         UnknownRows policy = UnknownRows::kRefuse);

}  // namespace columnar
