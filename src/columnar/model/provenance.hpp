#pragma once

#include <string>

#include "columnar/core/config.hpp"

namespace columnar {

/// Where codes come from, as JSON text for the files that can say it: program, version, the digest of the graph, seed
/// and config. Nothing that changes from run to run, so that the same codes give the same bytes.
[[nodiscard]] std::string provenance_json(const Config& config, const std::string& graph_digest);

}  // namespace columnar
