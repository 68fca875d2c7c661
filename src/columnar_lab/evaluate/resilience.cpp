#include "columnar_lab/evaluate/resilience.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/cortex/training_stream.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/damage.hpp"
#include "columnar_lab/evaluate/learning.hpp"
#include "columnar_lab/evaluate/prepared_graph.hpp"
#include "columnar_lab/evaluate/sequential.hpp"

namespace columnar {
namespace {

constexpr std::array kParts{ResiliencePart::kL4Bits, ResiliencePart::kWeights, ResiliencePart::kPairs,
                            ResiliencePart::kSequential};
constexpr std::array<std::string_view, kParts.size()> kPartNames{"l4-bits", "weights", "pairs", "sequential"};

constexpr std::array kMovedShares{0.0, 0.025, 0.05, 0.10, 0.20};
constexpr std::array kCutShares{0.0, 0.05, 0.10, 0.20, 0.30, 0.40, 0.50};
constexpr std::array kShownShares{0.0, 0.01, 0.02, 0.05, 0.10, 0.25, 0.50, 1.0};
constexpr double kWideMargin = 0.10;

std::string share_name(double share) { return fmt::format("{:g} %", 100.0 * share); }

SeedTable l4_bits_table() {
  return {"l4_bits",
          "L4 bits moved within their group",
          "bits moved",
          {{"nodes_all_columns", "all columns", "share of nodes that keep all of their winner columns", 3},
           {"columns", "columns", "mean share of its columns that a node keeps", 3},
           {"nodes_all_cells", "all cells", "share of nodes that keep all of their cells", 3},
           {"cells", "cells", "mean share of its cells that a node keeps", 3},
           {"nodes_all_l5a", "all L5a", "share of nodes that keep all of their L5a bits", 3},
           {"l5a", "L5a", "mean share of its L5a bits that a node keeps", 3},
           {"accuracy", "SDR-28", "accuracy of the codes", 3},
           {"margin_median", "margin", "(s8 − s9) / s8 by column score, median of the nodes", 3},
           {"margin_wide", "> 10 %", "share of nodes with a margin above 10 %", 3}},
          {}};
}

SeedTable cut_table(bool readout) {
  std::vector<SeedMeasure> measures{{"accuracy", "SDR-28", "accuracy of the whole code", 3},
                                    {"nodes_all_l5a", "all L5a", "share of nodes that keep all of their L5a bits", 3},
                                    {"l5a", "L5a", "mean share of its L5a bits that a node keeps", 3}};
  if (!readout) {  // L2/3 comes before W_r and does not feel it
    measures.push_back({"accuracy_l23", "SDR-8", "accuracy of the L2/3 bits", 3});
    measures.push_back({"nodes_all_columns", "all columns", "share of nodes that keep all of their winner columns", 3});
    measures.push_back({"columns", "columns", "mean share of its columns that a node keeps", 3});
    measures.push_back({"cells", "cells", "mean share of its cells that a node keeps", 3});
  }
  return {readout ? "readout" : "weights",
          fmt::format("Synapses of {} cut after training", readout ? "W_r" : "W"),
          "cut",
          std::move(measures),
          {}};
}

SeedTable pairs_table() {
  return {
      "pairs",
      "Training on the first part of the stream of pairs",
      "pairs shown",
      {{"accuracy", "SDR-28", "accuracy of the whole code", 3},
       {"of_full", "of full", "and as a share of that after all pairs", 3},
       {"accuracy_drive", "drive", "accuracy of the L2/3 bits with every column eligible: the learned drive alone", 3},
       {"drive_of_full", "of full", "and as a share of that after all pairs", 3},
       {"presentations", "pairs", "how many pairs were shown", 0}},
      {}};
}

/// One seed's view of the graph: what its parts share.
class SeedRun {
 public:
  SeedRun(const Graph& graph, const Labels& labels, const Config& config, int threads)
      : graph_(graph), labels_(labels), config_(config), context_{threads, nullptr} {
    config_.readout.tie_break_rounds = 0;
  }

  void move_bits(const RunContext& progress, SeedTable& table) {
    const SdrTable before = read(trained());
    const std::vector<double> margins = column_margins(prepared(), config_, trained(), context_.threads);
    for (std::size_t i = 0; i < kMovedShares.size(); ++i) {
      const double share = kMovedShares[i];
      const auto moved = static_cast<std::uint32_t>(std::lround(share * config_.l4.active()));
      const L4Codes l4 = move_l4_bits(prepared().l4, config_.l4, moved, config_.seed);
      const SdrTable after = read(trained(), l4, prepared().eligibility);
      const KeptCodes kept = kept_codes(before, after);
      table.add(share_name(share), share,
                {kept.nodes_all_columns, kept.columns, kept.nodes_all_cells, kept.cells, kept.nodes_all_l5a, kept.l5a,
                 accuracy(after), i == 0 ? median(margins) : kUndefined,
                 i == 0 ? share_above(margins, kWideMargin) : kUndefined});
      progress.advance((static_cast<double>(i) + 1.0) / kMovedShares.size());
    }
  }

  void cut(const RunContext& progress, bool readout, SeedTable& table) {
    const SdrTable before = read(trained());
    for (std::size_t i = 0; i < kCutShares.size(); ++i) {
      const double share = kCutShares[i];
      const SdrTable after =
          read(readout ? cut_readout(trained(), share, config_.seed) : cut_weights(trained(), share, config_.seed));
      const KeptCodes kept = kept_codes(before, after);
      std::vector<double> figures{accuracy(after), kept.nodes_all_l5a, kept.l5a};
      if (!readout) {
        figures.insert(figures.end(),
                       {accuracy(select_layer(after, Layer::kL23)), kept.nodes_all_columns, kept.columns, kept.cells});
      }
      table.add(share_name(share), share, figures);
      progress.advance((static_cast<double>(i) + 1.0) / kCutShares.size());
    }
  }

