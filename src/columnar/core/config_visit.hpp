#pragma once

// The one list of fields. Included by config_fields.hpp.

#include "columnar/core/config_fields.hpp"

namespace columnar {

template <class AnyConfig, class Visit>
// NOLINTNEXTLINE(readability-function-size): a list, and one list
void visit_fields(AnyConfig& config, const Visit& visit) {
  const auto in = [&visit](std::string_view group) {
    return [&visit, group](std::string_view name, auto& field, std::string_view help) {
      visit(FieldInfo{name, group, help}, field);
    };
  };

  const auto run = in("Run");
  run("seed", config.seed, "every random draw is keyed by it: same seed, same codes");
  run("reorder_from", config.reorder_from,
      "graphs of so many nodes or more are worked on in an order that keeps neighbours together: faster, other codes, "
      "as good; more than it has = never");

  const auto walks = in("Walks");
  walks("walks_per_node", config.walks.walks_per_node, "walks started at each node (wpn)");
  walks("walk_length", config.walks.walk_length, "nodes in a walk (L)");
  walks("window", config.walks.window, "steps within which two nodes of a walk form a pair (w)");
  walks("return_p", config.walks.return_p, "node2vec's p: larger turns back less");
  walks("inout_q", config.walks.inout_q, "node2vec's q: larger stays closer");

  const auto ppmi = in("PPMI");
  ppmi("discount", config.ppmi.discount,
       "a pair that met C times keeps C / (C + discount) of its PPMI: rare meetings are weak evidence; 0 = all of it");
  ppmi("minimum_count", config.ppmi.minimum_count,
       "pairs that met fewer times are left out; walks_per_node, where that is less");
  ppmi("modulator_clip", config.ppmi.modulator_clip, "upper bound of the BCM modulator (M_max)");
  ppmi("spectral_clip", config.ppmi.spectral_clip, "upper bound of PPMI in the spectral stage; 0 = none");

  const auto spectral = in("Spectral regions");
  spectral("spectral", config.spectral.method,
           "who finds coordinates and regions: svd (and k-means) or gha (Sanger's rule and a self-organising map)");
  spectral("rank", config.spectral.rank, "dimensions of the spectral space (k)");
  spectral("spectrum_power", config.spectral.spectrum_power,
           "coordinates are U times the singular values to this power");
  spectral(
      "smoothing", config.spectral.smoothing,
      "how far a node's coordinates move towards the mean of its neighbours: that mean counts this much, its own 1");
  spectral("power_iterations", config.spectral.power_iterations, "subspace iterations of the randomised SVD");
  spectral("oversampling", config.spectral.oversampling, "extra dimensions of the randomised SVD");
  spectral("regions", config.spectral.regions,
           "regions of the spectral space (R); a third of the nodes at most, unless minimum_region is 0");
  spectral("kmeans_iterations", config.spectral.kmeans_iterations, "Lloyd steps of k-means, at most");
  spectral("minimum_region", config.spectral.minimum_region,
           "regions of k-means with fewer nodes are moved into the largest on the way; 0 = never, and a region may be "
           "one node");
  spectral("gha_presentations", config.spectral.gha_presentations,
           "rows shown to Sanger's rule, at least; always whole passes");
  spectral("gha_rate", config.spectral.gha_rate,
           "learning rate of Sanger's rule at the start, over the mean energy of a row; it falls to 0");
  spectral("gha_block", config.spectral.gha_block,
           "rows or nodes that see the same weights of the rule or the map; 1 = strictly online");
  spectral("som_presentations", config.spectral.som_presentations,
           "nodes shown to the self-organising map, at least; always whole passes");
  spectral("som_rate", config.spectral.som_rate, "learning rate of the map at the start; it falls to 0");
  spectral("som_radius", config.spectral.som_radius, "radius of the map's neighbourhood at the end, in units");
  spectral("som_conscience", config.spectral.som_conscience,
           "cosine that a unit of the map loses for winning twice as often as its share");

  const auto eligibility = in("Eligibility");
  eligibility("nrw_regions", config.eligibility.nrw_regions, "regions a node belongs to (K_NRW)");
  eligibility("nrw_temperature", config.eligibility.nrw_temperature, "softness of node-region weights (tau_NRW)");
  eligibility("cra_temperature", config.eligibility.cra_temperature, "softness of column-region affinity (tau_CRA)");
  eligibility("candidate_columns", config.eligibility.candidate_columns,
              "columns kept for each node, the most eligible first");

  const auto l4 = in("L4 input");
  l4("class_bits", config.l4.class_bits, "neurons of the class code");
  l4("class_active", config.l4.class_active, "active neurons of the class code");
  l4("class_hops", config.l4.class_hops, "hops over which neighbours' random bits are gathered");
  l4("projection_bits", config.l4.projection_bits, "random bits a node sends to its neighbours (row of R)");
  l4("class_averaging", config.l4.class_averaging, "average over neighbours and self instead of the printed sum A·R");
  l4("identity_bits", config.l4.identity_bits, "neurons of the identity code");
  l4("identity_active", config.l4.identity_active, "active neurons of the identity code");

  const auto l23 = in("L2/3 columns");
  l23("columns", config.l23.columns, "mini-columns (M)");
  l23("cells_per_column", config.l23.cells_per_column, "cells in a column (C_neurons)");
  l23("active_columns", config.l23.active_columns, "winning columns a node (M_active)");
  l23("drive_scale", config.l23.drive_scale, "drive of a cell that does not care about the input");
  l23("drive_exponent", config.l23.drive_exponent, "column score = eligibility x mean drive to this power");
  l23("identity_gain", config.l23.identity_gain, "weight of identity inputs in the drive; class inputs count 1");
  l23("lateral_gain", config.l23.lateral_gain, "strength of learned inhibition between columns");
  l23("membrane_time", config.l23.membrane_time, "membrane time constant in steps");
  l23("time_steps", config.l23.time_steps, "steps of the forward pass (T)");
  l23("rate_time", config.l23.rate_time, "time constant of the firing-rate proxy (tau_LP)");
  l23("initial_threshold", config.l23.initial_threshold, "firing threshold at birth (V_th)");
  l23("minimum_threshold", config.l23.minimum_threshold, "lower bound of V_th");
  l23("maximum_threshold", config.l23.maximum_threshold, "upper bound of V_th");
  l23("initial_weight", config.l23.initial_weight, "mean weight at birth");

  const auto rules = in("Plasticity");
  rules("bcm", config.plasticity.bcm, "PPMI-modulated BCM");
  rules("bcm_rate", config.plasticity.bcm_rate, "learning rate of BCM (eta_BCM)");
  rules("bcm_threshold_rate", config.plasticity.bcm_threshold_rate, "rate of BCM's sliding threshold (theta_M)");
  rules("rate_is_trace", config.plasticity.rate_is_trace,
        "firing rate as printed, exp(-(T-t)/tau); off: by latency, exp(-t/tau)");
  rules("anti_ce", config.plasticity.anti_ce, "Anti-CE diversification inside a column");
  rules("anti_ce_rate", config.plasticity.anti_ce_rate, "learning rate of Anti-CE (eta_ACE)");
  rules("anti_ce_temperature", config.plasticity.anti_ce_temperature, "temperature of its softmax");
  rules("lateral", config.plasticity.lateral, "anti-Hebbian inhibition between columns");
  rules("lateral_rate", config.plasticity.lateral_rate, "learning rate of the inhibition");
  rules("intrinsic", config.plasticity.intrinsic, "intrinsic plasticity of the thresholds");
  rules("intrinsic_rate", config.plasticity.intrinsic_rate, "learning rate of the thresholds (eta_IP)");
  rules("intrinsic_interval", config.plasticity.intrinsic_interval,
        "presentations over which the thresholds move by that rate");
  rules("settling_rounds", config.plasticity.settling_rounds,
        "rounds at the end, at most, in which cells that fire for no node become easier to fire");
  rules("firing_average_rate", config.plasticity.firing_average_rate, "rate of the running firing average");
  rules("outstar", config.plasticity.outstar, "Outstar readout; off: L5a follows the ranked columns alone");
  rules("outstar_rate", config.plasticity.outstar_rate, "learning rate of the readout (eta_OF)");

  const auto training = in("Training");
  training("presentations", config.training.presentations, "pairs shown to the cortex, at most");
  training("presentations_per_node", config.training.presentations_per_node, "pairs shown a node, at most");
  training("balanced", config.training.balanced, "show every node alike; off: as often as walks meet it, as printed");
  training(
      "competing_columns", config.training.competing_columns,
      "most eligible columns that compete for a node while learning, the winners at least; 0 = all its candidates");
  training("block", config.training.block, "pairs that see the same weights; 1 = strictly online");
  training("outstar_presentations", config.training.outstar_presentations,
           "nodes shown to the readout, at least; always whole passes");

  const auto readout = in("L5 readout");
  readout("l5a_size", config.readout.l5a_size, "neurons of L5a");
  readout("l5a_active", config.readout.l5a_active, "active neurons of L5a (K_of)");
  readout("teacher_skips", config.readout.teacher_skips,
          "best columns left out when the readout is taught; 8 = the runner-ups only, as printed");
  readout("topographic_gain", config.readout.topographic_gain, "drive of an L5a neuron by its own column's score");
  readout("readout_gain", config.readout.readout_gain, "drive of an L5a neuron through the learned weights W_r");
  readout("tie_break", config.readout.tie_break, "strength of the identity where two codes are equal");
  readout("tie_break_rounds", config.readout.tie_break_rounds, "how often a tie is drawn again, at most; 0 = never");

  const auto l6 = in("L6 neighbours");
  l6("l6_size", config.l6.l6_size, "neurons of L6; each node has one of them for its identity");
  l6("l6_active", config.l6.l6_active, "active neurons of L6; 0 = codes without it, as printed");
  l6("l6_fan", config.l6.l6_fan, "neighbours of a neighbour that a node hears of, at most");

  const auto living = in("Living graphs");
  living("local_walks", config.living.local_walks, "short walks of a node that is new or whose edges changed");
  living("update_drift", config.living.update_drift,
         "share of a node's edges that must change before it is learned anew");
  living("update_presentations", config.living.update_presentations,
         "times each such node is shown to the columns; 0 = the weights stay");
}

}  // namespace columnar
