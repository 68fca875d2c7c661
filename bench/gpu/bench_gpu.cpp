// Fits generated graphs on the GPU and on all cores of the same machine, stage by stage.
// Usage: bench_gpu NODES... [--gpu-only] [--threads N]

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/nested_communities.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar_cuda/stages/cuda_build.hpp"
#include "columnar_cuda/stages/spectrum.hpp"

namespace columnar {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Measured {
  std::string device;
  double seconds = 0.0;  ///< of the whole fit
  FitReport report;
  SdrTable codes;
};

Measured measure(const Graph& graph, int threads, bool on_gpu) {
  const auto start = Clock::now();
  const std::unique_ptr<FitStages> stages = on_gpu ? cuda::stages_on_gpu(threads) : nullptr;
  const double opening = seconds_since(start);
  Embedder embedder;
  Measured result{on_gpu ? "gpu" : "cpu", 0.0, {}, {}};
  result.codes = embedder.fit(graph, {}, {threads, nullptr}, nullptr, {}, stages.get());
  result.seconds = seconds_since(start);
  result.report = embedder.report();
  if (on_gpu) {
    result.report.stages.insert(result.report.stages.begin(), {"opening the GPU", opening, 0});
  }
  return result;
}

/// Active bits that two nodes share, as a share of those of one: the mean over sampled edges, and over random pairs.
struct Overlaps {
  double linked = 0.0;
  double random = 0.0;
};

Overlaps overlaps_of(const Graph& graph, const SdrTable& codes) {
  constexpr std::uint64_t kPairs = 200'000;
  const KeyedRandom random(1, Purpose::kGeometryPairs);
  const auto shared = [&](NodeIndex a, NodeIndex b) {
    const auto left = codes.code(a);
    const auto right = codes.code(b);
    return static_cast<double>(std::ranges::count_if(
               left, [&](std::uint16_t bit) { return std::ranges::find(right, bit) != right.end(); })) /
           static_cast<double>(left.size());
  };
  Overlaps sum;
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    const auto node = static_cast<NodeIndex>(random.below(graph.node_count(), i, 0));
    const auto other = static_cast<NodeIndex>(random.below(graph.node_count(), i, 1));
    const auto neighbours = graph.neighbours(node);
    if (!neighbours.empty()) {
      sum.linked += shared(node, neighbours[random.below(neighbours.size(), i, 2)]) / kPairs;
    }
    sum.random += shared(node, other) / kPairs;
  }
  return sum;
}

void print_fit(const Graph& graph, const Measured& fit) {
  const Overlaps overlaps = overlaps_of(graph, fit.codes);
  fmt::print("{} {} nodes: fit {:.2f} s; shared bits: linked {:.4f}, random {:.4f}; pairs {}, distinct {}\n ",
             fit.device, graph.node_count(), fit.seconds, overlaps.linked, overlaps.random, fit.report.pairs,
             fit.report.distinct_pairs);
  std::uint64_t peak = 0;
  for (const StageCost& stage : fit.report.stages) {
    fmt::print(" {} {:.3f},", stage.name, stage.seconds);
    peak = std::max(peak, stage.peak_bytes);
  }
  fmt::print(" peak of the host {:.1f} GiB\n", static_cast<double>(peak) / (1U << 30U));
  std::fflush(stdout);
}

/// A stage without copies to the host: seconds, the bytes that it moves through the memory of the GPU as counted below,
/// and their share of what an H200's memory moves by its data sheet.
void print_roofline(const char* stage, double seconds, double bytes) {
  constexpr double kBytesPerSecond = 4.8e12;
  fmt::print("  {}: {:.3f} s, {:.0f} GB, {:.1f} % of 4.8 TB/s\n", stage, seconds, bytes / 1e9,
             100.0 * bytes / seconds / kBytesPerSecond);
}

