#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "arguments.hpp"
#include "columnar_lab/report/health_experiment.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "reports.hpp"
#include "seed_tables.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct HealthArguments {
  EmbeddingArguments codes;
  std::string labels;
  bool json = false;
};

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
    return code_summary(first.place, first.health.nodes, first.shape) + health_text(first.health, first.shape) +
           firing_text(seeds);
  }
  Table table;
  for (const HealthMeasure& measure : health_measures()) {
    const std::vector<double> values = values_of(seeds, measure);
    if (!std::isnan(mean_and_sd(values).mean)) {
      table.add({measure.heading, over_seeds_text(values, measure.digits)});
    }
  }
  return code_summary(name, first.health.nodes, first.shape) +
         fmt::format("          mean ± sd of {} files\n", seeds.size()) + table.text() + firing_text(seeds);
}

void run(const HealthArguments& arguments) {
  HealthExperiment experiment{arguments.codes.groups(), {}, std::nullopt};
  if (!arguments.labels.empty()) {
    experiment.labels = labels_of_nodes(arguments.labels);
    experiment.labels_name = arguments.labels;
  }
  const std::vector<MethodHealth> methods = run_health(experiment, {});
  if (arguments.json) {
    print(json_text(health_json(experiment, methods)));
    return;
  }
  std::string text;
  for (const MethodHealth& method : methods) {
    text += (text.empty() ? "" : "\n") + group_text(method.name, method.seeds);
  }
  print(text);
}

}  // namespace

void add_health(CLI::App& evaluate) {
  const auto arguments = std::make_shared<HealthArguments>();
  CLI::App* command = evaluate.add_subcommand("health", "Uniqueness, use of neurons, firing rates");
  arguments->codes.add_to(*command);
  add_labels_option(*command, arguments->labels);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace columnar::cli
