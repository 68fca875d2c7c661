#include "columnar/model/shared_run.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "columnar/model.hpp"

namespace columnar {
namespace {

constexpr std::size_t kPortion = std::size_t{1} << 24U;  ///< bytes of packed rows on their way

/// Replaces the rows of all ranks, on the first one, by those of each.
template <class T>
void deal_rows(Ranks& ranks, const RowShares& shares, std::size_t per_row, std::vector<T>& rows) {
  if (!ranks.is_first()) {
    rows.resize(shares.count() * per_row);
    ranks.receive(std::as_writable_bytes(std::span(rows)), 0);
    return;
  }
  for (int rank = 1; rank < ranks.size(); ++rank) {
    ranks.send(std::as_bytes(
                   std::span<const T>(rows).subspan(shares.first_of(rank) * per_row, shares.count_of(rank) * per_row)),
               rank);
  }
  rows.resize(shares.count() * per_row);
  rows.shrink_to_fit();
}

/// What every rank learns of an optional part of the first one.
template <class Part>
bool share_presence(Ranks& ranks, std::optional<Part>& part) {
  std::vector<std::uint8_t> present(1, part.has_value() ? 1 : 0);
  broadcast_vector(ranks, present, 0);
  if (present.front() != 0 && !part) {
    part.emplace();
  }
  return present.front() != 0;
}

template <class T>
void share_number(Ranks& ranks, T& number) {
  ranks.broadcast(std::as_writable_bytes(std::span(&number, 1)), 0);
}

void share_matrix(Ranks& ranks, RowMatrix& matrix) {
  std::array<Eigen::Index, 2> shape{matrix.rows(), matrix.cols()};
  share_number(ranks, shape);
  matrix.resize(shape[0], shape[1]);
  ranks.broadcast(std::as_writable_bytes(std::span(matrix.data(), static_cast<std::size_t>(matrix.size()))), 0);
}

/// The starts of rows, from 0.
std::vector<std::uint64_t> starts_from(const std::vector<std::uint64_t>& all, std::size_t first, std::size_t count) {
  std::vector<std::uint64_t> starts(all.begin() + static_cast<std::ptrdiff_t>(first),
                                    all.begin() + static_cast<std::ptrdiff_t>(first + count + 1));
  for (std::uint64_t& start : starts) {
    start -= all[first];
  }
  return starts;
}

void deal_pairs(Ranks& ranks, const RowShares& shares, const Config& config, CountedPairs& pairs) {
  broadcast_vector(ranks, pairs.marginals.counts, 0);
  share_number(ranks, pairs.marginals.total);
  share_number(ranks, pairs.distinct);
  Ppmi own;
  own.scores = PairScores(pairs.marginals, pair_evidence(config));
  own.first = static_cast<NodeIndex>(shares.first());
  own.width = static_cast<NodeIndex>(shares.all());
  const Ppmi& all = pairs.ppmi;
  for (int rank = ranks.size() - 1; rank >= 0 && ranks.is_first(); --rank) {
    std::vector<std::uint64_t> offsets = starts_from(all.offsets, shares.first_of(rank), shares.count_of(rank));
    std::vector<std::uint64_t> places = starts_from(all.places, shares.first_of(rank), shares.count_of(rank));
    const std::span<const std::byte> bytes(all.bytes.data() + all.places[shares.first_of(rank)], places.back());
    if (rank == 0) {
      own.offsets = std::move(offsets);
      own.places = std::move(places);
      own.bytes.append(bytes);
    } else {
      ranks.send(std::as_bytes(std::span(offsets)), rank);
      ranks.send(std::as_bytes(std::span(places)), rank);
      ranks.send(bytes, rank);
    }
  }
  if (!ranks.is_first()) {
    own.offsets.resize(shares.count() + 1);
    own.places.resize(shares.count() + 1);
    ranks.receive(std::as_writable_bytes(std::span(own.offsets)), 0);
    ranks.receive(std::as_writable_bytes(std::span(own.places)), 0);
    ranks.receive(own.bytes.extend(own.places.back()), 0);
  }
  own.bytes.seal();
  pairs.ppmi = std::move(own);
}

void share_cortex(Ranks& ranks, const RowShares& shares, const Config& config, CortexProgress& progress) {
  CortexState& state = progress.cortex;
  share_number(ranks, progress.at);
  for (std::uint32_t* number : {&state.inputs, &state.columns, &state.cells, &state.lanes, &state.l5a_size}) {
    share_number(ranks, *number);
  }
  for (std::vector<float>* numbers : {&state.weights, &state.weight_sums, &state.thresholds, &state.sliding,
                                      &state.rates, &state.lateral, &state.readout}) {
    broadcast_vector(ranks, *numbers, 0);
  }
  if (progress.at.stage == CortexStage::kFinished) {
    deal_rows(ranks, shares, code_shape(config).active(), progress.codes);
  }
}

}  // namespace

CountedPairs pairs_on_first(Ranks& ranks, const RowShares& shares, const CountedPairs& own,
                            const std::string& directory) {
  CountedPairs all;
  const std::uint64_t bytes = own.ppmi.bytes.size();
  const std::vector<std::uint64_t> sizes = gather_all(ranks, std::span<const std::uint64_t>(&bytes, 1));
  const std::uint64_t entries = own.ppmi.entry_count();
  const std::vector<std::uint64_t> counts = gather_all(ranks, std::span<const std::uint64_t>(&entries, 1));
  all.ppmi.offsets =
      rows_on_first(ranks, shares, std::vector<std::uint64_t>(own.ppmi.offsets.begin() + 1, own.ppmi.offsets.end()), 1);
  all.ppmi.places =
      rows_on_first(ranks, shares, std::vector<std::uint64_t>(own.ppmi.places.begin() + 1, own.ppmi.places.end()), 1);
  if (!ranks.is_first()) {
    for (std::size_t at = 0; at < bytes; at += kPortion) {
      ranks.send(std::span(own.ppmi.bytes.data() + at, std::min<std::size_t>(kPortion, bytes - at)), 0);
    }
    return all;
  }
  all.marginals = own.marginals;
  all.distinct = own.distinct;
  all.ppmi.scores = own.ppmi.scores;
  all.ppmi.bytes = SpillArray<std::byte>::in_file(directory);
  all.ppmi.bytes.append({own.ppmi.bytes.data(), bytes});
  std::uint64_t entries_before = counts[0];
  std::uint64_t bytes_before = sizes[0];
  std::vector<std::byte> portion;
  for (int rank = 1; rank < ranks.size(); ++rank) {
    const auto r = static_cast<std::size_t>(rank);
    for (std::size_t row = shares.first_of(rank); row < shares.first_of(rank) + shares.count_of(rank); ++row) {
      all.ppmi.offsets[row] += entries_before;
      all.ppmi.places[row] += bytes_before;
    }
    for (std::size_t at = 0; at < sizes[r]; at += kPortion) {
      portion.resize(std::min<std::size_t>(kPortion, sizes[r] - at));
      ranks.receive(portion, rank);
      all.ppmi.bytes.append(portion);
    }
    entries_before += counts[r];
    bytes_before += sizes[r];
  }
  all.ppmi.offsets.insert(all.ppmi.offsets.begin(), 0);
  all.ppmi.places.insert(all.ppmi.places.begin(), 0);
  all.ppmi.bytes.seal();
  return all;
}

RowMatrix coordinates_on_first(Ranks& ranks, const RowShares& shares, const RowMatrix& own) {
  RowMatrix all(ranks.is_first() ? static_cast<Eigen::Index>(shares.all()) : 0, own.cols());
  gather_rows_first(ranks, shares, static_cast<std::size_t>(own.cols()), own.data(), all.data());
  return all;
}

void deal_out(Ranks& ranks, const RowShares& shares, const Config& config, RestoredRun& run) {
  if (ranks.is_alone()) {
    return;
  }
  if (share_presence(ranks, run.pairs)) {
    deal_pairs(ranks, shares, config, *run.pairs);
  }
  if (share_presence(ranks, run.coordinates)) {
    Eigen::Index width = run.coordinates->cols();
    share_number(ranks, width);
    std::vector<float> rows(run.coordinates->data(), run.coordinates->data() + run.coordinates->size());
    run.coordinates->resize(0, 0);
    deal_rows(ranks, shares, static_cast<std::size_t>(width), rows);
    *run.coordinates = Eigen::Map<const RowMatrix>(rows.data(), static_cast<Eigen::Index>(shares.count()), width);
  }
  if (share_presence(ranks, run.regions)) {
    share_matrix(ranks, run.regions->centroids);
    deal_rows(ranks, shares, 1, run.regions->region);
  }
  if (share_presence(ranks, run.cortex)) {
    share_cortex(ranks, shares, config, *run.cortex);
  }
}

}  // namespace columnar
