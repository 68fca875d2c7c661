#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "columnar/progress.hpp"

namespace columnar {

/// The processes that share a fit, and how they talk. Each runs the whole program on its own rows of the graph; what it
/// needs of other rows is sent. docs/cluster.md
///
/// Every function is called by all ranks, in the same order, on the thread that runs the stages, except send() and
/// receive(), which two ranks call. No function adds numbers: what is summed is summed by the callers, integers in any
/// order, floats in the order of the rows, so that results do not depend on the number of ranks.
///
/// Messages of any length are cut into pieces of at most kPiece bytes. Throws Error(kOutput) where a message is lost.
class Ranks {
 public:
  using Bytes = std::vector<std::byte>;
  static constexpr std::size_t kPiece = std::size_t{1} << 30U;

  Ranks(int rank, int size) noexcept : rank_(rank), size_(size) {}
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  Ranks(Ranks&&) = delete;
  Ranks& operator=(Ranks&&) = delete;
  virtual ~Ranks() = default;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  [[nodiscard]] bool is_first() const noexcept { return rank_ == 0; }
  [[nodiscard]] bool is_alone() const noexcept { return size_ == 1; }
  /// Bytes that this rank has sent so far; a broadcast counts once for each receiver.
  [[nodiscard]] std::uint64_t sent_bytes() const noexcept { return sent_; }

  /// Copies the bytes of `root` to all ranks.
  void broadcast(std::span<std::byte> bytes, int root);
  void send(std::span<const std::byte> bytes, int to);
  void receive(std::span<std::byte> bytes, int from);
  /// Sends out[r] to every rank r and returns what each sent to this one.
  [[nodiscard]] std::vector<Bytes> exchange(const std::vector<Bytes>& out);

 protected:
  virtual void broadcast_piece(std::span<std::byte> piece, int root) = 0;
  virtual void send_piece(std::span<const std::byte> piece, int to) = 0;
  virtual void receive_piece(std::span<std::byte> piece, int from) = 0;
  /// All at the same time, each in pieces of at most kPiece bytes; in[r] has the size of what rank r sends.
  virtual void exchange_pieces(const std::vector<Bytes>& out, std::vector<Bytes>& in) = 0;

 private:
  int rank_;
  int size_;
  std::uint64_t sent_ = 0;
};

/// The ranks of a context: of a process alone, one whose functions copy what they are given.
[[nodiscard]] Ranks& ranks_of(const RunContext& context) noexcept;

/// Makes the vector of `root` that of all ranks.
template <class T>
void broadcast_vector(Ranks& ranks, std::vector<T>& numbers, int root) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::uint64_t size = numbers.size();
  ranks.broadcast(std::as_writable_bytes(std::span(&size, 1)), root);
  numbers.resize(size);
  ranks.broadcast(std::as_writable_bytes(std::span(numbers)), root);
}

/// The numbers of all ranks, those of the first rank first. Every rank gives as many as it has.
template <class T>
[[nodiscard]] std::vector<T> gather_all(Ranks& ranks, std::span<const T> own);

/// Replaces numbers by their sums over all ranks.
void sum_over(Ranks& ranks, std::span<std::uint64_t> numbers);
[[nodiscard]] std::uint64_t sum_over(Ranks& ranks, std::uint64_t number);
[[nodiscard]] std::uint64_t largest_of(Ranks& ranks, std::uint64_t number);

/// Which rows are whose: consecutive rows of each rank, in the order of the ranks.
class RowShares {
 public:
  /// Rows are divided at multiples of this number: of all blocks that a stage computes together, so that blocks are the
  /// same for any number of ranks.
  static constexpr std::size_t kBlock = 2048;

  /// Divides rows among the ranks, in whole blocks. Sends nothing.
  RowShares(const Ranks& ranks, std::size_t rows);
  /// The shares of ranks that have so many rows each.
  [[nodiscard]] static RowShares of(Ranks& ranks, std::size_t own);

  [[nodiscard]] std::size_t all() const noexcept { return first_.back(); }
  /// The rows of this rank.
  [[nodiscard]] std::size_t first() const noexcept { return first_[rank_]; }
  [[nodiscard]] std::size_t last() const noexcept { return first_[rank_ + 1]; }
  [[nodiscard]] std::size_t count() const noexcept { return last() - first(); }
  [[nodiscard]] bool has(std::size_t row) const noexcept { return row >= first() && row < last(); }
  [[nodiscard]] std::size_t first_of(int rank) const noexcept { return first_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::size_t count_of(int rank) const noexcept {
    return first_[static_cast<std::size_t>(rank) + 1] - first_of(rank);
  }
  /// The rank that has a row.
  [[nodiscard]] int owner(std::size_t row) const noexcept {
    return static_cast<int>(std::upper_bound(first_.begin() + 1, first_.end() - 1, row) - first_.begin()) - 1;
  }

 private:
  RowShares() = default;

  std::vector<std::size_t> first_;  ///< of each rank, and the number of rows
  std::size_t rank_ = 0;
};

/// Copies the rows of all ranks into `all`, `per_row` numbers each. The own ones may be there already.
template <class T>
void gather_rows(Ranks& ranks, const RowShares& shares, std::size_t per_row, const T* own, T* all) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (own != all + shares.first() * per_row) {
    std::copy_n(own, shares.count() * per_row, all + shares.first() * per_row);
  }
  for (int rank = 0; rank < ranks.size(); ++rank) {
    ranks.broadcast(
        std::as_writable_bytes(std::span(all + shares.first_of(rank) * per_row, shares.count_of(rank) * per_row)),
        rank);
  }
}

