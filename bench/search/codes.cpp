#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph_reader.hpp"
#include "search/search.hpp"

namespace columnar::bench {
namespace {

constexpr std::uint64_t kSeed = 1;

struct RealCodes {
  Graph graph;
  SdrTable table;
  std::string origin;
};

RealCodes real_codes(int threads) {
  const char* named = std::getenv("COLUMNAR_DATA");
  const std::filesystem::path folder = named != nullptr && *named != '\0'
                                           ? std::filesystem::path(named)
                                           : std::filesystem::path(COLUMNAR_SOURCE_DIR) / ".." / "shared" / "datasets";
  const std::filesystem::path path = folder / "pubmed.npz";
  RealCodes real;
  if (std::filesystem::exists(path)) {
    real.graph = read_graph(path.string(), {.directed = false, .largest_component = true}).graph;
    real.origin = "PubMed";
  } else {
    real.graph = planted_communities({.nodes = 20000, .classes = 40, .mean_degree = 5.0}).graph;
    real.origin = "a planted graph (PubMed is not there)";
  }
  real.table = Embedder().fit(real.graph, {threads, nullptr});
  return real;
}

/// `count` of the candidates, each as likely as any other: those with the smallest keys.
template <class T>
void keep_some(std::vector<std::pair<std::uint64_t, T>>& candidates, std::size_t count) {
  std::sort(candidates.begin(), candidates.end());
  candidates.resize(count);
}

}  // namespace

BenchCodes make_codes(std::size_t count, int threads) {
  const RealCodes real = real_codes(threads);
  const SdrShape& shape = real.table.shape;
  const KeyedRandom random(kSeed, Purpose::kProbe);
  BenchCodes made;
  made.origin =
      fmt::format("each mixed from the codes of a node of {}, a neighbour of it and a node anywhere", real.origin);
  made.table.shape = shape;
  made.table.ids = numbered_ids(count);
  made.table.bits.resize(count * shape.active());
  parallel_blocks(threads, count, 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const auto node = static_cast<NodeIndex>(random.below(real.table.size(), row, 0));
      const auto neighbours = real.graph.neighbours(node);
      const NodeIndex parents[] = {node,
                                   neighbours.empty() ? node : neighbours[random.below(neighbours.size(), row, 1)],
                                   static_cast<NodeIndex>(random.below(real.table.size(), row, 2))};
      std::map<std::uint32_t, std::pair<std::uint64_t, std::uint16_t>> places;  // column or other bit: key and bit
      for (std::size_t p = 0; p < 3; ++p) {
        for (const std::uint16_t bit : real.table.code(parents[p])) {
          const std::uint32_t place =
              bit < shape.l23_width() ? bit / shape.cells_per_column : bit + shape.columns;  // no two are equal
          std::uint64_t key = random.bits(row, 16 + 65536 * p + bit) >> 8U;
          if (p == 2 && random.below(10, row, 262144 + bit) != 0) {
            key |= std::uint64_t{1} << 60U;  // of the node anywhere, one bit in ten competes
          }
          const auto [at, is_new] = places.try_emplace(place, key, bit);
          if (!is_new && key < at->second.first) {
            at->second = {key, bit};
          }
        }
      }
      std::vector<std::uint16_t> chosen;
      for (const LayerPart& part : shape.parts()) {
        std::vector<std::pair<std::uint64_t, std::uint16_t>> candidates;
        for (const auto& [place, choice] : places) {
          if (choice.second >= part.begin && choice.second < part.end()) {
            candidates.push_back(choice);
          }
        }
        keep_some(candidates, part.active);
        for (const auto& [key, bit] : candidates) {
          chosen.push_back(bit);
        }
      }
      const auto code = made.table.code(row);
      std::copy(chosen.begin(), chosen.end(), code.begin());
      std::sort(code.begin(), code.end());
    }
  });
  return made;
}

}  // namespace columnar::bench
