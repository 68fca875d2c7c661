#include "columnar/model/model_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/role_share.hpp"
#include "columnar/graph/attributes_check.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/graph_check.hpp"
#include "columnar/model/array_sections.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/part_check.hpp"
#include "columnar/model/role_codes.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

class Checker {
 public:
  Checker(const Model& model, const std::string& place, ErrorCode code)
      : model_(model), place_(place), code_(code), parts_(place, code) {}

  void run() const {
    check_config();
    check_shapes();
    check_graph();
    parts_.unit_rows("coordinates", model_.learned->coordinates);
    const Config place = place_config(model_.config);
    parts_.regions(model_.regions, model_.learned->centroids, place);
    parts_.cortex(model_.learned->cortex, place);
    parts_.weight_sums(model_.learned->cortex);
    check_codes(code_shape(model_.config), model_.codes, model_.graph.ids, place_, code_);
    check_l6();
    check_attribute_space();
    check_role_model();
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { parts_.fail(reason); }

  void check_config() const {
    check_model_config(model_.config, place_, code_);
    parts_.digest(model_.graph_digest);
    parts_.digest(model_.trained_digest);
  }

  void check_shapes() const {
    const Config& config = model_.config;
    const auto nodes = static_cast<std::size_t>(model_.learned->coordinates.rows());
    const Eigen::Index rank = model_.learned->coordinates.cols();
    if (nodes == 0 || model_.graph.ids.size() != nodes || model_.regions.size() != nodes) {
      fail(fmt::format("it has {} ids and {} regions for {} nodes", model_.graph.ids.size(), model_.regions.size(),
                       nodes));
    }
    const Eigen::Index most = config.spectral.rank + model_.learned->attribute_space.width();
    if (rank < 1 || rank > most || model_.learned->centroids.cols() != rank) {
      fail(fmt::format("its coordinates have rank {}, its centroids {}, its config {}", rank,
                       model_.learned->centroids.cols(), most));
    }
    parts_.expect_size("offsets", model_.graph.offsets.size(), nodes + 1);
    parts_.expect_size("marginal counts", model_.learned->marginals.counts.size(), nodes);
    parts_.expect_size("drifts", model_.drift.size(), nodes);
  }

  /// The directions fit the attributes, and the coordinates hold a part for each weight.
  void check_attribute_space() const {
    const AttributeSpace& space = model_.learned->attribute_space;
    const Attributes& attributes = model_.attributes;
    const PartWeights& weights = space.weights;
    parts_.expect_within("weights of coordinates", std::array{weights.graph, weights.near, weights.own}, 0.0F, 1.0F);
    if (!weights.uses_attributes()) {
      parts_.expect_size("attributes", attributes.row_count(), 0);
      return;
    }
    try {
      check_attributes(attributes, model_.graph.node_count(), place_ + ": its attributes");
    } catch (const Error& error) {
      throw Error(code_, error.what());
    }
    constexpr float kMostFrequency = 32.0F;  // ln(1 + nodes) is less
    constexpr float kMostCoordinate = 1.01F;
    constexpr float kMostCompletion = 128.0F;  // its ridge is at least 1: it stays below half the root of its nodes
    parts_.expect_size("attribute frequencies", space.frequencies.size(), attributes.width);
    parts_.expect_within("attribute frequencies", space.frequencies, 0.0F, kMostFrequency);
    const RowMatrix& directions = space.directions;
    if (directions.cols() < 1 || directions.cols() > model_.config.attributes.attribute_rank ||
        directions.rows() != static_cast<Eigen::Index>(attributes.width)) {
      fail(fmt::format("its directions of attributes are {} × {} for {} attributes", directions.rows(),
                       directions.cols(), attributes.width));
    }
    if (space.means.rows() != 2 || space.means.cols() != directions.cols()) {
      fail(fmt::format("its means of attributes are {} × {} for {} directions", space.means.rows(), space.means.cols(),
                       directions.cols()));
    }
    parts_.expect_within("directions of attributes", numbers_of(directions), -kMostCoordinate, kMostCoordinate);
    parts_.expect_within("means of attributes", numbers_of(space.means), -kMostCoordinate, kMostCoordinate);
    const Eigen::Index predicted =
        model_.learned->coordinates.cols() - (weights.own > 0.0F ? directions.cols() : Eigen::Index{0});
    if (space.completion.cols() != predicted || (predicted > 0 && space.completion.rows() != directions.cols())) {
      fail(fmt::format("its completion of coordinates is {} × {}, not {} × {}", space.completion.rows(),
                       space.completion.cols(), directions.cols(), predicted));
    }
    parts_.expect_within("completion of coordinates", numbers_of(space.completion), -kMostCompletion, kMostCompletion);
    const Eigen::Index of_graph = model_.learned->coordinates.cols() - space.width();
    if (weights.graph > 0.0F ? of_graph < 1 : of_graph != 0) {
      fail(fmt::format("its coordinates have {} columns beside those of attributes, which does not fit their weight {}",
                       of_graph, weights.graph));
    }
  }

  /// The scale is ascending, and the model of roles is sound, of the share that the config says, and of roles.
  void check_role_model() const {
    const RoleModel* roles = model_.learned->roles.get();
    if ((roles != nullptr) != (model_.config.roles.roles > 0.0)) {
      fail("its config and its roles disagree");
    }
    if (roles == nullptr) {
      return;
    }
    for (const std::vector<float>& values : roles->scale.values) {
      if (values.empty() || values.size() != roles->scale.values.front().size() ||
          !std::ranges::all_of(values, [](float value) { return std::isfinite(value); }) ||
          !std::ranges::is_sorted(values)) {
        fail("the scale of its roles is not ascending numbers");
      }
    }
    if (config_to_json(roles->model.config) != config_to_json(role_config(model_.config))) {
      fail("its roles are of another config");
    }
    const NodeIds& ids = roles->model.graph.ids;
    if (ids.are_text() ||
        std::ranges::adjacent_find(ids.integers, std::ranges::greater_equal{}) != ids.integers.end() ||
        std::ranges::any_of(ids.integers, [](Role role) { return role < 0 || role >= kRoleEnd; })) {
      fail("the nodes of its graph of roles are not ascending roles");
    }
    check_model(roles->model, place_ + ": its roles", code_);
  }

  void check_l6() const {
    const SdrShape shape = search_shape(model_.config);
    if (!shape.has_l6()) {
      parts_.expect_size("L6 neurons", model_.l6.size(), 0);
      return;
    }
    check_codes(layer_shape(shape, Layer::kL6), model_.l6, model_.graph.ids, place_, code_);
  }

  /// A sound graph with a matching digest.
  void check_graph() const {
    const Graph& graph = model_.graph;
    if (const std::string problem = graph_problem(graph); !problem.empty()) {
      fail(problem);
    }
    if (graph_digest(graph) != model_.graph_digest) {
      fail("its graph is not the one of its digest");
    }
    for (const double drift : model_.drift) {
      if (!(drift >= 0.0 && drift <= 1.0)) {
        fail(fmt::format("a drift of {} is not between 0 and 1", drift));
      }
    }
    parts_.marginals(model_.learned->marginals);
  }

  const Model& model_;
  const std::string& place_;
  ErrorCode code_;
  PartCheck parts_;
};

}  // namespace

void check_model_config(const Config& config, const std::string& place, ErrorCode code) {
  try {
    validate(config);
  } catch (const Error& error) {
    throw Error(code, place + ": its config is impossible: " + error.what());
  }
}

void check_model(const Model& model, const std::string& place, ErrorCode code) { Checker(model, place, code).run(); }

}  // namespace columnar
