// How good the codes are, and at what price: accuracy, health, seconds and memory on the five graphs, beside the codes
// of the same sparsity that nobody trained. Every code is checked before its time is shown.

#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/report/numbers.hpp"
#include "quality/quality.hpp"
#include "terminal.hpp"

namespace columnar::bench {
namespace {

struct Arguments {
  std::vector<std::string> graphs;
  std::uint32_t seeds = 5;
  std::string preset = "default";
};

/// In $COLUMNAR_DATA, else in ../shared/datasets from the root of the sources; nothing where it is not there.
std::optional<std::string> find_dataset(std::string_view file) {
  const char* named = std::getenv("COLUMNAR_DATA");
  const std::filesystem::path folder = named != nullptr && *named != '\0'
                                           ? std::filesystem::path(named)
                                           : std::filesystem::path(COLUMNAR_SOURCE_DIR) / ".." / "shared" / "datasets";
  const std::filesystem::path path = folder / file;
  return std::filesystem::exists(path) ? std::optional(path.string()) : std::nullopt;
}

/// The figures of one method on one graph, over the seeds.
struct Figures {
  std::vector<double> accuracy;
  std::vector<double> accuracy_l23;  ///< empty for a code that has one layer
  std::vector<double> seconds;
  std::vector<double> same_cell;
  double unique_least = 1.0;
  std::uint32_t neurons_least = ~0U;
  std::uint32_t neurons_total = 0;
  std::uint64_t cross_class_pairs = 0;  ///< the most of any seed
  std::uint64_t peak_bytes = 0;         ///< the most of any seed
};

void add_run(Figures& figures, const Run& run, const Labels& labels) {
  figures.accuracy.push_back(classify(run.table, labels).accuracy.mean);
  if (run.table.shape.layer == Layer::kAll) {
    figures.accuracy_l23.push_back(classify(select_layer(run.table, Layer::kL23), labels).accuracy.mean);
  }
  const CodeHealth health = code_health(run.table, &labels);
  figures.seconds.push_back(run.seconds);
  figures.unique_least = std::min(figures.unique_least, health.unique.share);
  if (health.l23_neurons) {
    figures.neurons_least = std::min(figures.neurons_least, health.l23_neurons->used);
    figures.neurons_total = health.l23_neurons->total;
  }
  if (health.same_cell_rate && run.table.shape.cells_per_column > 1) {
    figures.same_cell.push_back(*health.same_cell_rate);
  }
  if (health.cross_class_duplicates) {
    figures.cross_class_pairs = std::max(figures.cross_class_pairs, health.cross_class_duplicates->pairs);
  }
  figures.peak_bytes = std::max(figures.peak_bytes, run.peak_bytes);
}

std::string figure(const std::vector<double>& values, const char* format) {
  return values.empty() ? "–" : fmt::format(fmt::runtime(format), mean_and_sd(values).mean);
}

std::string with_mark(double wanted, double got) {
  return fmt::format("{:.3f} {}", wanted, got >= wanted ? "met" : "missed");
}

std::vector<std::string> row_of(const Dataset& dataset, const std::string& method, const Figures& figures) {
  const MeanSd accuracy = mean_and_sd(figures.accuracy);
  const double seconds = mean_and_sd(figures.seconds).mean;
  return {std::string(dataset.name),
          method,
          fmt::format("{:.4f}", accuracy.mean) + (accuracy.sd ? fmt::format(" ± {:.4f}", *accuracy.sd) : ""),
          with_mark(dataset.target, accuracy.mean),
          with_mark(dataset.stretch, accuracy.mean),
          figure(figures.accuracy_l23, "{:.4f}"),
          figures.accuracy_l23.empty() ? "–" : with_mark(dataset.target - 0.01, mean_and_sd(figures.accuracy_l23).mean),
          percent(figures.unique_least),
          fmt::format("{} of {}", figures.neurons_least, figures.neurons_total),
          figure(figures.same_cell, "{:.3f}"),
          std::to_string(figures.cross_class_pairs),
          fmt::format("{:.2f}", seconds),
          fmt::format("{:.2f}", seconds / dataset.node2vec_seconds),
          human_bytes(figures.peak_bytes)};
}

/// Runs a method with every seed. The allocator gives back what the run before held, so that the peak is this run's.
Figures measure(const Graph& graph, const Labels& labels, Config config, std::uint32_t seeds,
                const std::function<Run(const Graph&, const Config&)>& method) {
  Figures figures;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    config.seed = seed;
    malloc_trim(0);
    add_run(figures, method(graph, config), labels);
  }
  return figures;
}

void bench_graph(const Dataset& dataset, const std::string& path, const Arguments& arguments, cli::Table& table) {
  const ReadResult read = read_graph(path, {.directed = false, .largest_component = true});
  const Config config = preset_config(parse_preset(arguments.preset));
  const auto run = [&](const std::string& name, const std::function<Run(const Graph&, const Config&)>& method) {
    const auto start = std::chrono::steady_clock::now();
    table.add(row_of(dataset, name, measure(read.graph, read.labels, config, arguments.seeds, method)));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    fmt::print(stderr, "bench_quality: {}, {}: {}\n", dataset.name, name, human_seconds(elapsed.count()));
  };
  run("columnar", run_columnar);
  for (const std::uint32_t rank : {64U, 128U}) {
    run(fmt::format("untrained, rank {}", rank),
        [rank](const Graph& graph, const Config& with_seed) { return run_random_projection(graph, with_seed, rank); });
  }
}

std::vector<const Dataset*> chosen_datasets(const std::vector<std::string>& names) {
  std::vector<const Dataset*> chosen;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(kDatasets, name, &Dataset::name);
    if (found == kDatasets.end()) {
      throw Error(ErrorCode::kConfig, fmt::format("--graphs: unknown graph '{}': use cora, citeseer, photo, pubmed or "
                                                  "physics",
                                                  cli::printable(name)));
    }
    chosen.push_back(&*found);
  }
  if (chosen.empty()) {
    for (const Dataset& dataset : kDatasets) {
      chosen.push_back(&dataset);
    }
  }
  return chosen;
}

