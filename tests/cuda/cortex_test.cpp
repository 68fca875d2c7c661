// The stages of the cortex on a GPU, compared with the CPU's. Where the CPU has FMA, sums are rounded alike, and what
// does not depend on an exponential is the same, bit for bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "columnar/core/shuffle.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/cortex/repeated_codes.hpp"
#include "columnar/cortex/settling.hpp"
#include "columnar_cuda/stages/column_training.hpp"
#include "columnar_cuda/stages/firing.hpp"
#include "columnar_cuda/stages/l6_encoder.hpp"
#include "columnar_cuda/stages/readout.hpp"
#include "columnar_cuda/stages/settling.hpp"
#include "cortex/tiny_cortex.hpp"
#include "cortex/training_inputs.hpp"
#include "cuda/gpu_test.hpp"

namespace columnar::cuda {
namespace {

using testing_support::expect_equal;
using testing_support::small_config;
using testing_support::TrainingInputs;

class GpuCortexTest : public GpuTest {
 protected:
  /// Share of entries that may differ.
#ifdef __FMA__
  static constexpr double kDiffer = 0.0;
#else
  static constexpr double kDiffer = 0.01;
#endif

  template <class T>
  static void expect_alike(const std::vector<T>& on_gpu, const std::vector<T>& on_cpu, double share = kDiffer) {
    ASSERT_EQ(on_gpu.size(), on_cpu.size());
    std::size_t differ = 0;
    for (std::size_t i = 0; i < on_cpu.size(); ++i) {
      differ += on_gpu[i] == on_cpu[i] ? 0U : 1U;
    }
    EXPECT_LE(static_cast<double>(differ), share * static_cast<double>(on_cpu.size())) << differ << " differ";
  }

  static void expect_alike(const CortexState& on_gpu, const CortexState& on_cpu) {
    if (kDiffer == 0.0) {
      expect_equal(on_gpu, on_cpu);
      return;
    }
    EXPECT_EQ(on_gpu.weights.size(), on_cpu.weights.size());
  }

