#include "columnar/ppmi/ppmi.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/ppmi/walk_slabs.hpp"

namespace columnar {
namespace {

/// Keeps the positive entries of the rows.
class PpmiBuilder : public PairRowSink {
 public:
  /// The marginals are those of all nodes.
  PpmiBuilder(const Marginals& marginals, const NodeRange& rows, const PairEvidence& evidence,
              const CountingMemory& memory, int threads)
      : marginals_(marginals), threads_(threads) {
    ppmi_.scores = PairScores(marginals, evidence);
    if (!memory.spill_directory.empty()) {
      ppmi_.bytes = SpillArray<std::byte>::in_file(memory.spill_directory);
    }
    ppmi_.first = rows.first;
    ppmi_.width = static_cast<NodeIndex>(marginals.counts.size());
    ppmi_.offsets.assign(rows.last - rows.first + std::size_t{1}, 0);
    ppmi_.places.assign(ppmi_.offsets.size(), 0);
  }

  void begin_portion(std::size_t blocks) override { blocks_.resize(std::max(blocks, blocks_.size())); }

  void row(std::size_t block, const PairRow& row) override {
    const std::size_t before = blocks_[block].used;
    const std::size_t next = row.node - ppmi_.first + std::size_t{1};
    ppmi_.offsets[next] = blocks_[block].add(row, ppmi_.scores, marginals_);
    ppmi_.places[next] = blocks_[block].used - before;
  }

  void end_portion(std::size_t blocks) override {
    std::vector<std::size_t> starts{0};
    for (std::size_t b = 0; b < blocks; ++b) {
      starts.push_back(starts.back() + blocks_[b].used);
      met_ += blocks_[b].met;
    }
    if (ppmi_.bytes.spills()) {
      for (std::size_t b = 0; b < blocks; ++b) {
        ppmi_.bytes.append({blocks_[b].bytes.data(), blocks_[b].used});
      }
    } else {
      // First writes to memory are slow, so the threads share them.
      std::byte* const bytes = ppmi_.bytes.extend(starts.back()).data();
      // NOLINTNEXTLINE(readability-suspicious-call-argument): so many blocks are one block of the copy
      parallel_blocks(threads_, blocks, kBlocksPerCopy, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
          std::copy_n(blocks_[b].bytes.data(), blocks_[b].used, bytes + starts[b]);
        }
      });
    }
    for (std::size_t b = 0; b < blocks; ++b) {
      blocks_[b].used = 0;
      blocks_[b].met = 0;
    }
  }

  /// The matrix, and how many entries there would be if all were kept.
  [[nodiscard]] std::pair<Ppmi, std::uint64_t> finish() {
    for (std::size_t u = 0; u + 1 < ppmi_.offsets.size(); ++u) {
      ppmi_.offsets[u + 1] += ppmi_.offsets[u];
      ppmi_.places[u + 1] += ppmi_.places[u];
    }
    ppmi_.bytes.seal();
    return {std::move(ppmi_), met_};
  }

 private:
  /// The entries of a block of rows.
  struct Block {
    std::vector<std::byte> bytes;
    std::size_t used = 0;
    std::uint64_t met = 0;  ///< entries before those without weight were dropped

    std::uint64_t add(const PairRow& row, const PairScores& scores, const Marginals& marginals) {
      met += row.met;
      if (const std::size_t most = used + packed::kMostBytes * row.columns.size(); most > bytes.size()) {
        bytes.resize(most + bytes.size() / 2);
      }
      std::byte* out = bytes.data() + used;
      NodeIndex before = 0;
      std::uint64_t added = 0;
      for (std::size_t i = 0; i < row.columns.size(); ++i) {
        const NodeIndex column = row.columns[i];
        const std::uint64_t count = row.counts[i];
        const auto [value, is_tabled] = scores.of(count, row.node, column, marginals);
        const bool is_kept = value > 0.0F;
        const NodeIndex step = column - before;
        if (is_tabled && step < packed::kWideStep) [[likely]] {
          packed::put_count(packed::put_step(out, step),
                            count);  // overwritten unless kept: nobody can predict which are
          out += is_kept ? packed::kLeastBytes : 0;
        } else if (is_kept) {
          out = packed::put_step(out, step);
          out = is_tabled ? packed::put_count(out, count) : packed::put_value(out, value);
        }
        before = is_kept ? column : before;
        added += is_kept ? 1 : 0;
      }
      used = static_cast<std::size_t>(out - bytes.data());
      return added;
    }
  };

  static constexpr std::size_t kBlocksPerCopy = 4;

  const Marginals& marginals_;
  int threads_;
  Ppmi ppmi_;
  std::uint64_t met_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace

PairEvidence pair_evidence(const Config& config) noexcept {
  return {config.ppmi.discount, std::min(config.ppmi.minimum_count, config.walks.walks_per_node)};
}

float Ppmi::at(NodeIndex u, NodeIndex v) const noexcept {
  packed::Reader reader(bytes.data() + places[u]);
  Entry entry;
  std::uint8_t count = 0;
  for (std::uint64_t left = entries_of(u); left > 0 && (entry.column < v || left == entries_of(u)); --left) {
    reader.next(entry.column, count, entry.value);
  }
  if (entries_of(u) == 0 || entry.column != v) {
    return 0.0F;
  }
  return count == 0 ? entry.value : scores.tabled(count, first + u, v);
}

Ppmi::Entry Ppmi::entry(NodeIndex node, std::uint64_t number) const noexcept {
  packed::Reader reader(bytes.data() + places[node]);
  Entry entry;
  std::uint8_t count = 0;
  for (std::uint64_t i = 0; i <= number; ++i) {
    reader.next(entry.column, count, entry.value);
  }
  if (count != 0) {
    entry.value = scores.tabled(count, first + node, entry.column);
  }
  return entry;
}

void Ppmi::add_row(std::span<const NodeIndex> columns, std::span<const float> values) {
  std::vector<std::byte> row(packed::kMostBytes * columns.size());
  std::byte* out = row.data();
  NodeIndex before = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out = packed::put_value(packed::put_step(out, columns[i] - before), values[i]);
    before = columns[i];
  }
  bytes.append({row.data(), static_cast<std::size_t>(out - row.data())});
  offsets.push_back(offsets.back() + columns.size());
  places.push_back(bytes.size());
}

