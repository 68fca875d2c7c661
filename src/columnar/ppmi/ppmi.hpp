#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/files/spill_array.hpp"
#include "columnar/ppmi/packed_entry.hpp"
#include "columnar/ppmi/pair_counts.hpp"
#include "columnar/ppmi/pair_scores.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// The evidence parameters of a config. The least count is at most the number of walks per node: with one walk per
/// node,
/// a higher one would leave nodes without any pair.
[[nodiscard]] PairEvidence pair_evidence(const Config& config) noexcept;

/// Entries of the matrix: columns, and values parallel to them.
struct PpmiEntries {
  std::span<const NodeIndex> columns;
  std::span<const float> values;  ///< discounted, unclipped; modulator and spectral stage apply their own clip

  [[nodiscard]] std::size_t size() const noexcept { return columns.size(); }
};

/// The positive entries of the PPMI matrix: symmetric, rows sorted by column. It is by far the largest of what a run
/// holds, so rows are packed (packed_entry.hpp), and PpmiReader unpacks them.
///
/// One process of several holds some consecutive rows, and numbers them from 0; columns are nodes of the whole graph.
struct Ppmi {
  PairScores scores;                      ///< the values of packed counts
  std::vector<std::uint64_t> offsets{0};  ///< n + 1: the first entry of each row
  std::vector<std::uint64_t> places{0};   ///< n + 1: the byte where the row begins
  SpillArray<std::byte> bytes;            ///< the packed rows
  NodeIndex first = 0;                    ///< the node of the first row
  NodeIndex width = 0;                    ///< nodes of the graph; 0: as many as rows

  /// Number of rows.
  [[nodiscard]] NodeIndex node_count() const noexcept { return static_cast<NodeIndex>(offsets.size() - 1); }
  /// Number of columns.
  [[nodiscard]] NodeIndex column_count() const noexcept { return width == 0 ? node_count() : width; }
  /// Number of entries of all rows.
  [[nodiscard]] std::uint64_t entry_count() const noexcept { return offsets.back(); }
  [[nodiscard]] std::uint64_t entries_of(NodeIndex node) const noexcept {
    return offsets[node + std::size_t{1}] - offsets[node];
  }
  /// The entry of one pair; 0 for a pair never seen, since absence in a finite corpus is no evidence. Reads the row.
  [[nodiscard]] float at(NodeIndex u, NodeIndex v) const noexcept;
  /// One entry of a row, by its number in the row, which is read up to there.
  struct Entry {
    NodeIndex column = 0;
    float value = 0.0F;
  };
  [[nodiscard]] Entry entry(NodeIndex node, std::uint64_t number) const noexcept;
  /// Appends a row that is given by its values: columns ascend.
  void add_row(std::span<const NodeIndex> columns, std::span<const float> values);
  /// True if `row` is packed as it must be: columns ascend, are below the number of nodes and not the row itself,
  /// values are positive and finite. Reads no byte outside it.
  [[nodiscard]] bool is_sound(NodeIndex node) const noexcept;
};

/// Unpacks rows; one object per thread. Spans are valid until the next call.
class PpmiReader {
 public:
  explicit PpmiReader(const Ppmi& ppmi) noexcept : ppmi_(ppmi) {}

  /// The entries of a row.
  [[nodiscard]] PpmiEntries row(NodeIndex node) { return rows(node, node + 1); }
  /// The entries of rows first … last - 1, one row after the other.
  [[nodiscard]] PpmiEntries rows(NodeIndex first, NodeIndex last);

 private:
  const Ppmi& ppmi_;
  std::vector<NodeIndex> columns_;
  std::vector<float> values_;
  std::vector<std::uint8_t> counts_;  ///< of the row that is being read
};

/// The result of compute_ppmi.
struct CountedPairs {
  Ppmi ppmi;
  Marginals marginals;
  std::uint64_t distinct = 0;  ///< pairs, for the report
};

/// Memory for counting, and where its result goes; does not change a result.
struct CountingMemory {
  std::uint64_t slab_visits = 0;  ///< see count_pair_rows; 0: usual_slab
  std::string spill_directory;    ///< for a temporary file of the entries; empty: keep them in memory
  bool keeps_coordinates = true;  ///< of several ranks: whether the first gathers them, which a saved model needs
};

/// Counts the windowed pairs of all walks and compares them with chance, row by row: neither the pairs nor their counts
/// are ever all in memory. Throws Error(kOutput) if a temporary file cannot be written.
[[nodiscard]] CountedPairs compute_ppmi(const Walks& walks, NodeIndex node_count, std::uint32_t window,
                                        const RunContext& context, const PairEvidence& evidence = {},
                                        const CountingMemory& memory = {});

/// The third factor of the BCM rule, m(u,v) = min(M_max, PPMI(u,v)).                docs/equations.md#modulator
[[nodiscard]] float modulator(float ppmi, double clip) noexcept;

}  // namespace columnar
