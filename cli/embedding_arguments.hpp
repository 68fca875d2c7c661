#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "columnar/baselines/embedding.hpp"
#include "columnar/graph/graph.hpp"

namespace columnar::cli {

/// One file of embeddings, as named on the command line: [NAME=]FILE[:LAYER].
struct EmbeddingSource {
  std::string path;
  std::optional<Layer> layer;  ///< of codes: this layer of theirs alone

  /// Reads the file. Throws Error for what cannot be read, and for a layer of something that has none.
  [[nodiscard]] Embedding load() const;
};

struct NamedSource {
  std::string name;  ///< the text itself where it names none
  EmbeddingSource source;
};

/// [NAME=]FILE[:LAYER]. A text that is a file as it stands is that file, so that '=' and ':' in file names do no harm.
[[nodiscard]] NamedSource parse_source(const std::string& text);

/// The files of one method, one a seed: an experiment reports mean and sd over them.
struct EmbeddingGroup {
  std::string name;
  std::vector<EmbeddingSource> seeds;
};

/// The embeddings that an experiment measures: files, in any order, those of one NAME in one group.
class EmbeddingArguments {
 public:
  /// At least one is required; the caller may relax that.
  CLI::Option* add_to(CLI::App& app);
  /// In the order of first appearance. A file without a NAME makes a group of its own, named as it was written.
  [[nodiscard]] std::vector<EmbeddingGroup> groups() const;

 private:
  std::vector<std::string> texts_;
};

/// What kind of rows an embedding has: "28 of 1,800 bits" or "64 floats".
[[nodiscard]] std::string kind_text(const Embedding& embedding);

/// "l23", "l5a" or "all" as --layer and [NAME=]FILE:LAYER take it; nothing for any other text.
[[nodiscard]] std::optional<Layer> layer_by_flag(const std::string& name);

/// The rows of an embedding in the order of `ids`. Throws Error(kInput) that names the file and the first id without a
/// row.
///
/// Rows go by their ids. An embedding without ids (a plain .npy) has the numbers of its rows instead: they are ids
/// where `ids` has those, else the rows are in the order of `ids`, of which there must be as many.
[[nodiscard]] Embedding in_rows_of(const std::string& path, const NodeIds& ids, const Embedding& embedding);

/// A graph and an embedding of its nodes, row by row as in_rows_of: the graph as it is, or its largest component where
/// the embedding has only that. `path` is the file of the embedding. `graph` may be reduced to its component.
[[nodiscard]] Embedding match_rows(const std::string& path, Graph& graph, Labels& labels, const Embedding& embedding);

}  // namespace columnar::cli
