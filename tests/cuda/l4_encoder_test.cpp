#include "columnar_cuda/stages/l4_encoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "columnar/core/fp8_line.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar_cuda/stages/distinct.hpp"
#include "columnar_cuda/stages/l4_messages.hpp"
#include "cuda/gpu_test.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::cuda {
namespace {

TEST(CudaDistinct, DrawsWhatThePoolDraws) {
  L4Config config;
  for (const std::uint32_t active : {1U, 20U, 60U}) {
    config.identity_active = active;
    config.identity_bits = std::max(60U, 2 * active);
    for (std::uint64_t key = 0; key < 200; ++key) {
      std::vector<std::uint16_t> drawn(active);
      draw_distinct(KeyedRandom(9, Purpose::kIdentityCode), key, config.identity_bits, active,
                    [&](std::uint32_t i, std::uint16_t number) { drawn[i] = number; });
      EXPECT_EQ(drawn, identity_code(key, config, 9));
    }
  }
}

TEST(CudaMessages, AreTheBytesOfLines) {
  const KeyedRandom random(3, Purpose::kProbe);
  for (std::uint64_t round = 0; round < 50; ++round) {
    std::vector<float> numbers(Fp8Line::kNumbers);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const double size = std::exp2(20.0 * random.uniform(round, 2 * k) - 16.0);
      numbers[k] = random.uniform(round, 2 * k + 1) < 0.2 ? 0.0F : static_cast<float>(size);
    }
    const Fp8Scale scale(numbers);
    Fp8Line line{};
    scale.set(numbers.data(), line);
    alignas(32) FloatLanes sums[Fp8Line::kRegisters] = {};  // NOLINT(modernize-avoid-c-arrays)
    line.add_to(sums, 1.0F);
    const std::int32_t exponent = exponent_of_row(std::bit_cast<std::uint32_t>(*std::ranges::max_element(numbers)));
    EXPECT_EQ(std::bit_cast<float>(exponent << 23), scale.power());
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const std::uint32_t byte = byte_of(std::bit_cast<std::uint32_t>(numbers[k]), exponent);
      EXPECT_EQ(std::bit_cast<float>(bits_of_byte(byte << 16U, 2)), sums[k / 8][k % 8]) << numbers[k];
    }
  }
}

/// Compares the codes of all nodes, in an order that is not the graph's, with the CPU's.
void expect_as_on_cpu(const Device& device, const Graph& graph, const L4Config& config) {
  std::vector<NodeIndex> rows(graph.node_count());
  std::iota(rows.begin(), rows.end(), NodeIndex{0});
  keyed_shuffle(std::span(rows), KeyedRandom(4, Purpose::kProbe), 0);
  const L4Codes on_cpu = columnar::encode_l4(graph, rows, {}, config, 7, {});
  const L4Codes on_gpu =
      to_host(encode_l4(device, DeviceGraph(device, graph), DeviceArray<NodeIndex>(device, rows), config, 7, {}));
  ASSERT_EQ(on_gpu.active, on_cpu.active);
  ASSERT_EQ(on_gpu.class_active, on_cpu.class_active);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    differ += std::ranges::equal(on_gpu.code(i), on_cpu.code(i)) ? 0U : 1U;
  }
#ifdef __FMA__
  EXPECT_EQ(differ, 0U);
#else  // sums are rounded once more on this CPU
  EXPECT_LE(differ, rows.size() / 100);
#endif
}

Graph weighted_graph() {
  const Graph graph = planted_communities(2000, 8, 7.0, 0.2, 3).graph;
  const KeyedRandom random(2, Purpose::kProbe);
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      if (u < v) {
        edges.push_back({u, v, 0.1 + 5.0 * random.uniform(u, v)});
      }
    }
  }
  return testing_support::tiny_graph(graph.node_count(), edges);
}

TEST_F(GpuTest, L4CodesAreThoseOfTheCpu) {
  expect_as_on_cpu(device(), planted_communities(5000, 20, 9.0, 0.2, 1).graph, {});
}

TEST_F(GpuTest, L4CodesOfWeightedEdgesAreThoseOfTheCpu) { expect_as_on_cpu(device(), weighted_graph(), {}); }

TEST_F(GpuTest, L4CodesOfAHubAreThoseOfTheCpu) {
  expect_as_on_cpu(device(), star_graph(3000), {});
  expect_as_on_cpu(device(), path_graph(40), {});
}

TEST_F(GpuTest, L4CodesOfOtherShapesAreThoseOfTheCpu) {
  const Graph graph = planted_communities(1000, 5, 6.0, 0.2, 1).graph;
  L4Config config;
  config.class_bits = 1000;  // three slabs
  config.class_active = 33;
  config.projection_bits = 5;
  expect_as_on_cpu(device(), graph, config);
  config.class_hops = 1;
  config.class_averaging = false;
  expect_as_on_cpu(device(), weighted_graph(), config);
  config.class_hops = 2;
  config.class_bits = 37;
  expect_as_on_cpu(device(), graph, config);
  config.class_hops = 5;
  config.class_active = 0;
  expect_as_on_cpu(device(), graph, config);
  config.class_active = 37;
  config.identity_active = 0;
  expect_as_on_cpu(device(), graph, config);
}

}  // namespace
}  // namespace columnar::cuda
