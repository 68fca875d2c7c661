#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/evaluate/links.hpp"
#include "reports.hpp"
#include "summary.hpp"

namespace columnar::cli {

/// Everything that `columnar evaluate links` measured, split by split.
struct LinkResults {
  struct Method {
    std::string name;
    bool codes = true;  ///< the direct score is the overlap, else the cosine
    std::vector<LinkReport> trials;
  };

  GraphFacts graph;
  EdgeSplitOptions split;
  double cost = 0.0;
  std::uint64_t first_seed = 1;
  std::size_t test_edges = 0;  ///< of a split; as many non-edges
  std::size_t training_edges = 0;
  std::vector<Method> methods;                     ///< in the order of their first result
  std::vector<std::vector<LinkScore>> heuristics;  ///< a split each, in the order of kLinkHeuristics
  std::vector<LinkDiagnostics> diagnostics;        ///< a split each

  /// Measures the heuristics and the diagnostics of a split.
  void add_split(const EdgeSplit& split);
  void add(const std::string& name, bool codes, const LinkReport& report);
};

[[nodiscard]] std::string links_text(const LinkResults& results);
[[nodiscard]] Json links_json(const LinkResults& results);

}  // namespace columnar::cli
