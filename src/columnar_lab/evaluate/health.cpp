#include "columnar_lab/evaluate/health.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar_lab/evaluate/checks.hpp"

namespace columnar {
namespace {

using Code = std::span<const std::uint16_t>;

std::int32_t class_of(const Labels* labels, NodeIndex node) {
  return labels == nullptr ? Labels::kUnknown : labels->classes[node];
}

std::uint64_t hash_code(Code code) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const std::uint16_t bit : code) {
    hash = (hash ^ bit) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29U;
  }
  return hash;
}

/// A node beside the hash of its code, so that sorting reads few codes.
struct Hashed {
  std::uint64_t hash;
  NodeIndex node;
};

/// The nodes with equal codes side by side, and among those equal classes side by side. The hash only makes most
/// comparisons cheap: equality is always decided by the bits.
std::vector<Hashed> group_equal_codes(const SdrTable& table, std::size_t length, const Labels* labels, int threads) {
  constexpr unsigned kGroupBits = 8;  // groups by their first bits are sorted side by side
  constexpr std::size_t kGroups = std::size_t{1} << kGroupBits;
  constexpr std::size_t kHashedPerBlock = 4096;
  const auto group_of = [](const Hashed& item) { return item.hash >> (64U - kGroupBits); };
  std::vector<Hashed> items(table.size());
  parallel_blocks(threads, table.size(), kHashedPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) {
      items[node] = {hash_code(table.code(node).first(length)), static_cast<NodeIndex>(node)};
    }
  });
  std::array<std::size_t, kGroups + 1> begins{};
  for (const Hashed& item : items) {
    ++begins[group_of(item) + 1];
  }
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<Hashed> sorted(items.size());
  auto next = begins;
  for (const Hashed& item : items) {
    sorted[next[group_of(item)]++] = item;
  }
  const auto is_before = [&](const Hashed& a, const Hashed& b) {
    if (a.hash != b.hash) {
      return a.hash < b.hash;
    }
    const Code left = table.code(a.node).first(length);
    const Code right = table.code(b.node).first(length);
    if (!std::ranges::equal(left, right)) {
      return std::ranges::lexicographical_compare(left, right);
    }
    return class_of(labels, a.node) < class_of(labels, b.node);
  };
  parallel_blocks(threads, kGroups, 1, [&](std::size_t group, std::size_t /*end*/) {
    std::ranges::sort(std::span(sorted).subspan(begins[group], begins[group + 1] - begins[group]), is_before);
  });
  return sorted;
}

/// Calls visit(begin, end) for each run of `order` whose neighbours all agree.
template <class Item, class Same, class Visit>
void for_each_run(std::span<const Item> order, const Same& same, const Visit& visit) {
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && same(order[begin], order[end])) {
      ++end;
    }
    visit(order.subspan(begin, end - begin));
    begin = end;
  }
}

template <class Visit>
void for_each_group(const SdrTable& table, std::size_t length, std::span<const Hashed> order, const Visit& visit) {
  const auto same = [&](const Hashed& a, const Hashed& b) {
    return a.hash == b.hash && std::ranges::equal(table.code(a.node).first(length), table.code(b.node).first(length));
  };
  for_each_run(order, same, visit);
}

/// `length`: how many of the leading bits of a row count. L2/3 bits come first, so 8 of 28 are the L2/3 code.
Uniqueness count_unique(const SdrTable& table, std::size_t length, int threads) {
  const std::vector<Hashed> order = group_equal_codes(table, length, nullptr, threads);
  Uniqueness result;
  for_each_group(table, length, order, [&](std::span<const Hashed>) { ++result.codes; });
  result.share = table.size() == 0 ? 0.0 : static_cast<double>(result.codes) / static_cast<double>(table.size());
  return result;
}

CrossClassDuplicates count_cross_class_duplicates(const SdrTable& table, const Labels& labels, int threads) {
  const std::size_t length = table.shape.active();
  const std::vector<Hashed> order = group_equal_codes(table, length, &labels, threads);
  const auto same_class = [&](const Hashed& a, const Hashed& b) {
    return labels.classes[a.node] == labels.classes[b.node];
  };
  CrossClassDuplicates result;
  for_each_group(table, length, order, [&](std::span<const Hashed> group) {
    std::uint64_t known = 0;
    std::uint64_t pairs = 0;
    for_each_run(group, same_class, [&](std::span<const Hashed> run) {
      if (labels.classes[run.front().node] != Labels::kUnknown) {
        pairs += known * run.size();
        known += run.size();
        result.same_class_pairs += run.size() * (run.size() - 1) / 2;
      }
    });
    result.groups += pairs > 0 ? 1 : 0;
    result.pairs += pairs;
  });
  return result;
}

/// How often each bit is active among some nodes, and which bits are: cleared in the time it took to fill.
class BitCounts {
 public:
  explicit BitCounts(std::uint32_t bits) : counts_(bits) {}

  void add(Code code) {
    for (const std::uint16_t bit : code) {
      if (counts_[bit]++ == 0) {
        active_.push_back(bit);
      }
    }
  }
  void clear() {
    for (const std::uint16_t bit : active_) {
      counts_[bit] = 0;
    }
    active_.clear();
  }
  [[nodiscard]] std::uint64_t of(std::size_t bit) const { return counts_[bit]; }
  [[nodiscard]] std::uint32_t used() const { return static_cast<std::uint32_t>(active_.size()); }
  /// The active bits, ascending, so that the cells of a column are neighbours.
  [[nodiscard]] std::span<const std::uint16_t> sorted_active() {
    std::ranges::sort(active_);
    return active_;
  }

