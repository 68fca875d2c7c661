#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/baselines/gnn.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/classify_fractions.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_lab/report/measured_nodes.hpp"

/// `columnar evaluate classify` for any caller: classes of nodes from their codes or vectors.

namespace columnar {

struct ClassifyExperiment {
  std::vector<EmbeddingGroup> groups;
  MeasuredNodes nodes;      ///< each embedding has rows of its own, or those of the graph
  ClassifyOptions options;  ///< its threads do not matter
  /// Train on shares of the nodes, too. Cost, tolerance and seed are those of `options`.
  std::optional<FractionOptions> fractions;
  /// Supervised networks beside the embeddings, on the graph in the rows of the first embedding.
  std::vector<GnnKind> networks;
  RowFeatures features;  ///< of the networks; default_features where empty or none are known
};

/// How one method fared: one file, or several of which the figures are the mean and sd.
struct ClassifyResult {
  std::string name;
  std::string kind;                    ///< "28 of 1,800 bits"
  std::optional<SdrShape> code_shape;  ///< of the first file; none of vectors
  std::vector<std::string> files;      ///< the places of its embeddings; none of a network
  std::size_t nodes = 0;
  std::uint64_t labels_for_other_nodes = 0;           ///< given, but for nodes that the first file does not have
  std::vector<ClassificationReport> reports;          ///< one a file
  std::vector<std::vector<FractionScore>> fractions;  ///< one a file, or none at all
  double seconds = 0.0;

  /// Over the folds of a single file, else over the files.
  [[nodiscard]] MeanSd accuracy() const;
  [[nodiscard]] MeanSd macro_f1() const;
  /// Share of the most frequent class among the labelled nodes of the first file.
  [[nodiscard]] double majority_rate() const { return reports.front().majority_rate; }
  /// The median C of all folds of all files; none of a network.
  [[nodiscard]] std::optional<double> cost() const;
  /// Of one share of training nodes: over the splits of a single file, else over the files.
  [[nodiscard]] MeanSd over_files(std::size_t fraction, MeanSd FractionScore::*figure) const;
  /// The median C of all splits of all files at one share.
  [[nodiscard]] std::optional<double> cost_of(std::size_t fraction) const;
};

/// "gcn" or "sage"; and the network of that name, or nothing.
[[nodiscard]] std::string network_name(GnnKind kind);
[[nodiscard]] std::optional<GnnKind> network_by_name(std::string_view name);

/// Throws Error(kConfig) for impossible parameters; nothing is loaded.
void check_classify(const ClassifyExperiment& experiment);

/// A result a group, then one a network. Throws as check_classify; Error(kInput) as load_labelled and classify(), and
/// for embeddings of one group that differ in the number of their nodes.
[[nodiscard]] std::vector<ClassifyResult> run_classify(const ClassifyExperiment& experiment, const RunContext& context);

/// {"labelled_nodes", "majority_rate", "accuracy", "macro_f1", …, "classes", "confusion"}.
[[nodiscard]] Json classification_json(const ClassificationReport& report);

/// All that `--json` prints.
[[nodiscard]] Json classify_json(const ClassifyExperiment& experiment, const std::vector<ClassifyResult>& results);

}  // namespace columnar
