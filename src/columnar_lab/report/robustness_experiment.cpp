#include "columnar_lab/report/robustness_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/parameters.hpp"

namespace columnar {
namespace {

MethodRobustness measure_group(const EmbeddingGroup& group, const NodeIds& ids, const Labels& labels,
                               const RobustnessOptions& options, const RunContext& context) {
  MethodRobustness method;
  method.name = group.name;
  method.accuracy.resize(options.deltas.size());
  method.auc.resize(options.deltas.size());
  method.self_similarity.resize(options.deltas.size());
  method.repeat_sd.resize(options.deltas.size());
  for (const EmbeddingSource& source : group.seeds) {
    const Embedding embedding = source.load_in_rows(ids);
    method.kind = kind_text(embedding);
    method.codes = codes_of(embedding) != nullptr;
    ++method.seeds;
    const auto points = measure_robustness(embedding, labels, options, context);
    for (std::size_t d = 0; d < points.size(); ++d) {
      method.accuracy[d].add(points[d].accuracy.mean);
      method.auc[d].add(points[d].auc.mean);
      method.self_similarity[d].add(points[d].self_similarity);
      method.repeat_sd[d].add(points[d].accuracy.sd);
    }
    context.advance(static_cast<double>(method.seeds) / static_cast<double>(group.seeds.size()));
  }
  return method;
}

Curve accuracy_curve(const MethodRobustness& method, const std::vector<double>& deltas) {
  Curve curve{deltas, {}};
  for (const SeedValues& accuracy : method.accuracy) {
    curve.y.push_back(accuracy.mean_sd().mean);
  }
  return curve;
}

Json method_json(const MethodRobustness& method, const MethodRobustness* reference, const std::vector<double>& deltas) {
  Json json{{"name", method.name}, {"kind", method.kind}, {"seeds", method.seeds}, {"points", Json::array()}};
  for (std::size_t d = 0; d < deltas.size(); ++d) {
    json["points"].push_back(
        {{"delta", deltas[d]},
         {"accuracy", method.accuracy[d].json()},
         {"auc", method.auc[d].json()},
         {"self_similarity", method.self_similarity[d].mean_sd().mean},
         {"repeat_sd", method.repeat_sd[d].empty() ? Json(nullptr) : Json(method.repeat_sd[d].mean_sd().mean)}});
  }
  if (reference != nullptr && reference != &method) {
    const Lead lead = lead_over(method, *reference, deltas);
    json["overtakes_at"] = lead.overtakes ? Json(*lead.overtakes) : Json(nullptr);
    json["lead_at_0.3"] = lead.points ? Json(*lead.points) : Json(nullptr);
  }
  return json;
}

std::optional<std::size_t> find_reference(const std::vector<MethodRobustness>& methods, const std::string& name) {
  const auto found = std::ranges::find_if(
      methods, [&name](const MethodRobustness& method) { return name.empty() ? !method.codes : method.name == name; });
  return found == methods.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(std::distance(methods.begin(), found)));
}

}  // namespace

Lead lead_over(const MethodRobustness& method, const MethodRobustness& reference, const std::vector<double>& deltas) {
  const Curve mine = accuracy_curve(method, deltas);
  const Curve other = accuracy_curve(reference, deltas);
  Lead lead;
  lead.overtakes = overtakes_at(mine, other);
  if (const auto here = mine.at(kLeadAt)) {
    lead.points = 100.0 * (*here - *other.at(kLeadAt));
  }
  return lead;
}

void check_robustness(const RobustnessExperiment& experiment) {
  require_groups(experiment.groups);
  const RobustnessOptions& options = experiment.options;
  for (std::size_t d = 0; d < options.deltas.size(); ++d) {
    const double delta = options.deltas[d];
    if (!(delta >= 0.0 && delta < 1.0) || (d > 0 && delta <= options.deltas[d - 1])) {
      throw Error(ErrorCode::kConfig, "--deltas: must ascend, from 0 on and below 1");
    }
  }
  if (options.deltas.empty()) {
    throw Error(ErrorCode::kConfig, "--deltas: at least one is needed");
  }
  require_whole("--repeats", options.repeats, 1, kMaxRepeats);
  require_whole("--pairs", options.pairs, 1, kMaxPairs);
  require_whole("--folds", static_cast<std::uint64_t>(std::max(options.classify.folds, 0)), 2, kMaxFolds);
  if (!experiment.reference.empty() && find_group(experiment.groups, experiment.reference) == nullptr) {
    throw Error(ErrorCode::kConfig,
                fmt::format("--reference: {} is none of the names given", columnar::quoted(experiment.reference)));
  }
}

RobustnessResults run_robustness(const RobustnessExperiment& experiment, const RunContext& context) {
  check_robustness(experiment);
  const LabelledRows first = load_labelled(experiment.groups.front().seeds.front(), experiment.nodes);
  RobustnessOptions options = experiment.options;
  options.classify.threads = context.threads;
  RobustnessResults results;
  for (const EmbeddingGroup& group : experiment.groups) {
    results.methods.push_back(run_stage(context, group.name, [&] {
      return measure_group(group, ids_of(first.embedding), first.labels, options, context);
    }));
  }
  results.reference = find_reference(results.methods, experiment.reference);
  return results;
}

Json robustness_json(const RobustnessExperiment& experiment, const RobustnessResults& results) {
  const RobustnessOptions& options = experiment.options;
  const MethodRobustness* reference = results.reference ? &results.methods[*results.reference] : nullptr;
  Json json{{"version", kVersion},
            {"seed", options.classify.seed},
            {"folds", options.classify.folds},
            {"repeats", options.repeats},
            {"pairs", options.pairs},
            {"train", options.train_damaged ? "damaged" : "clean"},
            {"reference", reference != nullptr ? Json(reference->name) : Json(nullptr)},
            {"results", Json::array()}};
  for (const MethodRobustness& method : results.methods) {
    json["results"].push_back(method_json(method, reference, options.deltas));
  }
  return json;
}

}  // namespace columnar
