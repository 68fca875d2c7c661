#include "explain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "chance_text.hpp"
#include "columnar_lab/report/explain_sentences.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kIdWidth = 20;
constexpr std::size_t kClassWidth = 20;
constexpr std::size_t kShownClasses = 3;
constexpr std::size_t kAttributeWidth = 40;

std::string class_name(const Labels& labels, std::int32_t label) {
  return shortened(labels.names[static_cast<std::size_t>(label)], kClassWidth);
}

/// "Theory: 83 %, Rule_Learning: 17 %": of the nodes whose class is known.
std::string mix_text(const Labels& labels, const ClassMix& mix) {
  std::string text;
  std::uint64_t rest = mix.labelled;
  for (std::size_t i = 0; i < std::min(kShownClasses, mix.classes.size()); ++i) {
    rest -= mix.classes[i].nodes;
    text += fmt::format("{}{}: {:.0f} %", i == 0 ? "" : ", ", class_name(labels, mix.classes[i].label),
                        100.0 * static_cast<double>(mix.classes[i].nodes) / static_cast<double>(mix.labelled));
  }
  return rest > 0 ? text + ", …" : text.empty() ? "–" : text;
}

std::string node_text(const ExplainedCodes& explained, const CodeExplanation& code) {
  std::string text = shortened(explained.codes.ids.name(code.node), kIdWidth);
  if (explained.labels != nullptr) {
    const std::int32_t label = explained.labels->classes[code.node];
    text += label == Labels::kUnknown ? ", class unknown" : ", class " + class_name(*explained.labels, label);
  }
  return text + (code.region ? fmt::format(", lies in region {}", *code.region) : ", lies in no region");
}

std::string share_text(const ClassMix& nodes, std::size_t all) {
  return fmt::format("{:.1f} %", 100.0 * static_cast<double>(nodes.nodes) / static_cast<double>(all));
}

/// "204", or "4, 304" for an L5a neuron of several columns.
std::string columns_text(const BitExplanation& bit) {
  return bit.columns.empty() ? "–" : fmt::format("{}", fmt::join(bit.columns, ", "));
}

/// "17 (21 %)": the region a column likes best, and how much of its affinity goes there.
std::string favourite_text(const BitExplanation& bit) {
  return bit.regions.empty()
             ? "–"
             : fmt::format("{} ({:.0f} %)", bit.regions.front().region, 100.0 * bit.regions.front().affinity);
}

/// Two digits, and no "-0.00".
std::string cosine_text(double cosine) { return fmt::format("{:.2f}", std::round(cosine * 100.0) / 100.0 + 0.0); }

/// The bits whose columns are most eligible first, L2/3 before L5a.
std::vector<const BitExplanation*> in_order(const std::vector<BitExplanation>& bits) {
  std::vector<const BitExplanation*> order;
  order.reserve(bits.size());
  for (const BitExplanation& bit : bits) {
    order.push_back(&bit);
  }
  std::ranges::stable_sort(order, [](const BitExplanation* a, const BitExplanation* b) {
    return a->layer != b->layer ? a->layer < b->layer : a->eligibility > b->eligibility;
  });
  return order;
}

const BitExplanation& bit_of(const CodeExplanation& code, std::uint16_t bit) {
  return *std::ranges::find(code.bits, bit, &BitExplanation::bit);
}

/// "97": the percentage of the nodes that have less of a feature.
std::string percentile_text(double share) { return fmt::format("{:.0f}", 100.0 * share); }

