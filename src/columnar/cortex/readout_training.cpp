#include "columnar/cortex/readout_training.hpp"

#include <fmt/format.h>

#include <numeric>
#include <span>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/plasticity.hpp"
#include "columnar/spectral/passes.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNeuronsPerTask = 4;
constexpr std::size_t kNodesWorthThreads = 256;  ///< a pass over fewer ends before another thread has started

}  // namespace

std::uint64_t readout_passes(const TrainingConfig& config, std::size_t nodes) noexcept {
  return passes_over(nodes, config.outstar_presentations);
}

void learn_readout(const Firing& firing, const Config& config, CortexState& state, const RunContext& context,
                   const StageSteps& steps) {
  const std::size_t nodes = firing.nodes();
  const std::uint64_t passes = readout_passes(config.training, nodes);
  const KeyedRandom random(config.seed, Purpose::kOutstarOrder);
  std::vector<NodeIndex> order(nodes);
  std::vector<std::vector<NodeIndex>> taught(state.l5a_size);
  const int threads = nodes < kNodesWorthThreads ? 1 : context.threads;
  steps.skip_done(passes, context);
  for (std::uint64_t pass = steps.done; pass < passes; ++pass) {
    std::iota(order.begin(), order.end(), NodeIndex{0});
    keyed_shuffle(std::span(order), random, pass);
    // A neuron learns only from its own nodes, in the order of the pass.
    for (auto& nodes_of_neuron : taught) {
      nodes_of_neuron.clear();
    }
    for (std::size_t t = 0; t < nodes; ++t) {
      if (t + Firing::kNodesAhead < nodes) {
        firing.prefetch(order[t + Firing::kNodesAhead]);
      }
      for (const std::uint16_t neuron : readout_teacher(firing.of(order[t]), config)) {
        taught[neuron].push_back(order[t]);
      }
    }
    parallel_blocks(threads, taught.size(), kNeuronsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        if (taught[j].empty()) {
          continue;
        }
        apply_outstar(state, config.plasticity, static_cast<std::uint32_t>(j), firing, taught[j]);
        if (!all_finite(std::span(state.readout).subspan(j * config.l23.cells(), config.l23.cells()))) {
          refuse_as_not_finite("readout", fmt::format("a weight of neuron {}, after pass {},", j, pass + 1));
        }
      }
    });
    steps.report_step(pass + 1);
    context.advance((static_cast<double>(pass) + 1.0) / static_cast<double>(passes));
  }
}

}  // namespace columnar
