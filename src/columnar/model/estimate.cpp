// Long because all stages of a run share one list of sizes.

#include "columnar/model/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "columnar/core/role_share.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/cortex/settling.hpp"
#include "columnar/cortex/training_stream.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model/sampled_meetings.hpp"
#include "columnar/model/working_order.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/roles/role_features.hpp"
#include "columnar/roles/role_graph.hpp"
#include "columnar/spectral/regions.hpp"

namespace columnar {
namespace {

/// Seconds per operation of each stage on one thread of a server core with AVX2, fitted on the five graphs of
/// docs/speed.md and on generated ones of up to a million nodes.
struct Speed {
  static constexpr double kOrdering = 100e-9;  ///< per entry of the graph; on one thread only
  static constexpr double kWalkStep = 10e-9;
  static constexpr double kWalkMiss = 50e-9;          ///< in addition, once the graph exceeds the cache
  static constexpr double kPairCount = 7e-9;          ///< per windowed pair, from one of its ends
  static constexpr double kPairMiss = 21e-9;          ///< in addition, once the walks exceed the cache
  static constexpr double kPairEntry = 4e-9;          ///< per PPMI entry: find, take the logarithm, store
  static constexpr double kSparseProduct = 0.037e-9;  ///< per PPMI entry and dimension
  static constexpr double kSparseMiss = 0.2e-9;       ///< in addition, once the basis exceeds the cache
  static constexpr double kDenseProduct = 0.03e-9;    ///< per multiplication of a dense matrix product
  static constexpr double kShortProduct = 0.012e-9;   ///< the same in 16 bits
  static constexpr double kReordered = 0.5;           ///< share of misses that remains, in a graph with communities
  static constexpr double kEigenvectors = 2e-9;       ///< times the cube of the size
  static constexpr double kFactorProduct = 0.06e-9;   ///< per double product in a block of Sanger's rule
  static constexpr double kRowsBetweenFolds = 900;    ///< rows shown before the factor is multiplied into the weights
  static constexpr double kMapProduct = 0.18e-9;      ///< per dimension of a map unit, compared and pulled
  static constexpr double kSelection = 2.2e-9;        ///< per score when the best are selected
  static constexpr double kClassSum = 0.055e-9;       ///< per bit of a neighbour's row
  static constexpr double kClassMiss = 0.3e-9;        ///< in addition, once a slab exceeds the cache
  static constexpr double kClassCode = 0.8e-6;        ///< per node: select its bits, draw its identity
  static constexpr double kDrive = 1.2e-9;            ///< per L4 bit and candidate column
  static constexpr double kLearn = 3.6e-9;            ///< per L4 bit and learning column
  static constexpr double kRanking = 0.2e-6;          ///< per node: rank its columns, find their cells
  static constexpr double kReadout = 0.1e-9;          ///< per L5a neuron and firing cell
  static constexpr double kOutstar = 1.5e-9;          ///< per firing cell and taught neuron
  static constexpr double kL6Edge = 26e-9;            ///< per entry of the graph: identity, draw of the fan
  static constexpr double kL6Miss = 130e-9;           ///< in addition, once the fans exceed the cache
  static constexpr double kL6Heard = 3.3e-9;          ///< per identity heard at the second step
  static constexpr double kL6Code = 3.3e-6;           ///< per node: select its neurons
  static constexpr double kAttributeWork = 3.0;       ///< over plain products; measured on Amazon Photo
  static constexpr double kHalves = 5.0;              ///< products with half of the attributes, as many directions
  static constexpr double kDirections = 10.0;         ///< products with all attributes
  static constexpr double kSpreading = 10.0;          ///< steps over the edges, once to learn and once to place
  static constexpr double kRegressions = 8.0;         ///< of the evidence: four sources, two folds, half the rank
  static constexpr double kRoleEdge = 12e-9;          ///< per entry of the graph and neighbour of its ends: triangles
  static constexpr double kRoleNode = 8e-6;           ///< per node of the graph of roles: find the nearest
  static constexpr double kHealth = 0.3e-6;           ///< per node: compare its code with others
  static constexpr double kWriting = 5e-9;            ///< per byte of ids and codes
};

/// Share of random reads that miss the cache, from 0 to 1: it grows gradually with the bytes.
double outside_cache(double bytes, double cache) {
  constexpr double kDoublings = 5.0;
  return std::clamp(std::log2(std::max(1.0, bytes / cache)) / kDoublings, 0.0, 1.0);
}

/// Bytes of PPMI entries as they are packed (packed_entry.hpp). A row crosses the range of a short step at most once
/// for each 65,535 nodes; neighbours that are close together cross it less often.
double packed_bytes(double entries, double nodes, bool is_reordered) {
  const double crossings = nodes * std::min(entries / nodes, std::floor(nodes / packed::kWideStep));
  return packed::kLeastBytes * entries + sizeof(NodeIndex) * crossings * (is_reordered ? Speed::kReordered : 1.0);
}

constexpr double kProcess = 20.0 * (1U << 20U);  ///< memory of the program before it reads anything

double bytes_of_ids(const NodeIds& ids) {
  double bytes = 8.0 * static_cast<double>(ids.integers.size());
  for (const std::string& text : ids.texts) {
    bytes += static_cast<double>(sizeof(std::string) + (text.size() > 15 ? text.size() + 17 : 0));
  }
  return bytes;
}

double graph_bytes_of(const Graph& graph) {
  return 8.0 * graph.node_count() + (graph.is_weighted() ? 8.0 : 4.0) * static_cast<double>(graph.targets.size()) +
         bytes_of_ids(graph.ids);
}

double cortex_bytes_of(const Config& config) {
  const double columns = config.l23.columns;
  const double cells = config.l23.cells_per_column;
  return 4.0 * (columns * (cells * config.l4.width() + 4.0 * lanes_of(config.l23.cells_per_column)) +
                columns * columns + columns * cells * config.readout.l5a_size);
}

double attribute_bytes_of(const Attributes& attributes) {
  double bytes = attributes.values.empty() ? 4.0 : 8.0;
  bytes = bytes * static_cast<double>(attributes.indices.size()) + 8.0 * static_cast<double>(attributes.row_count());
  for (const std::string& name : attributes.names) {
    bytes += static_cast<double>(sizeof(std::string) + (name.size() > 15 ? name.size() + 17 : 0));
  }
  return bytes;
}

/// Directions of attributes that a fit learns, at most.
double attribute_rank_of(const Attributes& attributes, const Config& config, double nodes) {
  return config.attributes.attribute_share == 0.0
             ? 0.0
             : std::min<double>({static_cast<double>(config.attributes.attribute_rank),
                                 static_cast<double>(attributes.width), nodes});
}

/// What a model holds: graph, attributes, coordinates, network, codes.
double model_bytes_of(const Graph& graph, const Config& config, const Attributes& attributes) {
  const double n = graph.node_count();
  const double own = attribute_rank_of(attributes, config, n);
  const double rank = std::min<double>(config.spectral.rank, n) + 2.0 * own;
  return graph_bytes_of(graph) + attribute_bytes_of(attributes) + 4.0 * own * attributes.width +
         4.0 * rank * (n + config.spectral.regions) + 20.0 * n + cortex_bytes_of(config) +
         2.0 * n * (config.l23.active_columns + config.readout.l5a_active + config.l6.l6_active);
}

/// One run over a symmetric graph, while the process already holds some bytes.
Estimate estimate_run(const Graph& graph, const Config& config, int threads, const Attributes& attributes, double held);

/// The graph that the second run learns.
Graph graph_of_roles(const Graph& graph, int threads) {
  std::vector<Role> roles;
  {
    const RowMatrix features = role_features(graph, threads);
    roles = roles_of(role_scale(features), features);
  }
  std::ranges::sort(roles);
  roles.erase(std::ranges::unique(roles).begin(), roles.end());
  return role_graph(roles, threads);
}

/// The stage that makes it.
StageCost role_graph_cost(const Graph& graph, const Graph& of_roles, int threads, double held) {
  const double n = graph.node_count();
  const auto entries = static_cast<double>(graph.targets.size());
  constexpr double kFeatureBytes = 3.0 * 4.0 * kRoleFeatures;  // of a node: numbers, ranks, levels
  const double speedup = 1.0 + 0.8 * (std::max(1, threads) - 1.0);
  return {"roles: graph",
          (entries * (entries / n) * Speed::kRoleEdge + of_roles.node_count() * Speed::kRoleNode) / speedup,
          static_cast<std::uint64_t>(held + kFeatureBytes * n + graph_bytes_of(of_roles))};
}

/// Adds the second run, over the graph of roles. Graph and model of the first are held meanwhile.
void add_roles(const Graph& of_roles, const Config& config, int threads, double held, Estimate& estimate) {
  Estimate run = estimate_run(of_roles, role_config(config), threads, {}, held);
  for (StageCost& stage : run.stages) {
    stage.name = "roles: " + stage.name;
    estimate.stages.push_back(std::move(stage));
  }
  estimate.role_pair_bytes = run.pair_bytes;
  estimate.role_visit_bytes = run.visit_bytes;
}

}  // namespace

double Estimate::seconds() const noexcept {
  double sum = 0.0;
  for (const StageCost& stage : stages) {
    sum += stage.seconds;
  }
  return sum;
}

std::uint64_t Estimate::peak_bytes() const noexcept {
  std::uint64_t most = 0;
  for (const StageCost& stage : stages) {
    most = std::max(most, stage.peak_bytes);
  }
  return most;
}

Estimate estimate_fit(const Graph& graph, const Config& config, int threads, const Attributes& attributes) {
  const SymmetricGraph symmetric(graph);
  const Graph& seen = symmetric.graph();  // the graph that the stages use
  const double held =
      kProcess + graph_bytes_of(seen) + (graph.directed ? graph_bytes_of(graph) : 0.0) + attribute_bytes_of(attributes);
  const Graph of_roles = config.roles.roles > 0.0 ? graph_of_roles(seen, threads) : Graph();
  if (of_roles.targets.empty()) {  // without roles, or a graph that the fit will refuse
    return estimate_run(seen, place_config(config), threads, attributes, held);
  }
  const double with_roles = held + 8.0 * seen.node_count() + graph_bytes_of(of_roles);
  Estimate estimate = estimate_run(seen, place_config(config), threads, attributes, with_roles);
  estimate.stages.insert(estimate.stages.begin(), role_graph_cost(seen, of_roles, threads, held));
  add_roles(of_roles, config, threads, with_roles + model_bytes_of(graph, place_config(config), attributes), estimate);
  return estimate;
}

namespace {

/// One run over a symmetric graph: what it handles, and its stages in order.
struct RunEstimator {
  static constexpr double kNearCache = 2e6;
  static constexpr double kFarCache = 8e6;
  static constexpr double kSharedCache = 32e6;

