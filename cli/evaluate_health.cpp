#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/firing.hpp"
#include "columnar/evaluate/health.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/report/over_seeds.hpp"
#include "columnar/report/training_health_experiment.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "graph_arguments.hpp"
#include "progress_line.hpp"
#include "reports.hpp"
#include "seed_tables.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct HealthArguments {
  EmbeddingArguments codes;
  GraphArguments graph;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

/// One file of codes, measured.
struct MeasuredCodes {
  std::string path;
  SdrTable table;
  CodeHealth health;
  std::optional<FiringRates> firing;  ///< of codes with L2/3
};

MeasuredCodes measure_codes(const EmbeddingSource& source, const std::string& labels_path) {
  const Embedding embedding = source.load();
  const SdrTable* table = codes_of(embedding);
  if (table == nullptr) {
    throw Error(ErrorCode::kInput, source.path + ": vectors of floats have no neurons; health is that of codes");
  }
  const Labels labels = labels_path.empty() ? Labels{} : read_labels(labels_path, table->ids);
  MeasuredCodes measured{source.path, *table, code_health(*table, labels.empty() ? nullptr : &labels), std::nullopt};
  if (table->shape.layer != Layer::kL5a && table->size() > 0) {
    measured.firing = firing_rates(*table);
  }
  return measured;
}

/// A figure of one file, as the table over several files shows it.
struct HealthMeasure {
  const char* key;
  const char* heading;
  int digits;
  std::function<std::optional<double>(const MeasuredCodes&)> value;
};

const std::vector<HealthMeasure>& health_measures() {
  static const auto neurons = [](const std::optional<NeuronUse>& use) {
    return use ? std::optional<double>(use->used) : std::nullopt;
  };
  static const auto duplicates = [](const MeasuredCodes& codes, std::uint64_t CrossClassDuplicates::*pairs) {
    const auto& found = codes.health.cross_class_duplicates;
    return found ? std::optional(static_cast<double>((*found).*pairs)) : std::nullopt;
  };
  static const std::vector<HealthMeasure> measures{
      {"unique_share", "unique codes", 4, [](const auto& c) { return std::optional(c.health.unique.share); }},
      {"unique_share_l23", "  by L2/3 alone", 4,
       [](const auto& c) { return c.health.unique_l23 ? std::optional(c.health.unique_l23->share) : std::nullopt; }},
      {"neurons_used_l23", "neurons used in L2/3", 1, [](const auto& c) { return neurons(c.health.l23_neurons); }},
      {"neurons_used_l5a", "neurons used in L5a", 1, [](const auto& c) { return neurons(c.health.l5a_neurons); }},
      {"same_cell_rate", "same-cell rate", 3, [](const auto& c) { return c.health.same_cell_rate; }},
      {"same_cell_rate_same_class", "  within a class", 3,
       [](const auto& c) { return c.health.same_cell_rate_same_class; }},
      {"cell_entropy", "entropy of the cells", 3, [](const auto& c) { return c.health.cell_entropy; }},
      {"cross_class_duplicate_pairs", "cross-class duplicates", 1,
       [](const auto& c) { return duplicates(c, &CrossClassDuplicates::pairs); }},
      {"same_class_duplicate_pairs", "duplicates within a class", 1,
       [](const auto& c) { return duplicates(c, &CrossClassDuplicates::same_class_pairs); }},
      {"firing_rate_sd", "sd of the firing rates", 5,
       [](const auto& c) { return c.firing ? std::optional(c.firing->sd) : std::nullopt; }},
      {"firing_rate_min", "smallest firing rate", 5,
       [](const auto& c) { return c.firing ? std::optional(c.firing->smallest) : std::nullopt; }},
      {"firing_rate_max", "largest firing rate", 5,
       [](const auto& c) { return c.firing ? std::optional(c.firing->largest) : std::nullopt; }}};
  return measures;
}

