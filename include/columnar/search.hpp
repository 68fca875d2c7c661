#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/progress.hpp"

#pragma GCC visibility push(default)
namespace columnar {

// Internal to the library; only declared here.
class BlockCounter;
class Chance;
class Postings;
class Rank;

/// A search pattern: any set of bits, such as a code, a part of one, or a union of several.
struct Query {
  std::vector<std::uint16_t> bits = {};  ///< in any order; duplicates count once
  std::vector<NodeIndex> left_out = {};  ///< rows to exclude, such as the query node itself; in any order
};

/// A search result.
struct Hit {
  NodeIndex row = 0;
  std::uint32_t near = 0;     ///< L6 neurons shared with the query; 0 if the codes have no L6
  std::uint32_t overlap = 0;  ///< shared bits of the other layers; equal to near if the codes are L6 only
  std::uint32_t rarity = 0;   ///< sum of the rarities of all shared bits                docs/equations.md#rank
  double chance = 0.0;        ///< how often codes of this table share as much            docs/equations.md#chance

  bool operator==(const Hit&) const = default;
};

/// The bits of any row of `like` that no row of `unlike` has; all these rows are excluded from the results.
///
/// Removing bits, rather than penalising rows that have them, keeps the overlap a plain count: a node scores only by
/// what
/// it shares with `like`. The rows must exist.
[[nodiscard]] Query query_like(const SdrTable& table, std::span<const NodeIndex> like,
                               std::span<const NodeIndex> unlike = {});
/// The same for codes stored elsewhere, row by row with `active` bits each.
[[nodiscard]] Query query_like(std::span<const std::uint16_t> codes, std::size_t active,
                               std::span<const NodeIndex> like, std::span<const NodeIndex> unlike = {});

/// Exact search by overlap over a table of codes. Subclasses store the codes differently and give the same results.
///
/// Hits are ordered by shared bits, where L6 bits count four times if the codes also have other layers; then by rarer
/// bits;
/// then by lower row (docs/equations.md#rank). A row that shares no bit with the query is never a hit, so there may be
/// fewer hits than requested. A query bit outside the code width throws Error(kConfig). All functions are thread-safe.
class SearchIndex {
 public:
  // Not copyable: an index may be large, or a mapped file.
  SearchIndex(const SearchIndex&) = delete;
  SearchIndex& operator=(const SearchIndex&) = delete;
  virtual ~SearchIndex() = default;

  /// The shape of its codes.
  [[nodiscard]] const SdrShape& shape() const noexcept { return shape_; }
  /// Number of codes.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Number of rows that have each bit.
  [[nodiscard]] std::span<const std::uint32_t> rows_with_bits() const noexcept { return rows_with_bits_; }

  /// The smallest chance that a hit of this query can have: that of sharing more than every sampled pair or row.
  [[nodiscard]] double least_chance(const Query& query) const;

  /// The k highest-ranking rows.
  [[nodiscard]] std::vector<Hit> top(const Query& query, std::size_t k) const;
  /// All rows that share at least `overlap` bits over all layers with the query, in the same order. Throws
  /// Error(kConfig) if overlap is 0.
  [[nodiscard]] std::vector<Hit> at_least(const Query& query, std::uint32_t overlap) const;

  /// Runs many queries on all threads of the context; entry i answers queries[i].
  [[nodiscard]] std::vector<std::vector<Hit>> top(std::span<const Query> queries, std::size_t k,
                                                  const RunContext& context) const;
  [[nodiscard]] std::vector<std::vector<Hit>> at_least(std::span<const Query> queries, std::uint32_t overlap,
                                                       const RunContext& context) const;

 protected:
  /// A running query (src/columnar/search/scan.hpp).
  struct Scan;

  /// Over codes stored row by row.
  SearchIndex(const SdrShape& shape, std::span<const std::uint16_t> codes);
  /// The same if the number of rows per bit is known.
  SearchIndex(const SdrShape& shape, std::span<const std::uint16_t> codes, std::vector<std::uint32_t> rows_with_bits);
  SearchIndex(SearchIndex&&) = default;
  SearchIndex& operator=(SearchIndex&&) = default;

