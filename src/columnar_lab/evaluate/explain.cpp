#include "columnar_lab/evaluate/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>

#include "columnar/core/role_share.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/role_codes.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/search/chance.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar_lab/evaluate/checks.hpp"

namespace columnar {
namespace {

constexpr std::size_t kCheckedCodes = 64;     // rows that must fit the model
constexpr double kLeastEligible = 0.9;        // share of their columns among the candidates; all but rounding
constexpr float kSameEligibility = 1.00001F;  // factor within which columns are equally eligible

/// What explaining needs of a model, computed once.
class Explainer {
 public:
  Explainer(const SdrTable& codes, const Model& model, const Labels* labels, const ExplainOptions& options)
      : codes_(codes),
        model_(model),
        labels_(labels),
        options_(options),
        place_(place_config(model.config)),
        map_(model.learned->centroids, place_.eligibility, place_.l23.columns, place_.seed) {
    check_codes(codes, options.place, ErrorCode::kInput);
    require_same_nodes();
    require_same_shape();
    if (labels != nullptr) {
      require_labels_for(*labels, codes.size());
    }
    require_codes_of_the_model();
    const bool has_roles = model.learned->roles != nullptr && codes.shape.layer != Layer::kL6;
    if (codes.shape.has_l6() || has_roles) {
      symmetric_.emplace(model.graph);
    }
    if (has_roles) {
      profile_nodes();
    }
    if (model.attributes.width > 0) {
      attributes_.emplace(model.attributes);
    }
  }

  [[nodiscard]] CodeExplanation explain(NodeIndex node) const {
    if (node >= codes_.size()) {
      throw Error(ErrorCode::kConfig,
                  fmt::format("node: there is no row {}; the codes have {} rows", node, codes_.size()));
    }
    CodeExplanation result;
    result.node = node;
    if (model_.regions[node] != Regions::kNone) {
      result.region = model_.regions[node];
    }
    const RowMatrix weights = weights_of(node);
    const Eigen::RowVectorXf eligibility = eligibility_of(weights);
    for (const std::uint16_t bit : codes_.code(node).first(codes_.shape.active() - codes_.shape.l6().active)) {
      result.bits.push_back(explain_bit(bit, eligibility));
    }
    count_nodes(result.bits);
    add_attributes(result.bits);
    result.regions = explain_regions(result.bits, node, weights);
    result.near = heard(node);
    result.near.resize(std::min<std::size_t>(options_.typical, result.near.size()));
    if (!profiles_.empty()) {
      result.role = profiles_[node];
    }
    return result;
  }

  /// Whom a node hears; nobody where the codes are without L6.
  [[nodiscard]] std::vector<HeardNode> heard(NodeIndex node) const {
    return codes_.shape.has_l6() ? heard_nodes(symmetric_->graph(), node, {}, model_.config.l6, model_.config.seed)
                                 : std::vector<HeardNode>();
  }

  /// The others whom both of two nodes hear, as loud as the one hears them that hears them less.
  [[nodiscard]] std::vector<HeardNode> heard_by_both(NodeIndex first, NodeIndex second) const {
    std::map<NodeIndex, double> mine;
    for (const HeardNode& other : heard(first)) {
      mine[other.node] = other.loudness;
    }
    std::vector<HeardNode> both;
    for (const HeardNode& other : heard(second)) {
      const auto found = mine.find(other.node);
      if (found != mine.end() && other.node != first && other.node != second) {
        both.push_back({other.node, std::min(other.loudness, found->second)});
      }
    }
    std::ranges::sort(both, {}, &HeardNode::node);
    std::ranges::stable_sort(both, std::ranges::greater{}, &HeardNode::loudness);
    both.resize(std::min<std::size_t>(options_.typical, both.size()));
    return both;
  }

  /// What both have; nothing where the model has no attributes.
  [[nodiscard]] std::optional<std::vector<SharedAttribute>> shared_attributes(NodeIndex a, NodeIndex b) const {
    return attributes_ ? std::optional(attributes_->shared(a, b)) : std::nullopt;
  }

