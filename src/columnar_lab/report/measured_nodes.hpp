#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "columnar/graph.hpp"
#include "columnar/graph/class_sets.hpp"
#include "columnar/graph/npz_attributes.hpp"
#include "columnar_lab/report/embedding_source.hpp"

namespace columnar {

/// The classes of rows, one per row, and how many labels were given for nodes that are none of the rows: many, and they
/// may be the labels of another graph.
struct FoundLabels {
  Labels labels;
  std::uint64_t for_other_nodes = 0;
  std::uint64_t rows = 0;                        ///< that are among the known nodes
  std::optional<ClassSets> sets = std::nullopt;  ///< all classes of the rows, if any of them may have several
};

/// What is known of the classes of an embedding's rows. Errors about the embedding begin with `place`.
using RowLabels = std::function<FoundLabels(const std::string& place, const Embedding& embedding)>;

/// Classes that are known by id. A row gets that of its id, or none; but where the rows are merely numbered and as many
/// as `ids`, which are others, they are taken to be in the order of `ids`.
///
/// The answer throws Error(kInput) where no row has a known id, and where rows of vectors are merely numbered and there
/// are classes for other nodes: the rows may be a part of a graph, in its order, and would get the wrong classes.
/// Throws Error(kInput) for labels or sets that are not those of the ids.
[[nodiscard]] RowLabels labels_by_id(NodeIds ids, Labels labels, std::optional<ClassSets> sets = std::nullopt);

/// The features of the nodes with these ids, in their order; nothing where none are known.
using RowFeatures = std::function<std::optional<Attributes>(const NodeIds& ids)>;

/// Attributes that are known by id. The answer throws Error(kInput) for an id without a row. Throws Error(kInput) where
/// they are not one sound row per id.
[[nodiscard]] RowFeatures features_by_id(NodeIds ids, Attributes features);

/// Whose rows embeddings are, and which class each has.
struct MeasuredNodes {
  /// Embeddings are taken in its rows, or in those of its largest component where they have only that; null: in their
  /// own. Must outlive the run.
  const Graph* graph = nullptr;
  const Labels* graph_labels = nullptr;  ///< of the nodes of the graph; null where `labels` knows them
  RowLabels labels;                      ///< comes before graph_labels; may be empty
  std::string labels_name = {};          ///< what messages and reports call them; empty: "labels"

  /// Whether anything says the classes.
  [[nodiscard]] bool have_classes() const { return labels || (graph_labels != nullptr && !graph_labels->empty()); }
};

/// An embedding, the classes of its rows and the graph with the same rows.
struct LabelledRows {
  Embedding embedding;
  Labels labels;
  Graph graph;                                   ///< without nodes where none was given
  std::uint64_t labels_for_other_nodes = 0;      ///< see FoundLabels
  std::optional<ClassSets> sets = std::nullopt;  ///< see FoundLabels
  const EmbeddingSource* source = nullptr;       ///< what for_each_seed loaded it from
};

/// Loads an embedding with what is known of its rows. Throws Error(kInput) for nodes without a row, as match_rows, and
/// where nothing says their classes.
[[nodiscard]] LabelledRows load_labelled(const EmbeddingSource& source, const MeasuredNodes& nodes);

}  // namespace columnar