  /// Rarity of each bit.
  [[nodiscard]] std::span<const std::uint8_t> rarities() const noexcept { return rarities_; }

  /// Offers to every scan the rows that may still be among its hits, each once, and rows of equal rank in ascending
  /// order. Scans run together so that each read from memory serves all of them.
  virtual void run(std::span<const Scan> scans) const = 0;

 private:
  [[nodiscard]] std::vector<std::vector<Hit>> answer(std::span<const Query> queries, std::size_t k, std::uint32_t least,
                                                     const RunContext& context) const;
  void answer_some(std::span<const Query> queries, std::size_t k, std::uint32_t least,
                   std::span<std::vector<Hit>> answers) const;
  void finish(const Query& query, std::vector<Hit>& hits) const;

  SdrShape shape_;
  std::size_t size_;
  std::vector<std::uint32_t> rows_with_bits_;
  std::vector<std::uint8_t> rarities_;
  std::shared_ptr<const Chance> chance_;
};

/// The index to use: an inverted index, bit → rows, that reads only the lists of the query's bits.
/// docs/decisions/0016-search.md
///
/// Two rows form a bundle, indexed by the union of their bits. A query counts how many of its bits each bundle has, 512
/// bundles per instruction. A bundle with too few cannot hold a hit; for the few remaining bundles the codes themselves
/// are
/// compared. The search is exact, because the count of a bundle is never below the overlap of one of its rows.
class InvertedIndex final : public SearchIndex {
 public:
  /// Copies the codes.
  explicit InvertedIndex(const SdrTable& table);
  // The next two are for the library, its tests and its benchmarks.

  /// Over postings and codes stored elsewhere, such as in a mapped file, and kept alive by `owner`. The codes are
  /// the active bits row by row, all inside the width.
  InvertedIndex(const SdrShape& shape, Postings postings, std::span<const std::uint16_t> codes,
                std::vector<std::uint32_t> rows_with_bits, std::shared_ptr<const void> owner);
  /// The posting lists, as the index file stores them.
  [[nodiscard]] const Postings& postings() const noexcept { return *postings_; }

  /// The codes, row by row.
  [[nodiscard]] std::span<const std::uint16_t> codes() const noexcept { return codes_; }
  /// The code of a row; the row must exist.
  [[nodiscard]] std::span<const std::uint16_t> code(NodeIndex row) const noexcept {
    return codes_.subspan(std::size_t{row} * shape().active(), shape().active());
  }
  /// Bytes of the index, without the codes.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  enum class Counted : std::uint8_t;
  struct Question;

  void run(std::span<const Scan> scans) const override;
  std::uint32_t count(std::span<const std::uint16_t> bits, std::size_t block, std::size_t left,
                      BlockCounter& counter) const;
  [[nodiscard]] Rank sure_of(const Question& question, Counted counted, BlockCounter& counter) const;
  void run_block(const Question& question, Counted counted, std::size_t block, BlockCounter& counter) const;
  void fetch(std::size_t first_row) const;

  std::shared_ptr<const Postings> postings_;
  std::span<const std::uint16_t> codes_;
  std::shared_ptr<const void> owner_;
};

/// Contents of an index file: everything that a query needs.
struct IndexFile {
  NodeIds ids;
  std::unique_ptr<const InvertedIndex> index;
};

/// Writes an index file atomically. Throws Error(kOutput) if the numbers of ids and codes differ.
void save_index(const std::string& path, const InvertedIndex& index, const NodeIds& ids);

/// Maps an index file: only the ids, the counts and a sample of the codes are copied into memory. First verifies the
/// checksums and everything that a query relies on: codes match their shape, lists ascend inside their block, bitmaps
/// have
/// as many bits as their count says, and row counts are possible. Throws Error(kInput) if a check fails. Postings are
/// not
/// compared with the codes, because that takes as long as building them: a forged file can give wrong answers, but does
/// no
/// other harm.
[[nodiscard]] IndexFile map_index(const std::string& path);

}  // namespace columnar
#pragma GCC visibility pop
