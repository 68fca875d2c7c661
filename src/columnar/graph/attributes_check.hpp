#pragma once

#include <string>

#include "columnar/attributes.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// Throws Error(kInput) unless the attributes are empty, or have a sound row for each of the nodes: offsets that
/// ascend, columns below the width, finite values, a name for each column or none.
void check_attributes(const Attributes& attributes, NodeIndex nodes, const std::string& place = "attributes");

}  // namespace columnar
