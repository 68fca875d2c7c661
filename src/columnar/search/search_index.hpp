#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/progress.hpp"
#include "columnar/sdr/sdr_table.hpp"
#include "columnar/search/hit_collector.hpp"
#include "columnar/search/query.hpp"

namespace columnar {

/// Exact search by overlap over a table of codes. How the codes are stored is the business of the class below; what a
/// search answers is the same for all.
///
/// Hits come best first: more overlap, then the lower row. A row that shares no bit with the query is never a hit, so
/// there may be fewer than asked for. A query with a bit outside the width of a code is Error(kConfig). All functions
/// may be called from many threads at once.
class SearchIndex {
 public:
  SearchIndex(const SearchIndex&) = delete;
  SearchIndex& operator=(const SearchIndex&) = delete;
  virtual ~SearchIndex() = default;

  [[nodiscard]] const SdrShape& shape() const noexcept { return shape_; }
  /// Number of codes.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// The k rows that share most bits with the query.
  [[nodiscard]] std::vector<Hit> top(const Query& query, std::size_t k) const;
  /// Every row that shares at least `overlap` bits with the query; Error(kConfig) where overlap is 0.
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

  SearchIndex(const SdrShape& shape, std::size_t size) : shape_(shape), size_(size) {}
  SearchIndex(SearchIndex&&) = default;
  SearchIndex& operator=(SearchIndex&&) = default;

  /// Offers to the hits of every scan the rows that may still matter there, in ascending order. The scans come
  /// together so that what is read from memory serves all of them.
  virtual void run(std::span<const Scan> scans) const = 0;

 private:
  [[nodiscard]] std::vector<std::vector<Hit>> answer(std::span<const Query> queries, std::size_t k, std::uint32_t least,
                                                     const RunContext& context) const;
  void answer_some(std::span<const Query> queries, std::size_t k, std::uint32_t least,
                   std::span<std::vector<Hit>> answers) const;

  SdrShape shape_;
  std::size_t size_;
};

}  // namespace columnar
