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

/// Reads attributes of nodes that a model does not know, from the same formats. `known` are the ids of the model, and
/// `model` has the columns: rows of a table are encoded by them (known_column.hpp), those of a matrix must have as
/// many. Rows by number belong to new nodes where the model lacks that id. Throws Error(kInput) for a model without
/// attributes, for a row of a node that it knows, for a second row of a node, for columns that it does not have, for
/// values that are not finite, and for a file without a row of a new node.
[[nodiscard]] NamedAttributes read_new_attributes(const std::string& path, const NodeIds& known,
                                                  const Attributes& model);

}  // namespace columnar
