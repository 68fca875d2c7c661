#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "columnar/eligibility/eligibility.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar/walks/walks.hpp"
#include "support/arbitrary.hpp"
#include "support/property.hpp"

namespace columnar::stages_test {
namespace {

using testing_support::AnyGraph;
using testing_support::check_property;
using testing_support::TinyEdge;
using testing_support::wide;

/// Rows of unit length, some of them zero.
RowMatrix any_directions(Eigen::Index rows, Eigen::Index rank) {
  RowMatrix directions(rows, rank);
  for (Eigen::Index i = 0; i < directions.size(); ++i) {
    directions.data()[i] = static_cast<float>(*rc::gen::inRange(-3, 4));
  }
  to_unit_rows(directions);
  return directions;
}

TEST(AnyEligibility, HasRowsOfMaximumOneFromSharesThatSumToOne) {
  check_property(60, [] {
    const auto rank = *rc::gen::inRange<Eigen::Index>(1, 5);
    const RowMatrix coordinates = any_directions(*rc::gen::inRange<Eigen::Index>(1, 6), rank);
    const RowMatrix centroids = any_directions(*rc::gen::inRange<Eigen::Index>(1, 8), rank);
    const auto columns = *rc::gen::inRange<std::uint32_t>(1, 12);
    EligibilityConfig config;
    config.nrw_regions = *rc::gen::inRange<std::uint32_t>(1, 10);
    config.candidate_columns = *rc::gen::inRange<std::uint32_t>(1, 14);
    config.nrw_temperature = *rc::gen::element(0.3, 1e-6, 1e-3, 1.0, 1e6);
    config.cra_temperature = *rc::gen::element(0.2, 1e-6, 1e-3, 1.0, 1e6);

    const RowMatrix weights =
        node_region_weights(coordinates, Int16Matrix(centroids), config.nrw_regions, config.nrw_temperature);
    for (Eigen::Index v = 0; v < weights.rows(); ++v) {
      RC_ASSERT(std::abs(wide(weights.row(v).sum()) - 1.0) < 1e-5);
      RC_ASSERT(weights.row(v).minCoeff() >= 0.0F);
      if (coordinates.row(v).squaredNorm() > 0.0F) {
        RC_ASSERT((weights.row(v).array() > 0.0F).count() <= config.nrw_regions);
      }
    }
    const RowMatrix affinity = column_region_affinity(centroids, columns, config.cra_temperature, 5);
    for (Eigen::Index c = 0; c < affinity.rows(); ++c) {
      RC_ASSERT(std::abs(wide(affinity.row(c).sum()) - 1.0) < 1e-5);
      RC_ASSERT(affinity.row(c).minCoeff() >= 0.0F);
    }
    const Eligibility eligibility = build_eligibility(coordinates, centroids, config, columns, 5, {});
    RC_ASSERT(eligibility.width == std::min(columns, config.candidate_columns));
    for (std::size_t v = 0; v < static_cast<std::size_t>(coordinates.rows()); ++v) {
      const auto values = eligibility.row_values(v);
      RC_ASSERT(values.front() == 1.0F);
      RC_ASSERT(std::ranges::is_sorted(values, std::greater<>()));
      RC_ASSERT(values.back() >= 0.0F);
      const auto names = eligibility.row_columns(v);
      RC_ASSERT(std::set<std::uint16_t>(names.begin(), names.end()).size() == names.size());
      RC_ASSERT(*std::ranges::max_element(names) < columns);
    }
  });
}

TEST(AnyGraphBuilt, IsTheSameToTheByteInAnyOrderOfItsEdges) {
  check_property(60, [](const AnyGraph& any) {
    AnyGraph shuffled = any;
    for (std::size_t i = shuffled.edges.size(); i > 1; --i) {
      std::swap(shuffled.edges[i - 1], shuffled.edges[*rc::gen::inRange<std::size_t>(0, i)]);
    }
    for (TinyEdge& edge : shuffled.edges) {
      if (!any.directed && *rc::gen::arbitrary<bool>()) {
        std::swap(edge.u, edge.v);
      }
    }
    const Graph a = any.graph();
    const Graph b = shuffled.graph();
    RC_ASSERT(a.offsets == b.offsets);
    RC_ASSERT(a.targets == b.targets);
    RC_ASSERT(a.weights == b.weights);
    RC_ASSERT(graph_digest(a) == graph_digest(b));
    for (NodeIndex v = 0; v < a.node_count(); ++v) {
      for (const NodeIndex u : a.neighbours(v)) {
        RC_ASSERT(u != v);
        RC_ASSERT(a.weight(v, u) > 0.0);
        RC_ASSERT(any.directed || a.weight(u, v) == a.weight(v, u));
      }
    }
  });
}

TEST(AnyPpmi, IsSymmetricPositiveAndNoLargerThanTheLogarithmOfAllPairs) {
  check_property(30, [](const AnyGraph& any) {
    const Graph graph = any.graph();
    const Walks walks = sample_walks(graph, {}, 3, {});
    const CountedPairs pairs = compute_ppmi(walks, graph.node_count(), 5, {});
    PpmiReader reader(pairs.ppmi);
    for (NodeIndex u = 0; u < pairs.ppmi.node_count(); ++u) {
      RC_ASSERT(pairs.ppmi.is_sound(u));
      const PpmiEntries row = reader.row(u);
      for (std::size_t i = 0; i < row.size(); ++i) {
        const float value = row.values[i];
        RC_ASSERT(value > 0.0F);
        RC_ASSERT(wide(value) <= std::log(static_cast<double>(pairs.marginals.total)));
        RC_ASSERT(pairs.ppmi.at(row.columns[i], u) == value);
        RC_ASSERT(pairs.ppmi.entry(u, i).column == row.columns[i]);
      }
    }
  });
}

}  // namespace
}  // namespace columnar::stages_test
