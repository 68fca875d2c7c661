#include "columnar_lab/evaluate/held_out.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/id_index.hpp"

namespace columnar {

double held_out_accuracy(const SparseRows& rows, const Labels& labels, std::span<const NodeIndex> train,
                         std::span<const NodeIndex> test) {
  const auto known = [&](std::span<const NodeIndex> nodes) {
    std::vector<NodeIndex> kept;
    std::ranges::copy_if(nodes, std::back_inserter(kept),
                         [&](NodeIndex v) { return labels.classes[v] != Labels::kUnknown; });
    return kept;
  };
  const auto model = LogisticRegression::fit(rows, labels.classes, known(train));
  const std::vector<NodeIndex> asked = known(test);
  if (asked.empty()) {
    throw Error(ErrorCode::kInput, labels.place + ": none of the hidden nodes has a class");
  }
  const auto right =
      std::ranges::count_if(asked, [&](NodeIndex v) { return model.predict(rows, v) == labels.classes[v]; });
  return static_cast<double>(right) / static_cast<double>(asked.size());
}

SdrTable joined_codes(const Graph& whole, const SdrTable& visible, const SdrTable& encoded) {
  SdrTable all{visible.shape, whole.ids, std::vector<std::uint16_t>(whole.node_count() * visible.shape.active())};
  const IdIndex rows(whole.ids);
  for (const SdrTable* part : {&visible, &encoded}) {
    for (NodeIndex i = 0; i < part->size(); ++i) {
      std::ranges::copy(part->code(i), all.code(rows.find(part->ids.name(i)).value()).begin());
    }
  }
  return all;
}

}  // namespace columnar