 private:
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint16_t> active_;
};

/// Ordered pairs of distinct nodes: those on the same column, and of them those on the same cell.
struct CellPairs {
  double same_column = 0.0;
  double same_cell = 0.0;

  void add(BitCounts& counts, std::uint32_t cells) {
    const auto pairs = [](std::uint64_t n) { return static_cast<double>(n) * (static_cast<double>(n) - 1.0); };
    const std::span<const std::uint16_t> active = counts.sorted_active();
    for (std::size_t i = 0; i < active.size();) {
      const std::uint32_t column = active[i] / cells;
      std::uint64_t on_column = 0;
      for (; i < active.size() && active[i] / cells == column; ++i) {
        same_cell += pairs(counts.of(active[i]));
        on_column += counts.of(active[i]);
      }
      same_column += pairs(on_column);
    }
  }
  [[nodiscard]] std::optional<double> rate() const {
    return same_column > 0.0 ? std::optional(same_cell / same_column) : std::nullopt;
  }
};

std::optional<double> mean_cell_entropy(const BitCounts& counts, const SdrShape& shape) {
  double sum = 0.0;
  std::uint32_t columns_used = 0;
  for (std::uint32_t column = 0; column < shape.columns; ++column) {
    const std::uint32_t first = column * shape.cells_per_column;
    std::uint64_t total = 0;
    for (std::uint32_t k = 0; k < shape.cells_per_column; ++k) {
      total += counts.of(first + k);
    }
    if (total == 0) {
      continue;
    }
    ++columns_used;
    for (std::uint32_t k = 0; k < shape.cells_per_column; ++k) {
      const double p = static_cast<double>(counts.of(first + k)) / static_cast<double>(total);
      sum -= p > 0.0 ? p * std::log(p) : 0.0;
    }
  }
  if (columns_used == 0 || shape.cells_per_column < 2) {
    return std::nullopt;
  }
  return sum / (std::log(static_cast<double>(shape.cells_per_column)) * columns_used);
}

std::optional<double> same_class_rate(const SdrTable& table, const Labels& labels) {
  std::vector<NodeIndex> order(table.size());
  std::iota(order.begin(), order.end(), NodeIndex{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](NodeIndex a, NodeIndex b) { return labels.classes[a] < labels.classes[b]; });
  CellPairs pairs;
  BitCounts counts(table.shape.l23_width());
  const auto same_class = [&](NodeIndex a, NodeIndex b) { return labels.classes[a] == labels.classes[b]; };
  for_each_run(std::span<const NodeIndex>(order), same_class, [&](std::span<const NodeIndex> run) {
    if (labels.classes[run.front()] == Labels::kUnknown) {
      return;
    }
    for (const NodeIndex node : run) {
      counts.add(table.code(node).first(table.shape.active_columns));
    }
    pairs.add(counts, table.shape.cells_per_column);
    counts.clear();
  });
  return pairs.rate();
}

void measure_l23(const SdrTable& table, const Labels* labels, int threads, CodeHealth& health) {
  BitCounts counts(table.shape.l23_width());
  for (std::size_t node = 0; node < table.size(); ++node) {
    counts.add(table.code(node).first(table.shape.active_columns));
  }
  health.unique_l23 = count_unique(table, table.shape.active_columns, threads);
  health.l23_neurons = NeuronUse{counts.used(), table.shape.l23_width()};
  health.cell_entropy = mean_cell_entropy(counts, table.shape);
  CellPairs pairs;
  pairs.add(counts, table.shape.cells_per_column);
  health.same_cell_rate = pairs.rate();
  if (labels != nullptr) {
    health.same_cell_rate_same_class = same_class_rate(table, *labels);
  }
}

void measure_l5a(const SdrTable& table, CodeHealth& health) {
  BitCounts counts(table.shape.width());
  for (std::size_t node = 0; node < table.size(); ++node) {
    counts.add(table.code(node).last(table.shape.l5a_active));
  }
  health.l5a_neurons = NeuronUse{counts.used(), table.shape.l5a_size};
}

void measure_active_bits(const SdrTable& table, CodeHealth& health) {
  for (std::size_t node = 0; node < table.size(); ++node) {
    const Code code = table.code(node);
    std::uint32_t distinct = code.empty() ? 0 : 1;
    for (std::size_t i = 1; i < code.size(); ++i) {
      distinct += code[i] != code[i - 1] ? 1 : 0;
    }
    health.active_bits_min = node == 0 ? distinct : std::min(health.active_bits_min, distinct);
    health.active_bits_max = std::max(health.active_bits_max, distinct);
  }
}

}  // namespace

CodeHealth code_health(const SdrTable& table, const Labels* labels, int threads) {
  check_codes(table, "codes", ErrorCode::kInput);
  if (table.shape.layer == Layer::kSearch) {
    return code_health(select_layer(table, Layer::kAll), labels, threads);
  }
  if (labels != nullptr) {
    require_labels_for(*labels, table.size());
  }
  CodeHealth health;
  health.nodes = table.size();
  measure_active_bits(table, health);
  health.unique = count_unique(table, table.shape.active(), threads);
  if (table.shape.has_l23()) {
    measure_l23(table, labels, threads, health);
  }
  if (table.shape.has_l5a()) {
    measure_l5a(table, health);
  }
  if (labels != nullptr) {
    health.cross_class_duplicates = count_cross_class_duplicates(table, *labels, threads);
  }
  return health;
}

}  // namespace columnar
