#include "columnar/graph/python_dict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/graph_text.hpp"

namespace columnar::python_dict_test {
namespace {

using testing::Optional;
using testing_support::arcs_of;
using testing_support::graph_of;
using testing_support::refusal_of;

TEST(PythonDict, FindsTheWeight) {
  EXPECT_EQ(weight_of_python_dict("{}", "here"), std::nullopt);
  EXPECT_EQ(weight_of_python_dict("{'color': 'red', 'weights': 3}", "here"), std::nullopt);
  EXPECT_THAT(weight_of_python_dict("{'weight': 3}", "here"), Optional(3.0));
  EXPECT_THAT(weight_of_python_dict("{ 'a' : [1, {'weight': 9}], \"weight\" : 1e-05 } ", "here"), Optional(1e-5));
  EXPECT_THAT(weight_of_python_dict(R"({'a': 'it\'s, \'weight\': 7}', 'value': 2})", "here"), Optional(2.0));
  EXPECT_THAT(weight_of_python_dict("{'value': 'red', 'w': 4}", "here"), Optional(4.0));
  EXPECT_THAT(weight_of_python_dict("{'weight': np.float64(0.5)}", "here"), Optional(0.5));
}

TEST(PythonDict, ReadsWhatNetworkxWrites) {
  const std::string text = "a b {'weight': 3, 'tags': ',,'}\nb c {}\nc d {'weight': 0.5}\n";
  EXPECT_EQ(arcs_of(graph_of("g.edgelist", text).graph), "a-b 3, b-a 3, b-c 1, c-b 1, c-d 0.5, d-c 0.5");
  EXPECT_EQ(arcs_of(graph_of("g.edgelist", "a,b,{'weight': 3}\n").graph), "a-b 3, b-a 3");
  EXPECT_EQ(arcs_of(graph_of("g.edgelist", "1 2 {}\n").graph), "1-2, 2-1");
}

TEST(PythonDict, RefusesWhatIsNone) {
  for (const std::string text : {"{", "{'a': 1", "{'a': 1} x", "{'a'}", "{'a': '}", "{1, 2}"}) {
    EXPECT_EQ(refusal_of("g.tsv", "a b " + text + "\n"),
              "g.tsv:1: expected a dictionary after the two nodes, found '" + text + "'");
  }
  EXPECT_EQ(refusal_of("g.tsv", "a b {'weight': 'many'}\n"), "g.tsv:1: weight is not a number: 'many'");
  EXPECT_EQ(refusal_of("g.tsv", "a b {'weight': -1}\n"), "g.tsv:1: weight is negative: -1");
}

}  // namespace
}  // namespace columnar::python_dict_test
