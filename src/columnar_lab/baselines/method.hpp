#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/embedding.hpp"

/// A method is declared once: its name, its source, the constants that it looks at, and a function. `columnar embed
/// --method` makes its flags, help and refusals of that, `evaluate links` its rows, Python its functions.

namespace columnar {

struct Method {
  std::string name;          ///< of --method; the Python function has underscores for dashes
  std::string summary;       ///< one line, with its source
  bool makes_codes = false;  ///< vectors otherwise
  std::vector<std::string>
      constants;  ///< of BaselineConfig and WalkConfig that it looks at, in the order of its summary
  /// A row for each node of the graph. The seed given holds, not config.seed. The work is reported as stages.
  std::function<Embedding(const Graph&, const Config&, const BaselineConfig&, std::uint64_t seed, const RunContext&)>
      run;

  /// Whether the constant makes a difference; the seed always does.
  [[nodiscard]] bool looks_at(std::string_view constant) const;
};

/// Every way the program has from a graph to one row per node: the Embedder first, then what it is compared with.
[[nodiscard]] const std::vector<Method>& methods();

/// Those but the Embedder.
[[nodiscard]] std::vector<Method> baselines();

/// "columnar": the Embedder, which has flags, layers and models of its own.
[[nodiscard]] bool is_embedder(const Method& method);

/// Method by name; Error(kConfig) that lists the names for another.
[[nodiscard]] const Method& method_named(std::string_view name);

/// Embeds a graph by any method, for those who compare them: the same walks and window (config.walks) for all that
/// walk. Throws Error(kConfig) for impossible constants and Error(kInput) for a graph without edges.
[[nodiscard]] Embedding embed_by(const Method& method, const Graph& graph, const Config& config,
                                 const BaselineConfig& baseline, std::uint64_t seed, const RunContext& context);

/// Calls visit(info, field) for the constants that a method looks at, in their order. All of them are numbers.
template <class Visit>
void visit_constants(const Method& method, const BaselineConfig& baseline, const Config& config, const Visit& visit) {
  for (const std::string& name : method.constants) {
    const auto visit_named = [&](const FieldInfo& info, const auto& field) {
      if constexpr (NumberField<std::remove_cvref_t<decltype(field)>>) {
        if (info.name == name) {
          visit(info, field);
        }
      }
    };
    visit_fields(baseline, visit_named);
    visit_fields(config, visit_named);
  }
}

}  // namespace columnar