  void show_fewer(const RunContext& progress, SeedTable& table) {
    const std::uint64_t all = presentation_count(config_.training, prepared().ids.size());
    const Eligibility open = open_eligibility(prepared().ids.size(), config_.l23.columns);
    struct Shown {
      double accuracy;
      double drive;
      double pairs;
    };
    std::vector<Shown> shown;
    for (std::size_t i = 0; i < kShownShares.size(); ++i) {
      Config fewer = config_;
      fewer.training.presentations =
          static_cast<std::uint64_t>(std::llround(kShownShares[i] * static_cast<double>(all)));
      CortexState cortex = initial_cortex(fewer);
      train_cortex(prepared(), fewer, cortex, context_);
      const SdrTable driven = select_layer(read(cortex, prepared().l4, open), Layer::kL23);
      shown.push_back({accuracy(read(cortex)), accuracy(driven), static_cast<double>(fewer.training.presentations)});
      progress.advance((static_cast<double>(i) + 1.0) / kShownShares.size());
    }
    const Shown& full = shown.back();
    for (std::size_t i = 0; i < shown.size(); ++i) {
      table.add(share_name(kShownShares[i]), kShownShares[i],
                {shown[i].accuracy, shown[i].accuracy / full.accuracy, shown[i].drive, shown[i].drive / full.drive,
                 shown[i].pairs});
    }
  }

 private:
  /// Made when first asked for: a part that needs neither does not wait for them.
  const PreparedGraph& prepared() {
    if (!prepared_) {
      prepared_ = prepare_graph(graph_, config_, context_);
    }
    return *prepared_;
  }
  const CortexState& trained() {
    if (!trained_) {
      trained_ = initial_cortex(config_);
      train_cortex(prepared(), config_, *trained_, context_);
    }
    return *trained_;
  }
  SdrTable read(const CortexState& cortex) { return read(cortex, prepared().l4, prepared().eligibility); }
  SdrTable read(const CortexState& cortex, const L4Codes& l4, const Eligibility& eligibility) {
    return read_table(prepared().ids, l4, eligibility, config_, cortex, context_.threads);
  }
  [[nodiscard]] double accuracy(const SdrTable& table) const {
    ClassifyOptions options;
    options.threads = context_.threads;
    return classify(table, labels_, options).accuracy.mean;
  }

  const Graph& graph_;
  const Labels& labels_;
  Config config_;
  RunContext context_;
  std::optional<PreparedGraph> prepared_;
  std::optional<CortexState> trained_;
};

}  // namespace

std::span<const ResiliencePart> resilience_parts() noexcept { return kParts; }

std::string_view part_name(ResiliencePart part) noexcept { return kPartNames[static_cast<std::size_t>(part)]; }

std::optional<ResiliencePart> part_by_name(std::string_view name) noexcept {
  const auto found = std::ranges::find(kPartNames, name);
  return found == kPartNames.end() ? std::nullopt
                                   : std::optional(kParts[static_cast<std::size_t>(found - kPartNames.begin())]);
}

std::vector<SeedTable> evaluate_resilience(const Graph& graph, const Labels& labels, const Config& config,
                                           const ResilienceOptions& options, const RunContext& context) {
  require_trainable(graph, &labels, config, options.seeds);
  std::vector<ResiliencePart> parts = options.parts;
  if (parts.empty()) {
    parts.assign(kParts.begin(), kParts.end());
  }
  std::pair<LabelledGraph, LabelledGraph> tasks;
  if (std::ranges::find(parts, ResiliencePart::kSequential) != parts.end()) {
    tasks = options.then != nullptr ? std::pair{LabelledGraph{graph, labels}, *options.then}
                                    : split_in_halves(graph, labels);
    require_classifiable(tasks.first.graph, tasks.first.labels);
    require_classifiable(tasks.second.graph, tasks.second.labels);
  }

  std::vector<SeedTable> tables;
  for (const ResiliencePart part : parts) {
    switch (part) {
      case ResiliencePart::kL4Bits:
        tables.push_back(l4_bits_table());
        break;
      case ResiliencePart::kWeights:
        tables.push_back(cut_table(false));
        tables.push_back(cut_table(true));
        break;
      case ResiliencePart::kPairs:
        tables.push_back(pairs_table());
        break;
      case ResiliencePart::kSequential:
        tables.push_back(sequential_table());
        break;
    }
  }
  for (std::uint32_t s = 0; s < options.seeds; ++s) {
    Config of_seed = config;
    of_seed.seed = config.seed + s;
    SeedRun run(graph, labels, of_seed, context.threads);
    for (SeedTable& table : tables) {
      run_stage(context, fmt::format("{}, seed {}", table.key, of_seed.seed), [&] {
        if (table.key == "l4_bits") {
          run.move_bits(context, table);
        } else if (table.key == "pairs") {
          run.show_fewer(context, table);
        } else if (table.key == "sequential") {
          add_sequential(tasks.first, tasks.second, of_seed, context, table);
        } else {
          run.cut(context, table.key == "readout", table);
        }
      });
    }
  }
  return tables;
}

}  // namespace columnar