  static TrainingInputs inputs_of(const Config& config, NodeIndex nodes = 1500) {
    return {config, planted_communities(nodes, 12, 7.0, 0.2, 2).graph};
  }
};

/// The default sizes with fewer presentations.
Config default_config() {
  Config config;
  config.spectral.rank = 32;
  config.training.presentations = 3000;
  return config;
}

CortexState learned(const TrainingInputs& inputs) {
  CortexState state = initial_cortex(inputs.config);
  learn_columns(inputs.presentations(), inputs.l4, inputs.eligibility, inputs.config, state, {});
  return state;
}

TEST_F(GpuCortexTest, CortexComesBackAsItWas) {
  const TrainingInputs inputs = inputs_of(small_config(), 200);
  const CortexState state = learned(inputs);
  const DeviceCortex cortex(device(), state);
  CortexState back = initial_cortex(inputs.config);
  cortex.download(back);
  back.readout = state.readout;
  expect_equal(back, state);
}

TEST_F(GpuCortexTest, FiringIsThatOfTheCpu) {
  Config wide_columns = small_config();
  wide_columns.l23.cells_per_column = 11;  // two vectors of lanes
  Config printed = default_config();
  printed.l23.drive_exponent = 0.7;
  for (const Config& config : {default_config(), small_config(), wide_columns, printed}) {
    const TrainingInputs inputs = inputs_of(config);
    const CortexState state = learned(inputs);
    DeviceCortex cortex(device(), state);
    const Firing on_cpu = inputs.fire(state);
    const Firing on_gpu = to_host(
        fire(device(), to_device(device(), inputs.l4), to_device(device(), inputs.eligibility), config, state, cortex));
    EXPECT_EQ(on_gpu.ranks, on_cpu.ranks);
    const bool takes_root = config.l23.drive_exponent == 0.5;
    expect_alike(on_gpu.cells, on_cpu.cells, takes_root ? kDiffer : 0.001);
    if (takes_root) {
      expect_alike(on_gpu.scores, on_cpu.scores);
    }
  }
}

TEST_F(GpuCortexTest, SettlingIsThatOfTheCpu) {
  for (const bool bcm : {true, false}) {
    Config config = small_config();
    config.training.presentations = 0;  // columns that never learned: some starve
    config.l23.columns = 300;
    config.eligibility.candidate_columns = 40;
    config.l23.lateral_gain = 0.0;
    config.plasticity.bcm = bcm;
    const TrainingInputs inputs = inputs_of(config, 300);
    CortexState on_cpu = initial_cortex(config);
    CortexState on_gpu = on_cpu;
    const Firing cpu_firing = columnar::settle_thresholds(inputs.l4, inputs.eligibility, config, on_cpu, {});
    DeviceCortex cortex(device(), on_gpu);
    const Firing gpu_firing = to_host(settle_thresholds(
        device(), to_device(device(), inputs.l4), to_device(device(), inputs.eligibility), config, on_gpu, cortex, {}));
    expect_alike(gpu_firing.cells, cpu_firing.cells);
    expect_alike(on_gpu, on_cpu);
    EXPECT_EQ(on_cpu.weights != initial_cortex(config).weights, bcm);
    EXPECT_NE(on_cpu.thresholds, initial_cortex(config).thresholds);
  }
}

TEST_F(GpuCortexTest, SettlingOfAGraphOfDefaultSizesIsThatOfTheCpu) {
  const Config config = default_config();
  const TrainingInputs inputs = inputs_of(config, 4000);
  CortexState on_cpu = learned(inputs);
  CortexState on_gpu = on_cpu;
  const Firing cpu_firing = columnar::settle_thresholds(inputs.l4, inputs.eligibility, config, on_cpu, {});
  DeviceCortex cortex(device(), on_gpu);
  const Firing gpu_firing = to_host(settle_thresholds(
      device(), to_device(device(), inputs.l4), to_device(device(), inputs.eligibility), config, on_gpu, cortex, {}));
  expect_alike(gpu_firing.cells, cpu_firing.cells);
  expect_alike(on_gpu, on_cpu);
}

TEST_F(GpuCortexTest, ReadoutLearnsWhatTheCpuLearns) {
  Config few = small_config();
  few.training.outstar_presentations = 1000;  // several passes
  few.plasticity.outstar_rate = 0.5;          // factors become faint
  few.readout.teacher_skips = 3;
  for (const Config& config : {default_config(), few}) {
    const TrainingInputs inputs = inputs_of(config, 700);
    CortexState on_cpu = learned(inputs);
    CortexState on_gpu = on_cpu;
    const Firing firing = inputs.fire(on_cpu);
    columnar::learn_readout(firing, config, on_cpu, {});
    learn_readout(device(), to_device(device(), firing), config, on_gpu, {});
    EXPECT_EQ(on_gpu.readout, on_cpu.readout);
    EXPECT_NE(on_gpu.readout, initial_cortex(config).readout);
  }
}

TEST_F(GpuCortexTest, CodesAreThoseOfTheCpu) {
  Config crowded = small_config();  // few codes for many nodes: ties
  crowded.l23.columns = 10;
  crowded.l23.cells_per_column = 1;
  crowded.l23.active_columns = 2;
  crowded.readout.l5a_size = 12;
  crowded.readout.l5a_active = 5;
  crowded.eligibility.candidate_columns = 7;
  Config untaught = small_config();
  untaught.plasticity.outstar = false;
  untaught.l23.columns = 60;  // more than neurons: they share them
  for (const Config& config : {default_config(), small_config(), crowded, untaught}) {
    const TrainingInputs inputs = inputs_of(config, 900);
    CortexState state = learned(inputs);
    const Firing firing = inputs.fire(state);
    columnar::learn_readout(firing, config, state, {});
    std::vector<NodeIndex> rows(firing.nodes());
    std::iota(rows.begin(), rows.end(), NodeIndex{0});
    keyed_shuffle(std::span(rows), KeyedRandom(4, Purpose::kProbe), 0);
    const std::vector<std::uint64_t> keys(rows.begin(), rows.end());
    const Codes on_cpu = columnar::read_out(firing, config, state, {keys, {}}, {});
    const Codes on_gpu =
        read_out(device(), to_device(device(), firing), config, state, DeviceArray<NodeIndex>(device(), rows), {});
    EXPECT_EQ(on_gpu.active, on_cpu.active);
    // Normal numbers may differ in their last bit, once in a long while that of a float.
    expect_alike(on_gpu.bits, on_cpu.bits, on_cpu.tie_breaks > 0 ? 0.001 : kDiffer);
    expect_alike(on_gpu.rounds, on_cpu.rounds, 0.001);
    EXPECT_TRUE(on_cpu.tie_breaks > 300 || config.l23.columns != 10);
  }
}

TEST_F(GpuCortexTest, RepeatedCodesAreThoseOfTheCpu) {
  const KeyedRandom random(3, Purpose::kProbe);
  for (const std::uint32_t active : {1U, 3U}) {
    std::vector<std::uint16_t> codes;
    for (std::uint64_t i = 0; i < 5000 * active; ++i) {
      codes.push_back(static_cast<std::uint16_t>(random.below(20, i, 0)));
    }
    const std::vector<std::size_t> on_cpu = columnar::repeated_codes(codes, active, {});
    const std::vector<std::uint32_t> on_gpu =
        repeated_codes(device(), DeviceArray<std::uint16_t>(device(), codes), active).to_host();
    EXPECT_TRUE(std::ranges::equal(on_gpu, on_cpu));
    EXPECT_GT(on_cpu.size(), active == 1 ? 4900U : 300U);
  }
}

Graph with_weights(Graph graph) {
  graph.weights.resize(graph.targets.size());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      graph.weights[e] = 0.1F + static_cast<float>((v + graph.targets[e]) % 17);  // the same from both ends
    }
  }
  return graph;
}

