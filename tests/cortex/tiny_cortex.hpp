#pragma once

#include <cmath>
#include <vector>

#include "columnar/cortex/cortex_state.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::testing_support {

/// Two class and two identity inputs, three columns of two cells of which two win, three L5a neurons of which one.
/// Constants that hand-worked numbers rest on stand here, so that the defaults may be tuned.
inline Config tiny_config() {
  Config config;
  config.l4.class_bits = 2;
  config.l4.class_active = 1;
  config.l4.projection_bits = 1;
  config.l4.identity_bits = 2;
  config.l4.identity_active = 1;
  config.l23.columns = 3;
  config.l23.cells_per_column = 2;
  config.l23.active_columns = 2;
  config.l23.drive_scale = 3.0;
  config.l23.drive_exponent = 0.5;
  config.l23.identity_gain = 1.0;
  config.l23.lateral_gain = 0.1;
  config.readout.l5a_size = 3;
  config.readout.l5a_active = 1;
  config.l6.l6_size = 6;
  config.l6.l6_active = 2;
  config.readout.teacher_skips = 0;
  config.readout.topographic_gain = 1.0;
  config.readout.readout_gain = 1.0;
  config.eligibility.candidate_columns = 3;
  return config;
}

/// Sets the incoming weights of one cell, one an input.
inline void set_weights(CortexState& state, std::uint32_t column, std::uint32_t cell,
                        const std::vector<float>& weights) {
  for (std::uint32_t a = 0; a < weights.size(); ++a) {
    state.synapses(column, a)[cell] = weights[a];
  }
  refresh_weight_sums(state);
}

/// The small sizes of a real run: big enough for eight winners and twenty runner-ups.
inline Config small_config() {
  Config config;
  config.l4.class_bits = 60;
  config.l4.class_active = 8;
  config.l4.identity_bits = 40;
  config.l4.identity_active = 6;
  config.l23.columns = 40;
  config.l23.cells_per_column = 5;
  config.l23.active_columns = 8;
  config.spectral.regions = 30;
  config.spectral.rank = 16;
  config.readout.l5a_size = 40;
  config.readout.l5a_active = 20;
  config.eligibility.nrw_regions = 15;
  config.eligibility.candidate_columns = 32;
  config.training.presentations = 2000;
  config.training.presentations_per_node = 50;
  config.training.outstar_presentations = 500;
  return config;
}

}  // namespace columnar::testing_support
