#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/search.hpp"

/// What the competitors of bench_search share: the codes, the questions, and what an answer looks like.

namespace columnar::bench {

/// Hits asked for. The row asked about counts as one: FAISS cannot leave it out.
inline constexpr std::size_t kHits = 10;

/// Codes like those of a large graph, and where they come from.
struct BenchCodes {
  SdrTable table;
  std::string origin;
};

/// `count` codes of all layers with the bits and the neighbourhoods of real ones: each is put together from the codes
/// of a node and a neighbour of it, bit by bit, with one bit in ten from a node anywhere. The real ones are those of
/// PubMed where it can be found, else of a planted graph of the same size.
[[nodiscard]] BenchCodes make_codes(std::size_t count, int threads);

/// What one competitor took, in milliseconds a query, and what it found.
struct Timing {
  std::string name;
  double alone = 0.0;                                ///< median of queries asked one after the other, one thread
  double together = 0.0;                             ///< in one batch, one thread; the best of three rounds
  std::vector<std::vector<std::uint32_t>> overlaps;  ///< of every query, best first; empty where they mean nothing
  std::vector<std::vector<Hit>> hits;                ///< the same in full; none of FAISS
};

/// Times an index of ours, one thread.
[[nodiscard]] Timing time_index(const std::string& name, const SearchIndex& index, const std::vector<Query>& queries);

/// Times a FAISS index in a Python of its own, one thread: runs `script` on the packed codes and reads what it says.
/// Throws Error(kInput) where that Python has no FAISS.
[[nodiscard]] Timing time_faiss(const std::string& name, const std::string& python, const std::string& script,
                                const SdrTable& table, const std::vector<NodeIndex>& rows);

}  // namespace columnar::bench