TEST_F(GpuCortexTest, L6IsThatOfTheCpu) {
  const Graph communities = planted_communities(3000, 10, 40.0, 0.2, 5).graph;  // fans are drawn
  const Graph sparse = planted_communities(3000, 10, 5.0, 0.2, 5).graph;
  L6Config narrow;
  narrow.l6_size = 70;
  narrow.l6_active = 35;
  narrow.l6_fan = 40;
  for (const L6Config& config : {L6Config{}, narrow}) {
    for (const Graph& graph : {communities, sparse, with_weights(communities), star_graph(2500), path_graph(5)}) {
      std::vector<NodeIndex> rows(graph.node_count());
      std::iota(rows.begin(), rows.end(), NodeIndex{0});
      keyed_shuffle(std::span(rows), KeyedRandom(4, Purpose::kProbe), 0);
      const std::vector<std::uint16_t> on_cpu = columnar::encode_l6(graph, rows, {}, config, 1, {});
      const std::vector<std::uint16_t> on_gpu =
          encode_l6(device(), DeviceGraph(device(), graph), DeviceArray<NodeIndex>(device(), rows), config, 1, {});
      // 1 / ln(1 + degree) may differ in the last bit of a double, hardly ever in that of a float.
      EXPECT_EQ(on_gpu, on_cpu);
    }
  }
}

CortexState learned_on_gpu(const Device& device, const TrainingInputs& inputs) {
  CortexState state = initial_cortex(inputs.config);
  DeviceCortex cortex(device, state);
  const std::vector<Presentation> stream = inputs.presentations();
  EXPECT_EQ(learn_columns(device, stream, to_device(device, inputs.l4), to_device(device, inputs.eligibility),
                          inputs.config, state, cortex, {}),
            stream.size());
  return state;
}

TEST_F(GpuCortexTest, ColumnsWithoutAntiCeLearnWhatTheCpuLearns) {
  Config printed = default_config();
  printed.training.block = 64;
  printed.training.competing_columns = 0;
  printed.plasticity.rate_is_trace = false;
  for (Config config : {default_config(), small_config(), printed}) {
    config.plasticity.anti_ce = false;
    const TrainingInputs inputs = inputs_of(config);
    expect_alike(learned_on_gpu(device(), inputs), learned(inputs));
  }
}

TEST_F(GpuCortexTest, ColumnsLearnNearlyWhatTheCpuLearns) {
  Config config = default_config();
  config.training.presentations = config.training.block;  // later, rounding decides who wins
  const TrainingInputs inputs = inputs_of(config);
  const CortexState on_cpu = learned(inputs);
  const CortexState on_gpu = learned_on_gpu(device(), inputs);
  float largest = 0.0F;
  for (std::size_t i = 0; i < on_cpu.weights.size(); ++i) {
    largest = std::max(largest, std::abs(on_gpu.weights[i] - on_cpu.weights[i]));
  }
  EXPECT_LT(largest, 1e-6F);
  EXPECT_NE(on_gpu.weights, initial_cortex(config).weights);
}

TEST_F(GpuCortexTest, ColumnsLearnTheSameInEveryRun) {
  const TrainingInputs inputs = inputs_of(default_config());
  expect_equal(learned_on_gpu(device(), inputs), learned_on_gpu(device(), inputs));
}

}  // namespace
}  // namespace columnar::cuda
