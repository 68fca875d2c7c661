#include "columnar_lab/evaluate/training_health.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/error.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/damage.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/evaluate/prepared_graph.hpp"
#include "columnar_lab/evaluate/weight_energy.hpp"

namespace columnar {
namespace {

SeedTable readout_table() {
  return {"readout_size",
          "Active neurons of L5a (K_of); the columns learn once, the Outstar for each size",
          "L5a active",
          {{"unique", "unique", "share of different codes", 4},
           {"unique_plain", "raw unique", "the same before ties are broken", 4},
           {"accuracy", "accuracy", "of the whole code", 3},
           {"accuracy_change", "change", "accuracy less that of the configured size", 3}},
          {}};
}

SeedTable energy_table() {
  return {"weight_energy",
          fmt::format("Energy of W in the PPMI's top-{} subspace, carried to L4 by the codes", kEnergyDimensions),
          "W",
          {{"centred", "energy", "share of |W|² inside, each cell's mean weight taken off", 3},
           {"raw", "with means", "the same of the weights as they are", 3},
           {"chance", "chance", "dimensions of the subspace / inputs", 3}},
          {}};
}

/// One seed: the columns learn here, once.
class TrainedSeed {
 public:
  TrainedSeed(const Graph& graph, const Labels* labels, const Config& config, int threads)
      : labels_(labels),
        config_(config),
        context_{threads, nullptr},
        prepared_(prepare_graph(graph, config, context_)),
        initial_(initial_cortex(config)),
        columns_(initial_) {
    Config without_readout = config;
    without_readout.plasticity.outstar = false;
    train_cortex(prepared_, without_readout, columns_, context_);
  }

  void add_energy(SeedTable& table) const {
    SpectralConfig spectral = config_.spectral;
    spectral.rank = kEnergyDimensions;
    const RowMatrix basis = l4_subspace(prepared_.l4, config_.l4.width(),
                                        leading_subspace(prepared_.ppmi, spectral, config_.seed, context_));
    const auto add = [&](const char* name, const CortexState& cortex) {
      const WeightEnergy energy = weight_energy(cortex, basis);
      table.add(name, static_cast<double>(table.rows.size()), {energy.centred, energy.raw, energy.chance});
    };
    add("trained", columns_);
    add("initial", initial_);
  }

  struct Reading {
    double unique = 0.0;
    double unique_plain = 0.0;
    double accuracy = std::numeric_limits<double>::quiet_NaN();
  };

  [[nodiscard]] Reading read(std::uint32_t size) const {
    Config config = config_;
    config.readout.l5a_active = size;
    const std::uint32_t ranked = std::min(config.l23.active_columns + size, config.l23.columns);
    Eligibility wider;
    const Eligibility* eligibility = &prepared_.eligibility;
    if (prepared_.eligibility.width < ranked) {
      config.eligibility.candidate_columns = ranked;
      wider = build_eligibility(prepared_.coordinates, prepared_.centroids, config.eligibility, config.l23.columns,
                                config.seed, context_);
      eligibility = &wider;
    }
    CortexState cortex = columns_;
    if (config.plasticity.outstar) {
      learn_readout(fire(prepared_.l4, *eligibility, config, cortex, context_.threads), config, cortex, context_);
    }
    Reading reading;
    const auto read_codes = [&] {
      return read_table(prepared_.ids, prepared_.l4, *eligibility, config, cortex, context_.threads);
    };
    const SdrTable table = read_codes();
    reading.unique = code_health(table).unique.share;
    config.readout.tie_break_rounds = 0;
    reading.unique_plain = code_health(read_codes()).unique.share;
    if (labels_ != nullptr) {
      ClassifyOptions options;
      options.threads = context_.threads;
      reading.accuracy = classify(table, *labels_, options).accuracy.mean;
    }
    return reading;
  }

 private:
  const Labels* labels_;
  Config config_;
  RunContext context_;
  PreparedGraph prepared_;
  CortexState initial_;
  CortexState columns_;
};

/// The sizes that fit, with the configured one among them.
std::vector<std::uint32_t> sizes_for(const Config& config) {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t size : readout_sizes()) {
    if (size <= config.readout.l5a_size && config.l23.active_columns + size <= config.l23.columns) {
      sizes.push_back(size);
    }
  }
  if (!std::ranges::binary_search(sizes, config.readout.l5a_active)) {
    sizes.insert(std::ranges::lower_bound(sizes, config.readout.l5a_active), config.readout.l5a_active);
  }
  return sizes;
}

}  // namespace

DegreeFacts degree_facts(const Graph& graph) {
  if (graph.node_count() == 0) {
    throw Error(ErrorCode::kInput, "graph: has no nodes");
  }
  std::vector<double> degrees;
  degrees.reserve(graph.node_count());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    degrees.push_back(static_cast<double>(graph.degree(v)));
  }
  DegreeFacts facts;
  facts.degree_one_share = static_cast<double>(std::ranges::count(degrees, 1.0)) / static_cast<double>(degrees.size());
  facts.mean = static_cast<double>(graph.targets.size()) / static_cast<double>(degrees.size());
  facts.median = median(std::move(degrees));
  return facts;
}

const std::vector<std::uint32_t>& readout_sizes() {
  static const std::vector<std::uint32_t> sizes{10, 15, 20, 25, 30, 35, 40};
  return sizes;
}

TrainingHealth training_health(const Graph& graph, const Labels* labels, const Config& config,
                               const TrainingHealthOptions& options, const RunContext& context) {
  require_trainable(graph, labels, config, options.seeds);
  TrainingHealth health{degree_facts(graph), readout_table(), energy_table()};
  const std::vector<std::uint32_t> sizes = sizes_for(config);
  for (std::uint32_t s = 0; s < options.seeds; ++s) {
    Config of_seed = config;
    of_seed.seed = config.seed + s;
    run_stage(context, fmt::format("seed {}", of_seed.seed), [&] {
      const TrainedSeed seed(graph, labels, of_seed, context.threads);
      seed.add_energy(health.energy);
      context.advance(0.3);
      std::vector<TrainedSeed::Reading> readings;
      double configured = std::numeric_limits<double>::quiet_NaN();
      for (const std::uint32_t size : sizes) {
        readings.push_back(seed.read(size));
        configured = size == config.readout.l5a_active ? readings.back().accuracy : configured;
        context.advance(0.3 + 0.7 * static_cast<double>(readings.size()) / static_cast<double>(sizes.size()));
      }
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        health.readout.add(
            fmt::format("{}", sizes[i]), sizes[i],
            {readings[i].unique, readings[i].unique_plain, readings[i].accuracy, readings[i].accuracy - configured});
      }
    });
  }
  return health;
}

}  // namespace columnar
