#include "columnar_server/api/routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "api/serving_support.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar_server/api/page.hpp"

namespace columnar::routes_test {
namespace {

using testing::HasSubstr;
using testing_support::kServedNodes;
using testing_support::Served;

Json openapi() { return parse_json(server::openapi_text(), "openapi.json", JsonBounds{std::size_t{1} << 20, 64, 100}); }

TEST(OpenApi, DescribesEveryRouteAndNoOther) {
  const Json paths = openapi()["paths"];
  std::set<std::string> described;
  for (const auto& [path, methods] : paths.items()) {
    for (const auto& [method, operation] : methods.items()) {
      described.insert(method + " " + path);
    }
  }
  std::set<std::string> served;
  for (const server::Route& route : server::routes()) {
    served.insert((route.method == "GET" ? "get " : "post ") + std::string(server::kRoot) + std::string(route.path));
  }
  EXPECT_EQ(described, served);
}

TEST(OpenApi, DescribesEveryFieldAndNoOther) {
  const Json paths = openapi()["paths"];
  for (const server::Route& route : server::routes()) {
    std::set<std::string> described;
    const Json& operation = paths[std::string(server::kRoot) + std::string(route.path)].begin().value();
    if (operation.contains("parameters")) {
      for (const Json& parameter : operation["parameters"]) {
        described.insert(parameter["name"].get<std::string>());
      }
    }
    if (operation.contains("requestBody")) {
      const Json& schema = operation["requestBody"]["content"]["application/json"]["schema"];
      for (const auto& [name, property] : schema["properties"].items()) {
        described.insert(name);
      }
    }
    std::set<std::string> known;
    std::istringstream names{std::string(route.fields)};
    for (std::string name; names >> name;) {
      known.insert(name);
    }
    EXPECT_EQ(described, known) << route.path;
  }
}

TEST(Routes, AnUnknownPathAndAnotherMethodAreRefused) {
  Served served;
  EXPECT_EQ(served.service.answer({"GET", "/", ""}).status, 404);
  EXPECT_EQ(served.service.answer({"GET", "/api/v1/../../etc/passwd", ""}).status, 404);
  EXPECT_EQ(served.service.answer({"GET", "/api/v1/%2e%2e/summary", ""}).status, 404);
  EXPECT_EQ(served.service.answer({"GET", "", ""}).status, 404);
  EXPECT_EQ(served.ask("POST", "summary", "{}").status, 405);
  EXPECT_EQ(served.ask("GET", "node?id=1").status, 405);
  EXPECT_EQ(served.ask("POST", "node?id=1", "{}").status, 400);
}

TEST(Routes, TellWhatTheGraphIs) {
  Served served;
  EXPECT_EQ(served.get("health")["status"], "ok");
  const Json summary = served.get("summary");
  EXPECT_EQ(summary["nodes"], kServedNodes);
  EXPECT_EQ(summary["title"], "small");
  EXPECT_EQ(summary["labels"], nullptr);
  EXPECT_EQ(summary["updates"], false);
  EXPECT_EQ(summary["layers"][1]["first"], summary["layers"][0]["size"]);
}

TEST(Routes, TheMapIsArraysAtTheirOffsets) {
  Served served;
  const Json head = served.get("map");
  const server::Answer data = served.ask("GET", "map/data");
  EXPECT_EQ(data.type, "application/octet-stream");
  EXPECT_EQ(data.body->size(), head["bytes"]);
  for (const Json& array : head["arrays"]) {
    const std::size_t size = array["type"] == "u32" ? 4 : 2;
    EXPECT_EQ(array["offset"].get<std::size_t>() % size, 0U) << array;
    EXPECT_LE(array["offset"].get<std::size_t>() + size * kServedNodes, data.body->size());
  }
}

TEST(Routes, TheMapIsPromisedWhileItIsDrawn) {
  server::Service service(testing_support::served_model(), {.title = "", .labels = nullptr});
  service.set_drawn(0.25);
  const server::Answer answer = service.answer({"GET", "/api/v1/map", ""});
  EXPECT_EQ(answer.status, 503);
  EXPECT_THAT(*answer.body, HasSubstr(R"("progress":0.25)"));
  EXPECT_EQ(service.answer({"GET", "/api/v1/map/data", ""}).status, 503);
  EXPECT_EQ(service.answer({"POST", "/api/v1/node", R"({"row":1})"}).status, 200);
}

TEST(Nodes, AreFoundByTheBeginningOfTheirIdBeforeItsMiddle) {
  Served served;
  const Json found = served.get("nodes?part=11&limit=5");
  std::vector<std::int64_t> ids;
  for (const Json& node : found["nodes"]) {
    ids.push_back(node["id"].get<std::int64_t>());
  }
  EXPECT_EQ(ids.front(), 11);
  EXPECT_EQ(ids.size(), 5U);
  EXPECT_EQ(found["more"], true);
  EXPECT_EQ(served.get("nodes?part=nobody")["nodes"].size(), 0U);
  EXPECT_EQ(served.get("nodes?part=119")["more"], false);
  EXPECT_EQ(served.get("nodes/ids?rows=3,1")["nodes"][0]["row"], 3);
  EXPECT_EQ(served.get("nodes?limit=0", 400).size(), 1U);
  EXPECT_EQ(served.get("nodes?limit=-1", 400).size(), 1U);
  EXPECT_EQ(served.get("nodes/ids?rows=1,x", 400).size(), 1U);
  EXPECT_EQ(served.get("nodes?part=%zz", 400).size(), 1U);
}

TEST(Nodes, ShowTheirCode) {
  Served served;
  const Json node = served.post("node", R"({"id": "7"})");
  const auto code = served.service.snapshot()->codes().code(node["row"].get<std::size_t>());
  EXPECT_EQ(node["bits"], Json(code));
  EXPECT_EQ(node["id"], 7);
  EXPECT_EQ(node["l23"].size() + node["l5a"].size() + node["l6"].size(), code.size());
}

TEST(Neighbours, AreThoseOfTheIndexWithTheBitsTheyShare) {
  Served served;
  const Json results = served.post("neighbours", R"({"nodes": [{"row": 3}, {"row": 9}], "k": 4})")["results"];
  ASSERT_EQ(results.size(), 2U);
  const auto snapshot = served.service.snapshot();
  const NodeIndex row = 9;
  const auto hits = snapshot->index().top(query_like(snapshot->codes(), std::span(&row, 1)), 4);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const Json& one = results[1]["neighbours"][i];
    EXPECT_EQ(one["row"], hits[i].row);
    EXPECT_EQ(one["overlap"], hits[i].overlap);
    EXPECT_EQ(one["shared"], Json(intersection(snapshot->codes().code(row), snapshot->codes().code(hits[i].row))));
  }
  const Json of_l23 = served.post("neighbours", R"({"nodes": [{"row": 3}], "k": 2, "layer": "l23"})");
  EXPECT_EQ(of_l23["results"][0]["neighbours"].size(), 2U);
}

TEST(Neighbours, OfOddQuestionsAreRefused) {
  Served served;
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [{"row": 3}], "k": -1})", 400), HasSubstr("k: must be"));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [{"row": 3}], "k": 0})", 400), HasSubstr("k: must be"));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [{"row": 3}], "k": 1e9})", 400), HasSubstr("k: must be"));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [{"row": 120}]})", 404), HasSubstr("no row 120"));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [{"id": "<script>alert(1)</script>"}]})", 404),
              HasSubstr("no node '<script>"));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [{}]})", 400), HasSubstr("by \"id\" or by \"row\""));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [{"id": 1, "row": 1}]})", 400), HasSubstr("nodes[0]"));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": 3})", 400), HasSubstr("must be a list"));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [], "layer": "l7"})", 400), HasSubstr("layer: must be"));
  EXPECT_THAT(served.refusal("neighbours", R"({"nodes": [], "path": "x"})", 400), HasSubstr("no field 'path'"));
  EXPECT_THAT(served.refusal("neighbours", "[]", 400), HasSubstr("JSON object"));
  EXPECT_THAT(served.refusal("neighbours", "", 400), HasSubstr("not JSON"));
  EXPECT_THAT(served.refusal("neighbours", std::string(100'000, '['), 400), HasSubstr("nested deeper"));
  std::string keys = "{";
  for (int i = 0; i < 1000; ++i) {
    keys += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":1";
  }
  EXPECT_THAT(served.refusal("neighbours", keys + "}", 400), HasSubstr("more than 32 keys"));
}

TEST(Neighbours, OfManyNodesAreFewEach) {
  Served served;
  std::string nodes;
  for (int i = 0; i < 1000; ++i) {
    nodes += std::string(i == 0 ? "" : ",") + R"({"row": 0})";
  }
  // A million hits would be an answer of 100 MB.
  EXPECT_EQ(served.refusal("neighbours", R"({"k": 1000, "nodes": [)" + nodes + "]}", 400),
            "k: at most 100 for 1000 nodes");
  EXPECT_EQ(served.post("neighbours", R"({"k": 1, "nodes": [)" + nodes + "]}")["results"].size(), 1000U);
}

TEST(Ask, FindsWhatIsNearAllAndNotNearAny) {
  Served served;
  EXPECT_EQ(served.post("ask", R"({"like": [{"row": 1}, {"row": 4}], "k": 3})")["hits"].size(), 3U);
  const Json without = served.post("ask", R"({"like": [{"row": 1}], "unlike": [{"row": 90}]})")["hits"];
  const auto snapshot = served.service.snapshot();
  for (const Json& hit : without) {
    EXPECT_THAT(intersection(hit["shared"].get<Pattern>(), snapshot->codes().code(90)), testing::IsEmpty());
  }
  const Json bits = served.post("node", R"({"row": 5})")["bits"];
  EXPECT_EQ(served.post("ask", Json{{"bits", bits}}.dump())["hits"][0]["row"], 5);
  EXPECT_THAT(served.refusal("ask", "{}", 400), HasSubstr("name a node"));
  EXPECT_THAT(served.refusal("ask", R"({"like": [{"row": 1}], "unlike": [{"row": 1}]})", 400), HasSubstr("takes away"));
  EXPECT_THAT(served.refusal("ask", R"({"bits": [99999]})", 400), HasSubstr("bits: must be"));
}

TEST(Overlaps, AreABytePerNode) {
  Served served;
  const server::Answer answer = served.ask("POST", "overlaps", R"({"row": 2})");
  const auto snapshot = served.service.snapshot();
  ASSERT_EQ(answer.body->size(), kServedNodes);
  EXPECT_EQ((*answer.body)[2], static_cast<char>(snapshot->codes().shape.active()));
  EXPECT_EQ(static_cast<std::uint32_t>((*answer.body)[77]),
            overlap(snapshot->codes().code(2), snapshot->codes().code(77)));
  EXPECT_EQ(served.ask("POST", "overlaps", R"({"bits": []})").body->at(0), '\0');
  EXPECT_EQ(served.ask("POST", "overlaps", R"({"row": 2, "bits": [1]})").status, 400);
}

TEST(Explain, HasTheJsonOfTheCommandAndSentences) {
  Served served;
  const Json one = served.post("explain", R"({"row": 2})");
  EXPECT_EQ(one["node"]["id"], 2);
  EXPECT_GE(one["sentences"].size(), 2U);
  const Json two = served.post("explain", R"({"row": 2, "with": {"id": 5}})");
  EXPECT_EQ(two["with"]["id"], 5);
  EXPECT_THAT(two["sentences"][0].get<std::string>(), HasSubstr("linked"));
  EXPECT_THAT(served.refusal("explain", R"({"row": 2, "with": {"row": 2}})", 400), HasSubstr("the node itself"));
  EXPECT_THAT(served.refusal("explain", R"({"row": 2, "with": 5})", 400), HasSubstr("with"));
}

TEST(Ego, HasTheNeighboursAndTheEdgesAmongThem) {
  Served served;
  const auto snapshot = served.service.snapshot();
  const Json ego = served.post("ego", R"({"row": 8, "limit": 500})");
  EXPECT_EQ(ego["nodes"].size(), 1 + snapshot->linked().degree(8));
  EXPECT_EQ(ego["more"], false);
  for (const Json& edge : ego["edges"]) {
    const auto row = [&](const Json& i) { return ego["nodes"][i.get<std::size_t>()]["row"].get<NodeIndex>(); };
    EXPECT_GT(snapshot->linked().weight(row(edge[0]), row(edge[1])), 0.0);
  }
  EXPECT_EQ(served.post("ego", R"({"row": 8, "limit": 2})")["nodes"].size(), 2U);
}

TEST(Community, IsToldByTheBitsThatSetItApart) {
  Served served;
  Json rows = Json::array();
  for (NodeIndex v = 0; v < kServedNodes; ++v) {
    if (served.service.snapshot()->region(v) == 0U) {
      rows.push_back(v);
    }
  }
  const Json answer = served.post("community", Json{{"rows", rows}}.dump());
  EXPECT_EQ(answer["nodes"], rows.size());
  EXPECT_GT(answer["signature"][0]["share"], answer["signature"][0]["share_elsewhere"]);
  EXPECT_THAT(answer["sentences"][1].get<std::string>(), HasSubstr("100 % lie in region 0"));
  EXPECT_THAT(served.refusal("community", R"({"rows": []})", 400), HasSubstr("there are none"));
  EXPECT_THAT(served.refusal("community", R"({"rows": [120]})", 404), HasSubstr("no row"));
}

TEST(Recommend, IsThatOfTheCommand) {
  Served served;
  const Json answer = served.post("recommend", R"({"nodes": [{"row": 3}], "k": 2})");
  EXPECT_EQ(answer[0]["recommended"].size(), 2U);
  EXPECT_TRUE(answer[0]["recommended"][0].contains("common_neighbours"));
}

TEST(Encode, GivesANodeThatDoesNotExistACodeAndAPlace) {
  Served served;
  const Json answer = served.post("encode", R"({"edges": [{"to": 1}, {"to": "2", "weight": 2}, {"to": 3}], "k": 3})");
  EXPECT_EQ(answer["bits"].size(), served.service.snapshot()->codes().shape.active());
  EXPECT_EQ(answer["neighbours"].size(), 3U);
  EXPECT_LE(answer["place"]["x"].get<int>(), 65535);
  EXPECT_EQ(served.get("summary")["nodes"], kServedNodes);
  EXPECT_THAT(served.refusal("encode", R"({"edges": [{"to": "nobody"}]})", 404), HasSubstr("no node 'nobody'"));
  EXPECT_THAT(served.refusal("encode", R"({"edges": []})", 400), HasSubstr("there are none"));
  EXPECT_THAT(served.refusal("encode", R"({"edges": [{"to": 1, "weight": -1}]})", 400), HasSubstr("weight"));
  EXPECT_THAT(served.refusal("encode", R"({"edges": [{}]})", 400), HasSubstr("no \"to\""));
}

TEST(Update, IsRefusedUnlessItIsAllowed) {
  Served served;
  EXPECT_THAT(served.refusal("update", R"({"add": [{"source": 1, "target": 50}]})", 403), HasSubstr("--updates"));
}

TEST(Update, IsRefusedWhileAnotherRuns) {
  Served served(true);
  const std::string body = R"({"add": [{"source": "0", "target": "1"}]})";
  served.service.update([&](const server::Service::State& now) {
    EXPECT_THAT(served.refusal("update", body, 503), HasSubstr("another update is running"));
    return now;
  });
}

TEST(Update, ChangesCodesInMemoryAndLeavesEarlierStatesAlone) {
  Served served(true);
  const auto before = served.service.snapshot();
  Json add = Json::array();
  for (int v = 50; v < 62; ++v) {
    add.push_back({{"source", 1}, {"target", v}});
  }
  add.push_back({{"source", 1}, {"target", 5000}});
  const Json answer = served.post("update", Json{{"add", add}}.dump());
  EXPECT_EQ(answer["nodes"], kServedNodes + 1);
  EXPECT_EQ(answer["state"], 1);
  EXPECT_GE(answer["changed"].size(), 2U);
  EXPECT_EQ(answer["changed"].back()["from"], nullptr);
  EXPECT_EQ(before->nodes(), kServedNodes);
  EXPECT_EQ(served.get("map")["state"], 1);
  EXPECT_EQ(served.get("map")["nodes"], kServedNodes + 1);
  EXPECT_EQ(served.post("node", R"({"id": 5000})")["row"], kServedNodes);
  EXPECT_THAT(served.refusal("update", R"({"remove": [{"source": 1, "target": 1000000}]})", 400), HasSubstr("update"));
  EXPECT_EQ(served.get("summary")["state"], 1) << "a refused update changes nothing";
}

TEST(Columns, CountWhoWon) {
  Served served;
  const auto snapshot = served.service.snapshot();
  const Json columns = served.get("columns")["columns"];
  ASSERT_EQ(columns.size(), snapshot->codes().shape.columns);
  std::uint64_t wins = 0;
  for (const Json& column : columns) {
    wins += column["wins"].get<std::uint64_t>();
  }
  EXPECT_EQ(wins, kServedNodes * snapshot->codes().shape.active_columns);
}

TEST(Firing, EndsInTheStoredCode) {
  Served served;
  std::size_t as_stored = 0;
  for (NodeIndex v = 0; v < kServedNodes; ++v) {
    const Json firing = served.post("firing", Json{{"row", v}}.dump());
    const Json node = served.post("node", Json{{"row", v}}.dump());
    as_stored += firing["as_stored"].get<bool>() ? 1 : 0;
    std::set<std::pair<int, int>> fired;
    std::set<std::pair<int, int>> stored;
    for (const Json& cell : firing["l23"]) {
      fired.emplace(cell["column"].get<int>(), cell["cell"].get<int>());
    }
    for (const Json& cell : node["l23"]) {
      stored.emplace(cell["column"].get<int>(), cell["cell"].get<int>());
    }
    EXPECT_EQ(fired, stored) << "node " << v;
  }
  EXPECT_GE(as_stored, kServedNodes * 9 / 10) << "the others had a tie broken";
}

TEST(Ids, OfAnyBytesComeBackAsJson) {
  Model model = testing_support::served_model();
  model.graph.ids = {};
  for (std::size_t v = 0; v < kServedNodes; ++v) {
    model.graph.ids.texts.push_back(v == 0   ? "<script>alert(\"1\")</script>"
                                    : v == 1 ? "\xff\x01"
                                             : std::to_string(v) + "x");
  }
  Served served(false, std::move(model));
  EXPECT_EQ(served.post("node", R"({"row": 0})")["id"], "<script>alert(\"1\")</script>");
  EXPECT_EQ(served.post("node", R"({"id": "<script>alert(\"1\")</script>"})")["row"], 0);
  EXPECT_EQ(served.post("node", R"({"row": 1})")["id"], "\xEF\xBF\xBD\x01");
  EXPECT_EQ(served.get("nodes?part=%3Cscript")["nodes"][0]["row"], 0);
  EXPECT_EQ(served.post("encode", R"({"edges": [{"to": "5x"}]})")["neighbours"].size(), 10U);
}

}  // namespace
}  // namespace columnar::routes_test
