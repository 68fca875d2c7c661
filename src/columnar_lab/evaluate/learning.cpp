#include "columnar_lab/evaluate/learning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/geometry.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/evaluate/prepared_graph.hpp"

namespace columnar {
namespace {

/// Everything measured on one embedding; NaN where a measure is undefined, e.g. d' of a table without any spread.
struct LearningTrial {
  double accuracy = kUndefined;
  double accuracy_l23 = kUndefined;
  double accuracy_drive = kUndefined;
  double d_prime = kUndefined;
  double overlap_hop1 = kUndefined;
  double unique_plain = kUndefined;
  double unique = kUndefined;
  double neurons_used = kUndefined;
  double same_cell_rate = kUndefined;
  double columns_kept = kUndefined;
  double cells_kept = kUndefined;

  /// In the order of the measures.
  [[nodiscard]] std::vector<double> figures() const {
    return {accuracy, accuracy_l23, accuracy_drive, d_prime,      overlap_hop1, unique_plain,
            unique,   neurons_used, same_cell_rate, columns_kept, cells_kept};
  }
};

std::vector<SeedMeasure> measures() {
  return {{"accuracy", "SDR-28", "accuracy of the whole code"},
          {"accuracy_l23", "SDR-8", "accuracy of the L2/3 bits"},
          {"accuracy_drive", "drive", "accuracy of the L2/3 bits with every column eligible: the learned drive alone"},
          {"d_prime", "d'", "distance of same-class from cross-class overlaps, in standard deviations", 2},
          {"overlap_hop1", "hop 1", "mean shared bits of linked nodes, from a sample of nodes", 2},
          {"unique_plain", "raw unique", "share of different codes before ties are broken", 4},
          {"unique", "unique", "and after", 4},
          {"neurons_used", "neurons", "L2/3 neurons that are active in some code", 0},
          {"same_cell_rate", "same cell", "share of the pairs in one column that chose the same cell of it"},
          {"columns_kept", "columns", "winner columns kept when 2 L4 bits of each node move"},
          {"cells_kept", "cells", "of these, those whose cell is kept"}};
}

/// The first row minus each of the others, seed by seed.
SeedTable differences_to_first(const SeedTable& variants) {
  SeedTable table{"ablation_loss", "What the missing rules buy", "all rules minus", variants.measures, {}};
  const SeedRow& all = variants.rows.front();
  for (const SeedRow& row : std::span(variants.rows).subspan(1)) {
    SeedRow difference = row;
    for (std::size_t m = 0; m < row.values.size(); ++m) {
      std::ranges::transform(all.values[m], row.values[m], difference.values[m].begin(), std::minus<>());
    }
    table.rows.push_back(std::move(difference));
  }
  return table;
}

/// Shows the stages of many embeddings as one: how much of a variant is done.
class VariantProgress : public ForwardingSink {
 public:
  /// Measuring takes about as long as embedding.
  static constexpr double kFitShare = 0.5;

  VariantProgress(ProgressSink* next, std::vector<StageCost> expected, std::uint32_t trials)
      : ForwardingSink(next), expected_(std::move(expected)), trials_(trials) {
    for (const StageCost& stage : expected_) {
      total_ += stage.seconds;
    }
  }

  void begin_trial(std::uint32_t trial) {
    trial_ = trial;
    passed_ = 0.0;
  }
  /// Share of the measuring that is done, once the embedding is.
  void measured(double fraction) { show(kFitShare + (1.0 - kFitShare) * fraction); }

  void begin_stage(std::string_view name) override {
    const auto found = std::ranges::find(expected_, name, &StageCost::name);
    current_ = found == expected_.end() ? 0.0 : found->seconds;
  }
  void advance(double fraction) override {
    if (total_ > 0.0) {
      show(kFitShare * (passed_ + fraction * current_) / total_);
    }
  }
  void end_stage() override { passed_ += current_; }
  /// The same note of every embedding is worth saying once.
  void note(std::string_view message) override {
    if (said_.emplace(message).second) {
      ForwardingSink::note(message);
    }
  }

 private:
  void show(double of_trial) { ForwardingSink::advance((trial_ + of_trial) / trials_); }

