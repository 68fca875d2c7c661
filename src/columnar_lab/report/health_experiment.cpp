#include "columnar_lab/report/health_experiment.hpp"

#include <limits>

#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/report/code_json.hpp"
#include "columnar_lab/report/over_seeds.hpp"

namespace columnar {
namespace {

MeasuredCodes measure_codes(const EmbeddingSource& source, const RowLabels& row_labels) {
  const Embedding embedding = source.load();
  const SdrTable* table = codes_of(embedding);
  if (table == nullptr) {
    throw Error(ErrorCode::kInput, source.place + ": vectors of floats have no neurons; health is that of codes");
  }
  const Labels labels = row_labels ? row_labels(source.place, embedding).labels : Labels{};
  MeasuredCodes measured{source.place, table->shape, code_health(*table, labels.empty() ? nullptr : &labels),
                         std::nullopt};
  if (table->shape.has_l23() && table->size() > 0) {
    measured.firing = firing_rates(*table);
  }
  return measured;
}

MethodHealth measure_group(const EmbeddingGroup& group, const RowLabels& labels, const RunContext& context) {
  MethodHealth method{group.name, {}};
  for (const EmbeddingSource& source : group.seeds) {
    method.seeds.push_back(measure_codes(source, labels));
    if (method.seeds.back().shape != method.seeds.front().shape) {
      throw Error(ErrorCode::kInput,
                  source.place + ": its codes have another shape than " + method.seeds.front().place);
    }
    context.advance(static_cast<double>(method.seeds.size()) / static_cast<double>(group.seeds.size()));
  }
  return method;
}

Json method_json(const MethodHealth& method) {
  const MeasuredCodes& first = method.seeds.front();
  Json json = code_json(method.name, first.health.nodes, first.shape);
  json["seeds"] = method.seeds.size();
  json["files"] = Json::array();
  for (const MeasuredCodes& codes : method.seeds) {
    json["files"].push_back(codes.place);
  }
  for (const HealthMeasure& measure : health_measures()) {
    json[measure.key] = over_seeds_json(values_of(method.seeds, measure));
  }
  json["firing_rate_mean"] = first.firing ? Json(first.firing->mean) : Json(nullptr);
  json["firing_histogram"] = nullptr;
  if (first.firing) {
    Json bins = Json::array();
    for (const std::vector<double>& bin : firing_bins(method.seeds)) {
      bins.push_back(over_seeds_json(bin));
    }
    json["firing_histogram"] = {
        {"bin_width_in_mean_rates", kFiringBinWidth}, {"last_bin_is_open", true}, {"share_of_neurons", bins}};
  }
  return json;
}

}  // namespace

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

std::vector<std::vector<double>> firing_bins(const std::vector<MeasuredCodes>& seeds) {
  std::vector<std::vector<double>> bins(kFiringBins);
  for (const MeasuredCodes& codes : seeds) {
    if (!codes.firing) {
      continue;  // no nodes, no rates
    }
    const std::vector<double> shares = firing_histogram(*codes.firing);
    for (std::size_t b = 0; b < kFiringBins; ++b) {
      bins[b].push_back(shares[b]);
    }
  }
  return bins;
}

std::vector<MethodHealth> run_health(const HealthExperiment& experiment, const RunContext& context) {
  require_groups(experiment.groups);
  std::vector<MethodHealth> methods;
  for (const EmbeddingGroup& group : experiment.groups) {
    methods.push_back(run_stage(context, group.name, [&] { return measure_group(group, experiment.labels, context); }));
  }
  return methods;
}

Json health_json(const HealthExperiment& experiment, const std::vector<MethodHealth>& methods) {
  Json results = Json::array();
  for (const MethodHealth& method : methods) {
    results.push_back(method_json(method));
  }
  return {{"version", kVersion},
          {"settings", {{"labels", experiment.labels_name ? Json(*experiment.labels_name) : Json(nullptr)}}},
          {"results", std::move(results)}};
}

}  // namespace columnar
