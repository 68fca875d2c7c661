#include "columnar_lab/experiments/residual_embeddings.hpp"

#include <fmt/format.h>

#include <set>

#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/report/link_origin.hpp"

namespace columnar {

void require_other_names(const std::vector<std::string>& methods, const std::vector<NamedSource>& embeddings) {
  std::set<std::string> taken(methods.begin(), methods.end());
  for (const NamedSource& embedding : embeddings) {
    if (!taken.insert(embedding.name).second) {
      throw Error(ErrorCode::kConfig,
                  fmt::format("--embedding: {} is named twice", columnar::in_quotes(embedding.name)));
    }
  }
}

void measure_given(const ExperimentInput& input, const Graph& residual, Results& results,
                   const std::function<void(const std::string& name, const Embedding& embedding)>& measure) {
  const Graph& graph = *input.run.graph;
  results.facts["trained_on"] = Json::object();
  for (const NamedSource& given : input.embeddings) {
    std::string metadata = "{}";
    const Embedding embedding = given.source.load_in_rows(graph.ids, &metadata);
    const LinkOrigin origin = origin_of(metadata, graph, residual, given.source.place);
    results.facts["trained_on"][given.name] = origin_name(origin);
    if (origin == LinkOrigin::kUnknown) {
      results.warnings.push_back(
          fmt::format("{} does not say whether it was made of the graph without the hidden edges.", given.name));
    } else if (origin != LinkOrigin::kResidual) {
      results.warnings.push_back(fmt::format(
          "{} was made of {}, not of what --residual writes: its figures mean nothing here.", given.name,
          origin == LinkOrigin::kWhole ? "the whole graph and has seen the hidden edges" : "another graph"));
    }
    measure(given.name, embedding);
  }
}

}  // namespace columnar
