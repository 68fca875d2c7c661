#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "columnar_lab/evaluate/explain.hpp"

/// Explanations in words, for a terminal and for a page.

namespace columnar {

/// How a node is called in a sentence.
using NameOf = std::function<std::string(NodeIndex)>;

/// "35 and 40 are linked (weight 2)."
[[nodiscard]] std::string link_sentence(const PairExplanation& pair, const NameOf& name);

/// "Both are linked to 6, 34 and 3 more."
[[nodiscard]] std::string common_sentence(const GraphEvidence& evidence, const NameOf& name);

/// "6, 34 and 3 more": at most six names.
[[nodiscard]] std::string names_text(std::span<const NodeIndex> nodes, const NameOf& name);

/// What the code of a node says: its region, the nodes typical of it, whom it hears. Labels may be null.
[[nodiscard]] std::vector<std::string> code_sentences(const SdrShape& shape, const Labels* labels,
                                                      const CodeExplanation& code, const NameOf& name);

/// Why two nodes are alike, or not: the graph's evidence first, then what the codes share.
[[nodiscard]] std::vector<std::string> pair_sentences(const SdrShape& shape, const PairExplanation& pair,
                                                      const NameOf& name);

}  // namespace columnar
