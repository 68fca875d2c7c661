#include "columnar/graph/new_table_attributes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/attributes_reader.hpp"
#include "support/attribute_rows.hpp"
#include "support/temp_file.hpp"

namespace columnar::new_table_attributes_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using testing_support::row_of;
using testing_support::rows_of;
using testing_support::TempFile;

NodeIds texts(std::vector<std::string> names) { return {{}, std::move(names)}; }

Attributes trained(const std::string& table, std::vector<std::string> ids) {
  const TempFile file("known.csv", table);
  return read_attributes(file.path(), texts(std::move(ids)));
}

/// New rows, with the names of the model so that they can be compared.
NamedAttributes read_new(const std::string& table, const Attributes& model, const NodeIds& known = texts({"a"})) {
  const TempFile file("new.csv", table);
  NamedAttributes found = read_new_attributes(file.path(), known, model);
  found.attributes.names = model.names;
  return found;
}

std::string error_of(const std::string& table, const Attributes& model, const NodeIds& known = texts({"a"})) {
  try {
    (void)read_new(table, model, known);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    const std::string message = error.what();
    const std::size_t folder = message.find("/new.csv:");
    EXPECT_NE(folder, std::string::npos) << message;
    return message.substr(folder + 1);
  }
  return "no error";
}

/// Numbers in windows, categories, words with counts, flags and missing values, for 60 nodes.
std::string everything() {
  std::string table = "id,age,town,likes,member\n";
  for (int i = 0; i < 60; ++i) {
    table += "n" + std::to_string(i) + "," + (i % 7 == 0 ? "" : std::to_string(i * i) + ".25") + "," +
             (i % 3 == 0 ? "Rome" : "Oslo") + ",word" + std::to_string(i) + " and chess and tea," +
             std::to_string(i % 2) + "\n";
  }
  return table;
}

TEST(NewTableAttributes, GivesTheRowsOfTheTrainingTableAsTrainingDid) {
  std::vector<std::string> ids;
  for (int i = 0; i < 60; ++i) {
    ids.push_back("n" + std::to_string(i));
  }
  const Attributes model = trained(everything(), ids);
  const NamedAttributes again = read_new(everything(), model);
  EXPECT_EQ(again.ids.texts, ids);
  EXPECT_EQ(again.attributes.width, model.width);
  EXPECT_EQ(rows_of(again.attributes), rows_of(model));
  EXPECT_GT(row_of(model, 5).size(), 8U);  // a window, a town, three words, a flag
}

TEST(NewTableAttributes, PutsANumberIntoTheRangesThatHoldItElseIntoTheNearest) {
  Attributes model;
  model.names = {"age in 10..20", "age in 15..30", "age in 30..40", "age=50"};
  model.width = 4;
  const auto of = [&](const std::string& age) {
    return row_of(read_new("id,age\nx," + age + "\n", model).attributes, 0);
  };
  EXPECT_THAT(of("12"), ElementsAre(Pair("age in 10..20", 1)));
  EXPECT_THAT(of("17.5"), UnorderedElementsAre(Pair("age in 10..20", 1), Pair("age in 15..30", 1)));
  EXPECT_THAT(of("-9"), ElementsAre(Pair("age in 10..20", 1)));
  EXPECT_THAT(of("46"), ElementsAre(Pair("age=50", 1)));
  EXPECT_THAT(of("1e300"), ElementsAre(Pair("age=50", 1)));
  EXPECT_THAT(of("NA"), IsEmpty());
}

TEST(NewTableAttributes, LeavesOutTextsThatNoNodeHad) {
  const Attributes model =
      trained("id,town,likes\na,Rome,red red tea leaves\nb,Oslo,green tea and cakes\n", {"a", "b"});
  const NamedAttributes found = read_new("id,likes,town\nx,red tea red wine,Paris\ny,,Oslo\n", model);
  EXPECT_EQ(found.ids.texts, (std::vector<std::string>{"x", "y"}));
  EXPECT_THAT(rows_of(found.attributes), ElementsAre(UnorderedElementsAre(Pair("likes:red", 2), Pair("likes:tea", 1)),
                                                     ElementsAre(Pair("town=Oslo", 1))));
}

TEST(NewTableAttributes, TakesNumbersAsTheyAreWhereTheModelDoes) {
  Attributes model;
  model.names = {"size", "size in cm=3"};
  model.width = 2;
  EXPECT_THAT(row_of(read_new("id,size\nx,-2.5\n", model).attributes, 0), ElementsAre(Pair("size", -2.5)));
  EXPECT_EQ(error_of("id,size\nx,1e60\n", model), "new.csv:2: '1e60' is not a finite number in column 'size'");
}

TEST(NewTableAttributes, RefusesRowsAndColumnsThatDoNotFit) {
  const Attributes model = trained("id,k,n\na,red,1\nb,blue,5\nc,red,7\n", {"a", "b", "c"});
  EXPECT_EQ(error_of("id,k\nx,red\nx,blue\n", model), "new.csv:3: second row of 'x', the first is line 2");
  EXPECT_EQ(error_of("id,k\na,red\n", model), "new.csv:2: 'a' is a node of the model; only new nodes have rows here");
  EXPECT_EQ(error_of("id,k\n,red\n", model), "new.csv:2: the id of the node is missing");
  EXPECT_EQ(error_of("id,kind\nx,red\n", model), "new.csv:2: the model has no column 'kind'");
  EXPECT_EQ(error_of("id,k,k\nx,red,red\n", model), "new.csv: two columns have the name 'k'");
  EXPECT_EQ(error_of("id,n\nx,many\n", model), "new.csv:2: 'many' in column 'n', which has numbers in the model");
  EXPECT_EQ(error_of("id,n\nx,inf\n", model), "new.csv:2: 'inf' is not a finite number in column 'n'");
  EXPECT_EQ(error_of("id,k\n", model), "new.csv: has no row of a new node");
  EXPECT_THAT(rows_of(read_new("id,kind,k\nx,,red\n", model).attributes), ElementsAre(ElementsAre(Pair("k=red", 1))));
}

TEST(NewTableAttributes, NeedsAModelWhoseAttributesHaveNames) {
  EXPECT_EQ(error_of("id,k\nx,red\n", {}),
            "new.csv: the model was trained without attributes, or found them to tell nothing");
  Attributes matrix;
  matrix.width = 12;
  EXPECT_THAT(error_of("id,k\nx,red\n", matrix), HasSubstr("are the 12 columns of a matrix"));
}

}  // namespace
}  // namespace columnar::new_table_attributes_test
