#include "columnar/evaluate/checks.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "columnar/core/error.hpp"
#include "columnar/evaluate/classify.hpp"

namespace columnar {

void require_labels_for(const Labels& labels, std::size_t nodes) {
  if (labels.classes.size() != nodes) {
    throw Error(ErrorCode::kInput, fmt::format("labels: {} labels for {} nodes", labels.classes.size(), nodes));
  }
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::int32_t label = labels.classes[node];
    if (label != Labels::kUnknown && (label < 0 || static_cast<std::size_t>(label) >= labels.names.size())) {
      throw Error(ErrorCode::kInput,
                  fmt::format("labels: row {}: class {} is none of the {} named", node, label, labels.names.size()));
    }
  }
}

void require_classifiable(const Graph& graph, const Labels& labels) {
  // The protocol on rows without a bit.
  SparseRows empty;
  empty.offsets.assign(std::size_t{graph.node_count()} + 1, 0);
  empty.width = 1;
  static_cast<void>(classify(empty, labels));
}

}  // namespace columnar
