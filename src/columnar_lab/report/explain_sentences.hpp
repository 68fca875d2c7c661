#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "columnar_lab/evaluate/explain.hpp"

/// Explanations in words, for a terminal and for a page.

namespace columnar {

/// How a node is called in a sentence.
using NameOf = std::function<std::string(NodeIndex)>;
/// How an attribute is called in a sentence, by its column.
using AttributeNameOf = std::function<std::string(std::uint32_t)>;

/// What the graph and the attributes say of two nodes: "35 and 40 are linked (weight 2).", "Both are linked to 6, 34
/// and 3 more.", and, if the model has attributes, "Both have town=Rome (40 nodes) and 3 more attributes."
[[nodiscard]] std::vector<std::string> evidence_sentences(const PairExplanation& pair, const NameOf& name,
                                                          const AttributeNameOf& attribute);

/// "6, 34 and 3 more": at most six names.
[[nodiscard]] std::string names_text(std::span<const NodeIndex> nodes, const NameOf& name);

/// What the code of a node says: its region, the nodes typical of it, whom it hears. Labels may be null.
[[nodiscard]] std::vector<std::string> code_sentences(const SdrShape& shape, const Labels* labels,
                                                      const CodeExplanation& code, const NameOf& name);

/// Why two nodes are alike, or not: evidence_sentences() first, then what the codes share.
[[nodiscard]] std::vector<std::string> pair_sentences(const SdrShape& shape, const PairExplanation& pair,
                                                      const NameOf& name, const AttributeNameOf& attribute);

}  // namespace columnar
