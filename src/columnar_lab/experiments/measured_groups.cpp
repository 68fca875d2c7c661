#include "columnar_lab/experiments/measured_groups.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/similarity.hpp"

namespace columnar {
namespace {

LabelledRows load(const EmbeddingSource& source, const MeasuredNodes& nodes, const HowToLoad& how) {
  LabelledRows rows;
  if (how.rows != nullptr) {
    rows.embedding = source.load_in_rows(*how.rows);
  } else if (nodes.have_classes()) {
    rows = load_labelled(source, nodes);
  } else {
    rows.embedding = source.load();
  }
  rows.source = &source;
  check_embedding(rows.embedding, source.place);
  if (how.of_codes != nullptr && codes_of(rows.embedding) == nullptr) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: holds vectors; {} is measured on codes", source.place, how.of_codes));
  }
  return rows;
}

}  // namespace

SharedRows shared_rows(const ExperimentInput& input) {
  LabelledRows first = load_labelled(input.groups.front().seeds.front(), input.nodes);
  return {ids_of(first.embedding), std::move(first.labels), std::move(first.graph)};
}

void for_each_seed(const ExperimentInput& input, Results& results, const RunContext& context,
                   const std::function<void(const EmbeddingGroup&, const LabelledRows&)>& measure,
                   const HowToLoad& how) {
  for (const EmbeddingGroup& group : input.groups) {
    run_stage(context, group.name, [&] {
      std::string kind;
      std::size_t nodes = 0;
      for (std::size_t s = 0; s < group.seeds.size(); ++s) {
        const EmbeddingSource& source = group.seeds[s];
        const LabelledRows rows = load(source, input.nodes, how);
        const std::string found = kind_text(rows.embedding);
        if (s > 0 && found != kind) {
          throw Error(ErrorCode::kInput,
                      fmt::format("{}: {}, but another file of {} has {}", source.place, found, group.name, kind));
        }
        if (s > 0 && size_of(rows.embedding) != nodes) {
          throw Error(ErrorCode::kInput,
                      fmt::format("{}: {} nodes, but {} before it in '{}' has {}", source.place,
                                  size_of(rows.embedding), group.seeds[s - 1].place, group.name, nodes));
        }
        kind = found;
        nodes = size_of(rows.embedding);
        results.facts["kinds"][group.name] = kind;
        results.facts["nodes"][group.name] = nodes;
        results.facts["files"][group.name].push_back(source.place);
        measure(group, rows);
        context.advance(static_cast<double>(s + 1) / static_cast<double>(group.seeds.size()));
      }
    });
  }
}

}  // namespace columnar
