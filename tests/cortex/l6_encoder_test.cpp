#include "columnar/cortex/l6_encoder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "columnar/core/random.hpp"
#include "columnar/graph/generators.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::l6_encoder_test {
namespace {

using testing::Contains;
using testing_support::tiny_graph;

constexpr std::uint64_t kSeed = 7;

std::vector<NodeIndex> all_rows(const Graph& graph) {
  std::vector<NodeIndex> rows(graph.node_count());
  std::iota(rows.begin(), rows.end(), NodeIndex{0});
  return rows;
}

std::vector<std::uint16_t> encode_all(const Graph& graph, const L6Config& config, int threads = 1) {
  return encode_l6(graph, all_rows(graph), {}, config, kSeed, {threads, nullptr});
}

std::vector<std::uint16_t> row_of(const std::vector<std::uint16_t>& neurons, std::size_t node, std::size_t active) {
  return {neurons.begin() + static_cast<std::ptrdiff_t>(node * active),
          neurons.begin() + static_cast<std::ptrdiff_t>((node + 1) * active)};
}

std::size_t shared_neurons(const std::vector<std::uint16_t>& neurons, NodeIndex a, NodeIndex b, std::size_t active) {
  const auto x = row_of(neurons, a, active);
  const auto y = row_of(neurons, b, active);
  std::vector<std::uint16_t> both;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
  return both.size();
}

/// The sums as the equation has them, for a graph whose fans are whole.
std::map<std::uint16_t, double> plain_sums(const Graph& graph, NodeIndex v, const L6Config& config) {
  const auto relative = [&](NodeIndex from, NodeIndex to) {
    return graph.weight(from, to) * static_cast<double>(graph.degree(from)) / graph.strength(from);
  };
  std::map<std::uint16_t, double> sums;
  for (const NodeIndex u : graph.neighbours(v)) {
    sums[l6_identity(u, config, kSeed)] += relative(v, u);
    for (const NodeIndex w : graph.neighbours(u)) {
      sums[l6_identity(w, config, kSeed)] +=
          relative(v, u) * relative(u, w) / std::log1p(static_cast<double>(graph.degree(u)));
    }
  }
  return sums;
}

/// Seats as the method of Sainte-Laguë gives them, one after the other, in doubles.
std::set<std::uint16_t> plain_seats(const Graph& graph, NodeIndex v, const L6Config& config) {
  const auto sums = plain_sums(graph, v, config);
  std::vector<std::pair<double, std::uint16_t>> loudest;  // the most first, of equals the lower neuron
  for (const auto& [neuron, sum] : sums) {
    loudest.push_back({-sum, neuron});
  }
  std::sort(loudest.begin(), loudest.end());
  loudest.resize(std::min<std::size_t>(loudest.size(), config.l6_active));
  struct Party {
    std::uint16_t neuron;
    double votes;
    std::uint32_t asked = 0;
  };
  const std::uint16_t own = l6_identity(v, config, kSeed);
  std::vector<Party> parties{{own, loudest.empty() ? 1.0 : -loudest.front().first}};
  for (const auto& [sum, neuron] : loudest) {
    if (neuron != own) {
      parties.push_back({neuron, -sum});
    }
  }
  const KeyedRandom further(kSeed, Purpose::kL6Seats);
  std::set<std::uint16_t> seats;
  while (seats.size() < config.l6_active) {
    const auto best = std::max_element(parties.begin(), parties.end(), [](const Party& a, const Party& b) {
      // What is equal but for the rounding of floats is equal.
      return a.votes / (2.0 * a.asked + 1.0) < b.votes / (2.0 * b.asked + 1.0) * (1.0 - 1e-6);
    });
    const std::uint32_t rank = best->asked++;
    seats.insert(rank == 0 ? best->neuron
                           : static_cast<std::uint16_t>(further.below(config.l6_size, best->neuron, rank)));
  }
  return seats;
}

void expect_as_the_equation(const Graph& graph, const L6Config& config) {
  const auto neurons = encode_all(graph, config);
  std::size_t equal = 0;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    const auto code = row_of(neurons, v, config.l6_active);
    ASSERT_TRUE(std::is_sorted(code.begin(), code.end()));
    ASSERT_EQ(std::set<std::uint16_t>(code.begin(), code.end()).size(), config.l6_active);
    EXPECT_THAT(code, Contains(l6_identity(v, config, kSeed)));
    equal += plain_seats(graph, v, config) == std::set<std::uint16_t>(code.begin(), code.end()) ? 1 : 0;
  }
  // Sums that are equal but for their rounding may be in another order at the last seat.
  EXPECT_GE(equal * 10, std::size_t{graph.node_count()} * 9);
}

L6Config whole_fans(std::uint32_t size, std::uint32_t active) {
  L6Config config;
  config.l6_size = size;
  config.l6_active = active;
  config.l6_fan = 1000;
  return config;
}