/// The same on the first rank alone; `all` of others is not used.
template <class T>
void gather_rows_first(Ranks& ranks, const RowShares& shares, std::size_t per_row, const T* own, T* all) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (!ranks.is_first()) {
    ranks.send(std::as_bytes(std::span(own, shares.count() * per_row)), 0);
    return;
  }
  std::copy_n(own, shares.count() * per_row, all);
  for (int rank = 1; rank < ranks.size(); ++rank) {
    ranks.receive(
        std::as_writable_bytes(std::span(all + shares.first_of(rank) * per_row, shares.count_of(rank) * per_row)),
        rank);
  }
}

/// The rows of all ranks in one vector on the first rank; empty on the others. Takes the own ones.
template <class T>
[[nodiscard]] std::vector<T> rows_on_first(Ranks& ranks, const RowShares& shares, std::vector<T> own,
                                           std::size_t per_row) {
  if (ranks.is_alone()) {
    return own;
  }
  std::vector<T> all(ranks.is_first() ? shares.all() * per_row : 0);
  gather_rows_first(ranks, shares, per_row, own.data(), all.data());
  return all;
}

/// Changes numbers by one rank after another: body(piece) on the first rank, then on the second, which has what the
/// first left, … The last result goes to all. numbers_of(piece) is a span of numbers. While one rank works on a piece,
/// the next works on the piece before it, so with many pieces the ranks work at the same time.
template <class NumbersOf, class Body>
void in_turn(Ranks& ranks, std::size_t pieces, const NumbersOf& numbers_of, const Body& body) {
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    if (!ranks.is_first()) {
      ranks.receive(std::as_writable_bytes(numbers_of(piece)), ranks.rank() - 1);
    }
    body(piece);
    if (ranks.rank() + 1 < ranks.size()) {
      ranks.send(std::as_bytes(numbers_of(piece)), ranks.rank() + 1);
    }
  }
  for (std::size_t piece = 0; !ranks.is_alone() && piece < pieces; ++piece) {
    ranks.broadcast(std::as_writable_bytes(numbers_of(piece)), ranks.size() - 1);
  }
}

/// Fetches rows of any ranks, `per_row` numbers each, in the order of `wanted`, which may differ from rank to rank.
template <class T>
[[nodiscard]] std::vector<T> fetch_rows(Ranks& ranks, const RowShares& shares, std::size_t per_row, const T* own,
                                        std::span<const std::uint32_t> wanted);

/// Calls body(begin, end) for blocks of this rank's rows, as often on every rank, with no rows where a rank has fewer.
template <class Body>
void for_blocks_together(Ranks& ranks, std::size_t rows, std::size_t block, const Body& body) {
  const std::size_t most = ranks.is_alone() ? rows : largest_of(ranks, rows);
  for (std::size_t begin = 0; begin < most; begin += std::max<std::size_t>(1, block)) {
    body(std::min(begin, rows), std::min(begin + block, rows));
  }
}

template <class T>
std::vector<T> gather_all(Ranks& ranks, std::span<const T> own) {
  const RowShares shares = RowShares::of(ranks, own.size());
  std::vector<T> all(shares.all());
  gather_rows(ranks, shares, 1, own.data(), all.data());
  return all;
}

template <class T>
std::vector<T> fetch_rows(Ranks& ranks, const RowShares& shares, std::size_t per_row, const T* own,
                          std::span<const std::uint32_t> wanted) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::size_t row_bytes = per_row * sizeof(T);
  std::vector<T> rows(wanted.size() * per_row);
  const auto copy_own = [&](std::uint32_t row, std::byte* to) {
    std::copy_n(reinterpret_cast<const std::byte*>(own + (row - shares.first()) * per_row), row_bytes, to);
  };
  std::vector<std::vector<std::size_t>> place(size);  // in `rows`, of what each rank is asked for
  std::vector<Ranks::Bytes> asked(size);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (shares.has(wanted[i])) {
      copy_own(wanted[i], reinterpret_cast<std::byte*>(rows.data() + i * per_row));
      continue;
    }
    const auto owner = static_cast<std::size_t>(shares.owner(wanted[i]));
    place[owner].push_back(i);
    const auto bytes = std::as_bytes(std::span(&wanted[i], 1));
    asked[owner].insert(asked[owner].end(), bytes.begin(), bytes.end());
  }
  if (ranks.is_alone()) {
    return rows;
  }
  std::vector<Ranks::Bytes> answers(size);
  const std::vector<Ranks::Bytes> requests = ranks.exchange(asked);
  for (std::size_t r = 0; r < size; ++r) {
    const std::size_t count = requests[r].size() / sizeof(std::uint32_t);
    answers[r].resize(count * row_bytes);
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t row = 0;
      std::copy_n(requests[r].data() + i * sizeof(row), sizeof(row), reinterpret_cast<std::byte*>(&row));
      copy_own(row, answers[r].data() + i * row_bytes);
    }
  }
  const std::vector<Ranks::Bytes> found = ranks.exchange(answers);
  for (std::size_t r = 0; r < size; ++r) {
    for (std::size_t i = 0; i < place[r].size(); ++i) {
      std::copy_n(found[r].data() + i * row_bytes, row_bytes,
                  reinterpret_cast<std::byte*>(rows.data() + place[r][i] * per_row));
    }
  }
  return rows;
}

}  // namespace columnar
