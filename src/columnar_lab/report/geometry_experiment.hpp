#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/fidelity.hpp"
#include "columnar_lab/evaluate/separation.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_lab/report/measured_nodes.hpp"
#include "columnar_lab/report/seed_values.hpp"

/// `columnar evaluate geometry` for any caller: how similarity tells classes and follows the graph.

namespace columnar {

struct GeometryExperiment {
  std::vector<EmbeddingGroup> groups;
  MeasuredNodes nodes;  ///< all embeddings are taken in the rows of the graph or, without one, of the first of them
  FidelityOptions options;
  std::optional<NamedSource> reference;  ///< compare with these rows, too
  bool matrices = false;                 ///< similarity matrices of up to 600 nodes by class, and hexbins
};

/// The geometry of one method over its seeds.
struct MethodGeometry {
  struct Correlated {
    std::uint64_t pairs = 0;  ///< 0: not measured
    SeedValues pearson;
    SeedValues spearman;
  };
  struct Hop {
    std::uint64_t pairs = 0;
    SeedValues mean;
    SeedValues spread;  ///< sd of the pairs
  };
  std::string name;
  std::string kind;
  SeedValues d_prime;
  SeedValues auc;
  SeedValues same_mean;
  SeedValues same_sd;
  SeedValues cross_mean;
  SeedValues cross_sd;
  Correlated reference;
  Correlated cooccurrence;
  Correlated ppmi;
  Correlated distance;
  Correlated distance_local;
  std::vector<Hop> by_hop;
  std::size_t seeds = 0;

  void add(const Separation& separation, const Fidelity& fidelity);
};

struct GeometryResults {
  std::size_t nodes = 0;
  std::size_t pairs = 0;        ///< that walks and the reference are compared on
  std::size_t class_pairs = 0;  ///< of labelled nodes
  bool sampled = false;         ///< whether these are a part of all
  std::size_t distance_sources = 0;
  std::size_t distance_pairs = 0;
  std::vector<MethodGeometry> methods;  ///< one a group
  Json matrices;                        ///< null unless asked for
};

/// Throws Error(kConfig) for impossible parameters; nothing is loaded.
void check_geometry(const GeometryExperiment& experiment);

/// Throws as check_geometry; Error(kInput) as load_labelled, and for fewer than two classes.
[[nodiscard]] GeometryResults run_geometry(const GeometryExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json geometry_json(const GeometryExperiment& experiment, const GeometryResults& results);

}  // namespace columnar
