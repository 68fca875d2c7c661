// Whole fits on a GPU: the same bytes in every run, codes as good as the CPU's, and what is refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph/nested_communities.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar_cuda/stages/cuda_build.hpp"
#include "cuda/gpu_test.hpp"

namespace columnar::cuda {
namespace {

using GpuFit = GpuTest;

LabelledGraph town() { return nested_communities({.nodes = 3000, .seed = 4}); }

SdrTable fit_on(bool on_gpu, const Graph& graph, const Config& config, const Attributes& attributes = {}) {
  const std::unique_ptr<FitStages> stages = on_gpu ? stages_on_gpu(2) : nullptr;
  return Embedder(config).fit(graph, attributes, {.threads = 2}, nullptr, {}, stages.get());
}

/// Mean number of bits that linked nodes share, less that of nodes half of the table apart.
double contrast(const Graph& graph, const SdrTable& codes) {
  const auto shared = [&](NodeIndex a, NodeIndex b) {
    const auto left = codes.code(a);
    const auto right = codes.code(b);
    return static_cast<double>(
        std::ranges::count_if(left, [&](std::uint16_t bit) { return std::ranges::find(right, bit) != right.end(); }));
  };
  double sum = 0.0;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (const NodeIndex u : graph.neighbours(v)) {
      sum += (shared(v, u) - shared(v, (u + graph.node_count() / 2) % graph.node_count())) /
             static_cast<double>(graph.targets.size());
    }
  }
  return sum;
}

void expect_alike(const Graph& graph, const Config& config, const Attributes& attributes = {}) {
  const SdrTable on_gpu = fit_on(true, graph, config, attributes);
  EXPECT_EQ(on_gpu.bits, fit_on(true, graph, config, attributes).bits);
  const SdrTable on_cpu = fit_on(false, graph, config, attributes);
  EXPECT_EQ(on_gpu.shape, on_cpu.shape);
  EXPECT_NEAR(contrast(graph, on_gpu) / contrast(graph, on_cpu), 1.0, 0.03);
}

TEST_F(GpuFit, CodesAreAsGoodAsTheCpusAndTheSameInEveryRun) { expect_alike(town().graph, {}); }

TEST_F(GpuFit, SmallGraphs) { expect_alike(karate_club().graph, {}); }

TEST_F(GpuFit, WithRoles) {
  Config config;
  config.roles.roles = 0.25;
  expect_alike(town().graph, config);
}

TEST_F(GpuFit, WithAttributes) {
  const LabelledGraph labelled = town();
  Attributes attributes;
  attributes.width = 40;
  attributes.offsets = {0};
  for (NodeIndex v = 0; v < labelled.graph.node_count(); ++v) {
    attributes.indices.push_back(static_cast<std::uint32_t>(labelled.labels.classes[v]) * 5 + v % 5);
    attributes.offsets.push_back(attributes.indices.size());
  }
  expect_alike(labelled.graph, {}, attributes);
}

std::string refusal_of(const Graph& graph, const Config& config) {
  try {
    (void)fit_on(true, graph, config);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kConfig);
    return error.what();
  }
  return {};
}

TEST_F(GpuFit, RefusesWhatRunsOnTheCpuAlone) {
  Config config;
  config.training.balanced = false;
  EXPECT_THAT(refusal_of(karate_club().graph, config), testing::HasSubstr("--no-balanced"));
  config = {};
  config.spectral.method = SpectralMethod::kGha;
  EXPECT_THAT(refusal_of(karate_club().graph, config), testing::HasSubstr("--spectral gha"));
}

}  // namespace
}  // namespace columnar::cuda
