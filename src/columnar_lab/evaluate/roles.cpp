#include "columnar_lab/evaluate/roles.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "columnar/core/stage.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model.hpp"
#include "columnar/roles/role_scale.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/embedding_methods.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"

namespace columnar {
namespace {

constexpr const char* kAllBits = "all bits";
constexpr const char* kRoleBits = "bits for roles";
constexpr const char* kPlaceBits = "the other bits";
constexpr const char* kDegree = "degree";
constexpr const char* kFeatures = "features of a role";

/// What a classifier gets of a graph without any learning.
struct PlainFeatures {
  SparseRows degree;  ///< a one for the level of the degree
  SparseRows all;     ///< the levels of all features, from 0 to 1
};

PlainFeatures plain_features(const Graph& graph, int threads) {
  const SymmetricGraph symmetric(graph);
  const RowMatrix features = role_features(symmetric.graph(), threads);
  PlainFeatures plain;
  plain.degree.width = kRoleLevels;
  plain.all.width = kRoleFeatures;
  for (const Role role : roles_of(role_scale(features), features)) {
    const RoleLevels levels = unpack(role);
    plain.degree.indices.push_back(levels.front());
    plain.degree.offsets.push_back(plain.degree.indices.size());
    for (std::uint32_t i = 0; i < kRoleFeatures; ++i) {
      plain.all.indices.push_back(i);
      plain.all.values.push_back(static_cast<float>(levels[i]) / static_cast<float>(kRoleLevels));
    }
    plain.all.offsets.push_back(plain.all.indices.size());
  }
  return plain;
}

/// The bits that are not for roles, as feature rows.
SparseRows place_rows(const SdrTable& table) {
  SparseRows rows;
  rows.width = table.shape.width();
  for (std::size_t node = 0; node < table.size(); ++node) {
    for (const std::uint16_t bit : table.code(node)) {
      if (!table.shape.is_role_bit(bit)) {
        rows.indices.push_back(bit);
      }
    }
    rows.offsets.push_back(rows.indices.size());
  }
  return rows;
}

/// The classes of the other graph under the numbers of this one; kUnknown for those that this one does not name.
std::vector<std::int32_t> in_classes_of(const Labels& here, const Labels& there) {
  std::vector<std::int32_t> number;
  for (const std::string& name : there.names) {
    const auto found = std::ranges::find(here.names, name);
    number.push_back(found == here.names.end() ? Labels::kUnknown
                                               : static_cast<std::int32_t>(found - here.names.begin()));
  }
  std::vector<std::int32_t> classes;
  for (const std::int32_t label : there.classes) {
    classes.push_back(label == Labels::kUnknown ? Labels::kUnknown : number[static_cast<std::size_t>(label)]);
  }
  return classes;
}

/// A classifier trained on one graph and tested on another.
class Transfer {
 public:
  Transfer(const Labels& labels, const OtherGraph& other)
      : labels_(labels), train_(labelled_nodes(labels)), asked_(in_classes_of(labels, *other.labels)) {
    std::vector<std::uint64_t> nodes(labels.names.size(), 0);
    for (const std::int32_t label : asked_) {
      if (label != Labels::kUnknown) {
        ++nodes[static_cast<std::size_t>(label)];
      }
    }
    tested_ = std::reduce(nodes.begin(), nodes.end());
    if (tested_ == 0) {
      throw Error(ErrorCode::kInput, "--then: the two graphs have no class in common");
    }
    majority_ = static_cast<double>(std::ranges::max(nodes)) / static_cast<double>(tested_);
  }

  [[nodiscard]] double majority() const noexcept { return majority_; }

