#include "columnar_lab/report/explain_sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

/// "Of the nodes of its region 83 % are Theory."
std::string class_sentence(const Labels& labels, const ClassMix& mix) {
  const ClassMix::Count& first = mix.classes.front();
  return fmt::format("Of the nodes of its region whose class is known, {:.0f} % are {}.",
                     100.0 * static_cast<double>(first.nodes) / static_cast<double>(mix.labelled),
                     labels.names[static_cast<std::size_t>(first.label)]);
}

std::vector<NodeIndex> typical_nodes(const RegionExplanation& region, NodeIndex except) {
  std::vector<NodeIndex> nodes;
  for (const RegionExplanation::Typical& typical : region.typical) {
    if (typical.node != except) {
      nodes.push_back(typical.node);
    }
  }
  return nodes;
}

/// "9 of its bits come from columns that like region 3, 4 from columns that like region 7."
std::string regions_sentence(const CodeExplanation& code) {
  std::vector<const RegionExplanation*> order;
  for (const RegionExplanation& region : code.regions) {
    if (region.bits > 0) {
      order.push_back(&region);
    }
  }
  std::ranges::stable_sort(order, std::ranges::greater{}, &RegionExplanation::bits);
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i) {
    text += i == 0
                ? fmt::format("{} of its bits come from columns that like region {}", order[i]->bits, order[i]->region)
                : fmt::format(", {} from columns that like region {}", order[i]->bits, order[i]->region);
  }
  return text.empty() ? text : text + ".";
}

std::vector<NodeIndex> nodes_of(const std::vector<HeardNode>& heard) {
  std::vector<NodeIndex> nodes;
  nodes.reserve(heard.size());
  for (const HeardNode& one : heard) {
    nodes.push_back(one.node);
  }
  return nodes;
}

/// "6, 34 and 3 more": at most six of so many things; `many` stands behind "more".
std::string list_of(std::size_t count, const std::function<std::string(std::size_t)>& text_of,
                    std::string_view many = "") {
  constexpr std::size_t kShown = 5;
  const std::size_t rest = count > kShown + 1 ? count - kShown : 0;
  std::string text;
  for (std::size_t i = 0; i < count - rest; ++i) {
    const bool is_last = rest == 0 && i + 1 == count;
    text += i == 0 ? "" : is_last ? " and " : ", ";
    text += text_of(i);
  }
  return text + (rest > 0 ? fmt::format(" and {} more{}", with_commas(rest), many) : "");
}

/// "35 and 40 are linked (weight 2)."
std::string link_sentence(const PairExplanation& pair, const NameOf& name) {
  const GraphEvidence& graph = pair.evidence;
  const std::string first = name(pair.first.node);
  const std::string second = name(pair.second.node);
  const auto with_weight = [](double weight) { return weight == 1.0 ? "" : fmt::format(" (weight {:g})", weight); };
  if (graph.there == graph.back && graph.is_linked()) {
    return fmt::format("{} and {} are linked{}.", first, second, with_weight(graph.there));
  }
  if (graph.there > 0.0 && graph.back > 0.0) {
    return fmt::format("{} and {} are linked in both directions (weights {:g} and {:g}).", first, second, graph.there,
                       graph.back);
  }
  if (graph.is_linked()) {
    const bool there = graph.there > 0.0;
    return fmt::format("{} links to {}{}, but not the other way round.", there ? first : second, there ? second : first,
                       with_weight(there ? graph.there : graph.back));
  }
  return fmt::format("{} and {} are not linked{}.", first, second,
                     graph.distance ? fmt::format("; the shortest path between them has {} edges", *graph.distance)
                                    : ", and no path joins them");
}

std::string common_sentence(const GraphEvidence& evidence, const NameOf& name) {
  return evidence.common.empty() ? "They have no common neighbour."
                                 : fmt::format("Both are linked to {}.", names_text(evidence.common, name));
}

