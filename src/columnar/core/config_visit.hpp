#pragma once

// The one list of constants: name, field, range and meaning of each. Included by config_fields.hpp.

#include "columnar/core/config_fields.hpp"

namespace columnar {

template <class AnyConfig, class Visit>
requires std::same_as<std::remove_const_t<AnyConfig>, Config>
// NOLINTNEXTLINE(readability-function-size): a list, and one list
void visit_fields(AnyConfig& config, const Visit& visit) {
  constexpr double kTiny = 1e-6;  // the least of a temperature, time or bias: below, divisions leave the floats
  constexpr double kHuge = 1e6;
  const FieldLister<Visit> list{visit};

  list.some("Run", config,
            field("seed", &Config::seed, kAnyCount, "every random draw is keyed by it: same seed, same codes"),
            field("reorder_from", &Config::reorder_from, kAnyCount,
                  "graphs of so many nodes or more are worked on in an order that keeps neighbours together: faster, "
                  "other codes, as good; more than it has = never"));

  list.all("Walks", config.walks,
           field("walks_per_node", &WalkConfig::walks_per_node, {1, 100'000}, "walks started at each node (wpn)"),
           field("walk_length", &WalkConfig::walk_length, {2, 100'000}, "nodes in a walk (L)"),
           field("window", &WalkConfig::window, {1, 100'000}, "steps within which two nodes of a walk form a pair (w)"),
           field("return_p", &WalkConfig::return_p, {kTiny, kHuge}, "node2vec's p: larger turns back less"),
           field("inout_q", &WalkConfig::inout_q, {kTiny, kHuge}, "node2vec's q: larger stays closer"));

  list.all("PPMI", config.ppmi,
           field("discount", &PpmiConfig::discount, {0, kHuge},
                 "a pair that met C times keeps C / (C + discount) of its PPMI: rare meetings are weak evidence; 0 = "
                 "all of it"),
           field("minimum_count", &PpmiConfig::minimum_count, {1, kHuge},
                 "pairs that met fewer times are left out; walks_per_node, where that is less"),
           field("modulator_clip", &PpmiConfig::modulator_clip, {0, kHuge}, "upper bound of the BCM modulator (M_max)"),
           field("spectral_clip", &PpmiConfig::spectral_clip, {0, kHuge},
                 "upper bound of PPMI in the spectral stage; 0 = none"));

  list.all(
      "Spectral regions", config.spectral,
      field("spectral", &SpectralConfig::method,
            "who finds coordinates and regions: svd (and k-means) or gha (Sanger's rule and a self-organising map)"),
      field("rank", &SpectralConfig::rank, {1, 4096}, "dimensions of the spectral space (k)"),
      field("spectrum_power", &SpectralConfig::spectrum_power, {0, 4},
            "coordinates are U times the singular values to this power"),
      field("smoothing", &SpectralConfig::smoothing, {0, 1000},
            "how far a node's coordinates move towards the mean of its neighbours: that mean counts this much, its own "
            "1"),
      field("power_iterations", &SpectralConfig::power_iterations, {0, 1000},
            "subspace iterations of the randomised SVD"),
      field("oversampling", &SpectralConfig::oversampling, {0, 4096}, "extra dimensions of the randomised SVD"),
      field("regions", &SpectralConfig::regions, {1, 32'768},
            "regions of the spectral space (R); a third of the nodes at most, unless minimum_region is 0"),
      field("kmeans_iterations", &SpectralConfig::kmeans_iterations, {1, 100'000}, "Lloyd steps of k-means, at most"),
      field("minimum_region", &SpectralConfig::minimum_region, kAnyCount,
            "regions of k-means with fewer nodes are moved into the largest on the way; 0 = never, and a region may be "
            "one node"),
      field("gha_presentations", &SpectralConfig::gha_presentations, {1, 1e15},
            "rows shown to Sanger's rule, at least; always whole passes"),
      field("gha_rate", &SpectralConfig::gha_rate, {kTiny, 100},
            "learning rate of Sanger's rule at the start, over the mean energy of a row; it falls to 0"),
      field("gha_block", &SpectralConfig::gha_block, {1, 4096},
            "rows or nodes that see the same weights of the rule or the map; 1 = strictly online"),
      field("som_presentations", &SpectralConfig::som_presentations, {1, 1e15},
            "nodes shown to the self-organising map, at least; always whole passes"),
      field("som_rate", &SpectralConfig::som_rate, {kTiny, 1}, "learning rate of the map at the start; it falls to 0"),
      field("som_radius", &SpectralConfig::som_radius, {0.01, kHuge},
            "radius of the map's neighbourhood at the end, in units"),
      field("som_conscience", &SpectralConfig::som_conscience, {0, 1000},
            "cosine that a unit of the map loses for winning twice as often as its share"));

  list.all("Attributes", config.attributes,
           field("attribute_share", &AttributeConfig::attribute_share, {0, 1},
                 "how much attributes count, where they are given: 0 = the graph alone, 0.5 = as much as they are "
                 "measured to tell, 1 = attributes alone"),
           field("attribute_rank", &AttributeConfig::attribute_rank, {1, 4096},
                 "coordinates from the attributes of a node, and from those around it, at most"));

  list.all("Eligibility", config.eligibility,
           field("nrw_regions", &EligibilityConfig::nrw_regions, {1, kUnbounded}, "regions a node belongs to (K_NRW)"),
           field("nrw_temperature", &EligibilityConfig::nrw_temperature, {kTiny, kHuge},
                 "softness of node-region weights (tau_NRW)"),
           field("cra_temperature", &EligibilityConfig::cra_temperature, {kTiny, kHuge},
                 "softness of column-region affinity (tau_CRA)"),
           field("candidate_columns", &EligibilityConfig::candidate_columns, kAnyCount,
                 "columns kept for each node, the most eligible first"));

  list.all("L4 input", config.l4, field("class_bits", &L4Config::class_bits, {1, 65'535}, "neurons of the class code"),
           field("class_active", &L4Config::class_active, kAnyCount, "active neurons of the class code"),
           field("class_hops", &L4Config::class_hops, {1, 64}, "hops over which neighbours' random bits are gathered"),
           field("projection_bits", &L4Config::projection_bits, {1, 65'535},
                 "random bits a node sends to its neighbours (row of R)"),
           field("class_averaging", &L4Config::class_averaging,
                 "average over neighbours and self instead of the printed sum A·R"),
           field("identity_bits", &L4Config::identity_bits, {1, 65'535}, "neurons of the identity code"),
           field("identity_active", &L4Config::identity_active, kAnyCount, "active neurons of the identity code"));

  list.all(
      "L2/3 columns", config.l23, field("columns", &ColumnConfig::columns, {1, 32'768}, "mini-columns (M)"),
      field("cells_per_column", &ColumnConfig::cells_per_column, {1, 64}, "cells in a column (C_neurons)"),
      field("active_columns", &ColumnConfig::active_columns, {1, 32'768}, "winning columns a node (M_active)"),
      field("drive_scale", &ColumnConfig::drive_scale, {kTiny, kHuge},
            "drive of a cell that does not care about the input"),
      field("drive_exponent", &ColumnConfig::drive_exponent, {0, 4},
            "column score = eligibility x mean drive to this power"),
      field("identity_gain", &ColumnConfig::identity_gain, {0, kHuge},
            "weight of identity inputs in the drive; class inputs count 1"),
      field("lateral_gain", &ColumnConfig::lateral_gain, {0, kHuge}, "strength of learned inhibition between columns"),
      field("membrane_time", &ColumnConfig::membrane_time, {1, kHuge}, "membrane time constant in steps"),
      field("time_steps", &ColumnConfig::time_steps, {1, 10'000}, "steps of the forward pass (T)"),
      field("rate_time", &ColumnConfig::rate_time, {kTiny, kHuge}, "time constant of the firing-rate proxy (tau_LP)"),
      field("initial_threshold", &ColumnConfig::initial_threshold, {kTiny, kHuge}, "firing threshold at birth (V_th)"),
      field("minimum_threshold", &ColumnConfig::minimum_threshold, {kTiny, kHuge}, "lower bound of V_th"),
      field("maximum_threshold", &ColumnConfig::maximum_threshold, {kTiny, kHuge}, "upper bound of V_th"),
      field("initial_weight", &ColumnConfig::initial_weight, {kTiny, 0.5}, "mean weight at birth"));

  list.all(
      "Plasticity", config.plasticity, field("bcm", &PlasticityConfig::bcm, "PPMI-modulated BCM"),
      field("bcm_rate", &PlasticityConfig::bcm_rate, {0, 1000}, "learning rate of BCM (eta_BCM)"),
      field("bcm_threshold_rate", &PlasticityConfig::bcm_threshold_rate, {0, 1},
            "rate of BCM's sliding threshold (theta_M)"),
      field("rate_is_trace", &PlasticityConfig::rate_is_trace,
            "firing rate as printed, exp(-(T-t)/tau); off: by latency, exp(-t/tau)"),
      field("anti_ce", &PlasticityConfig::anti_ce, "Anti-CE diversification inside a column"),
      field("anti_ce_rate", &PlasticityConfig::anti_ce_rate, {0, 1000}, "learning rate of Anti-CE (eta_ACE)"),
      field("anti_ce_temperature", &PlasticityConfig::anti_ce_temperature, {kTiny, kHuge},
            "temperature of its softmax"),
      field("lateral", &PlasticityConfig::lateral, "anti-Hebbian inhibition between columns"),
      field("lateral_rate", &PlasticityConfig::lateral_rate, {0, 1}, "learning rate of the inhibition"),
      field("intrinsic", &PlasticityConfig::intrinsic, "intrinsic plasticity of the thresholds"),
      field("intrinsic_rate", &PlasticityConfig::intrinsic_rate, {0, 1000}, "learning rate of the thresholds (eta_IP)"),
      field("intrinsic_interval", &PlasticityConfig::intrinsic_interval, {1, kUnbounded},
            "presentations over which the thresholds move by that rate"),
      field("settling_rounds", &PlasticityConfig::settling_rounds, {0, 10'000},
            "rounds at the end, at most, in which cells that fire for no node become easier to fire"),
      field("firing_average_rate", &PlasticityConfig::firing_average_rate, {0, 1},
            "rate of the running firing average"),
      field("outstar", &PlasticityConfig::outstar, "Outstar readout; off: L5a follows the ranked columns alone"),
      field("outstar_rate", &PlasticityConfig::outstar_rate, {0, 1}, "learning rate of the readout (eta_OF)"));

  list.all(
      "Training", config.training,
      field("presentations", &TrainingConfig::presentations, {0, 1e15}, "pairs shown to the cortex, at most"),
      field("presentations_per_node", &TrainingConfig::presentations_per_node, kAnyCount,
            "pairs shown a node, at most"),
      field("balanced", &TrainingConfig::balanced, "show every node alike; off: as often as walks meet it, as printed"),
      field(
          "competing_columns", &TrainingConfig::competing_columns, kAnyCount,
          "most eligible columns that compete for a node while learning, the winners at least; 0 = all its candidates"),
      field("block", &TrainingConfig::block, {1, 65'536}, "pairs that see the same weights; 1 = strictly online"),
      field("outstar_presentations", &TrainingConfig::outstar_presentations, {0, 1e15},
            "nodes shown to the readout, at least; always whole passes"));

  list.all(
      "L5 readout", config.readout, field("l5a_size", &ReadoutConfig::l5a_size, {1, 65'535}, "neurons of L5a"),
      field("l5a_active", &ReadoutConfig::l5a_active, {1, 65'535}, "active neurons of L5a (K_of)"),
      field("teacher_skips", &ReadoutConfig::teacher_skips, kAnyCount,
            "best columns left out when the readout is taught; 8 = the runner-ups only, as printed"),
      field("topographic_gain", &ReadoutConfig::topographic_gain, {0, kHuge},
            "drive of an L5a neuron by its own column's score"),
      field("readout_gain", &ReadoutConfig::readout_gain, {0, kHuge},
            "drive of an L5a neuron through the learned weights W_r"),
      field("tie_break", &ReadoutConfig::tie_break, {0, 1000}, "strength of the identity where two codes are equal"),
      field("tie_break_rounds", &ReadoutConfig::tie_break_rounds, {0, 1000},
            "how often a tie is drawn again, at most; 0 = never"));

  list.all(
      "L6 neighbours", config.l6,
      field("l6_size", &L6Config::l6_size, {1, 65'535}, "neurons of L6; each node has one of them for its identity"),
      field("l6_active", &L6Config::l6_active, {0, 32'767}, "active neurons of L6; 0 = codes without it, as printed"),
      field("l6_fan", &L6Config::l6_fan, {1, 1024}, "neighbours of a neighbour that a node hears of, at most"));

  list.all("Roles", config.roles,
           field("roles", &RoleConfig::roles, {0, 0.9},
                 "share of the code that says what part a node plays, not where it is; 0 = none"));

  list.all("Living graphs", config.living,
           field("local_walks", &LivingConfig::local_walks, {1, 100'000},
                 "short walks of a node that is new or whose edges changed"),
           field("update_drift", &LivingConfig::update_drift, {0, 1},
                 "share of a node's edges that must change before it is learned anew"),
           field("update_presentations", &LivingConfig::update_presentations, {0, 1000},
                 "times each such node is shown to the columns; 0 = the weights stay"));

  static_assert(field_count<Config>() == 15, "a group of constants is missing in the list above");
}

}  // namespace columnar