  const Graph& graph;
  const Config& config;
  int threads = 1;
  const Attributes& attributes;
  double kept = 0.0;  ///< bytes that are held when the next stage begins
  Estimate estimate = {};

  double n = graph.node_count();
  double entries = static_cast<double>(graph.targets.size());
  Meetings meetings = sampled_meetings(graph, config);
  double pairs = meetings.pairs;
  double stored = 2.0 * meetings.kept;  // both (u,v) and (v,u)

  double rank = std::min<double>(config.spectral.rank, n);
  double basis = std::min<double>(rank + config.spectral.oversampling, n);
  double regions = static_cast<double>(most_regions(graph.node_count(), config.spectral));
  double columns = config.l23.columns;
  double candidates = std::min<double>(config.eligibility.candidate_columns, columns);
  double l4_active = config.l4.active();
  double steps = n * config.walks.walks_per_node * config.walks.walk_length;
  double ranked = config.l23.active_columns + config.readout.l5a_active;
  double presentations = static_cast<double>(presentation_count(config.training, graph.node_count()));

  // What the stages leave behind, in bytes.
  double graph_bytes = graph_bytes_of(graph);
  double walk_bytes = 4.0 * steps;
  double pair_bytes = packed_bytes(stored, n, reorders(config, graph.node_count()));
  double ppmi_bytes = pair_bytes + 24.0 * n;  // and where rows begin, and a logarithm per node
  double presentation_bytes = sizeof(Presentation) * presentations;
  double coordinate_bytes = 4.0 * n * rank;
  double eligibility_bytes = 6.0 * n * candidates;
  double l4_bytes = 2.0 * n * l4_active;
  double cortex_bytes = cortex_bytes_of(config);
  double code_bytes = 2.0 * n * ranked;

