#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "columnar/search/block_counter.hpp"
#include "columnar/search/postings.hpp"
#include "columnar/search/search_index.hpp"

namespace columnar {

/// Search that reads, of all codes, only what they have of the bits asked for.         docs/decisions/0016-search.md
///
/// Two rows at a time are indexed by the bits that any of them has. A query counts how many of its bits each bundle
/// has, 512 bundles an instruction; a bundle that has too few holds no answer, and the codes of the few others are
/// looked at. Nothing is approximate: the count of a bundle is never below the overlap of one of its rows.
class InvertedIndex final : public SearchIndex {
 public:
  /// Keeps a copy of the codes.
  explicit InvertedIndex(const SdrTable& table, Simd simd = best_simd());
  /// Over postings and codes that are elsewhere, such as in a mapped file, and that `owner` keeps alive. The codes are
  /// the active bits row by row, all of them inside the width.
  InvertedIndex(const SdrShape& shape, Postings postings, std::span<const std::uint16_t> codes,
                std::vector<std::uint32_t> rows_with_bits, std::shared_ptr<const void> owner, Simd simd = best_simd());

  [[nodiscard]] const Postings& postings() const noexcept { return postings_; }
  [[nodiscard]] std::span<const std::uint16_t> codes() const noexcept { return codes_; }
  /// The code of a row; the row must exist.
  [[nodiscard]] std::span<const std::uint16_t> code(NodeIndex row) const noexcept {
    return codes_.subspan(std::size_t{row} * shape().active(), shape().active());
  }
  /// Memory that the index takes beside the codes.
  [[nodiscard]] std::size_t bytes() const noexcept { return postings_.bytes(); }

 private:
  enum class Counted : std::uint8_t;
  struct Question;

  void run(std::span<const Scan> scans) const override;
  std::uint32_t count(std::span<const std::uint16_t> bits, std::size_t block, std::size_t left,
                      BlockCounter& counter) const;
  [[nodiscard]] Rank sure_of(const Question& question, Counted counted, BlockCounter& counter) const;
  void run_block(const Question& question, Counted counted, std::size_t block, BlockCounter& counter) const;
  void fetch(std::size_t first_row) const;

  Postings postings_;
  std::span<const std::uint16_t> codes_;
  std::shared_ptr<const void> owner_;
  PlaneKernel kernel_;
};

}  // namespace columnar