  std::vector<StageCost> expected_;
  std::uint32_t trials_;
  double total_ = 0.0;
  std::uint32_t trial_ = 0;
  double passed_ = 0.0;   ///< expected seconds of the stages that have ended
  double current_ = 0.0;  ///< and of the one that runs
  std::set<std::string, std::less<>> said_;
};

/// Moves bits of one code within one group of neurons, and counts nothing twice: a neuron that was active stays taken.
class BitMover {
 public:
  BitMover(const L4Config& config, std::uint64_t seed) : config_(config), random_(seed, Purpose::kProbe) {}

  void move(std::size_t node, std::uint32_t moved, std::uint32_t class_active, std::span<std::uint16_t> code) {
    taken_.assign(config_.width(), false);
    for (const std::uint16_t bit : code) {
      taken_[bit] = true;
    }
    places_.resize(code.size());
    std::iota(places_.begin(), places_.end(), std::size_t{0});
    const std::size_t wanted = std::min<std::size_t>(moved, code.size());
    for (std::size_t i = 0; i < wanted; ++i) {
      std::swap(places_[i], places_[i + random_.below(code.size() - i, node, 2 * i)]);
      const bool is_class = places_[i] < class_active;
      const std::uint32_t first = is_class ? 0 : config_.class_bits;
      const std::uint32_t last = is_class ? config_.class_bits : config_.width();
      silent_.clear();
      for (std::uint32_t bit = first; bit < last; ++bit) {
        if (!taken_[bit]) {
          silent_.push_back(static_cast<std::uint16_t>(bit));
        }
      }
      if (!silent_.empty()) {
        const std::uint16_t chosen = silent_[random_.below(silent_.size(), node, 2 * i + 1)];
        taken_[chosen] = true;
        code[places_[i]] = chosen;
      }
    }
  }

