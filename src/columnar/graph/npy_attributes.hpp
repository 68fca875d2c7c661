#pragma once

#include <string>

#include "columnar/attributes.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// The attributes in a NumPy array of two dimensions: row i belongs to the integer id i, zeros are not stored. Throws
/// Error(kInput) for another shape or type, for ids that name no row, and for values that are not finite.
[[nodiscard]] Attributes read_npy_attributes(const std::string& path, const NodeIds& ids);

/// The same for nodes that a model does not know: the rows whose number is no id of the model, which has the columns.
[[nodiscard]] NamedAttributes read_new_npy_attributes(const std::string& path, const NodeIds& known,
                                                      const Attributes& model);

}  // namespace columnar