/// The three longest stages once more, one by one.
void print_rooflines(const Graph& graph, int threads) {
  const Config config;
  const cuda::Device device(threads);
  const cuda::DeviceGraph rows(device, graph);
  const auto timed = [&](const auto& body) {
    const auto start = Clock::now();
    auto result = body();
    device.synchronize();
    return std::pair{std::move(result), seconds_since(start)};
  };
  const double nodes = graph.node_count();
  auto [walks, walk_seconds] = timed([&] { return cuda::sample_walks(device, rows, config.walks, config.seed); });
  const auto steps = static_cast<double>(walks.nodes.size());
  print_roofline("walks", walk_seconds, steps * (32.0 + 32.0 + 4.0));  // a sector of offsets, one of targets; the step
  auto [count, pair_seconds] = timed([&] {
    return cuda::compute_ppmi(device, walks, graph.node_count(), config.walks.window, pair_evidence(config),
                              {threads, nullptr});
  });
  walks = {};
  const double listed = 2.0 * static_cast<double>(count.marginals.total);
  const double runs = 2.0 * static_cast<double>(count.distinct);
  const auto parts = static_cast<double>(count.pairs.parts.size());
  double entries = 0.0;
  for (const cuda::DevicePairs::Part& part : count.pairs.parts) {
    entries += static_cast<double>(part.columns.size());
  }
  const double bits = std::ceil(std::log2(nodes)) + std::ceil(std::log2(nodes / parts));
  const double sorting = listed * (8.0 + 16.0 * std::ceil(bits / 8.0));  // a histogram, then passes of eight bits
  const double counting = listed * 8.0 + runs * 12.0;
  const double scoring = runs * (12.0 + 8.0 + 8.0 + 16.0) + entries * 8.0;
  print_roofline("PPMI", pair_seconds, (parts + 1.0) * 4.0 * steps + listed * 8.0 + sorting + counting + scoring);
  fmt::print("    {:.0f} pairs from both ends in {:.0f} parts, {:.0f} distinct, {:.0f} entries\n", listed, parts, runs,
             entries);
  auto [coordinates, spectrum_seconds] = timed([&] {
    return cuda::node_coordinates(device, count.pairs, rows, config, {threads, nullptr});
  });
  const double width = config.spectral.rank + config.spectral.oversampling;
  const double products = config.spectral.power_iterations + 2.0;
  const double image = 4.0 * nodes * width;
  print_roofline("spectrum", spectrum_seconds,
                 products * (entries * (2.0 * width + 8.0) + 4.0 * image) +
                     static_cast<double>(graph.targets.size()) * 4.0 * config.spectral.rank);
}

void run(NodeIndex nodes, int threads, bool gpu_only) {
  const auto start = Clock::now();
  NestedCommunities wanted;
  wanted.nodes = nodes;
  const Graph graph = nested_communities(wanted, threads).graph;
  fmt::print("graph of {} nodes, {} edges: made in {:.1f} s\n", graph.node_count(), graph.edge_count(),
             seconds_since(start));
  const cuda::DeviceEstimate need = cuda::estimate_on_gpu(graph, {});
  fmt::print("estimate: {:.1f} GiB of GPU memory for {}, {:.1f} GiB free\n",
             static_cast<double>(need.needed_bytes) / (1U << 30U), need.stage,
             static_cast<double>(need.free_bytes) / (1U << 30U));
  SdrTable first;
  for (const bool again : {false, true}) {
    Measured fit = measure(graph, threads, true);
    print_fit(graph, fit);
    if (again) {
      fmt::print("the same bytes: {}\n", fit.codes.bits == first.bits ? "yes" : "NO");
    }
    first = std::move(fit.codes);
    if (nodes > 20'000'000) {
      break;  // one is enough to know
    }
  }
  print_rooflines(graph, threads);
  if (!gpu_only) {
    print_fit(graph, measure(graph, threads, false));
  }
}

}  // namespace
}  // namespace columnar

int main(int argc, char** argv) {
  CLI::App app{"Fits generated graphs on the GPU and on the CPU"};
  std::vector<std::uint32_t> nodes{1'000'000, 10'000'000};
  bool gpu_only = false;
  auto threads = static_cast<int>(std::thread::hardware_concurrency());
  app.add_option("NODES", nodes, "Sizes of the graphs");
  app.add_flag("--gpu-only", gpu_only, "Leave the CPU out");
  app.add_option("--threads", threads, "Threads of the CPU");
  CLI11_PARSE(app, argc, argv);
  int code = 0;
  for (const std::uint32_t count : nodes) {
    try {
      columnar::run(count, threads, gpu_only);
    } catch (const columnar::Error& error) {
      fmt::print("{}\n", error.what());
      code = 2;
    }
  }
  return code;
}
