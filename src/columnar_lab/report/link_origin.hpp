#pragma once

#include <string>

#include "columnar/graph.hpp"

namespace columnar {

/// Which graph the embedding that a link experiment measures was made of, as far as the embedding says. One that has
/// seen the hidden edges does not predict them.
enum class LinkOrigin {
  kResidual,  ///< what the split leaves: nothing hidden was seen
  kWhole,     ///< the whole graph: the hidden edges were seen
  kOther,     ///< neither of them
  kUnknown,   ///< it does not say, as files of vectors never do
};

/// "residual", "whole", "other" or "unknown".
[[nodiscard]] std::string origin_name(LinkOrigin origin);

/// By the digest in the metadata that the program keeps beside codes. The residual graph is known both as it is in
/// memory and as it comes back from the edge list that `--residual` writes, which numbers the nodes anew. Throws
/// Error(kInput) that begins with the place where the metadata are not JSON.
[[nodiscard]] LinkOrigin origin_of(const std::string& metadata_json, const Graph& whole, const Graph& residual,
                                   const std::string& place);

}  // namespace columnar