void bench(const Arguments& arguments) {
  cli::Table table;
  table.align_left(1);
  table.add({"graph", "code", "accuracy", "target", "stretch", "SDR-8", "target - .01", "unique", "neurons",
             "same cell", "cross-class", "seconds", "/ node2vec-c", "peak memory"});
  bool any = false;
  for (const Dataset* dataset : chosen_datasets(arguments.graphs)) {
    const std::optional<std::string> path = find_dataset(dataset->file);
    if (!path) {
      cli::print(fmt::format("{}: skipped: {} is neither in $COLUMNAR_DATA nor in ../shared/datasets\n", dataset->name,
                             dataset->file));
      continue;
    }
    any = true;
    table.add_rule();
    bench_graph(*dataset, *path, arguments, table);
  }
  if (!any) {
    return;
  }
  cli::print(
      fmt::format("Largest component, preset {}, seeds 1 to {}, one thread; 5-fold logistic regression, C = 1, "
                  "folds of seed 1.\n\n",
                  arguments.preset, arguments.seeds));
  cli::print(table.text(""));
  cli::print(
      "\naccuracy: of the whole code, mean ± sd over seeds. unique and neurons: the least of any seed; cross-class\n"
      "duplicates and peak memory: the most. seconds: the mean, from the graph in memory to the codes.\n"
      "untrained: spectral coordinates × a Gaussian matrix, the best 28 of 1800 kept: what learning has to beat.\n"
      "/ node2vec-c: over the published seconds of node2vec-c, same walks, d = 64, one thread (0.5, 0.4, 2.9, 6.9 and\n"
      "15.9 s), measured on another machine of the same kind, not in this run.\n");
}

}  // namespace
}  // namespace columnar::bench

int main(int argc, char** argv) {
  columnar::bench::Arguments arguments;
  CLI::App app{"Accuracy, health, time and memory of the codes on the five graphs", "bench_quality"};
  app.add_option("--graphs", arguments.graphs, "Which: cora,citeseer,photo,pubmed,physics (all)")->delimiter(',');
  app.add_option("--seeds", arguments.seeds, "Seeds 1 to N (5)")->check(CLI::Range(1, 1000));
  app.add_option("--preset", arguments.preset, "default or paper");
  CLI11_PARSE(app, argc, argv);
  try {
    columnar::bench::bench(arguments);
    columnar::cli::flush_output();
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_quality: {}\n", error.what());
    return 1;
  }
  return 0;
}