/// What part a node plays, in two lines; none where there are no roles.
std::string role_text(const std::string& label, const std::optional<RoleProfile>& role) {
  if (!role) {
    return "";
  }
  const auto three = [&role](std::size_t first) {
    std::vector<std::string> parts;
    for (std::size_t i = first; i < first + kBaseFeatures; ++i) {
      parts.push_back(fmt::format("{} {}", kRoleFeatureNames[i - first], percentile_text((*role)[i])));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  };
  std::vector<std::string> lines{fmt::format("{} (percentage of the nodes that have less)", three(0))};
  lines.push_back(fmt::format("its neighbours: {}; at two steps: {}", three(kBaseFeatures), three(2 * kBaseFeatures)));
  return labelled(label, lines);
}

/// A line for each bit for roles; nothing if there is none.
std::string role_bits_table(const std::vector<BitExplanation>& bits) {
  Table table;
  table.align_left(1);
  table.add({"bit", "layer", "column", "cell", "degree", "h-index", "clustering", "of neighbours", "at two steps",
             "nodes with it"});
  table.add_rule();
  bool is_empty = true;
  for (const BitExplanation& bit : bits) {
    if (!bit.role) {
      continue;
    }
    is_empty = false;
    const RoleProfile& role = *bit.role;
    const auto three = [&role](std::size_t first) {
      return fmt::format("{:>2} {:>2} {:>2}", percentile_text(role[first]), percentile_text(role[first + 1]),
                         percentile_text(role[first + 2]));
    };
    table.add({std::to_string(bit.bit), layer_name(bit.layer), columns_text(bit),
               bit.cell ? std::to_string(*bit.cell) : "", percentile_text(role[0]), percentile_text(role[1]),
               percentile_text(role[2]), three(kBaseFeatures), three(2 * kBaseFeatures), with_commas(bit.nodes.nodes)});
  }
  return is_empty ? ""
                  : "\n" + table.text("") +
                        "\nBits for roles: the percentage of all nodes that have less than the nodes with the bit, on "
                        "average. Of\nneighbours, at two steps: the same three features.\n";
}

/// A line for each bit that says where a node is; `other` may be null, else its eligibility stands beside that of the
/// first.
std::string bits_table(const ExplainedCodes& explained, const std::vector<BitExplanation>& bits,
                       const CodeExplanation* other) {
  Table table;
  table.align_left(1);
  std::vector<std::string> head{"bit", "layer", "column", "cell", "likes region"};
  if (other == nullptr) {
    head.emplace_back("eligible");
  } else {
    head.insert(head.end(), {"for first", "for second"});
  }
  head.insert(head.end(), {"nodes with it", "of all"});
  if (explained.labels != nullptr) {
    table.align_left(head.size());
    head.emplace_back("classes of these");
  }
  table.add(head);
  table.add_rule();
  for (const BitExplanation* bit : in_order(bits)) {
    if (bit->role) {
      continue;
    }
    std::vector<std::string> row{std::to_string(bit->bit), layer_name(bit->layer),
                                 columns_text(*bit),       bit->cell ? std::to_string(*bit->cell) : "",
                                 favourite_text(*bit),     fmt::format("{:.2f}", bit->eligibility)};
    if (other != nullptr) {
      row.push_back(fmt::format("{:.2f}", bit_of(*other, bit->bit).eligibility));
    }
    row.push_back(with_commas(bit->nodes.nodes));
    row.push_back(share_text(bit->nodes, explained.codes.size()));
    if (explained.labels != nullptr) {
      row.push_back(mix_text(*explained.labels, bit->nodes));
    }
    table.add(row);
  }
  return table.text("");
}

/// A line for each list of attributes that columns stand for, with their bits; nothing where the model has none.
std::string attributes_table(const ExplainedCodes& explained, const std::vector<BitExplanation>& bits) {
  Table table;
  table.align_left(1);
  table.align_left(3);
  table.add({"bits", "layer", "columns", "stand for"});
  table.add_rule();
  struct Row {
    Layer layer;
    std::string bits;
    std::string columns;
    std::string attributes;
  };
  std::vector<Row> rows;
  for (const BitExplanation* bit : in_order(bits)) {
    if (bit->attributes.empty()) {
      continue;
    }
    std::string text;
    for (const TypicalAttribute& one : bit->attributes) {
      text += fmt::format("{}{} {:.0f} % ({:.0f} %)", text.empty() ? "" : ", ",
                          shortened(explained.attributes.name(one.column), kAttributeWidth), 100.0 * one.share,
                          100.0 * one.share_of_all);
    }
    const auto same =
        std::ranges::find_if(rows, [&](const Row& row) { return row.layer == bit->layer && row.attributes == text; });
    if (same == rows.end()) {
      rows.push_back({bit->layer, std::to_string(bit->bit), columns_text(*bit), text});
    } else {
      same->bits += fmt::format(", {}", bit->bit);
      same->columns += ", " + columns_text(*bit);
    }
  }
  for (const Row& row : rows) {
    table.add({row.bits, layer_name(row.layer), row.columns, row.attributes});
  }
  return rows.empty() ? ""
                      : "\n" + table.text("") +
                            "\nStand for: attributes of the nodes that use the column (of L5a: the neuron), with "
                            "their share of these\nnodes and of all.\n";
}

std::string typical_text(const ExplainedCodes& explained, const RegionExplanation& region) {
  std::string text;
  for (const RegionExplanation::Typical& typical : region.typical) {
    text += (text.empty() ? "" : ", ") + shortened(explained.codes.ids.name(typical.node), kIdWidth);
  }
  return text.empty() ? "–" : text;
}

/// A line a region; `other` may be null, else its cosines stand beside those of the first.
std::string regions_table(const ExplainedCodes& explained, const std::vector<RegionExplanation>& regions,
                          const std::vector<RegionExplanation>* other) {
  Table table;
  std::vector<std::string> head{"region"};
  if (other == nullptr) {
    head.insert(head.end(), {"cosine", "bits"});
  } else {
    head.insert(head.end(), {"cosine to first", "to second"});
  }
  head.emplace_back("nodes");
  if (explained.labels != nullptr) {
    table.align_left(head.size());
    head.emplace_back("their classes");
  }
  table.align_left(head.size());
  head.emplace_back("most typical nodes");
  table.add(head);
  table.add_rule();
  for (const RegionExplanation& region : regions) {
    std::vector<std::string> row{std::to_string(region.region), cosine_text(region.cosine)};
    if (other == nullptr) {
      row.push_back(std::to_string(region.bits));
    } else {
      row.push_back(cosine_text(std::ranges::find(*other, region.region, &RegionExplanation::region)->cosine));
    }
    row.push_back(with_commas(region.nodes.nodes));
    if (explained.labels != nullptr) {
      row.push_back(mix_text(*explained.labels, region.nodes));
    }
    row.push_back(typical_text(explained, region));
    table.add(row);
  }
  return table.text("");
}

/// A line with the nodes that neurons of L6 stand for, the nearest first; none where there are no such neurons.
std::string near_text(const std::string& label, const ExplainedCodes& explained, const std::vector<HeardNode>& near) {
  std::string text;
  for (const HeardNode& other : near) {
    text += (text.empty() ? "" : ", ") + shortened(explained.codes.ids.name(other.node), kIdWidth);
  }
  return text.empty() ? "" : labelled(label, {text});
}

std::string summary_text(const ExplainedCodes& explained) {
  return code_summary(explained.name, explained.codes.size(), explained.codes.shape);
}

/// What the graph and the attributes say of two nodes, a sentence per line.
std::string evidence_text(const ExplainedCodes& explained, const PairExplanation& pair) {
  const NameOf name = [&](NodeIndex node) { return shortened(explained.codes.ids.name(node), kIdWidth); };
  const AttributeNameOf attribute = [&](std::uint32_t column) {
    return shortened(explained.attributes.name(column), kAttributeWidth);
  };
  std::string text;
  for (const std::string& sentence : evidence_sentences(pair, name, attribute)) {
    text += printable(sentence) + "\n";
  }
  return text + "\n";
}

std::string shared_text(const SdrShape& shape, const PairExplanation& pair) {
  if (pair.shared.empty()) {
    return "no bit";
  }
  const std::string near = pair.near ? fmt::format("{} of {} neurons of L6", *pair.near, shape.l6().active) : "";
  const std::string others =
      shape.layer == Layer::kL6 ? "" : fmt::format("{} of {} bits", pair.overlap, shape.active() - shape.l6().active);
  const std::string roles = pair.roles ? fmt::format(", {} of them for roles", *pair.roles) : "";
  return fmt::format("{}{}{}{}; two random nodes share as much with probability {}", near,
                     near.empty() || others.empty() ? "" : ", ", others, roles,
                     chance_text(pair.chance, pair.least_chance));
}

}  // namespace