 private:
  const L4Config& config_;
  KeyedRandom random_;
  std::vector<bool> taken_;
  std::vector<std::size_t> places_;
  std::vector<std::uint16_t> silent_;
};

double ratio(std::uint64_t part, std::uint64_t whole) noexcept {
  return whole == 0 ? kUndefined : static_cast<double>(part) / static_cast<double>(whole);
}

double accuracy(const SdrTable& table, const Labels& labels, int threads) {
  ClassifyOptions options;
  options.threads = threads;
  return classify(table, labels, options).accuracy.mean;
}

/// The measures of one embedding.
LearningTrial measure(const Graph& graph, const Labels& labels, const Model& model, const SdrTable& table, int threads,
                      VariantProgress& progress) {
  Config config = model.config;
  config.readout.tie_break_rounds = 0;
  const RunContext quiet{threads, nullptr};
  const Eligibility eligibility = build_eligibility(model.learned->coordinates, model.learned->centroids,
                                                    config.eligibility, config.l23.columns, config.seed, quiet);
  const L4Codes l4 = encode_l4(SymmetricGraph(graph).graph(), config.l4, config.seed, quiet);
  const auto read = [&](const L4Codes& input, const Eligibility& eligible) {
    return read_table(table.ids, input, eligible, config, model.learned->cortex, threads);
  };

  LearningTrial trial;
  const CodeHealth health = code_health(table);
  trial.unique = health.unique.share;
  trial.neurons_used = health.l23_neurons ? health.l23_neurons->used : kUndefined;
  trial.same_cell_rate = health.same_cell_rate.value_or(kUndefined);
  trial.unique_plain = code_health(read(l4, eligibility)).unique.share;
  trial.d_prime = class_separation(table, labels, config.seed).d_prime.value_or(kUndefined);
  const std::vector<double> by_hop = overlap_by_hop(graph, table, 1, config.seed);
  trial.overlap_hop1 = by_hop.empty() ? kUndefined : by_hop.front();
  progress.measured(0.1);

  const KeptCells kept = cells_kept(table, read(move_l4_bits(l4, config.l4, kMovedL4Bits, config.seed), eligibility));
  trial.columns_kept = kept.column_share();
  trial.cells_kept = kept.cell_share();
  progress.measured(0.2);

  trial.accuracy = accuracy(table, labels, threads);
  progress.measured(0.6);
  trial.accuracy_l23 = accuracy(select_layer(table, Layer::kL23), labels, threads);
  progress.measured(0.8);
  const SdrTable driven = read(l4, open_eligibility(graph.node_count(), config.l23.columns));
  trial.accuracy_drive = accuracy(select_layer(driven, Layer::kL23), labels, threads);
  progress.measured(1.0);
  return trial;
}

}  // namespace

std::vector<LearningVariant> learning_variants(const PlasticityConfig& base) {
  PlasticityConfig all = base;
  PlasticityConfig none = base;
  std::vector<LearningVariant> variants;
  const auto without = [&all](bool PlasticityConfig::*rule) {
    PlasticityConfig rules = all;
    rules.*rule = false;
    return rules;
  };
  constexpr std::array<std::pair<std::string_view, bool PlasticityConfig::*>, 5> kRules{
      {{"no BCM", &PlasticityConfig::bcm},
       {"no Anti-CE", &PlasticityConfig::anti_ce},
       {"no lateral", &PlasticityConfig::lateral},
       {"no intrinsic", &PlasticityConfig::intrinsic},
       {"no Outstar", &PlasticityConfig::outstar}}};
  for (const auto& [name, rule] : kRules) {
    all.*rule = true;
    none.*rule = false;
  }
  variants.push_back({"all rules", all});
  for (const auto& [name, rule] : kRules) {
    variants.push_back({name, without(rule)});
  }
  variants.push_back({"no rules", none});
  return variants;
}

Eligibility open_eligibility(std::size_t nodes, std::uint32_t columns) {
  Eligibility open;
  open.width = columns;
  open.values.assign(nodes * columns, 1.0F);
  open.columns.resize(nodes * columns);
  for (std::size_t i = 0; i < open.columns.size(); ++i) {
    open.columns[i] = static_cast<std::uint16_t>(i % columns);
  }
  return open;
}

L4Codes move_l4_bits(const L4Codes& codes, const L4Config& config, std::uint32_t moved, std::uint64_t seed) {
  L4Codes result = codes;
  BitMover mover(config, seed);
  const std::size_t nodes = codes.active == 0 ? 0 : codes.bits.size() / codes.active;
  for (std::size_t node = 0; node < nodes; ++node) {
    mover.move(node, moved, codes.class_active, std::span(result.bits).subspan(node * codes.active, codes.active));
  }
  return result;
}

double KeptCells::column_share() const noexcept { return ratio(columns_kept, columns); }

double KeptCells::cell_share() const noexcept { return ratio(cells_kept, columns_kept); }

KeptCells cells_kept(const SdrTable& before, const SdrTable& after) {
  check_codes(before, "codes", ErrorCode::kInput);
  check_codes(after, "codes", ErrorCode::kInput);
  if (before.shape != after.shape || !before.shape.has_l23() || before.size() != after.size()) {
    throw Error(ErrorCode::kInput, "codes: two tables of the same nodes and shape with L2/3 in it are needed");
  }
  const std::uint32_t winners = before.shape.active_columns;
  const std::uint32_t cells = before.shape.cells_per_column;
  KeptCells kept;
  for (std::size_t node = 0; node < before.size(); ++node) {
    const auto was = before.code(node).first(winners);
    const auto is = after.code(node).first(winners);
    kept.columns += winners;
    for (std::size_t i = 0, j = 0; i < winners && j < winners;) {  // one cell a column, so both ascend by column
      const std::uint32_t left = was[i] / cells;
      const std::uint32_t right = is[j] / cells;
      if (left == right) {
        ++kept.columns_kept;
        kept.cells_kept += was[i] == is[j] ? 1 : 0;
      }
      i += left <= right ? 1 : 0;
      j += right <= left ? 1 : 0;
    }
  }
  return kept;
}

std::vector<SeedTable> ablate_rules(const Graph& graph, const Labels& labels, const Config& config, std::uint32_t seeds,
                                    const RunContext& context) {
  require_trainable(graph, &labels, config, seeds);
  require_no_roles(config);
  VariantProgress progress(context.progress, estimate_fit(graph, config, context.threads).stages, seeds);
  SeedTable table{"variants", "The method with all rules, without each and without any", "variant", measures(), {}};
  for (const LearningVariant& variant : learning_variants(config.plasticity)) {
    run_stage(context, variant.name, [&] {
      for (std::uint32_t s = 0; s < seeds; ++s) {
        progress.begin_trial(s);
        Config of_trial = config;
        of_trial.plasticity = variant.rules;
        of_trial.seed = config.seed + s;
        Embedder embedder(of_trial);
        const SdrTable codes = select_layer(embedder.fit(graph, {context.threads, &progress}), Layer::kAll);
        const LearningTrial trial = measure(graph, labels, embedder.model(), codes, context.threads, progress);
        table.add(std::string(variant.name), static_cast<double>(table.rows.size()), trial.figures());
      }
    });
  }
  return {table, differences_to_first(table)};
}

}  // namespace columnar