std::string shared_attributes_sentence(const std::vector<SharedAttribute>& shared, const AttributeNameOf& name) {
  if (shared.empty()) {
    return "They have no common attribute.";
  }
  const auto text_of = [&](std::size_t i) {
    return fmt::format("{} ({})", name(shared[i].column), counted(shared[i].nodes, "node"));
  };
  return fmt::format("Both have {}.", list_of(shared.size(), text_of, " attributes"));
}

}  // namespace

std::string names_text(std::span<const NodeIndex> nodes, const NameOf& name) {
  return list_of(nodes.size(), [&](std::size_t i) { return name(nodes[i]); });
}

std::vector<std::string> evidence_sentences(const PairExplanation& pair, const NameOf& name,
                                            const AttributeNameOf& attribute) {
  std::vector<std::string> sentences{link_sentence(pair, name), common_sentence(pair.evidence, name)};
  if (pair.attributes) {
    sentences.push_back(shared_attributes_sentence(*pair.attributes, attribute));
  }
  return sentences;
}

std::vector<std::string> code_sentences(const SdrShape& shape, const Labels* labels, const CodeExplanation& code,
                                        const NameOf& name) {
  std::vector<std::string> sentences;
  const auto own = std::ranges::find_if(code.regions, [&](const auto& region) { return region.region == code.region; });
  if (!code.region) {
    sentences.push_back(
        fmt::format("{} lies in no region: its walks met no node more often than chance.", name(code.node)));
  } else if (own == code.regions.end()) {
    sentences.push_back(fmt::format("{} lies in region {}.", name(code.node), *code.region));
  } else {
    const std::vector<NodeIndex> typical = typical_nodes(*own, code.node);
    sentences.push_back(fmt::format("{} lies in region {}, one of {}{}.", name(code.node), *code.region,
                                    counted(own->nodes.nodes, "node"),
                                    typical.empty() ? "" : "; the most typical are " + names_text(typical, name)));
    if (labels != nullptr && own->nodes.labelled > 0) {
      sentences.push_back(class_sentence(*labels, own->nodes));
    }
  }
  if (std::string regions = regions_sentence(code); !regions.empty()) {
    sentences.push_back(std::move(regions));
  }
  if (!code.bits.empty()) {
    const auto rarest = std::ranges::min_element(code.bits, {}, [](const auto& bit) { return bit.nodes.nodes; });
    sentences.push_back(fmt::format("Of its {} bits, bit {} is the rarest: {} {} it.", shape.active(), rarest->bit,
                                    counted(rarest->nodes.nodes, "node"), rarest->nodes.nodes == 1 ? "has" : "have"));
  }
  if (!code.near.empty()) {
    sentences.push_back(fmt::format("Nearest to it in the graph: {}.", names_text(nodes_of(code.near), name)));
  }
  return sentences;
}

std::vector<std::string> pair_sentences(const SdrShape& shape, const PairExplanation& pair, const NameOf& name,
                                        const AttributeNameOf& attribute) {
  std::vector<std::string> sentences = evidence_sentences(pair, name, attribute);
  const std::string near = pair.near && shape.layer != Layer::kL6
                               ? fmt::format(" and {} of {} neurons of L6", *pair.near, shape.l6().active)
                               : "";
  sentences.push_back(fmt::format(
      "They share {} of {} bits{}; two random nodes share as much with probability {}{:.1e}.", pair.overlap,
      shape.active() - shape.l6().active, near, pair.chance > pair.least_chance ? "" : "below ", pair.chance));
  if (pair.first.region && pair.second.region) {
    sentences.push_back(pair.first.region == pair.second.region
                            ? fmt::format("Both lie in region {}.", *pair.first.region)
                            : fmt::format("They lie in regions {} and {}.", *pair.first.region, *pair.second.region));
  }
  if (!pair.near_both.empty()) {
    sentences.push_back(fmt::format("Both are near {}.", names_text(nodes_of(pair.near_both), name)));
  }
  return sentences;
}

}  // namespace columnar
