#include "columnar_lab/experiments/measured_groups.hpp"

#include <fmt/format.h>

#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/similarity.hpp"

namespace columnar {

void for_each_seed(const ExperimentInput& input, Results& results, const RunContext& context,
                   const std::function<void(const EmbeddingGroup&, const Embedding&)>& measure, const char* of_codes) {
  for (const EmbeddingGroup& group : input.groups) {
    run_stage(context, group.name, [&] {
      std::string kind;
      for (std::size_t s = 0; s < group.seeds.size(); ++s) {
        const EmbeddingSource& source = group.seeds[s];
        const Embedding embedding = source.load();
        check_embedding(embedding, source.place);
        if (of_codes != nullptr && codes_of(embedding) == nullptr) {
          throw Error(ErrorCode::kInput,
                      fmt::format("{}: holds vectors; {} is measured on codes", source.place, of_codes));
        }
        const std::string found = kind_text(embedding);
        if (s > 0 && found != kind) {
          throw Error(ErrorCode::kInput,
                      fmt::format("{}: {}, but another file of {} has {}", source.place, found, group.name, kind));
        }
        kind = found;
        results.facts["kinds"][group.name] = kind;
        results.facts["files"][group.name].push_back(source.place);
        measure(group, embedding);
        context.advance(static_cast<double>(s + 1) / static_cast<double>(group.seeds.size()));
      }
    });
  }
}

}  // namespace columnar