  [[nodiscard]] double accuracy(const SparseRows& here, const SparseRows& there) const {
    const LogisticRegression model = LogisticRegression::fit(here, labels_.classes, train_);
    std::uint64_t right = 0;
    for (std::size_t node = 0; node < asked_.size(); ++node) {
      right += asked_[node] != Labels::kUnknown && model.predict(there, node) == asked_[node] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(tested_);
  }

 private:
  const Labels& labels_;
  std::vector<NodeIndex> train_;
  std::vector<std::int32_t> asked_;
  std::uint64_t tested_ = 0;
  double majority_ = 0.0;
};

SeedTable classes_table() {
  SeedTable table{"classes", "Classes told by the part that a node plays", "from", {}, {}};
  table.measures = {{"accuracy", "accuracy", "share of the nodes whose class is predicted, by cross-validation"},
                    {"macro_f1", "macro-F1", "mean F1 of the classes"},
                    {"majority", "majority", "share of the most frequent class: what always predicting it would get"}};
  return table;
}

SeedTable transfer_table() {
  SeedTable table{"transfer", "Classes of the other graph, by a classifier that knows this one alone", "from", {}, {}};
  table.measures = {{"accuracy", "accuracy", "share of the other graph's nodes whose class is predicted"},
                    {"majority", "majority", "share of its most frequent class"}};
  return table;
}

}  // namespace

std::vector<SeedTable> evaluate_roles(const Graph& graph, const Labels& labels, const OtherGraph& other,
                                      const Config& config, const std::vector<std::string>& methods,
                                      std::uint32_t seeds, const RunContext& context) {
  require_trainable(graph, &labels, config, seeds);
  if (config.roles.roles == 0.0) {
    throw Error(ErrorCode::kConfig, "--roles: no share of the code is for roles; name one, such as --roles 0.5");
  }
  std::optional<Transfer> transfer;
  PlainFeatures there;
  if (other.graph != nullptr) {
    require_labels_for(*other.labels, other.graph->node_count());
    transfer.emplace(labels, other);
    there = plain_features(*other.graph, context.threads);
  }
  const PlainFeatures here = plain_features(graph, context.threads);
  const std::vector<EmbeddingMethod> known = embedding_methods(config);
  std::vector<SeedTable> tables{classes_table()};
  if (transfer) {
    tables.push_back(transfer_table());
  }
  const RunContext quiet{context.threads, nullptr};
  for (std::uint32_t s = 0; s < seeds; ++s) {
    Config of_seed = config;
    of_seed.seed = config.seed + s;
    double place = 0.0;
    ClassifyOptions options;
    options.seed = of_seed.seed;
    options.threads = context.threads;
    const auto add = [&](const std::string& name, const SparseRows& rows) {
      const ClassificationReport report = classify(rows, labels, options);
      tables.front().add(name, place++, {report.accuracy.mean, report.macro_f1.mean, report.majority_rate});
    };
    Embedder embedder(of_seed);
    const SdrTable codes =
        run_stage(context, "columnar", [&] { return select_layer(embedder.fit(graph, quiet), Layer::kAll); });
    const SparseRows roles = rows_of(select_layer(codes, Layer::kRoles));
    run_stage(context, "classify", [&] {
      add(kAllBits, rows_of(codes));
      add(kRoleBits, roles);
      add(kPlaceBits, place_rows(codes));
      add(kDegree, here.degree);
      add(kFeatures, here.all);
    });
    for (const EmbeddingMethod& method : known) {
      if (std::ranges::find(methods, method.name) != methods.end()) {
        add(method.name,
            rows_of(run_stage(context, method.name, [&] { return method.embed(graph, of_seed.seed, quiet); })));
      }
    }
    if (transfer) {
      place = 0.0;
      const auto carry = [&](const std::string& name, const SparseRows& from, const SparseRows& to) {
        tables.back().add(name, place++, {transfer->accuracy(from, to), transfer->majority()});
      };
      carry(kRoleBits, roles, rows_of(encode_roles(embedder.model(), *other.graph, quiet)));
      carry(kDegree, here.degree, there.degree);
      carry(kFeatures, here.all, there.all);
    }
  }
  return tables;
}

}  // namespace columnar