  [[nodiscard]] double cosine(NodeIndex a, NodeIndex b) const {
    return static_cast<double>(model_.learned->coordinates.row(a).dot(model_.learned->coordinates.row(b)));
  }

  [[nodiscard]] std::uint64_t count_nearer(NodeIndex node, NodeIndex other) const {
    const Eigen::VectorXf cosines = model_.learned->coordinates * model_.learned->coordinates.row(node).transpose();
    std::uint64_t nearer = 0;
    for (Eigen::Index v = 0; v < cosines.size(); ++v) {
      nearer += v != node && v != other && cosines(v) > cosines(other) ? 1 : 0;
    }
    return nearer;
  }

 private:
  void require_same_nodes() const {
    if (codes_.ids != model_.graph.ids) {
      throw Error(ErrorCode::kInput,
                  options_.place + ": are not of the nodes that the model was trained on, in their order");
    }
  }

  void require_same_shape() const {
    if (codes_.shape != layer_shape(search_shape(model_.config), codes_.shape.layer)) {
      throw Error(ErrorCode::kInput, options_.place + ": codes of another shape than the model gives");
    }
  }

  /// Every column of a code won among the candidates of its node. With another model they are others.
  void require_codes_of_the_model() const {
    if (!codes_.shape.has_l23()) {
      return;
    }
    std::uint64_t columns = 0;
    std::uint64_t eligible = 0;
    const std::size_t checked = std::min(codes_.size(), kCheckedCodes);
    for (std::size_t i = 0; i < checked; ++i) {
      const auto node = static_cast<NodeIndex>(i * codes_.size() / checked);
      const Eigen::RowVectorXf eligibility = eligibility_of(weights_of(node));
      for (const std::uint16_t bit : codes_.code(node).first(place_.l23.active_columns)) {
        ++columns;
        const std::uint32_t better = better_than(eligibility, bit / codes_.shape.cells_per_column);
        eligible += better < place_.eligibility.candidate_columns ? 1 : 0;
      }
    }
    if (static_cast<double>(eligible) < kLeastEligible * static_cast<double>(columns)) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: not the codes of this model: of {} columns that they use it would consider {}",
                              options_.place, columns, eligible));
    }
  }

  [[nodiscard]] RowMatrix weights_of(NodeIndex node) const {
    return map_.weights_of(model_.learned->coordinates.middleRows(node, 1));
  }

  /// Of every column, 1 for the best.
  [[nodiscard]] Eigen::RowVectorXf eligibility_of(const RowMatrix& weights) const {
    const Eigen::RowVectorXf row = map_.products_of(weights).row(0);
    const float best = row.maxCoeff();
    return best > 0.0F ? Eigen::RowVectorXf(row / best) : Eigen::RowVectorXf::Ones(row.size());
  }

  [[nodiscard]] static std::uint32_t better_than(const Eigen::RowVectorXf& eligibility, std::uint32_t column) {
    return static_cast<std::uint32_t>((eligibility.array() > eligibility(column) * kSameEligibility).count());
  }

  [[nodiscard]] BitExplanation explain_bit(std::uint16_t bit, const Eigen::RowVectorXf& eligibility) const {
    const SdrShape& shape = codes_.shape;
    const std::uint32_t l23_width = shape.l23().width;
    BitExplanation result;
    result.bit = bit;
    if (bit < l23_width) {
      result.columns = {bit / shape.cells_per_column};
      result.cell = bit % shape.cells_per_column;
    } else {
      result.layer = Layer::kL5a;
      result.columns = driving_columns(bit - l23_width);
    }
    if (is_role_bit(bit)) {
      result.role = mean_profile(bit);
      return result;
    }
    if (result.columns.empty()) {
      result.better_columns = place_.l23.columns;
      return result;
    }
    std::vector<float> likes(static_cast<std::size_t>(map_.affinity().cols()), 0.0F);
    std::uint32_t best = result.columns.front();
    for (const std::uint32_t column : result.columns) {
      for (std::size_t r = 0; r < likes.size(); ++r) {
        likes[r] += map_.affinity()(column, static_cast<Eigen::Index>(r)) / static_cast<float>(result.columns.size());
      }
      best = eligibility(column) > eligibility(best) ? column : best;
    }
    std::vector<std::uint32_t> order;
    top_k(std::span<const float>(likes), std::max(options_.regions, 1U), order);
    for (const std::uint32_t region : order) {
      result.regions.push_back({region, static_cast<double>(likes[region])});
    }
    result.eligibility = static_cast<double>(eligibility(best));
    result.better_columns = better_than(eligibility, best);
    return result;
  }

  /// The same for codes of L2/3 or L5a alone, whose shapes have no share of roles.
  [[nodiscard]] bool is_role_bit(std::uint16_t bit) const {
    const std::uint32_t cells = codes_.shape.l23().width;
    return bit < cells ? bit / codes_.shape.cells_per_column >= place_.l23.columns
                       : bit - cells >= place_.readout.l5a_size && bit - cells < model_.config.readout.l5a_size;
  }

  /// The columns that drive a neuron of L5a directly: of the n neurons for its purpose, the j-th listens to the columns
  /// for the same purpose j, j + n, …
  [[nodiscard]] std::vector<std::uint32_t> driving_columns(std::uint32_t neuron) const {
    const bool is_for_roles = neuron >= place_.readout.l5a_size;
    const std::uint32_t before = is_for_roles ? place_.l23.columns : 0;
    const std::uint32_t end = is_for_roles ? model_.config.l23.columns : place_.l23.columns;
    const std::uint32_t neurons =
        is_for_roles ? model_.config.readout.l5a_size - place_.readout.l5a_size : place_.readout.l5a_size;
    std::vector<std::uint32_t> columns;
    for (std::uint32_t column = before + (is_for_roles ? neuron - place_.readout.l5a_size : neuron); column < end;
         column += neurons) {
      columns.push_back(column);
    }
    return columns;
  }

  /// What part every node plays.
  void profile_nodes() {
    const RowMatrix features = role_features(symmetric_->graph(), 1);
    for (const Role role : roles_of(model_.learned->roles->scale, features)) {
      RoleProfile profile{};
      std::ranges::transform(unpack(role), profile.begin(),
                             [](std::uint8_t level) { return static_cast<double>(level) / kRoleLevels; });
      profiles_.push_back(profile);
    }
  }

  /// Mean over the nodes that have a bit.
  [[nodiscard]] RoleProfile mean_profile(std::uint16_t bit) const {
    RoleProfile mean{};
    double nodes = 0.0;
    for (std::size_t node = 0; node < codes_.size(); ++node) {
      if (std::ranges::binary_search(codes_.code(node), bit)) {
        nodes += 1.0;
        for (std::size_t i = 0; i < mean.size(); ++i) {
          mean[i] += (profiles_[node][i] - mean[i]) / nodes;
        }
      }
    }
    return mean;
  }

  void count_nodes(std::vector<BitExplanation>& bits) const {
    std::vector<ClassCounter> counters(bits.size(), ClassCounter(labels_));
    std::vector<std::size_t> place(codes_.shape.width(), bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
      place[bits[i].bit] = i;
    }
    for (std::size_t node = 0; node < codes_.size(); ++node) {
      for (const std::uint16_t bit : codes_.code(node)) {
        if (place[bit] < bits.size()) {
          counters[place[bit]].add(node);
        }
      }
    }
    for (std::size_t i = 0; i < bits.size(); ++i) {
      bits[i].nodes = counters[i].mix();
    }
  }

  void add_attributes(std::vector<BitExplanation>& bits) const {
    for (BitExplanation& bit : bits) {
      if (attributes_ && !bit.role) {
        bit.attributes = attributes_->typical(nodes_of_column(codes_, bit.bit), options_.attributes);
      }
    }
  }

  [[nodiscard]] std::vector<RegionExplanation> explain_regions(const std::vector<BitExplanation>& bits, NodeIndex node,
                                                               const RowMatrix& weights) const {
    std::map<std::uint32_t, std::vector<NodeIndex>> members;
    std::map<std::uint32_t, std::uint32_t> bits_of;
    for (const BitExplanation& bit : bits) {
      if (!bit.regions.empty()) {
        ++bits_of[bit.regions.front().region];
        members[bit.regions.front().region];
      }
    }
    for (NodeIndex v = 0; v < codes_.size(); ++v) {
      if (const auto found = members.find(model_.regions[v]); found != members.end()) {
        found->second.push_back(v);
      }
    }
    std::vector<RegionExplanation> regions;
    for (const auto& [region, nodes] : members) {
      RegionExplanation result;
      result.region = region;
      result.cosine = cosine_to_centre(node, region);
      result.weight = static_cast<double>(weights(0, region));
      result.bits = bits_of[region];
      ClassCounter counter(labels_);
      for (const NodeIndex v : nodes) {
        counter.add(v);
        result.typical.push_back({v, cosine_to_centre(v, region)});
      }
      result.nodes = counter.mix();
      std::ranges::stable_sort(result.typical, std::ranges::greater{}, &RegionExplanation::Typical::cosine);
      result.typical.resize(std::min<std::size_t>(options_.typical, result.typical.size()));
      regions.push_back(std::move(result));
    }
    std::ranges::stable_sort(regions, std::ranges::greater{}, &RegionExplanation::cosine);
    return regions;
  }

  [[nodiscard]] double cosine_to_centre(NodeIndex node, std::uint32_t region) const {
    return static_cast<double>(model_.learned->coordinates.row(node).dot(model_.learned->centroids.row(region)));
  }

  const SdrTable& codes_;
  const Model& model_;
  std::optional<SymmetricGraph> symmetric_;  ///< only for codes with L6
  const Labels* labels_;
  ExplainOptions options_;
  Config place_;                       ///< of the columns that say where a node is; all unless the codes have roles
  std::vector<RoleProfile> profiles_;  ///< of every node, if the codes have roles
  std::optional<ExplainedAttributes> attributes_;  ///< if the model has any
  RegionColumns map_;
};

