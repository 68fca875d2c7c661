#include "columnar_lab/evaluate/recall.hpp"

#include <fmt/format.h>

#include <limits>

#include "columnar/error.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/experiments/measured_groups.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

const std::vector<double> kShares{0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

Option ascending_option(std::string name, std::string help) {
  return {std::move(name), kShares, "X,X", std::move(help), [](std::string_view flag, const OptionValue& value) {
            const auto& shares = std::get<std::vector<double>>(value);
            for (std::size_t i = 0; i < shares.size(); ++i) {
              if (!(shares[i] >= 0.0 && shares[i] <= 1.0) || (i > 0 && shares[i] <= shares[i - 1])) {
                throw Error(ErrorCode::kConfig, fmt::format("{}: must ascend, from 0 to 1", flag));
              }
            }
          }};
}

SeedTable empty_recall_table(std::string key, std::string title) {
  SeedTable table{std::move(key), std::move(title), "share", {}, {}};
  table.repeats = "file";
  table.measures = {
      {"bits", "bits", "damaged bits of a code", 0},
      {"recalled", "recalled", "the nearest stored code is the damaged one itself, and no other is as near"},
      {"tied", "tied", "several are as near, it among them; all are where no bit is left to ask with"},
      {"wrong", "wrong", "another one is nearer"},
      {"margin", "margin", "bits between a recalled code and the next one", 1}};
  return table;
}

void add_points(SeedTable& table, const std::string& group, const std::vector<RecallPoint>& points) {
  for (const RecallPoint& point : points) {
    table.add(fmt::format("{}", point.share), point.share,
              {static_cast<double>(point.bits), point.recalled, point.tied, point.wrong,
               point.recalled > 0.0 ? point.margin : kUndefined},
              group);
  }
}

Results run_recall(const ExperimentInput& input, const Options& options, const RunContext& context) {
  RecallOptions wanted;
  wanted.missing = options.reals("missing");
  wanted.flipped = options.reals("flipped");
  wanted.repeats = options.count("repeats");
  wanted.queries = options.whole("queries");
  wanted.seed = options.whole("seed");
  if (wanted.missing.empty() && wanted.flipped.empty()) {
    throw Error(ErrorCode::kConfig, "--missing: at least one share is needed, here or of --flipped");
  }
  SeedTable missing = empty_recall_table("missing", "Bits are missing");
  SeedTable flipped = empty_recall_table("flipped", "Bits are on elsewhere");
  Results results;
  for_each_seed(input, results, context,
                [&](const EmbeddingGroup& group, const LabelledRows& rows) {
                  const SdrTable& codes = *codes_of(rows.embedding);
                  const RecallCurves curves = measure_recall(AssociativeMemory(codes), wanted, context);
                  add_points(missing, group.name, curves.missing);
                  add_points(flipped, group.name, curves.flipped);
                  results.facts["queries"][group.name] = curves.queries;
                  results.facts["active_bits"][group.name] = codes.shape.active();
                },
                {.of_codes = "recall"});
  for (SeedTable* table : {&missing, &flipped}) {
    if (!table->rows.empty()) {
      results.tables.push_back(std::move(*table));
    }
  }
  for (const EmbeddingGroup& group : input.groups) {
    results.notes.push_back(fmt::format(
        "{}: {} codes of {}, {} asked for.", group.name, with_commas(results.facts["nodes"][group.name]),
        results.facts["kinds"][group.name].get<std::string>(), with_commas(results.facts["queries"][group.name])));
  }
  return results;
}

}  // namespace

Experiment recall_experiment() {
  return {.name = "recall",
          .summary = "Codes as an associative memory: which come back from a part, or with wrong bits",
          .inputs = {.embeddings = true},
          .options = {ascending_option("missing", "Shares of the active bits that are lost, or none"),
                      ascending_option("flipped", "Shares of them that move to wrong places, or none"),
                      whole_option("repeats", 1, 1, kMaxRepeats, "Draws of the damage at each share"),
                      whole_option("queries", 5000, 1, std::numeric_limits<std::uint32_t>::max(),
                                   "Codes to ask for at most; all are in memory"),
                      seed_option("Of the damage")},
          .run = run_recall};
}

}  // namespace columnar
