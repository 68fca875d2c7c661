#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "columnar_lab/report/embedding_source.hpp"
#include "columnar_lab/report/measured_nodes.hpp"

namespace columnar::cli {

/// [NAME=]FILE[:LAYER]; the name is the text itself where it has none. A text that is a file as it stands is that file,
/// so that '=' and ':' in file names do no harm.
[[nodiscard]] NamedSource parse_source(const std::string& text);

/// NAME=FILE[:LAYER], the value of a flag; Error(kConfig) that names the flag where the NAME or the FILE is missing.
[[nodiscard]] NamedSource parse_named_source(const std::string& flag, const std::string& text);

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

/// The classes of an embedding's rows, from a file, by their ids; several of a row, where they may have. Throws
/// Error(kInput) where the rows of vectors are merely numbered and there are labels for other nodes: the rows may be a
/// part of a graph, in its order, and would get the wrong classes.
[[nodiscard]] RowLabels labels_of_rows(const std::string& labels, bool several);

/// The same where a graph says whose rows they are: numbers are then ids as good as any.
[[nodiscard]] RowLabels labels_of_nodes(const std::string& labels, bool several);

}  // namespace columnar::cli
