#include "columnar_lab/evaluate/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/stratified_folds.hpp"

namespace columnar {
namespace {

constexpr std::size_t kMaxClasses = 4096;

}  // namespace

void require_labels_for(const Labels& labels, std::size_t nodes) {
  if (labels.classes.size() != nodes) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: {} labels for {} nodes", labels.place, labels.classes.size(), nodes));
  }
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::int32_t label = labels.classes[node];
    if (label != Labels::kUnknown && (label < 0 || static_cast<std::size_t>(label) >= labels.names.size())) {
      throw Error(ErrorCode::kInput, fmt::format("{}: row {}: unknown class {}; {} are named", labels.place, node,
                                                 label, labels.names.size()));
    }
  }
}

void require_sets_for(const ClassSets& sets, std::size_t nodes) {
  if (sets.node_count() != nodes) {
    throw Error(ErrorCode::kInput, fmt::format("{}: {} labels for {} nodes", sets.place, sets.node_count(), nodes));
  }
  bool sound =
      sets.offsets.front() == 0 && std::ranges::is_sorted(sets.offsets) && sets.offsets.back() == sets.classes.size();
  for (std::size_t node = 0; sound && node < nodes; ++node) {
    const auto row = sets.of(node);
    sound = std::ranges::adjacent_find(row, std::greater_equal<>()) == row.end() &&
            (row.empty() || (row.front() >= 0 && std::cmp_less(row.back(), sets.names.size())));
  }
  if (!sound) {
    throw Error(ErrorCode::kInput, sets.place + ": the sets of classes contradict themselves");
  }
}

std::vector<NodeIndex> labelled_nodes(const Labels& labels) {
  std::vector<NodeIndex> nodes;
  for (std::size_t node = 0; node < labels.classes.size(); ++node) {
    if (labels.classes[node] != Labels::kUnknown) {
      nodes.push_back(static_cast<NodeIndex>(node));
    }
  }
  return nodes;
}

void require_classes(const Labels& labels) {
  if (labels.names.size() > kMaxClasses) {
    throw Error(ErrorCode::kInput, fmt::format("{}: {} classes, but at most {} can be told apart", labels.place,
                                               labels.names.size(), kMaxClasses));
  }
  std::vector<bool> occurs(labels.names.size());
  for (const std::int32_t label : labels.classes) {
    if (label != Labels::kUnknown) {
      occurs[static_cast<std::size_t>(label)] = true;
    }
  }
  if (const auto found = std::ranges::count(occurs, true); found < 2) {
    throw Error(ErrorCode::kInput, fmt::format("{}: needs at least 2 classes, not {}", labels.place, found));
  }
}

void require_classifiable(const Graph& graph, const Labels& labels) {
  require_labels_for(labels, graph.node_count());
  require_classes(labels);
  const ClassifyOptions options;
  static_cast<void>(stratified_folds(labels.classes, options.folds, options.seed, labels.place));
}

void require_trainable(const Graph& graph, const Labels* labels, const Config& config, std::uint32_t seeds) {
  if (seeds == 0) {
    throw Error(ErrorCode::kConfig, "seeds: at least one is needed");
  }
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: has no edges");
  }
  validate(config);
  if (labels != nullptr) {
    require_classifiable(graph, *labels);
  }
}

void require_no_roles(const Config& config) {
  if (config.roles.roles > 0.0) {
    throw Error(ErrorCode::kConfig, "--roles: this experiment takes the columns apart, and trains none for roles");
  }
}

}  // namespace columnar
