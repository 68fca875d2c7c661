// The kernels that most of an embedding's time goes to, on a generated graph of 20,000 nodes and one thread, each
// beside its plain twin. The answers are checked before anything is timed.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "stages/plain_twins.hpp"

namespace columnar::bench {
namespace {

constexpr NodeIndex kNodes = 20'000;
constexpr std::size_t kChecked = 500;  ///< nodes whose drives and rankings are compared with the plain twins

/// Everything that the stages before the measured one make.
struct Stages {
  Config config;
  Graph graph = planted_communities(kNodes, 10, 10.0, 0.2, 1).graph;
  Walks walks = sample_walks(graph, config.walks, config.seed, {});
  L4Codes l4 = encode_l4(graph, config.l4, config.seed, {});
  CortexState cortex = initial_cortex(config);
  Eligibility eligibility;
  std::uint32_t ranks = config.l23.active_columns + config.readout.l5a_active;

  Stages() {
    SpectralConfig rough = config.spectral;  // how eligibility falls off matters here, not how good the regions are
    rough.rank = 32;
    rough.power_iterations = 1;
    rough.kmeans_iterations = 5;
    const Ppmi ppmi = compute_ppmi(walks, kNodes, config.walks.window, {}).ppmi;
    const RowMatrix coordinates = embed_spectrum(ppmi, rough, config.ppmi.spectral_clip, config.seed, {}).coordinates;
    const Regions regions = partition(coordinates, rough, config.seed, {});
    eligibility =
        build_eligibility(coordinates, regions.centroids, config.eligibility, config.l23.columns, config.seed, {});
  }
  [[nodiscard]] Stimulus stimulus(std::size_t node) const { return stimulus_of(node, l4, eligibility); }
};

const Stages& stages() {
  static const Stages made;
  return made;
}

void require(bool right, const char* what) {
  if (!right) {
    throw std::runtime_error(fmt::format("wrong answer: {}", what));
  }
}

void check_walks(const Stages& s) {
  require(s.walks.count() == std::size_t{kNodes} * s.config.walks.walks_per_node, "the number of walks");
  for (std::size_t w = 0; w < s.walks.count(); ++w) {
    const auto walk = s.walks.walk(w);
    require(walk.size() == s.config.walks.walk_length, "a walk ended in a graph without dead ends");
    require(walk[0] == w / s.config.walks.walks_per_node, "a walk begins at another node");
    for (std::size_t i = 1; i < walk.size(); ++i) {
      const auto row = s.graph.neighbours(walk[i - 1]);
      require(std::binary_search(row.begin(), row.end(), walk[i]), "a walk took a step where there is no edge");
    }
  }
}

void check_pairs(const Stages& s) {
  struct Compared : PairRowSink {
    explicit Compared(const PairTable& table) : plain(table) {}
    void row(std::size_t /*block*/, const PairRow& row) override {
      for (std::size_t i = 0; i < row.columns.size(); ++i) {
        const NodeIndex v = row.columns[i];
        const auto found = plain.find((std::uint64_t{std::min(row.node, v)} << 32U) | std::max(row.node, v));
        require(found != plain.end() && found->second == row.counts[i], "the count of a pair");
      }
      entries += row.columns.size();
    }
    const PairTable& plain;
    std::size_t entries = 0;
  };
  const PairTable plain = plain_pairs(s.walks, s.config.walks.window);
  Compared compared(plain);
  Visits visits(s.walks, kNodes, s.config.walks.window, 1);
  count_pair_rows(s.walks, visits, kSlabVisits, compared, {});
  require(compared.entries == 2 * plain.size(), "the number of distinct pairs");
}

void check_columns(const Stages& s) {
  std::vector<float> drive(s.cortex.lanes);
  ColumnCompetition competition(s.cortex, s.config.l23, s.ranks);
  Activity activity;
  for (std::size_t node = 0; node < kChecked; ++node) {
    const Stimulus stimulus = s.stimulus(node);
    const std::uint32_t column = stimulus.columns[node % stimulus.columns.size()];
    column_drive(s.cortex, s.config.l23, stimulus, column, drive.data());
    const std::vector<double> plain = plain_drive(s.cortex, s.config.l23, stimulus, column);
    for (std::size_t cell = 0; cell < plain.size(); ++cell) {
      require(std::abs(static_cast<double>(drive[cell]) - plain[cell]) <= 1e-5 * plain[cell], "the drive of a cell");
    }
    competition.run(stimulus, activity);
    require(activity.columns == plain_ranking(s.cortex, s.config.l23, stimulus, s.ranks), "the ranking of columns");
  }
}

/// A trained model of the same graph, and the codes that a second reading of every node gives.
struct Trained {
  Model model;

