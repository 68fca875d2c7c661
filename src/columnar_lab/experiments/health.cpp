#include "columnar_lab/evaluate/health.hpp"

#include <fmt/format.h>

#include <optional>

#include "columnar/sdr/layer_names.hpp"
#include "columnar_lab/evaluate/firing.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/experiments/measured_groups.hpp"

namespace columnar {
namespace {

double used(const std::optional<NeuronUse>& neurons) {
  return neurons ? static_cast<double>(neurons->used) : kUndefined;
}

double pairs(const CodeHealth& health, std::uint64_t CrossClassDuplicates::*of) {
  const auto& found = health.cross_class_duplicates;
  return found ? static_cast<double>((*found).*of) : kUndefined;
}

SeedTable empty_health_table() {
  SeedTable table{"health", "Health of the codes", "codes", {}, {}};
  table.repeats = "file";
  table.measures = {
      {"unique_share", "unique", "share of the nodes whose code no other node has", 4},
      {"unique_share_l23", "unique by L2/3", "the same of the bits of L2/3 alone", 4},
      {"neurons_used_l23", "L2/3 neurons", "neurons of L2/3 that fire for some node", 1},
      {"neurons_used_l5a", "L5a neurons", "neurons of L5a that fire for some node", 1},
      {"same_cell_rate", "same cell", "how often two nodes of one mini-column have the same cell of it"},
      {"same_cell_rate_same_class", "same cell, class", "the same of two nodes of one class"},
      {"cell_entropy", "cell entropy", "entropy of the cells of a mini-column, 1 where all are used alike"},
      {"cross_class_duplicate_pairs", "duplicates across", "pairs of equal codes in different classes", 1},
      {"same_class_duplicate_pairs", "duplicates within", "pairs of equal codes in one class", 1},
      {"firing_rate_sd", "firing sd", "sd of the firing rates of the neurons of L2/3", 5},
      {"firing_rate_min", "firing least", "the smallest of them", 5},
      {"firing_rate_max", "firing most", "the largest of them", 5}};
  return table;
}

std::vector<double> figures(const CodeHealth& health, const std::optional<FiringRates>& firing) {
  return {health.unique.share,
          health.unique_l23 ? health.unique_l23->share : kUndefined,
          used(health.l23_neurons),
          used(health.l5a_neurons),
          health.same_cell_rate.value_or(kUndefined),
          health.same_cell_rate_same_class.value_or(kUndefined),
          health.cell_entropy.value_or(kUndefined),
          pairs(health, &CrossClassDuplicates::pairs),
          pairs(health, &CrossClassDuplicates::same_class_pairs),
          firing ? firing->sd : kUndefined,
          firing ? firing->smallest : kUndefined,
          firing ? firing->largest : kUndefined};
}

void add_histogram(SeedTable& table, const std::string& group, const FiringRates& firing) {
  const std::vector<double> shares = firing_histogram(firing);
  for (std::size_t bin = 0; bin < shares.size(); ++bin) {
    const double from = static_cast<double>(bin) * kFiringBinWidth;
    const bool last = bin + 1 == shares.size();
    table.add(
        last ? fmt::format("{:.1f} and above", from) : fmt::format("{:.1f} to {:.1f}", from, from + kFiringBinWidth),
        from, {shares[bin]}, group);
  }
}

Results run_health(const ExperimentInput& input, const Options& /*options*/, const RunContext& context) {
  SeedTable health = empty_health_table();
  SeedTable firing{"firing", "How often the neurons of L2/3 fire", "times the mean", {}, {}};
  firing.repeats = "file";
  firing.measures = {{"share", "neurons", "share of the neurons of L2/3 that fire so often"}};
  Results results;
  for_each_seed(input, results, context,
                [&](const EmbeddingGroup& group, const LabelledRows& rows) {
                  const SdrTable& codes = *codes_of(rows.embedding);
                  const CodeHealth found = code_health(codes, rows.labels.empty() ? nullptr : &rows.labels);
                  std::optional<FiringRates> rates;
                  if (codes.shape.has_l23() && codes.size() > 0) {
                    rates = firing_rates(codes);
                    add_histogram(firing, group.name, *rates);
                  }
                  health.add(group.name, 0.0, figures(found, rates));
                  results.facts["layers"][group.name] = layer_flag(codes.shape.layer);
                  results.facts["neurons"][group.name] = codes.shape.width();
                },
                {.of_codes = "health"});
  results.tables.push_back(std::move(health));
  if (!firing.rows.empty()) {
    results.tables.push_back(std::move(firing));
  }
  return results;
}

}  // namespace

Experiment health_experiment() {
  return {.name = "health",
          .summary = "Uniqueness of codes, use of neurons, firing rates, duplicates by class",
          .inputs = {.embeddings = true, .classes = Classes::kOptional},
          .options = {},
          .run = run_health};
}

}  // namespace columnar
