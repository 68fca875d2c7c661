#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "columnar/core/json_bounds.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/map/layout.hpp"
#include "columnar_server/api/service.hpp"
#include "cortex/tiny_cortex.hpp"

namespace columnar::testing_support {

inline constexpr std::size_t kServedNodes = 120;

/// Three communities, trained once.
inline const Model& served_model() {
  static const Model model = [] {
    Embedder embedder(small_config());
    (void)embedder.fit(planted_communities(kServedNodes, 3, 8.0, 0.05, 5).graph, {});
    return embedder.model();
  }();
  return model;
}

/// A service over that model, its map drawn.
class Served {
 public:
  explicit Served(bool allow_updates = false, Model model = served_model())
      : service(std::move(model), {.title = "small", .labels = nullptr, .allow_updates = allow_updates, .threads = 1}) {
    service.set_places(layout(service.snapshot()->codes()));
  }

  server::Answer ask(const std::string& method, const std::string& path, const std::string& body = "") {
    return service.answer({method, "/api/v1/" + path, body});
  }
  /// The JSON of an answer of that status.
  Json json(const std::string& method, const std::string& path, const std::string& body = "", int status = 200) {
    const server::Answer answer = ask(method, path, body);
    EXPECT_EQ(answer.status, status) << path << " " << body << ": " << answer.body->substr(0, 300);
    EXPECT_EQ(answer.type, "application/json");
    return parse_json(*answer.body, path, JsonBounds{std::size_t{1} << 24, 64, 1000});
  }
  Json get(const std::string& path, int status = 200) { return json("GET", path, "", status); }
  Json post(const std::string& path, const std::string& body, int status = 200) {
    return json("POST", path, body, status);
  }
  /// The message of a refusal.
  std::string refusal(const std::string& path, const std::string& body, int status) {
    return post(path, body, status)["error"].get<std::string>();
  }

  server::Service service;
};

}  // namespace columnar::testing_support