  // Threads wait for one another and for memory: 1.85 times as fast on two, 7.3 times on sixteen.
  double speedup = std::max(1, threads) / (1.0 + 0.08 * (std::max(1, threads) - 1.0));
  bool is_reordered = reorders(config, graph.node_count());
  double waiting = is_reordered ? Speed::kReordered : 1.0;
  double walk_graph_bytes = is_reordered ? graph_bytes - bytes_of_ids(graph.ids) : 0.0;
  double sparse_product =
      Speed::kSparseProduct + waiting * outside_cache(2.0 * n * basis, kFarCache) * Speed::kSparseMiss;

  void add(const char* name, double operations_seconds, double working_bytes, double kept_bytes) {
    estimate.stages.push_back(
        {name, operations_seconds / speedup, static_cast<std::uint64_t>(kept + std::max(working_bytes, kept_bytes))});
    kept += kept_bytes;
  }
  void add_pairs();
  void add_attributes();
  void add_places();
  void add_codes();
  void add_read_out();
  [[nodiscard]] double region_bytes() const { return 4.0 * n + 4.0 * regions * rank; }
};

/// Up to the table of pairs.
void RunEstimator::add_pairs() {
  estimate.pairs = static_cast<std::uint64_t>(pairs);
  estimate.distinct_pairs = static_cast<std::uint64_t>(meetings.partners);
  if (is_reordered) {
    add("ordering", entries * Speed::kOrdering * speedup, 28.0 * n, 4.0 * n);
  }
  const double walk_step = Speed::kWalkStep + waiting * outside_cache(graph_bytes, kNearCache) * Speed::kWalkMiss;
  kept += walk_graph_bytes;
  add("walks", steps * walk_step, walk_bytes + (graph.is_weighted() ? 8.0 * entries : 0.0), walk_bytes);
  // The entries grow row by row, besides the visits of a slab and a few counters per node and thread.
  const double visit_bytes =
      std::min(steps, static_cast<double>(usual_slab(static_cast<std::uint64_t>(steps)))) * sizeof(Visit);
  estimate.pair_bytes = static_cast<std::uint64_t>(pair_bytes);
  estimate.visit_bytes = static_cast<std::uint64_t>(visit_bytes);
  const double pair_count = Speed::kPairCount + waiting * outside_cache(walk_bytes, kSharedCache) * Speed::kPairMiss;
  constexpr double kGrowth = 1.5;  // growing arrays are never full
  const double portion_bytes =
      kGrowth * pair_bytes / n * std::min(n, static_cast<double>(kPortionRows) * std::max(1, threads));
  // Per node its number of pairs, and per thread a counter and its number of visits.
  add("PPMI", pairs * pair_count + 2.0 * meetings.partners * Speed::kPairEntry,
      ppmi_bytes + visit_bytes + portion_bytes + (8.0 + 8.2 * std::max(1, threads)) * n,
      ppmi_bytes + 8.0 * n + presentation_bytes);
  kept -= walk_bytes;
}

void RunEstimator::add_attributes() {
  if (attributes.width == 0 || config.attributes.attribute_share == 0.0) {
    return;
  }
  const auto known = static_cast<double>(attributes.indices.size());
  const double own = attribute_rank_of(attributes, config, n);
  const double products = known * (Speed::kHalves + Speed::kDirections) * own * sparse_product;
  const double spreading = 2.0 * Speed::kSpreading * entries * own * sparse_product;
  const double orthogonal = Speed::kDirections * attributes.width * own * own * Speed::kDenseProduct;
  const double evidence = Speed::kRegressions * std::min(n, 20'000.0) * own * own * Speed::kDenseProduct;
  add("attributes", Speed::kAttributeWork * (products + spreading + orthogonal + evidence),
      24.0 * known + 12.0 * n * own + 4.0 * n * (rank + 2.0 * own) + 12.0 * attributes.width * own,
      8.0 * n * own + 4.0 * attributes.width * own);
  rank += 2.0 * own;
}

/// Coordinates, regions, and the columns that each node may use.
void RunEstimator::add_places() {
  constexpr double kRoundedBytes = 2.25;  // of a number, in whole lines
  const double smoothing = config.spectral.smoothing > 0.0 ? entries * rank * sparse_product : 0.0;
  if (config.spectral.method == SpectralMethod::kGha) {
    constexpr double kGatherAndScatter = 3.5;  // the second also writes
    const double passes = std::ceil(static_cast<double>(config.spectral.gha_presentations) / std::max(1.0, n));
    const double factor = rank * rank * (3.0 + rank / config.spectral.gha_block) * Speed::kFactorProduct;
    const double folding = n * rank * rank / Speed::kRowsBetweenFolds * Speed::kDenseProduct;
    add("spectrum", passes * (kGatherAndScatter * stored * rank * sparse_product + n * (factor + folding)) + smoothing,
        12.0 * n * rank, coordinate_bytes);
    kept -= walk_graph_bytes + ppmi_bytes;
    add_attributes();
    const double shown = n * std::ceil(static_cast<double>(config.spectral.som_presentations) / std::max(1.0, n));
    add("regions", shown * regions * rank * Speed::kMapProduct, region_bytes() + 12.0 * n, region_bytes());
  } else {
    const double products = config.spectral.power_iterations + 2.0;
    add("spectrum",
        products * (stored * basis * sparse_product + 1.5 * n * basis * basis * Speed::kDenseProduct) +
            basis * basis * basis * Speed::kEigenvectors + smoothing,
        4.0 * n * basis + std::max(kRoundedBytes * n * basis, coordinate_bytes), coordinate_bytes);
    kept -= walk_graph_bytes + ppmi_bytes;
    add_attributes();
    // After the first steps, bounds save about half of the scores; seeding and repair cost as much as nine such steps.
    add("regions", n * regions * rank * (0.5 * config.spectral.kmeans_iterations + 4.5) * Speed::kDenseProduct,
        region_bytes() + 12.0 * n, region_bytes());
  }
  add("eligibility", n * (regions * (rank + columns) * Speed::kShortProduct + (regions + columns) * Speed::kSelection),
      eligibility_bytes + 4.0 * columns * regions, eligibility_bytes);
}

/// The input codes, and learning.
void RunEstimator::add_codes() {
  const double class_bits = config.l4.class_bits;
  const double slab_bytes = 64.0 * std::ceil(std::min<double>(class_bits, kSlabBits) / 64.0);  // one byte per bit, in
                                                                                               // lines
  const double class_sum = Speed::kClassSum + outside_cache(2.0 * n * slab_bytes, kFarCache) * Speed::kClassMiss;
  add("L4 codes", config.l4.class_hops * (entries + 3.0 * n) * class_bits * class_sum + n * Speed::kClassCode,
      l4_bytes + n * (2.0 * slab_bytes + 6.0 * config.l4.class_active + 2.0 * config.l4.projection_bits + 16.0),
      l4_bytes);
  const double winners = config.l23.active_columns;
  const double competing =
      config.training.competing_columns == 0
          ? candidates
          : std::min<double>(candidates, std::max<double>(config.training.competing_columns, winners));
  add("columns", presentations * (l4_active * (competing * Speed::kDrive + winners * Speed::kLearn) + Speed::kRanking),
      cortex_bytes, cortex_bytes);
}

/// What the columns say, once they have learned.
void RunEstimator::add_read_out() {
  const double forward = candidates * l4_active * Speed::kDrive + Speed::kRanking;
  const double firing_bytes = 6.0 * ranked * n;
  const bool is_settled = settles(config.plasticity);
  if (is_settled) {
    add("settling", n * forward, firing_bytes + 8.0 * ranked * n, 0.0);
  }
  const double passes = std::ceil(static_cast<double>(config.training.outstar_presentations) / std::max(1.0, n));
  const double taught = passes * config.readout.l5a_active * ranked * Speed::kOutstar;
  add("readout",
      n * ((is_settled ? 0.0 : forward) + 2.0 * Speed::kRanking + ranked * config.readout.l5a_size * Speed::kReadout +
           taught),
      code_bytes + 2.0 * columns * config.l23.cells_per_column * config.readout.l5a_size + firing_bytes +
          (4.0 * config.readout.l5a_active + 16.0) * n,
      code_bytes);
  if (config.l6.l6_active > 0) {
    const double heard = std::min<double>(config.l6.l6_fan, std::max(1.0, entries / n));
    add("L6 codes",
        entries * (Speed::kL6Edge + waiting * outside_cache(2.0 * n * config.l6.l6_fan, kFarCache) * Speed::kL6Miss +
                   heard * Speed::kL6Heard) +
            n * Speed::kL6Code,
        (2.0 * config.l6.l6_fan + (graph.is_weighted() ? 4.0 * config.l6.l6_fan : 4.0) + 12.0 +
         2.0 * config.l6.l6_active) *
            n,
        2.0 * config.l6.l6_active * n);
  }
}

Estimate estimate_run(const Graph& graph, const Config& config, int threads, const Attributes& attributes,
                      double held) {
  RunEstimator run{graph, config, threads, attributes, held};
  run.add_pairs();
  run.add_places();
  run.add_codes();
  run.add_read_out();
  return std::move(run.estimate);
}

}  // namespace

std::vector<StageCost> estimate_outputs(const Graph& graph, const Config& config, std::uint64_t writer_bytes,
                                        const Attributes& attributes) {
  const double n = graph.node_count();
  const double id_bytes = bytes_of_ids(graph.ids);
  const double code_bytes = 2.0 * n * (config.l23.active_columns + config.readout.l5a_active + config.l6.l6_active);
  // The model has a copy of the graph; the table of codes has copies of the ids and of the model's codes.
  const double kept = kProcess + graph_bytes_of(graph) + attribute_bytes_of(attributes) +
                      model_bytes_of(graph, config, attributes) + code_bytes + id_bytes;
  const auto stage = [&](const char* name, double seconds, double working_bytes) {
    return StageCost{name, seconds, static_cast<std::uint64_t>(kept + working_bytes)};
  };
  const auto writing = static_cast<double>(writer_bytes);
  return {stage("health", n * Speed::kHealth, 16.0 * n),
          stage("writing", (code_bytes + id_bytes) * Speed::kWriting, std::max(writing, id_bytes) + 12.0 * n)};
}

}  // namespace columnar