bool Ppmi::is_sound(NodeIndex node) const noexcept {
  const std::byte* at = bytes.data() + places[node];
  const std::byte* const end = bytes.data() + places[node + std::size_t{1}];
  const auto has = [&](std::ptrdiff_t count) { return end - at >= count; };
  std::uint64_t column = 0;
  for (std::uint64_t i = 0; i < entries_of(node); ++i) {
    if (!has(2)) {
      return false;
    }
    std::uint64_t step = load_little_endian<std::uint16_t>(at);
    at += 2;
    if (step == packed::kWideStep) {
      if (!has(4)) {
        return false;
      }
      step = load_little_endian<NodeIndex>(at);
      at += 4;
    }
    column += step;
    if (column >= column_count() || column == std::uint64_t{first} + node || (i > 0 && step == 0) || !has(1)) {
      return false;
    }
    const auto count = static_cast<std::uint8_t>(*at++);
    if (count == 0 && !has(4)) {
      return false;
    }
    const float value =
        count == 0 ? load_little_endian<float>(at) : scores.tabled(count, first + node, static_cast<NodeIndex>(column));
    at += count == 0 ? 4 : 0;
    if (!(value > 0.0F && value <= std::numeric_limits<float>::max())) {
      return false;
    }
  }
  return at == end;
}

PpmiEntries PpmiReader::rows(NodeIndex first, NodeIndex last) {
  const std::size_t count = ppmi_.offsets[last] - ppmi_.offsets[first];
  if (count > columns_.size()) {
    columns_.resize(count);
    values_.resize(count);
    counts_.resize(count);
  }
  packed::Reader reader(ppmi_.bytes.data() + ppmi_.places[first]);
  NodeIndex* columns = columns_.data();
  float* values = values_.data();
  for (NodeIndex u = first; u < last; ++u) {
    const std::size_t entries = ppmi_.entries_of(u);
    reader.next_row();
    bool all_tabled = entries > 0;
    for (std::size_t i = 0; i < entries; ++i) {
      reader.next(columns[i], counts_[i], values[i]);
      all_tabled = all_tabled && counts_[i] != 0;
    }
    if (all_tabled) [[likely]] {
      ppmi_.scores.tabled({counts_.data(), entries}, ppmi_.first + u, {columns, entries}, values);
    } else {
      for (std::size_t i = 0; i < entries; ++i) {
        values[i] = counts_[i] == 0 ? values[i] : ppmi_.scores.tabled(counts_[i], ppmi_.first + u, columns[i]);
      }
    }
    columns += entries;
    values += entries;
  }
  return {{columns_.data(), count}, {values_.data(), count}};
}

CountedPairs compute_ppmi(const Walks& walks, NodeIndex node_count, std::uint32_t window, const RunContext& context,
                          const PairEvidence& evidence, const CountingMemory& memory) {
  Ranks& ranks = ranks_of(context);
  const RowShares shares(ranks, node_count);
  WalkSlabs slabs(walks, node_count, context);
  std::optional<Visits> visits(std::in_place, walks, node_count, window, context.threads);
  const std::uint64_t least = std::max<std::uint64_t>(1, evidence.least);
  CountedPairs pairs;
  pairs.marginals = visits->marginals();
  sum_over(ranks, pairs.marginals.counts);  // each rank has seen its own walks
  pairs.marginals.total =
      std::accumulate(pairs.marginals.counts.begin(), pairs.marginals.counts.end(), std::uint64_t{0}) / 2;
  const NodeRange rows{static_cast<NodeIndex>(shares.first()), static_cast<NodeIndex>(shares.last())};
  PpmiBuilder builder(pairs.marginals, rows, evidence, memory, context.threads);
  for (std::size_t slab = 0; slab < slabs.count(); ++slab) {
    const Walks& visiting = slabs.fetch(slab);
    if (!ranks.is_alone()) {
      visits.emplace(visiting, slabs.rows(slab), window, context.threads);
    }
    const std::uint64_t most = memory.slab_visits == 0 ? usual_slab(visiting.nodes.size()) : memory.slab_visits;
    if (ranks.is_alone()) {
      count_pair_rows(visiting, *visits, node_count, most, builder, context, least);
      break;
    }
    count_pair_rows(visiting, *visits, node_count, most, builder, {context.threads, nullptr}, least);
    context.advance(static_cast<double>(slab + 1) / static_cast<double>(slabs.count()));
  }
  std::tie(pairs.ppmi, pairs.distinct) = builder.finish();
  pairs.distinct = sum_over(ranks, pairs.distinct) / 2;  // each pair is in two rows
  return pairs;
}

float modulator(float ppmi, double clip) noexcept { return std::min(static_cast<float>(clip), ppmi); }

}  // namespace columnar