std::vector<double> values_of(const std::vector<MeasuredCodes>& seeds, const HealthMeasure& measure) {
  std::vector<double> values;
  for (const MeasuredCodes& codes : seeds) {
    values.push_back(measure.value(codes).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return values;
}

/// The histograms of all seeds, one list a bin.
std::vector<std::vector<double>> firing_bins(const std::vector<MeasuredCodes>& seeds) {
  std::vector<std::vector<double>> bins(kFiringBins);
  for (const MeasuredCodes& codes : seeds) {
    const std::vector<double> shares = firing_histogram(*codes.firing);
    for (std::size_t b = 0; b < kFiringBins; ++b) {
      bins[b].push_back(shares[b]);
    }
  }
  return bins;
}

std::string firing_text(const std::vector<MeasuredCodes>& seeds) {
  if (!seeds.front().firing) {
    return "";
  }
  static constexpr std::array<const char*, 9> kBars{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::vector<double> shares;
  for (const std::vector<double>& bin : firing_bins(seeds)) {
    shares.push_back(mean_and_sd(bin).mean);
  }
  const double largest = *std::ranges::max_element(shares);
  std::string bars;
  for (const double share : shares) {  // a bin that is not empty shows
    bars += kBars[static_cast<std::size_t>(std::ceil(share / largest * (kBars.size() - 1.0)))];
  }
  return fmt::format("  firing rates  |{}| of L2/3 neurons, from 0 to {:.0f} × the mean of {:.2f} % and above\n", bars,
                     kFiringBins * kFiringBinWidth, 100.0 * seeds.front().firing->mean);
}

std::string group_text(const std::string& name, const std::vector<MeasuredCodes>& seeds) {
  const MeasuredCodes& first = seeds.front();
  if (seeds.size() == 1) {
    return code_summary(first.path, first.table) + health_text(first.health, first.table.shape) + firing_text(seeds);
  }
  Table table;
  for (const HealthMeasure& measure : health_measures()) {
    const std::vector<double> values = values_of(seeds, measure);
    if (!std::isnan(mean_and_sd(values).mean)) {
      table.add({measure.heading, over_seeds_text(values, measure.digits)});
    }
  }
  return code_summary(name, first.table) + fmt::format("          mean ± sd of {} files\n", seeds.size()) +
         table.text() + firing_text(seeds);
}

Json group_json(const std::string& name, const std::vector<MeasuredCodes>& seeds) {
  Json json = code_json(name, seeds.front().table);
  json["seeds"] = seeds.size();
  json["files"] = Json::array();
  for (const MeasuredCodes& codes : seeds) {
    json["files"].push_back(codes.path);
  }
  for (const HealthMeasure& measure : health_measures()) {
    json[measure.key] = over_seeds_json(values_of(seeds, measure));
  }
  json["firing_rate_mean"] = seeds.front().firing ? Json(seeds.front().firing->mean) : Json(nullptr);
  json["firing_histogram"] = nullptr;
  if (seeds.front().firing) {
    Json bins = Json::array();
    for (const std::vector<double>& bin : firing_bins(seeds)) {
      bins.push_back(over_seeds_json(bin));
    }
    json["firing_histogram"] = {
        {"bin_width_in_mean_rates", kFiringBinWidth}, {"last_bin_is_open", true}, {"share_of_neurons", bins}};
  }
  return json;
}

void run_on_files(const HealthArguments& arguments, const std::vector<EmbeddingGroup>& groups) {
  Json results = Json::array();
  std::string text;
  for (const EmbeddingGroup& group : groups) {
    std::vector<MeasuredCodes> seeds;
    for (const EmbeddingSource& source : group.seeds) {
      seeds.push_back(measure_codes(source, arguments.graph.labels));
      if (seeds.back().table.shape != seeds.front().table.shape) {
        throw Error(ErrorCode::kInput, source.path + ": its codes have another shape than " + seeds.front().path);
      }
    }
    results.push_back(group_json(group.name, seeds));
    text += (text.empty() ? "" : "\n") + group_text(group.name, seeds);
  }
  print(arguments.json
            ? json_text({{"version", kVersion},
                         {"settings",
                          {{"labels", arguments.graph.labels.empty() ? Json(nullptr) : Json(arguments.graph.labels)}}},
                         {"results", results}})
            : text);
}

void run_on_graph(const HealthArguments& arguments) {
  TrainingHealthExperiment experiment;
  experiment.run.config = arguments.flags.config();
  experiment.run.preset = arguments.flags.preset();
  experiment.seeds = arguments.graph.seed_count();
  const int threads = arguments.threads.value();
  check_training_health(experiment);
  const LabelledInput input = arguments.graph.read_input();
  input.give_to(experiment.run);
  ProgressLine progress(arguments.quiet);
  const TrainingHealth health = run_training_health(experiment, {threads, &progress});
  if (arguments.json) {
    print(json_text(training_health_json(experiment, health)));
    return;
  }
  const DegreeFacts& degrees = health.degrees;
  print(graph_text(input.facts) +
        labelled("Degrees", {fmt::format("{} of the nodes have one neighbour; median {:.0f}, mean {:.2f}",
                                         percent(degrees.degree_one_share), degrees.median, degrees.mean)}) +
        "\n" + seed_table_text(health.readout) + "\n" + seed_table_text(health.energy) +
        fmt::format("\nMean{} over {} seed{}.\n", experiment.seeds > 1 ? " ± sd" : "", experiment.seeds,
                    experiment.seeds == 1 ? "" : "s"));
}

void run_health(const HealthArguments& arguments) {
  const std::vector<EmbeddingGroup> groups = arguments.codes.groups();
  if (groups.empty() == arguments.graph.graph.empty()) {
    throw Error(ErrorCode::kConfig, groups.empty() ? "health: name files of codes, or a graph with --graph"
                                                   : "--graph: measures a graph instead of files, not both at once");
  }
  if (groups.empty()) {
    run_on_graph(arguments);
  } else {
    run_on_files(arguments, groups);
  }
}

}  // namespace

void add_health(CLI::App& evaluate) {
  const auto arguments = std::make_shared<HealthArguments>();
  CLI::App* command = evaluate.add_subcommand(
      "health", "Uniqueness, use of neurons, firing rates; with --graph: size of the readout, energy of W, degrees");
  arguments->codes.add_to(*command)->required(false);
  add_labels_option(*command, arguments->graph.labels);
  command
      ->add_option("--graph", arguments->graph.graph,
                   "Instead of files: train on this graph and measure what codes alone cannot tell")
      ->type_name("GRAPH");
  arguments->graph.add_options_to(*command);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { run_health(*arguments); });
}

}  // namespace columnar::cli
