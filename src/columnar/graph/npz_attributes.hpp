#pragma once

#include <optional>
#include <string>

#include "columnar/attributes.hpp"
#include "columnar/graph/attribute_rows.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// The attributes of a gnn-benchmark archive (attr_data, attr_indices, attr_indptr, attr_shape), one row per id, in the
/// order of `ids`. An id is a row of the matrix, so a graph reduced to its largest component gets the rows it kept. If
/// there are more columns than entries (and more than 65 536), unused columns are dropped and the rest renumbered, so
/// the
/// width never costs more than the file holds. Empty if the archive has no such arrays, or the file is not a `.npz`.
///
/// Throws Error(kInput) for arrays that disagree with each other or with the ids, and for values that are not finite.
[[nodiscard]] std::optional<Attributes> read_npz_attributes(const std::string& path, const NodeIds& ids);

/// The same of a matrix saved by scipy.sparse.save_npz in CSR form. With an array `ids` its rows are matched by id, and
/// the policy says what to do with ids that the graph does not have; without, an id is a row. An array `names` names
/// the columns.
[[nodiscard]] Attributes read_scipy_attributes(const std::string& path, const NodeIds& ids, UnknownRows policy);

/// Attributes of nodes that a model does not know, in either form: rows by number belong to new nodes where the model
/// lacks that id, rows with ids must all belong to new ones. `model` has the columns. Throws as the functions above and
/// those of attribute_rows.hpp.
[[nodiscard]] NamedAttributes read_new_npz_attributes(const std::string& path, const NodeIds& known,
                                                      const Attributes& model);

}  // namespace columnar
