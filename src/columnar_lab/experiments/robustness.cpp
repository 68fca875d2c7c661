#include "columnar_lab/evaluate/robustness.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/experiments/measured_groups.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

constexpr double kLeadAt = 0.3;  ///< the delta at which the paper states its leads

Option deltas_option() {
  return {"deltas", RobustnessOptions().deltas, "X,X",
          "Strengths of the damage: 1 - the expected similarity of a row with its damaged self",
          [](std::string_view flag, const OptionValue& value) {
            const auto& deltas = std::get<std::vector<double>>(value);
            if (deltas.empty()) {
              throw Error(ErrorCode::kConfig, fmt::format("{}: at least one is needed", flag));
            }
            for (std::size_t d = 0; d < deltas.size(); ++d) {
              if (!(deltas[d] >= 0.0 && deltas[d] < 1.0) || (d > 0 && deltas[d] <= deltas[d - 1])) {
                throw Error(ErrorCode::kConfig, fmt::format("{}: must ascend, from 0 on and below 1", flag));
              }
            }
          }};
}

RobustnessOptions wanted_by(const Options& options, int threads) {
  RobustnessOptions wanted;
  wanted.deltas = options.reals("deltas");
  wanted.repeats = options.count("repeats");
  wanted.pairs = options.whole("pairs");
  wanted.train_damaged = options.word("train") == "damaged";
  wanted.classify.folds = static_cast<std::int32_t>(options.whole("folds"));
  wanted.classify.cost = options.cost("cost");
  wanted.classify.seed = options.whole("seed");
  wanted.classify.threads = threads;
  return wanted;
}

SeedTable empty_damage_table() {
  SeedTable table{"damage", "What is left of damaged rows", "delta", {}, {}};
  table.repeats = "file";
  table.shown = 2;
  table.measures = {{"accuracy", "accuracy", "of the classes, by logistic regression"},
                    {"auc", "same-class AUC", "chance that a pair of one class is more similar than a pair of two"},
                    {"self_similarity", "self-similarity", "of a damaged row with what it was"},
                    {"repeat_sd", "sd of draws", "sd of the accuracy over the draws of the damage"}};
  return table;
}

/// Mean accuracy of one method by delta.
Curve accuracy_curve(const SeedTable& damage, const std::string& method) {
  Curve curve;
  for (const SeedRow& row : damage.rows) {
    if (row.group == method) {
      curve.x.push_back(row.level);
      curve.y.push_back(over_seeds(row, 0).mean);
    }
  }
  return curve;
}

/// How the other methods stand against the reference. One figure each, of the mean curves.
SeedTable leads_over(const std::string& reference, const SeedTable& damage, const std::vector<EmbeddingGroup>& groups) {
  SeedTable table{"leads", "Accuracy compared with " + reference, "against " + reference, {}, {}};
  table.repeats = "";
  table.measures = {
      {"overtakes_at", "overtakes at", "delta from which it is more accurate"},
      {"lead_at_0.3", "lead at 0.3", "points of accuracy, in percent, that it is ahead by at delta 0.3", 1}};
  const Curve other = accuracy_curve(damage, reference);
  for (const EmbeddingGroup& group : groups) {
    if (group.name != reference) {
      const Curve mine = accuracy_curve(damage, group.name);
      table.add(group.name, 0.0,
                {overtakes_at(mine, other).value_or(kUndefined), lead_at(kLeadAt, mine, other).value_or(kUndefined)});
    }
  }
  return table;
}

Results run_robustness(const ExperimentInput& input, const Options& options, const RunContext& context) {
  std::string reference = options.word("reference");
  if (!reference.empty() && find_group(input.groups, reference) == nullptr) {
    throw Error(ErrorCode::kConfig, fmt::format("--reference: unknown name {}; use one of the names given",
                                                columnar::in_quotes(reference)));
  }
  const RobustnessOptions wanted = wanted_by(options, context.threads);
  const SharedRows rows = shared_rows(input);
  SeedTable damage = empty_damage_table();
  damage.side_by_side = input.groups.size() > 1;
  Results results;
  for_each_seed(input, results, context,
                [&](const EmbeddingGroup& group, const LabelledRows& seed_rows) {
                  const Embedding& embedding = seed_rows.embedding;
                  for (const RobustnessPoint& point : measure_robustness(embedding, rows.labels, wanted, context)) {
                    damage.add(fmt::format("{}", point.delta), point.delta,
                               {point.accuracy.mean, point.auc.mean, point.self_similarity,
                                point.accuracy.sd.value_or(kUndefined)},
                               group.name);
                  }
                  if (reference.empty() && vectors_of(embedding) != nullptr) {
                    reference = group.name;
                  }
                },
                {.rows = &rows.ids});
  results.facts["reference"] = reference.empty() ? Json(nullptr) : Json(reference);
  results.tables.push_back(std::move(damage));
  results.notes = {
      fmt::format("Delta: 1 − expected similarity of a row with its damaged self. Logistic regression on "
                  "{} rows, mean of {} folds and {}.",
                  options.word("train") == "clean" ? "whole" : "damaged", options.whole("folds"),
                  counted(options.whole("repeats"), "draw"))};
  if (!reference.empty() && input.groups.size() > 1) {
    results.tables.push_back(leads_over(reference, results.tables.front(), input.groups));
    for (const SeedRow& row : results.tables.back().rows) {
      if (std::isnan(row.values.front().front())) {
        results.notes.push_back(fmt::format("{} never overtakes {}.", row.name, reference));
      }
    }
  }
  return results;
}

}  // namespace

Experiment robustness_experiment() {
  return {.name = "robustness",
          .summary = "What is left of codes and vectors that are damaged",
          .inputs = {.embeddings = true, .classes = Classes::kRequired},
          .options = {deltas_option(),
                      text_option("reference", "NAME", "The NAME to compare with; else the first of vectors"),
                      choice_option("train", {"clean", "damaged"},
                                    "clean: on whole rows; damaged: on rows as damaged as the tested"),
                      whole_option("folds", 5, 2, kMaxFolds, "Parts of the cross-validation, stratified by class"),
                      cost_option("cost", 1.0, "C of the logistic regression"),
                      whole_option("repeats", 3, 1, kMaxRepeats, "Draws of the damage at each strength"),
                      whole_option("pairs", 200'000, 1, kMaxPairs, "Pairs of nodes for the AUC"),
                      seed_option("Of the folds, the damage and the pairs")},
          .run = run_robustness};
}

}  // namespace columnar
