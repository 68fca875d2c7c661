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

// Of the library itself: known here by name alone.
class BlockCounter;
class Chance;
class Postings;
class Rank;

/// What is searched for: any set of bits, be it a code, a part of one, or a union of several.
struct Query {
  std::vector<std::uint16_t> bits = {};  ///< in any order; a bit given twice counts once
  std::vector<NodeIndex> left_out = {};  ///< rows that are no answer, such as the node asked about; in any order
};

/// A row that answers a query.
struct Hit {
  NodeIndex row = 0;
  std::uint32_t near = 0;     ///< neurons of L6 that it shares with the query; 0 where the codes have no L6
  std::uint32_t overlap = 0;  ///< bits of the other layers that it shares; of codes that are L6 alone, the same as near
  std::uint32_t rarity = 0;   ///< of all bits shared: the sum of theirs                docs/equations.md#rank
  double chance = 0.0;        ///< how often codes of this table share as much          docs/equations.md#chance

  bool operator==(const Hit&) const = default;
};

/// The bits of any row of `like` that no row of `unlike` has; none of these rows is an answer.
///
/// Taking bits away, instead of marking rows down for having them, keeps the overlap a plain count: a node scores by
/// what it shares with `like` alone. The rows must exist.
[[nodiscard]] Query query_like(const SdrTable& table, std::span<const NodeIndex> like,
                               std::span<const NodeIndex> unlike = {});
/// The same for codes that lie elsewhere: `active` bits of one row after the other.
[[nodiscard]] Query query_like(std::span<const std::uint16_t> codes, std::size_t active,
                               std::span<const NodeIndex> like, std::span<const NodeIndex> unlike = {});

/// Exact search by overlap over a table of codes. Subclasses differ in how they store the codes, not in their answers.
///
/// Hits come best first: more shared bits, those of L6 counted four times where the codes have L6 beside other layers;
/// then rarer bits; then the lower row (docs/equations.md#rank). A row that shares no bit with the query is never a
/// hit, so there may be fewer than asked for. A query with a bit outside the width of a code is Error(kConfig). All
/// functions may be called from many threads at once.
class SearchIndex {
 public:
  // Not to be copied: an index may be large, or a mapped file.
  SearchIndex(const SearchIndex&) = delete;
  SearchIndex& operator=(const SearchIndex&) = delete;
  virtual ~SearchIndex() = default;

  /// The shape of its codes.
  [[nodiscard]] const SdrShape& shape() const noexcept { return shape_; }
  /// Number of codes.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// How many rows have each bit.
  [[nodiscard]] std::span<const std::uint32_t> rows_with_bits() const noexcept { return rows_with_bits_; }

  /// The least chance that a hit of the query can be given: that of sharing more than any pair or row that was drawn.
  [[nodiscard]] double least_chance(const Query& query) const;

  /// The k rows that rank highest.
  [[nodiscard]] std::vector<Hit> top(const Query& query, std::size_t k) const;
  /// Every row that shares at least `overlap` bits of all layers with the query, in the same order; Error(kConfig)
  /// where overlap is 0.
  [[nodiscard]] std::vector<Hit> at_least(const Query& query, std::uint32_t overlap) const;

  /// The same for many queries, on all threads of the context; entry i answers queries[i].
  [[nodiscard]] std::vector<std::vector<Hit>> top(std::span<const Query> queries, std::size_t k,
                                                  const RunContext& context) const;
  [[nodiscard]] std::vector<std::vector<Hit>> at_least(std::span<const Query> queries, std::uint32_t overlap,
                                                       const RunContext& context) const;

 protected:
  /// A query under way (src/columnar/search/scan.hpp).
  struct Scan;

  /// Of codes that lie row by row.
  SearchIndex(const SdrShape& shape, std::span<const std::uint16_t> codes);
  /// The same where it is known how many of them have each bit.
  SearchIndex(const SdrShape& shape, std::span<const std::uint16_t> codes, std::vector<std::uint32_t> rows_with_bits);
  SearchIndex(SearchIndex&&) = default;
  SearchIndex& operator=(SearchIndex&&) = default;

  /// How rare each bit is.
  [[nodiscard]] std::span<const std::uint8_t> rarities() const noexcept { return rarities_; }

  /// Offers to the hits of every scan the rows that may still matter there, each once, and of one rank in ascending
  /// order. The scans come together so that what is read from memory serves all of them.
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
/// Two rows at a time are indexed by the bits that any of them has. A query counts how many of its bits each bundle
/// has, 512 bundles an instruction; a bundle that has too few holds no answer, and the codes of the few others are
/// looked at. Nothing is approximate: the count of a bundle is never below the overlap of one of its rows.
class InvertedIndex final : public SearchIndex {
 public:
  /// Keeps a copy of the codes.
  explicit InvertedIndex(const SdrTable& table);
  // The next two are for the library, its tests and its benchmarks.

  /// Over postings and codes that are elsewhere, such as in a mapped file, and that `owner` keeps alive. The codes are
  /// the active bits row by row, all of them inside the width.
  InvertedIndex(const SdrShape& shape, Postings postings, std::span<const std::uint16_t> codes,
                std::vector<std::uint32_t> rows_with_bits, std::shared_ptr<const void> owner);
  /// The lists, as the index file stores them.
  [[nodiscard]] const Postings& postings() const noexcept { return *postings_; }

  /// The codes, row by row.
  [[nodiscard]] std::span<const std::uint16_t> codes() const noexcept { return codes_; }
  /// The code of a row; the row must exist.
  [[nodiscard]] std::span<const std::uint16_t> code(NodeIndex row) const noexcept {
    return codes_.subspan(std::size_t{row} * shape().active(), shape().active());
  }
  /// Memory that the index takes beside the codes.
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

/// What an index file holds: everything that a query needs.
struct IndexFile {
  NodeIds ids;
  std::unique_ptr<const InvertedIndex> index;
};

/// Writes an index file atomically. Throws Error(kOutput) where the ids are not as many as the codes.
void save_index(const std::string& path, const InvertedIndex& index, const NodeIds& ids);

/// Maps an index file: nothing but the ids, the counts and a sample of the codes is copied into memory. Every byte is
/// verified first, as for any container, and so is all that a query relies on: codes as their shape says, lists
/// ascending and inside their block, bitmaps of as many bits as their count, counts of rows that can be. Whatever fails
/// is Error(kInput). What is not compared are the postings with the codes, for that takes as long as building them: a
/// file made to deceive gives wrong answers, and does no other harm.
[[nodiscard]] IndexFile map_index(const std::string& path);

}  // namespace columnar
#pragma GCC visibility pop
