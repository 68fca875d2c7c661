#include "columnar/model/node_firing.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "columnar/core/role_share.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/lif.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/local_codes.hpp"
#include "columnar/model/role_codes.hpp"

namespace columnar {
namespace {

/// The bits of L2/3 and L5a that a firing stands for, in the order of a code.
std::vector<std::uint16_t> bits_of(const NodeFiring& firing, const Config& config) {
  std::vector<std::uint16_t> bits;
  for (std::size_t i = 0; i < firing.winners; ++i) {
    bits.push_back(
        static_cast<std::uint16_t>(firing.columns[i].column * config.l23.cells_per_column + firing.columns[i].cell));
  }
  for (const FiringNeuron& neuron : firing.l5a) {
    if (neuron.is_active) {
      bits.push_back(static_cast<std::uint16_t>(config.l23.cells() + neuron.neuron));
    }
  }
  std::ranges::sort(bits);
  return bits;
}

}  // namespace

NodeFiring node_firing(const Model& model, const Graph& linked, NodeIndex node) {
  require_trained(model);
  const Config config = place_config(model.config);
  const CortexState& cortex = model.learned->cortex;
  const std::span<const NodeIndex> rows(&node, 1);
  const RowMatrix coordinates = model.learned->coordinates.middleRows(node, 1);
  const LocalInputs inputs = local_inputs(linked, rows, {}, coordinates, model, {});
  const Stimulus stimulus = stimulus_of(0, inputs.l4, inputs.eligibility);

  NodeFiring result;
  const auto l4 = inputs.l4.code(0);
  result.l4.assign(l4.begin(), l4.end());
  ColumnCompetition competition(cortex, config.l23, inputs.eligibility.width);
  Activity activity;
  competition.run(stimulus, activity);
  const LifClock clock(config.l23.membrane_time, config.l23.time_steps);
  for (std::size_t rank = 0; rank < activity.columns.size(); ++rank) {
    const std::uint32_t column = activity.columns[rank];
    const std::uint32_t cell = activity.cells[rank];
    const auto candidate = std::ranges::find(stimulus.columns, activity.columns[rank]) - stimulus.columns.begin();
    FiringColumn fired{
        column, stimulus.eligibility[static_cast<std::size_t>(candidate)], activity.scores[rank], cell, {}};
    for (std::uint32_t k = 0; k < cortex.cells; ++k) {
      const float drive = activity.drives[rank * cortex.lanes + k];
      const float threshold = cortex.thresholds[cortex.cell_index(column, k)];
      fired.cells.push_back({drive, threshold, clock.spike_step(drive, threshold)});
    }
    result.columns.push_back(std::move(fired));
  }
  result.winners =
      std::min<std::uint32_t>(config.l23.active_columns, static_cast<std::uint32_t>(result.columns.size()));

  const Firing firing = fire(inputs.l4, inputs.eligibility, config, cortex, 1);
  const std::vector<float> drive = readout_drive(firing, 0, config, cortex);
  for (std::uint32_t j = 0; j < drive.size(); ++j) {
    result.l5a.push_back({j, drive[j], false});
  }
  std::ranges::stable_sort(result.l5a, std::ranges::greater{}, &FiringNeuron::score);
  for (std::size_t i = 0; i < std::min<std::size_t>(config.readout.l5a_active, result.l5a.size()); ++i) {
    result.l5a[i].is_active = true;
  }
  const PlaceCodes known(model.config, model.codes);
  const auto stored = known.bits().subspan(node * known.active(), known.active());
  result.is_as_stored = std::ranges::equal(bits_of(result, config), stored);
  return result;
}

}  // namespace columnar