  Trained() {
    Embedder embedder{Config()};
    (void)embedder.fit(stages().graph, {});
    model = embedder.model();
  }
  /// From the graph: input codes, eligibility, the forward pass, the readout.
  [[nodiscard]] Codes encode() const {
    const Config& config = model.config;
    const L4Codes l4 = encode_l4(model.graph, config.l4, config.seed, {});
    const Eligibility eligibility = build_eligibility(model.learned->coordinates, model.learned->centroids,
                                                      config.eligibility, config.l23.columns, config.seed, {});
    return read_out(fire(l4, eligibility, config, model.learned->cortex, 1), config, model.learned->cortex, {});
  }
};

const Trained& trained() {
  static const Trained made;
  return made;
}

void check_codes(const Trained& t) {
  require(t.encode().bits == t.model.codes, "nodes that are encoded again have other codes than they were trained to");
}

void bm_walks(benchmark::State& state) {
  const Stages& s = stages();
  for (auto _ : state) {
    benchmark::DoNotOptimize(sample_walks(s.graph, s.config.walks, s.config.seed, {}));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(s.walks.nodes.size()));
}
BENCHMARK(bm_walks)->Name("walks")->Unit(benchmark::kMillisecond);

void bm_pairs(benchmark::State& state) {
  const Stages& s = stages();
  std::uint64_t pairs = 0;
  for (auto _ : state) {
    const CountedPairs counted = compute_ppmi(s.walks, kNodes, s.config.walks.window, {});
    pairs = counted.marginals.total;
    benchmark::DoNotOptimize(counted.ppmi.bytes.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}
BENCHMARK(bm_pairs)->Name("pairs")->Unit(benchmark::kMillisecond);

void bm_pairs_plain(benchmark::State& state) {
  const Stages& s = stages();
  std::uint64_t pairs = 0;
  for (auto _ : state) {
    const PairTable table = plain_pairs(s.walks, s.config.walks.window);
    pairs = 0;
    for (const auto& [pair, count] : table) {
      pairs += count;
    }
  }
  malloc_trim(0);  // the millions of small pieces just freed would be sorted at the cost of the next benchmark
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
}
BENCHMARK(bm_pairs_plain)->Name("pairs, plain: hash table")->Unit(benchmark::kMillisecond)->Iterations(1);

void bm_drive(benchmark::State& state) {
  const Stages& s = stages();
  std::vector<float> drive(s.cortex.lanes);
  std::size_t node = 0;
  for (auto _ : state) {
    const Stimulus stimulus = s.stimulus(node);
    column_drive(s.cortex, s.config.l23, stimulus, stimulus.columns[0], drive.data());
    benchmark::DoNotOptimize(drive.data());
    node = (node + 1) % kNodes;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(bm_drive)->Name("column_drive");

void bm_drive_plain(benchmark::State& state) {
  const Stages& s = stages();
  std::size_t node = 0;
  for (auto _ : state) {
    const Stimulus stimulus = s.stimulus(node);
    benchmark::DoNotOptimize(plain_drive(s.cortex, s.config.l23, stimulus, stimulus.columns[0]));
    node = (node + 1) % kNodes;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(bm_drive_plain)->Name("column_drive, plain: cell by cell");

/// range(0): how many ranks are asked for, the winners alone while learning, with the runner-ups in the readout.
void bm_competition(benchmark::State& state) {
  const Stages& s = stages();
  ColumnCompetition competition(s.cortex, s.config.l23, static_cast<std::uint32_t>(state.range(0)));
  Activity activity;
  std::size_t node = 0;
  for (auto _ : state) {
    competition.run(s.stimulus(node), activity);
    benchmark::DoNotOptimize(activity.columns.data());
    node = (node + 1) % kNodes;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(bm_competition)->Name("competition")->Arg(8)->Arg(28);

void bm_competition_plain(benchmark::State& state) {
  const Stages& s = stages();
  std::size_t node = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        plain_ranking(s.cortex, s.config.l23, s.stimulus(node), static_cast<std::uint32_t>(state.range(0))));
    node = (node + 1) % kNodes;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(bm_competition_plain)->Name("competition, plain: full sort")->Arg(8)->Arg(28);

/// Nodes a second and core, from the trained model and the graph alone.
void bm_encode(benchmark::State& state) {
  const Trained& t = trained();
  for (auto _ : state) {
    benchmark::DoNotOptimize(t.encode());
  }
  state.SetItemsProcessed(state.iterations() * kNodes);
}
BENCHMARK(bm_encode)->Name("encode, from the graph")->Unit(benchmark::kMillisecond);

/// The same where input codes and eligibility are there already: the cortex alone.
void bm_cortex(benchmark::State& state) {
  const Trained& t = trained();
  const Config& config = t.model.config;
  const L4Codes l4 = encode_l4(t.model.graph, config.l4, config.seed, {});
  const Eligibility eligibility = build_eligibility(t.model.learned->coordinates, t.model.learned->centroids,
                                                    config.eligibility, config.l23.columns, config.seed, {});
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        read_out(fire(l4, eligibility, config, t.model.learned->cortex, 1), config, t.model.learned->cortex, {}));
  }
  state.SetItemsProcessed(state.iterations() * kNodes);
}
BENCHMARK(bm_cortex)->Name("encode, the cortex alone")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace columnar::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 1;
  }
  try {
    columnar::bench::check_walks(columnar::bench::stages());
    columnar::bench::check_pairs(columnar::bench::stages());
    columnar::bench::check_columns(columnar::bench::stages());
    columnar::bench::check_codes(columnar::bench::trained());
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_stages: {}\n", error.what());
    return 1;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
