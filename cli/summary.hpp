#pragma once

#include <string>
#include <vector>

#include "columnar_lab/report/embed_summary.hpp"

namespace columnar::cli {

[[nodiscard]] std::string graph_text(const GraphFacts& graph);
/// "Notes" and "Written" of a summary.
[[nodiscard]] std::string notes_text(const std::vector<std::string>& notes);
[[nodiscard]] std::string written_text(const std::vector<WrittenFile>& written);
[[nodiscard]] std::string summary_text(const EmbedSummary& summary);
[[nodiscard]] std::string estimate_text(const GraphFacts& graph, const Estimate& estimate, int threads);

}  // namespace columnar::cli