TEST(L6, GivesSeatsInProportionToWhatIsHeard) {
  expect_as_the_equation(planted_communities(120, 4, 8.0, 0.3, 3).graph, whole_fans(256, 8));
  expect_as_the_equation(planted_communities(120, 4, 8.0, 0.3, 3).graph, whole_fans(64, 5));
}

TEST(L6, WeighsEdgesInUnitsOfTheMean) {
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex u = 0; u < 20; ++u) {
    for (NodeIndex v = u + 1; v < 20; v += 1 + u % 3) {
      edges.push_back({u, v, 0.25 * (1 + (u * 7 + v * 3) % 11)});
    }
  }
  expect_as_the_equation(tiny_graph(20, edges, false), whole_fans(512, 6));
  for (auto& edge : edges) {
    edge.weight *= 1024.0;  // the unit of the weights says nothing
  }
  const Graph scaled = tiny_graph(20, edges, false);
  for (auto& edge : edges) {
    edge.weight /= 1024.0;
  }
  EXPECT_EQ(encode_all(scaled, whole_fans(512, 6)), encode_all(tiny_graph(20, edges, false), whole_fans(512, 6)));
}

TEST(L6, OfFriendsOverlapsMoreThanOfStrangers) {
  // Two cliques of five, joined by one edge.
  std::vector<testing_support::TinyEdge> edges{{4, 5}};
  for (const NodeIndex first : {0U, 5U}) {
    for (NodeIndex u = first; u < first + 5; ++u) {
      for (NodeIndex v = u + 1; v < first + 5; ++v) {
        edges.push_back({u, v});
      }
    }
  }
  L6Config config;
  const auto neurons = encode_all(tiny_graph(10, edges, false), config);
  const auto shared = [&](NodeIndex a, NodeIndex b) { return shared_neurons(neurons, a, b, config.l6_active); };
  EXPECT_GE(shared(0, 1), 12U);
  EXPECT_LE(shared(0, 9), 4U);
}

TEST(L6, OfAPairThatKnowsNobodyElseIsNearlyTheSame) {
  // Both hear each other and themselves, and nobody else.
  L6Config config;
  const auto neurons = encode_all(tiny_graph(4, {{0, 1}, {2, 3}}, false), config);
  const auto shared = [&](NodeIndex a, NodeIndex b) { return shared_neurons(neurons, a, b, config.l6_active); };
  EXPECT_GE(shared(0, 1), 15U);
  EXPECT_GE(shared(2, 3), 15U);
  EXPECT_LE(shared(0, 2), 2U);  // chance
  EXPECT_LE(shared(1, 3), 2U);
}

TEST(L6, OfANodeWithoutEdgesIsItsOwnAlone) {
  const Graph graph = tiny_graph(3, {{0, 1}}, false);
  const auto code = row_of(encode_all(graph, {}), 2, L6Config{}.l6_active);
  EXPECT_EQ(std::set<std::uint16_t>(code.begin(), code.end()).size(), L6Config{}.l6_active);
  EXPECT_THAT(code, Contains(l6_identity(2, {}, kSeed)));
}

TEST(L6, HearsAHubsNeighboursByLotAndTheSameForAll) {
  const Graph star = star_graph(200);
  L6Config config;
  config.l6_fan = 5;
  const auto neurons = encode_all(star, config);
  std::map<std::uint16_t, int> counts;
  for (NodeIndex leaf = 1; leaf < star.node_count(); ++leaf) {
    for (const std::uint16_t neuron : row_of(neurons, leaf, config.l6_active)) {
      ++counts[neuron];
    }
  }
  // Every leaf hears the hub and the same five leaves, and itself: nine tenths have the six neurons in common.
  const int most = static_cast<int>(star.node_count() - 1) * 9 / 10;
  EXPECT_GE(std::ranges::count_if(counts, [&](const auto& count) { return count.second >= most; }), 6);
}

TEST(L6, OfSomeRowsIsThatOfAll) {
  const Graph graph = planted_communities(300, 6, 20.0, 0.8, 5).graph;
  const L6Config config;
  const auto all = encode_all(graph, config);
  const std::vector<NodeIndex> rows{299, 3, 17};
  const auto some = encode_l6(graph, rows, {}, config, kSeed, {});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(row_of(some, i, config.l6_active), row_of(all, rows[i], config.l6_active));
  }
}

TEST(L6, IsTheSameAtAnyNumberOfThreads) {
  const Graph graph = planted_communities(1500, 6, 12.0, 0.8, 5).graph;
  EXPECT_EQ(encode_all(graph, {}, 1), encode_all(graph, {}, 3));
}

TEST(L6, TakesWeightsOfAnySize) {
  const Graph graph = tiny_graph(4, {{0, 1, 1e36}, {1, 2, 1e-44}, {2, 3, 1e-38}, {0, 3, 1.0}}, false);
  EXPECT_EQ(encode_all(graph, {}).size(), 4 * L6Config{}.l6_active);
}

TEST(L6, CanBeLeftOut) {
  L6Config config;
  config.l6_active = 0;
  EXPECT_TRUE(encode_all(star_graph(5), config).empty());
}

}  // namespace
}  // namespace columnar::l6_encoder_test
