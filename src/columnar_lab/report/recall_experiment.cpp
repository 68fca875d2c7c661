#include "columnar_lab/report/recall_experiment.hpp"

#include <fmt/format.h>

#include <limits>

#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/parameters.hpp"
#include "columnar_lab/report/stage.hpp"

namespace columnar {
namespace {

void require_shares(const char* flag, const std::vector<double>& shares) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (!(shares[i] >= 0.0 && shares[i] <= 1.0) || (i > 0 && shares[i] <= shares[i - 1])) {
      throw Error(ErrorCode::kConfig, fmt::format("{}: must ascend, from 0 to 1", flag));
    }
  }
}

void add_points(std::vector<RecallValues>& values, const std::vector<RecallPoint>& points) {
  values.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    values[i].share = points[i].share;
    values[i].bits = points[i].bits;
    values[i].recalled.add(points[i].recalled);
    values[i].tied.add(points[i].tied);
    values[i].wrong.add(points[i].wrong);
    values[i].margin.add(points[i].margin);
  }
}

MethodRecall measure_group(const EmbeddingGroup& group, const RecallOptions& options, const RunContext& context) {
  MethodRecall method;
  method.name = group.name;
  for (const EmbeddingSource& source : group.seeds) {
    Embedding embedding = source.load();
    SdrTable* codes = std::get_if<SdrTable>(&embedding);
    if (codes == nullptr) {
      throw Error(ErrorCode::kInput, source.place + ": holds vectors; recall is measured on codes");
    }
    const std::string kind = kind_text(embedding);
    if (!method.kind.empty() && method.kind != kind) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: {}, but another file of {} has {}", source.place, kind, group.name, method.kind));
    }
    method.kind = kind;
    ++method.seeds;
    method.codes = codes->size();
    method.active = codes->shape.active();
    const RecallCurves curves = measure_recall(AssociativeMemory(std::move(*codes)), options, context);
    method.queries = curves.queries;
    add_points(method.missing, curves.missing);
    add_points(method.flipped, curves.flipped);
  }
  return method;
}

Json points_json(const std::vector<RecallValues>& points) {
  Json json = Json::array();
  for (const RecallValues& point : points) {
    json.push_back({{"share", point.share},
                    {"bits", point.bits},
                    {"recalled", point.recalled.json()},
                    {"tied", point.tied.json()},
                    {"wrong", point.wrong.json()},
                    {"margin", point.margin.json()}});
  }
  return json;
}

}  // namespace

void check_recall(const RecallExperiment& experiment) {
  require_groups(experiment.groups);
  const RecallOptions& options = experiment.options;
  require_shares("--missing", options.missing);
  require_shares("--flipped", options.flipped);
  if (options.missing.empty() && options.flipped.empty()) {
    throw Error(ErrorCode::kConfig, "--missing: at least one share is needed, here or of --flipped");
  }
  require_whole("--repeats", options.repeats, 1, kMaxRepeats);
  require_whole("--queries", options.queries, 1, std::numeric_limits<std::uint32_t>::max());
}

std::vector<MethodRecall> run_recall(const RecallExperiment& experiment, const RunContext& context) {
  check_recall(experiment);
  std::vector<MethodRecall> methods;
  methods.reserve(experiment.groups.size());
  for (const EmbeddingGroup& group : experiment.groups) {
    methods.push_back(as_stage(context, group.name, [&] { return measure_group(group, experiment.options, context); }));
  }
  return methods;
}

Json recall_json(const RecallExperiment& experiment, const std::vector<MethodRecall>& methods) {
  Json json{{"version", kVersion},
            {"seed", experiment.options.seed},
            {"repeats", experiment.options.repeats},
            {"results", Json::array()}};
  for (const MethodRecall& method : methods) {
    json["results"].push_back({{"name", method.name},
                               {"kind", method.kind},
                               {"seeds", method.seeds},
                               {"codes", method.codes},
                               {"queries", method.queries},
                               {"active_bits", method.active},
                               {"missing", points_json(method.missing)},
                               {"flipped", points_json(method.flipped)}});
  }
  return json;
}

}  // namespace columnar
