#include "columnar/cortex/cortex_state.hpp"

#include "columnar/core/random.hpp"

namespace columnar {
CortexState initial_cortex(const Config& config) {
  CortexState state;
  state.inputs = config.l4.width();
  state.columns = config.l23.columns;
  state.cells = config.l23.cells_per_column;
  state.lanes = lanes_of(state.cells);
  state.l5a_size = config.readout.l5a_size;

  const std::size_t cell_slots = static_cast<std::size_t>(state.columns) * state.lanes;
  state.weights.assign(state.columns * state.column_size(), 0.0F);
  state.thresholds.assign(cell_slots, static_cast<float>(config.l23.initial_threshold));
  state.sliding.assign(cell_slots, 0.0F);
  state.rates.assign(cell_slots, 0.0F);
  state.lateral.assign(static_cast<std::size_t>(state.columns) * state.columns, 0.0F);
  state.readout.assign(static_cast<std::size_t>(state.columns) * state.cells * state.l5a_size, 0.0F);

  const KeyedRandom random(config.seed, Purpose::kInitialWeights);
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    for (std::uint32_t a = 0; a < state.inputs; ++a) {
      float* synapses = state.synapses(c, a);
      for (std::uint32_t k = 0; k < state.cells; ++k) {
        const std::uint64_t key = static_cast<std::uint64_t>(c) * state.inputs + a;
        synapses[k] = static_cast<float>(2.0 * config.l23.initial_weight * random.uniform(key, k));
      }
    }
  }
  refresh_weight_sums(state);
  return state;
}

void refresh_weight_sums(CortexState& state) {
  state.weight_sums.assign(static_cast<std::size_t>(state.columns) * state.lanes, 0.0F);
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    float* sums = state.weight_sums.data() + state.cell_index(c, 0);
    for (std::uint32_t a = 0; a < state.inputs; ++a) {
      const float* synapses = state.synapses(c, a);
      for (std::uint32_t k = 0; k < state.cells; ++k) {
        sums[k] += synapses[k];
      }
    }
  }
}

}  // namespace columnar
