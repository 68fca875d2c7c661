#include "columnar/map/layout.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>
#include <utility>

#include "columnar/core/random.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/map/code_coordinates.hpp"
#include "columnar/search.hpp"
#include "columnar/search/rank.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kRank = 32;
constexpr float kStartSize = 10.0F;  ///< largest coordinate at the start
constexpr float kMostPush = 4.0F;
constexpr std::uint32_t kPushes = 5;        ///< random nodes that push, for each pull
constexpr std::uint64_t kWork = 3'000'000;  ///< nodes times epochs, roughly
constexpr std::uint64_t kLeastEpochs = 100;
constexpr std::uint64_t kMostEpochs = 300;

/// Replaces values by their ranks, from −largest to largest: every place of an axis gets as many nodes.
void spread_evenly(const Eigen::VectorXf& values, float largest, std::vector<float>& spread) {
  std::vector<std::uint32_t> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t v) { return std::pair(values(v), v); });
  spread.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    spread[order[i]] = largest * (2.0F * (static_cast<float>(i) + 0.5F) / static_cast<float>(order.size()) - 1.0F);
  }
}

/// The ranks of the nodes on the first two principal axes of the codes.
std::vector<Place> start_of(const SdrTable& codes, std::uint64_t seed, const RunContext& context) {
  RowMatrix points = code_coordinates(codes, kRank, seed, context);
  const Eigen::RowVectorXf centre = points.colwise().mean();
  points.rowwise() -= centre;
  const Eigen::MatrixXf covariance = points.transpose() * points;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance.cast<double>());
  const Eigen::Index last = covariance.cols() - 1;
  const Eigen::VectorXf first_axis = solver.eigenvectors().col(last).cast<float>();
  const Eigen::VectorXf second_axis = solver.eigenvectors().col(std::max<Eigen::Index>(0, last - 1)).cast<float>();
  std::vector<float> x;
  std::vector<float> y;
  spread_evenly(points * first_axis, kStartSize, x);
  spread_evenly(points * second_axis, kStartSize, y);
  std::vector<Place> places(codes.size());
  for (std::size_t v = 0; v < places.size(); ++v) {
    places[v] = {x[v], y[v]};
  }
  return places;
}

/// Of the time of a layout, the part before the epochs.
constexpr double kLinksShare = 0.3;

/// Reports the first part of a stage.
class FirstPart : public ForwardingSink {
 public:
  using ForwardingSink::ForwardingSink;
  void advance(double fraction) override { ForwardingSink::advance(kLinksShare * fraction); }
};

/// A pull between two nodes, with the chance that it acts in an epoch.
struct Link {
  NodeIndex from = 0;
  NodeIndex to = 0;
  float weight = 0.0F;
};

std::vector<Link> links_of(const SdrTable& codes, std::uint32_t neighbours, const RunContext& context) {
  const InvertedIndex index(codes);
  std::vector<Query> queries;
  queries.reserve(codes.size());
  for (NodeIndex row = 0; row < codes.size(); ++row) {
    const auto code = codes.code(row);
    queries.push_back({{code.begin(), code.end()}, {row}});
  }
  FirstPart progress(context.progress);
  const std::vector<std::vector<Hit>> hits = index.top(queries, neighbours, {context.threads, &progress});
  std::vector<Link> links;
  for (NodeIndex row = 0; row < codes.size(); ++row) {
    for (const Hit& hit : hits[row]) {
      links.push_back({row, hit.row, static_cast<float>(hit.overlap) / static_cast<float>(hits[row].front().overlap)});
    }
  }
  return links;
}

}  // namespace

Place pull(Place of, Place to) noexcept {
  const float dx = of.x - to.x;
  const float dy = of.y - to.y;
  const float scale = -2.0F / (1.0F + dx * dx + dy * dy);
  return {scale * dx, scale * dy};
}

Place push(Place of, Place from) noexcept {
  const float dx = of.x - from.x;
  const float dy = of.y - from.y;
  const float squared = dx * dx + dy * dy;
  const float scale = 2.0F / ((0.001F + squared) * (1.0F + squared));
  return {std::clamp(scale * dx, -kMostPush, kMostPush), std::clamp(scale * dy, -kMostPush, kMostPush)};
}

std::vector<Place> layout(const SdrTable& codes, const LayoutConfig& config, const RunContext& context) {
  if (codes.size() == 0) {
    return {};
  }
  const SdrTable table = without_l6(codes);
  std::vector<Place> places = start_of(table, config.seed, context);
  const std::vector<Link> links = links_of(table, config.neighbours, context);
  const std::uint64_t nodes = table.size();
  const std::uint64_t epochs = config.epochs > 0 ? config.epochs : std::clamp(kWork / nodes, kLeastEpochs, kMostEpochs);
  const KeyedRandom random(config.seed, Purpose::kLayout);
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) {
    const float step = 1.0F - static_cast<float>(epoch) / static_cast<float>(epochs);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const Link& link = links[i];
      const std::uint64_t key = (epoch + 1) * (kPushes + 1);
      if (static_cast<float>(random.uniform(i, key)) >= link.weight) {
        continue;
      }
      Place& from = places[link.from];
      Place& to = places[link.to];
      const Place pulled = pull(from, to);
      from = {from.x + step * pulled.x, from.y + step * pulled.y};
      to = {to.x - step * pulled.x, to.y - step * pulled.y};
      for (std::uint32_t p = 0; p < kPushes; ++p) {
        const auto other = static_cast<NodeIndex>(random.below(nodes, i, key + 1 + p));
        if (other != link.from) {
          const Place pushed = push(from, places[other]);
          from = {from.x + step * pushed.x, from.y + step * pushed.y};
        }
      }
    }
    context.advance(kLinksShare + (1.0 - kLinksShare) * static_cast<double>(epoch + 1) / static_cast<double>(epochs));
  }
  return places;
}

}  // namespace columnar
