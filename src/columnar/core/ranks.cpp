#include "columnar/core/ranks.hpp"

namespace columnar {
namespace {

/// Calls body(piece) for the pieces of a message.
template <class Byte, class Body>
void for_pieces(std::span<Byte> bytes, const Body& body) {
  for (std::size_t at = 0; at < bytes.size(); at += Ranks::kPiece) {
    body(bytes.subspan(at, std::min(Ranks::kPiece, bytes.size() - at)));
  }
}

/// A process alone. It has nobody to talk to.
class OneRank : public Ranks {
 public:
  OneRank() noexcept : Ranks(0, 1) {}

 protected:
  void broadcast_piece(std::span<std::byte> /*piece*/, int /*root*/) override {}
  void send_piece(std::span<const std::byte> /*piece*/, int /*to*/) override {}
  void receive_piece(std::span<std::byte> /*piece*/, int /*from*/) override {}
  void exchange_pieces(const std::vector<Bytes>& out, std::vector<Bytes>& in) override { in = out; }
};

}  // namespace

void Ranks::broadcast(std::span<std::byte> bytes, int root) {
  if (is_alone()) {
    return;
  }
  sent_ += rank_ == root ? bytes.size() * static_cast<std::uint64_t>(size_ - 1) : 0;
  for_pieces(bytes, [&](std::span<std::byte> piece) { broadcast_piece(piece, root); });
}

void Ranks::send(std::span<const std::byte> bytes, int to) {
  sent_ += bytes.size();
  for_pieces(bytes, [&](std::span<const std::byte> piece) { send_piece(piece, to); });
}

void Ranks::receive(std::span<std::byte> bytes, int from) {
  for_pieces(bytes, [&](std::span<std::byte> piece) { receive_piece(piece, from); });
}

std::vector<Ranks::Bytes> Ranks::exchange(const std::vector<Bytes>& out) {
  // Everybody learns who sends how much to whom.
  std::vector<std::uint64_t> sizes;
  for (std::size_t r = 0; r < out.size(); ++r) {
    sizes.push_back(out[r].size());
    sent_ += static_cast<int>(r) == rank_ ? 0 : out[r].size();
  }
  const auto ranks = static_cast<std::size_t>(size_);
  std::vector<std::uint64_t> all(ranks * ranks);
  std::copy(sizes.begin(), sizes.end(),
            all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(rank_) * ranks));
  for (std::size_t r = 0; r < ranks; ++r) {
    broadcast(std::as_writable_bytes(std::span(all).subspan(r * ranks, ranks)), static_cast<int>(r));
  }
  std::vector<Bytes> in(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    in[r].resize(all[r * ranks + static_cast<std::size_t>(rank_)]);
  }
  exchange_pieces(out, in);
  return in;
}

Ranks& ranks_of(const RunContext& context) noexcept {
  static OneRank alone;
  return context.ranks == nullptr ? alone : *context.ranks;
}

void sum_over(Ranks& ranks, std::span<std::uint64_t> numbers) {
  if (ranks.is_alone()) {
    return;
  }
  in_turn(
      ranks, 1, [&](std::size_t) { return numbers; },
      [own = std::vector<std::uint64_t>(numbers.begin(), numbers.end()), numbers, &ranks](std::size_t) {
        for (std::size_t i = 0; !ranks.is_first() && i < numbers.size(); ++i) {
          numbers[i] += own[i];
        }
      });
}

std::uint64_t sum_over(Ranks& ranks, std::uint64_t number) {
  sum_over(ranks, std::span(&number, 1));
  return number;
}

std::uint64_t largest_of(Ranks& ranks, std::uint64_t number) {
  return std::ranges::max(gather_all(ranks, std::span<const std::uint64_t>(&number, 1)));
}

RowShares::RowShares(const Ranks& ranks, std::size_t rows) : rank_(static_cast<std::size_t>(ranks.rank())) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::size_t blocks = (rows + kBlock - 1) / kBlock;
  for (std::size_t r = 0; r <= size; ++r) {
    first_.push_back(std::min(rows, blocks * r / size * kBlock));
  }
}

RowShares RowShares::of(Ranks& ranks, std::size_t own) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks.size()));
  counts[static_cast<std::size_t>(ranks.rank())] = own;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    ranks.broadcast(std::as_writable_bytes(std::span(counts).subspan(static_cast<std::size_t>(rank), 1)), rank);
  }
  RowShares shares;
  shares.rank_ = static_cast<std::size_t>(ranks.rank());
  shares.first_.push_back(0);
  for (const std::uint64_t count : counts) {
    shares.first_.push_back(shares.first_.back() + count);
  }
  return shares;
}

}  // namespace columnar