std::string explanation_text(const ExplainedCodes& explained, const CodeExplanation& code) {
  return summary_text(explained) + labelled("Node", {node_text(explained, code)}) +
         near_text("Near", explained, code.near) + role_text("Role", code.role) + "\n" +
         bits_table(explained, code.bits, nullptr) + "\n" + regions_table(explained, code.regions, nullptr) +
         "\nEligible: how well a column suits the node, 1 for the best of all. Likes region: the one that the column\n"
         "prefers, and the share of its affinity that goes there. Cosine: of the node to the centre of the region.\n" +
         attributes_table(explained, code.bits) + role_bits_table(code.bits);
}

std::string pair_text(const ExplainedCodes& explained, const PairExplanation& pair) {
  std::vector<BitExplanation> bits;
  std::vector<RegionExplanation> regions;
  for (const std::uint16_t bit : pair.shared) {
    if (!explained.codes.shape.has_l6() || bit < explained.codes.shape.l6().begin) {
      bits.push_back(bit_of(pair.first, bit));
    }
  }
  for (const RegionExplanation& region : pair.first.regions) {
    const bool is_shared = std::ranges::any_of(bits, [&region](const BitExplanation& bit) {
      return !bit.regions.empty() && bit.regions.front().region == region.region;
    });
    if (is_shared) {
      regions.push_back(region);
    }
  }
  std::vector<std::string> lines{shared_text(explained.codes.shape, pair)};
  if (!pair.other_cells.empty()) {
    lines.push_back(fmt::format("and column{} {}, but with different cells", pair.other_cells.size() == 1 ? "" : "s",
                                fmt::join(pair.other_cells, ", ")));
  }
  std::string text =
      evidence_text(explained, pair) + summary_text(explained) + labelled("First", {node_text(explained, pair.first)}) +
      labelled("Second", {node_text(explained, pair.second)}) + labelled("Shared", lines) +
      near_text("Near both", explained, pair.near_both) + role_text("1st role", pair.first.role) +
      role_text("2nd role", pair.second.role) +
      labelled("Space", {fmt::format("cosine {}; nearer to the first: {} of {} nodes", cosine_text(pair.cosine),
                                     with_commas(pair.nearer), with_commas(explained.codes.size()))});
  if (bits.empty()) {
    return text;
  }
  return text + "\n" + bits_table(explained, bits, &pair.second) + "\n" +
         regions_table(explained, regions, &pair.second.regions) +
         "\nFor first, for second: how well the column suits the node, 1 for the best of all columns. Likes region: "
         "the\n"
         "one that the column prefers, and the share of its affinity that goes there.\n" +
         attributes_table(explained, bits) + role_bits_table(bits);
}

}  // namespace columnar::cli
