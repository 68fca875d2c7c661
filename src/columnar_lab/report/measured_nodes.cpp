#include "columnar_lab/report/measured_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/attributes_check.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "columnar_lab/baselines/embedding_rows.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

struct KnownLabels {
  NodeIds ids;
  Labels labels;
  std::optional<ClassSets> sets;
};

struct KnownFeatures {
  NodeIds ids;
  Attributes features;
};

/// The class of each row by its id.
FoundLabels find_labels(const KnownLabels& known, const NodeIds& ids) {
  const IdIndex index(known.ids);
  FoundLabels found;
  found.for_other_nodes =
      known.ids.size() - static_cast<std::uint64_t>(std::ranges::count(known.labels.classes, Labels::kUnknown));
  found.labels.names = known.labels.names;
  found.labels.place = known.labels.place;
  found.labels.classes.assign(ids.size(), Labels::kUnknown);
  if (known.sets) {
    found.sets.emplace();
    found.sets->names = known.sets->names;
    found.sets->place = known.sets->place;
  }
  for (NodeIndex row = 0; row < ids.size(); ++row) {
    if (const auto node = index.find(ids.name(row))) {
      found.labels.classes[row] = known.labels.classes[*node];
      ++found.rows;
      found.for_other_nodes -= known.labels.classes[*node] == Labels::kUnknown ? 0 : 1;
      if (known.sets) {
        const auto classes = known.sets->of(*node);
        found.sets->classes.insert(found.sets->classes.end(), classes.begin(), classes.end());
      }
    }
    if (found.sets) {
      found.sets->offsets.push_back(found.sets->classes.size());
    }
  }
  return found;
}

FoundLabels labels_of(const KnownLabels& known, const std::string& place, const Embedding& embedding) {
  const NodeIds& ids = ids_of(embedding);
  if (ids == known.ids) {
    return {known.labels, 0, 0, known.sets};
  }
  FoundLabels found = find_labels(known, ids);
  const bool numbered = are_row_numbers(ids);
  if (numbered && found.rows < ids.size() && ids.size() == known.ids.size()) {
    return {known.labels, 0, 0, known.sets};
  }
  if (found.rows == 0) {
    throw Error(ErrorCode::kInput, place + ": none of its nodes has a class");
  }
  if (numbered && vectors_of(embedding) != nullptr && found.for_other_nodes > 0) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: its rows are numbered from 0, and {} labels are for other nodes: name the graph that "
                            "they belong to",
                            place, with_commas(found.for_other_nodes)));
  }
  return found;
}

Attributes features_of(const KnownFeatures& known, const NodeIds& ids) {
  if (ids == known.ids) {
    return known.features;
  }
  const IdIndex index(known.ids);
  const Attributes& all = known.features;
  Attributes chosen;
  chosen.width = all.width;
  for (NodeIndex v = 0; v < ids.size(); ++v) {
    const auto row = index.find(ids.name(v));
    if (!row) {
      throw Error(ErrorCode::kInput, fmt::format("features: node {} has no row", columnar::in_quotes(ids.name(v))));
    }
    for (std::uint64_t i = all.offsets[*row]; i < all.offsets[*row + 1]; ++i) {
      chosen.indices.push_back(all.indices[i]);
      if (!all.values.empty()) {
        chosen.values.push_back(all.values[i]);
      }
    }
    chosen.offsets.push_back(chosen.indices.size());
  }
  return chosen;
}

}  // namespace

RowLabels labels_by_id(NodeIds ids, Labels labels, std::optional<ClassSets> sets) {
  require_labels_for(labels, ids.size());
  if (sets) {
    require_sets_for(*sets, ids.size());
  }
  const auto known =
      std::make_shared<const KnownLabels>(KnownLabels{std::move(ids), std::move(labels), std::move(sets)});
  return [known](const std::string& place, const Embedding& embedding) { return labels_of(*known, place, embedding); };
}

RowFeatures features_by_id(NodeIds ids, Attributes features) {
  if (features.width == 0) {
    throw Error(ErrorCode::kInput, "features: there are no columns");
  }
  check_attributes(features, static_cast<NodeIndex>(ids.size()), "features");
  const auto known = std::make_shared<const KnownFeatures>(KnownFeatures{std::move(ids), std::move(features)});
  return [known](const NodeIds& wanted) { return features_of(*known, wanted); };
}

LabelledRows load_labelled(const EmbeddingSource& source, const MeasuredNodes& nodes) {
  LabelledRows rows{source.load(), {}, {}, 0};
  if (nodes.graph != nullptr) {
    rows.graph = *nodes.graph;
    if (nodes.graph_labels != nullptr && !nodes.graph_labels->empty()) {
      require_labels_for(*nodes.graph_labels, rows.graph.node_count());
      rows.labels = *nodes.graph_labels;
    }
    rows.embedding = match_rows(source.place, rows.graph, rows.labels, std::move(rows.embedding));
  }
  if (nodes.labels) {
    FoundLabels found = nodes.labels(source.place, rows.embedding);
    rows.labels = std::move(found.labels);
    rows.labels_for_other_nodes = found.for_other_nodes;
    rows.sets = std::move(found.sets);
  }
  if (rows.labels.empty()) {
    throw Error(ErrorCode::kInput, "labels: nothing says the classes of the nodes");
  }
  return rows;
}

}  // namespace columnar