/// Columns that both codes use with different cells.
std::vector<std::uint32_t> columns_with_other_cells(const std::vector<BitExplanation>& a,
                                                    const std::vector<BitExplanation>& b) {
  std::vector<std::uint32_t> columns;
  for (const BitExplanation& mine : a) {
    const auto differs = [&mine](const BitExplanation& yours) {
      return yours.cell && yours.columns == mine.columns && yours.cell != mine.cell;
    };
    if (mine.cell && std::ranges::any_of(b, differs)) {
      columns.push_back(mine.columns.front());
    }
  }
  return columns;
}

}  // namespace

CodeExplanation explain_code(const SdrTable& codes, const Model& model, const Labels* labels, NodeIndex node,
                             const ExplainOptions& options) {
  return Explainer(codes, model, labels, options).explain(node);
}

PairExplanation explain_pair(const SdrTable& codes, const Model& model, const Labels* labels, NodeIndex first,
                             NodeIndex second, const ExplainOptions& options) {
  const Explainer explainer(codes, model, labels, options);
  PairExplanation pair;
  pair.first = explainer.explain(first);
  pair.second = explainer.explain(second);
  pair.evidence = graph_evidence(model.graph, first, second);
  pair.attributes = explainer.shared_attributes(first, second);
  pair.shared = intersection(codes.code(first), codes.code(second));
  const Rank shared = Ranker(codes.shape, codes.code(first)).rank(codes.code(second));
  const ChanceTail chance = Chance(codes.shape, codes.bits).of_pairs();
  pair.overlap = shared.overlap();
  if (codes.shape.has_l6()) {
    pair.near = codes.shape.layer == Layer::kL6 ? shared.overlap() : shared.near();
  }
  if (codes.shape.has_roles()) {
    pair.roles = static_cast<std::uint32_t>(
        std::ranges::count_if(pair.shared, [&codes](std::uint16_t bit) { return codes.shape.is_role_bit(bit); }));
  }
  pair.near_both = explainer.heard_by_both(first, second);
  pair.chance = chance.at(shared);
  pair.least_chance = chance.least();
  pair.other_cells = columns_with_other_cells(pair.first.bits, pair.second.bits);
  pair.cosine = explainer.cosine(first, second);
  pair.nearer = explainer.count_nearer(first, second);
  return pair;
}

}  // namespace columnar
