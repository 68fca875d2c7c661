#include "columnar/model/new_nodes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/model_file.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"
#include "support/planted_words.hpp"

/// New nodes with attributes, also in a model with roles, which goes on from checkpoints and follows edges.

namespace columnar::new_nodes_test {
namespace {

using testing::HasSubstr;
using testing_support::small_config;
using testing_support::words_of;

struct Town {
  LabelledGraph planted = planted_communities(240, 3, 8.0, 0.3, 5);
  Attributes words = words_of(planted.labels.classes, 3, 2);
};

Config with_roles() {
  Config config = small_config();
  config.roles.roles = 0.25;
  return config;
}

Model trained(const Config& config, int threads = 1) {
  const Town town;
  Embedder embedder(config);
  (void)embedder.fit(town.planted.graph, town.words, {threads, nullptr});
  return std::move(embedder).take_model();
}

std::vector<std::byte> bytes_of(const Model& model) { return make_model_file(model, "m").bytes(); }

/// Two new nodes of the class, by words alone.
NamedAttributes strangers(std::uint32_t of) {
  NamedAttributes given;
  given.ids.integers = {1000, 1001};
  given.attributes.width = 60;
  for (int node = 0; node < 2; ++node) {
    for (std::uint32_t word = 0; word < 8; ++word) {
      given.attributes.indices.push_back(20 * of + word + static_cast<std::uint32_t>(node));
    }
    given.attributes.offsets.push_back(given.attributes.indices.size());
  }
  return given;
}

EdgeChanges edges(const Scratch& scratch, const std::string& text) {
  return read_edge_changes(scratch.put("edges.tsv", text));
}

std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(UpdateWithAttributesOfNewNodes, KeepsThemInTheModel) {
  const Model before = trained(small_config());
  Model model = before;
  const Scratch scratch;
  const NamedAttributes given = strangers(1);
  const UpdateReport report = update(model, edges(scratch, "1000 3\n1000 7\n"), NewNodes::kAdmit, given, {});
  EXPECT_EQ(report.edges.new_nodes, 2U);  // 1001 has no edge
  EXPECT_EQ(model.graph.node_count(), 242U);
  EXPECT_EQ(model.graph.ids.name(241), "1001");
  EXPECT_EQ(model.graph.degree(241), 0U);
  ASSERT_EQ(model.attributes.row_count(), 242U);
  const auto entries = [&](std::size_t row) {
    return std::vector(
        model.attributes.indices.begin() + static_cast<std::ptrdiff_t>(model.attributes.offsets[row]),
        model.attributes.indices.begin() + static_cast<std::ptrdiff_t>(model.attributes.offsets[row + 1]));
  };
  EXPECT_EQ(entries(240), std::vector(given.attributes.indices.begin(), given.attributes.indices.begin() + 8));
  EXPECT_EQ(entries(241), std::vector(given.attributes.indices.begin() + 8, given.attributes.indices.end()));
  EXPECT_NEAR(model.learned->coordinates.row(241).norm(), 1.0F, 1e-5);
  save_model(scratch.path("u.model"), model);
  EXPECT_EQ(bytes_of(load_model(scratch.path("u.model"))), bytes_of(model));
}

TEST(UpdateWithAttributesOfNewNodes, PlacesThemWhereEncodePlacesThem) {
  const Model model = trained(small_config());
  for (const std::uint32_t of : {0U, 1U, 2U}) {
    Model next = model;
    (void)update(next, {}, NewNodes::kAdmit, strangers(of), {});
    Model other = model;
    (void)update(other, {}, NewNodes::kAdmit, strangers((of + 1) % 3), {});
    const auto row = [](const Model& m) { return m.learned->coordinates.row(240); };
    // The mean of the coordinates of the class is nearer than that of the next class.
    const Labels labels = Town().planted.labels;
    Eigen::RowVectorXf mean = Eigen::RowVectorXf::Zero(model.learned->coordinates.cols());
    for (std::size_t v = 0; v < labels.classes.size(); ++v) {
      if (labels.classes[v] == static_cast<std::int32_t>(of)) {
        mean += model.learned->coordinates.row(static_cast<Eigen::Index>(v));
      }
    }
    EXPECT_GT(row(next).dot(mean), row(other).dot(mean)) << of;
  }
}

TEST(UpdateWithAttributesOfNewNodes, KeepsTheirValues) {
  Model model = trained(small_config());
  ASSERT_TRUE(model.attributes.values.empty());
  NamedAttributes given = strangers(0);
  given.attributes.values.assign(given.attributes.indices.size(), 2.5F);
  (void)update(model, {}, NewNodes::kAdmit, given, {});
  ASSERT_EQ(model.attributes.values.size(), model.attributes.indices.size());
  EXPECT_EQ(model.attributes.values.front(), 1.0F);
  EXPECT_EQ(model.attributes.values.back(), 2.5F);
}

TEST(UpdateWithAttributesOfNewNodes, RefusesWhatDoesNotFitAndChangesNothing) {
  const Model before = trained(small_config());
  Model model = before;
  const auto refused = [&](const NamedAttributes& given, NewNodes policy = NewNodes::kAdmit) {
    return complaint([&] { (void)update(model, {}, policy, given, {}); });
  };
  EXPECT_EQ(refused(strangers(0), NewNodes::kRefuse), "attributes: are of new nodes, and new nodes are not let in");
  NamedAttributes given = strangers(0);
  given.ids.integers[1] = 7;
  EXPECT_EQ(refused(given), "attributes: '7' is a node of the model");
  given.ids.integers[1] = 1000;
  EXPECT_THAT(refused(given), HasSubstr("1000"));
  given.ids.integers.pop_back();
  EXPECT_EQ(refused(given), "attributes: 2 rows for 1 ids");
  given = strangers(0);
  given.attributes = {};
  EXPECT_EQ(refused(given), "attributes: 0 rows for 2 ids");
  given = strangers(0);
  given.attributes.width = 61;
  EXPECT_EQ(refused(given), "attributes: 61 columns, the model has 60");
  EXPECT_EQ(bytes_of(model), bytes_of(before));
}

TEST(AttributesAndRoles, GiveTheSameBytesOnAnyNumberOfThreads) {
  const auto one = bytes_of(trained(with_roles()));
  EXPECT_EQ(bytes_of(trained(with_roles(), 2)), one);
  EXPECT_EQ(bytes_of(trained(with_roles(), 5)), one);
}

TEST(AttributesAndRoles, FollowAnUpdateOnAnyNumberOfThreads) {
  const Model model = trained(with_roles());
  const Scratch scratch;
  const EdgeChanges changes =
      edges(scratch, "1000 3\n1000 7\n1000 9\n- 0 " + model.graph.ids.name(model.graph.targets[0]) + "\n");
  Model one = model;
  Model four = model;
  (void)update(one, changes, NewNodes::kAdmit, strangers(1), {1, nullptr});
  (void)update(four, changes, NewNodes::kAdmit, strangers(1), {4, nullptr});
  EXPECT_EQ(bytes_of(one), bytes_of(four));
  EXPECT_EQ(one.attributes.row_count(), 242U);
  const NewCodes a = encode(model, {}, strangers(2), {1, nullptr});
  const NewCodes b = encode(model, {}, strangers(2), {4, nullptr});
  EXPECT_EQ(a.codes.bits, b.codes.bits);
  EXPECT_EQ(a.placeless, 0U);
}

TEST(AttributesAndRoles, GoOnFromACheckpoint) {
  const Town town;
  const std::vector<std::byte> whole = bytes_of(trained(with_roles()));
  const Scratch scratch;
  for (int run = 0; run < 2; ++run) {
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    Embedder embedder(with_roles());
    (void)embedder.fit(town.planted.graph, town.words, {}, &checkpoints, {});
    EXPECT_EQ(bytes_of(embedder.model()), whole) << run;
  }
}

}  // namespace
}  // namespace columnar::new_nodes_test
