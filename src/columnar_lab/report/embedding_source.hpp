#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "columnar_lab/baselines/embedding.hpp"

namespace columnar {

/// One embedding that an experiment measures, a file or a table in memory. It is loaded when its turn comes and let go
/// afterwards, so that a comparison of many methods needs the memory of one.
struct EmbeddingSource {
  std::string place;  ///< the file or a name such as "codes": errors begin with it
  /// Called at each load. Metadata, where asked for, are what the source says of where its rows come from, as JSON: one
  /// look gives both, for a file may be a pipe or be replaced at any moment.
  std::function<Embedding(std::string* metadata_json)> read;
  std::optional<Layer> layer = std::nullopt;  ///< of codes: this layer of theirs alone
  bool from_file = false;                     ///< codes with all layers: L2/3 and L5a unless a layer is named

  /// What read() gives, reduced to the layer. Throws Error(kInput) for a layer of vectors, which have none.
  [[nodiscard]] Embedding load(std::string* metadata_json = nullptr) const;
  /// The rows in the order of `ids`, so that all embeddings of an experiment share pairs, folds and damage. By id or by
  /// place, as in_rows_of.
  [[nodiscard]] Embedding load_in_rows(const NodeIds& ids, std::string* metadata_json = nullptr) const;
  /// Whether both are the same rows: one place, one layer.
  [[nodiscard]] bool is(const EmbeddingSource& other) const { return place == other.place && layer == other.layer; }
};

/// A file of any format that read_embedding knows, or a model: the codes of its nodes.
[[nodiscard]] EmbeddingSource file_source(const std::string& path, std::optional<Layer> layer = std::nullopt);

/// A table in memory, and what it says of itself. Throws Error(kInput) for one that is not what it says it is, as
/// check_embedding.
[[nodiscard]] EmbeddingSource table_source(std::string place, Embedding table,
                                           std::optional<Layer> layer = std::nullopt, std::string metadata_json = "{}");

/// The embeddings of one method, one per seed: an experiment reports mean and sd over them.
struct EmbeddingGroup {
  std::string name;
  std::vector<EmbeddingSource> seeds;
};

struct NamedSource {
  std::string name;
  EmbeddingSource source;
};

/// The group of that name, or null.
[[nodiscard]] const EmbeddingGroup* find_group(const std::vector<EmbeddingGroup>& groups, const std::string& name);

/// Throws Error(kConfig) unless there is a group, each has a seed, and no two have one name.
void require_groups(const std::vector<EmbeddingGroup>& groups);

/// What kind of rows an embedding has: "28 of 1,800 bits" or "64 floats".
[[nodiscard]] std::string kind_text(const Embedding& embedding);

}  // namespace columnar
