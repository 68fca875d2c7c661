#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/core/top_k.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar_lab/report/explain_report.hpp"
#include "columnar_lab/report/explain_sentences.hpp"
#include "columnar_lab/report/numbers.hpp"
#include "columnar_server/api/fields.hpp"
#include "columnar_server/api/node_json.hpp"
#include "columnar_server/api/routes.hpp"

// Why: the bits of a node, of two, of a community.

namespace columnar::server {
namespace {

constexpr std::size_t kSignatureBits = 16;
constexpr std::size_t kTypicalMembers = 5;

/// Ids in sentences, in quotes if they are text; long ones are cut.
NameOf name_in(const Snapshot& snapshot) {
  return [&snapshot](NodeIndex node) {
    constexpr std::size_t kLongest = 60;
    const std::string id = snapshot.ids().name(node);
    return id.size() <= kLongest ? id : fmt::format("{}…", std::string_view(id).substr(0, kLongest));
  };
}

/// A bit of the signature of a community.
struct SignatureBit {
  std::uint16_t bit = 0;
  double share = 0.0;            ///< of the members that have it
  double share_elsewhere = 0.0;  ///< of the others
};

/// The bits that set the members apart most: by the difference of the two shares, then the lower bit.
std::vector<SignatureBit> signature_of(const Snapshot& snapshot, const std::vector<NodeIndex>& members) {
  const std::vector<std::uint32_t> inside = bit_counts(snapshot.codes(), members);
  const std::span<const std::uint32_t> all = snapshot.index().rows_with_bits();
  const auto others = static_cast<double>(std::max<std::size_t>(1, snapshot.nodes() - members.size()));
  std::vector<SignatureBit> bits;
  for (std::size_t bit = 0; bit < inside.size(); ++bit) {
    const SignatureBit one{static_cast<std::uint16_t>(bit),
                           static_cast<double>(inside[bit]) / static_cast<double>(members.size()),
                           static_cast<double>(all[bit] - inside[bit]) / others};
    if (one.share > one.share_elsewhere) {
      bits.push_back(one);
    }
  }
  std::ranges::stable_sort(bits, std::ranges::greater{},
                           [](const SignatureBit& one) { return one.share - one.share_elsewhere; });
  bits.resize(std::min(bits.size(), kSignatureBits));
  return bits;
}

Json signature_json(const SdrShape& shape, const std::vector<SignatureBit>& bits) {
  Json list = Json::array();
  for (const SignatureBit& one : bits) {
    const bool is_cell = one.bit < shape.l23().end();
    const bool is_l5a = !is_cell && one.bit < shape.l5a().end();
    list.push_back({{"bit", one.bit},
                    {"layer", layer_flag(is_cell  ? Layer::kL23
                                         : is_l5a ? Layer::kL5a
                                                  : Layer::kL6)},
                    {"column", is_cell ? Json(one.bit / shape.cells_per_column) : Json(nullptr)},
                    {"cell", is_cell ? Json(one.bit % shape.cells_per_column) : Json(nullptr)},
                    {"share", one.share},
                    {"share_elsewhere", one.share_elsewhere}});
  }
  return list;
}

/// "column 17, cell 3" or "L5a neuron 65", as the page names a bit.
std::string bit_words(const SdrShape& shape, std::uint16_t bit) {
  if (bit < shape.l23().end()) {
    return fmt::format("column {}, cell {}", bit / shape.cells_per_column, bit % shape.cells_per_column);
  }
  const bool is_l5a = bit < shape.l5a().end();
  return fmt::format("{} neuron {}", is_l5a ? "L5a" : "L6", bit - (is_l5a ? shape.l5a() : shape.l6()).begin);
}

/// The members that have most of what the members have: by the sum of the shares of their bits.
std::vector<NodeIndex> typical_members(const Snapshot& snapshot, const std::vector<NodeIndex>& members) {
  const std::vector<std::uint32_t> counts = bit_counts(snapshot.codes(), members);
  std::vector<float> scores;
  scores.reserve(members.size());
  for (const NodeIndex member : members) {
    std::uint64_t sum = 0;
    for (const std::uint16_t bit : snapshot.codes().code(member)) {
      sum += counts[bit];
    }
    scores.push_back(static_cast<float>(sum));
  }
  std::vector<std::uint32_t> order;
  top_k(std::span<const float>(scores), kTypicalMembers, order);
  std::vector<NodeIndex> typical;
  typical.reserve(order.size());
  for (const std::uint32_t i : order) {
    typical.push_back(members[i]);
  }
  return typical;
}

/// "61 % lie in region 7, and 4 % of the other nodes."; that they are scattered where no region has a tenth of them.
std::string region_sentence(const Snapshot& snapshot, const std::vector<NodeIndex>& members) {
  std::vector<std::uint64_t> inside;
  std::vector<std::uint64_t> all;
  const auto count = [&](std::vector<std::uint64_t>& counts, NodeIndex node) {
    if (const auto region = snapshot.region(node)) {
      counts.resize(std::max<std::size_t>(counts.size(), *region + std::size_t{1}));
      ++counts[*region];
    }
  };
  for (NodeIndex v = 0; v < snapshot.nodes(); ++v) {
    count(all, v);
  }
  for (const NodeIndex member : members) {
    count(inside, member);
  }
  if (inside.empty()) {
    return "None of them lies in a region.";
  }
  const auto most = static_cast<std::size_t>(std::ranges::max_element(inside) - inside.begin());
  constexpr std::size_t kWorthSaying = 10;
  if (inside[most] * kWorthSaying < members.size()) {
    const auto used = std::ranges::count_if(inside, [](std::uint64_t nodes) { return nodes > 0; });
    return fmt::format("They lie in {} regions.", used);
  }
  const auto others = static_cast<double>(std::max<std::size_t>(1, snapshot.nodes() - members.size()));
  return fmt::format("{:.0f} % lie in region {}, and {:.0f} % of the other nodes.",
                     100.0 * static_cast<double>(inside[most]) / static_cast<double>(members.size()), most,
                     100.0 * static_cast<double>(all[most] - inside[most]) / others);
}

}  // namespace

Answer post_explain(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  const NodeIndex node = node_of(fields, snapshot);
  const SdrTable& codes = snapshot.codes();
  if (!fields.contains("with") || fields["with"].is_null()) {
    const CodeExplanation code = explain_code(codes, snapshot.model(), snapshot.labels(), node);
    Json json = explanation_json(snapshot.ids(), snapshot.labels(), snapshot.model().attributes, code);
    json["sentences"] = code_sentences(codes.shape, snapshot.labels(), code, name_in(snapshot));
    return json_answer(json);
  }
  const NodeIndex other = node_of(fields["with"], snapshot, "with");
  if (other == node) {
    throw Refusal(400, "with: is the node itself");
  }
  const PairExplanation pair = explain_pair(codes, snapshot.model(), snapshot.labels(), node, other);
  Json json = pair_json(snapshot.ids(), snapshot.labels(), snapshot.model().attributes, pair);
  json["least"] = pair.least_chance;
  json["sentences"] = pair_sentences(codes.shape, pair, name_in(snapshot),
                                     [&](std::uint32_t column) { return snapshot.model().attributes.name(column); });
  return json_answer(json);
}

Answer post_community(const Context& context, const Json& fields) {
  const Snapshot& snapshot = context.snapshot;
  std::vector<NodeIndex> members = rows_of(fields, "rows", snapshot, kMaxMembers);
  std::ranges::sort(members);
  members.erase(std::unique(members.begin(), members.end()), members.end());
  if (members.empty()) {
    throw Refusal(400, "rows: there are none");
  }
  const SdrShape& shape = snapshot.codes().shape;
  const std::vector<SignatureBit> bits = signature_of(snapshot, members);
  const std::vector<NodeIndex> typical = typical_members(snapshot, members);
  std::vector<std::string> sentences{
      fmt::format("{} of {}.", counted(members.size(), "node"), with_commas(snapshot.nodes())),
      region_sentence(snapshot, members), fmt::format("The most typical: {}.", names_text(typical, name_in(snapshot)))};
  if (!bits.empty()) {
    sentences.push_back(fmt::format(
        "What sets them apart most is {}: {:.0f} % have it, and {:.1f} % of the other nodes.",
        bit_words(shape, bits.front().bit), 100.0 * bits.front().share, 100.0 * bits.front().share_elsewhere));
  }
  return json_answer({{"nodes", members.size()},
                      {"signature", signature_json(shape, bits)},
                      {"typical", nodes_json(snapshot, typical)},
                      {"sentences", std::move(sentences)}});
}

}  // namespace columnar::server
