#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/progress.hpp"
#include "columnar/sdr/sdr_table.hpp"
#include "columnar/search/chance.hpp"
#include "columnar/search/hit_collector.hpp"
#include "columnar/search/query.hpp"

namespace columnar {

/// Exact search by overlap over a table of codes. How the codes are stored is the business of the class below; what a
/// search answers is the same for all.
///
/// Hits come best first: more shared bits, those of L6 counted four times where the codes have L6 beside other layers;
/// then rarer ones; then the lower row (docs/equations.md#rank). A row that shares no bit
/// with the query is never a hit, so there may be fewer than asked for. A query with a bit outside the width of a code
/// is Error(kConfig). All functions may be called from many threads at once.
class SearchIndex {
 public:
  SearchIndex(const SearchIndex&) = delete;
  SearchIndex& operator=(const SearchIndex&) = delete;
  virtual ~SearchIndex() = default;

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
  /// A query under way: its bits, ascending, each once, and where its hits go.
  struct Scan {
    std::span<const std::uint16_t> bits;
    HitCollector* hits;
  };

  /// Of codes that lie row by row.
  SearchIndex(const SdrShape& shape, std::span<const std::uint16_t> codes)
      : SearchIndex(shape, codes, columnar::rows_with_bits(shape, codes)) {}
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
  Chance chance_;
};

}  // namespace columnar
