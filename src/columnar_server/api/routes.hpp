#pragma once

#include <span>
#include <string_view>

#include "columnar_server/api/answer.hpp"
#include "columnar_server/api/service.hpp"

namespace columnar::server {

/// Where every path begins.
/// What begins so needs the token, and is answered by the service.
inline constexpr std::string_view kApi = "/api/";
inline constexpr std::string_view kRoot = "/api/v1/";

/// What a handler answers from.
struct Context {
  Service& service;
  const Snapshot& snapshot;
  const MapData* map;  ///< null while the map is being drawn
};

/// One way to ask. openapi.json describes each; a test compares the two.
struct Route {
  std::string_view method;
  std::string_view path;    ///< below kRoot
  std::string_view fields;  ///< names that a request may have, separated by spaces
  Answer (*answer)(const Context& context, const Json& fields);
};

[[nodiscard]] std::span<const Route> routes();

/// Answers a request. Throws Refusal: 404 for an unknown path, 405 for another method; and what handlers throw.
[[nodiscard]] Answer answer_route(Service& service, const Request& request);

// The handlers, by file.
// graph_endpoints.cpp
Answer get_summary(const Context& context, const Json& fields);
Answer get_map(const Context& context, const Json& fields);
Answer get_map_data(const Context& context, const Json& fields);
Answer get_nodes(const Context& context, const Json& fields);
Answer get_node_ids(const Context& context, const Json& fields);
Answer post_node(const Context& context, const Json& fields);
Answer post_ego(const Context& context, const Json& fields);
// search_endpoints.cpp
Answer post_neighbours(const Context& context, const Json& fields);
Answer post_ask(const Context& context, const Json& fields);
Answer post_overlaps(const Context& context, const Json& fields);
Answer post_recommend(const Context& context, const Json& fields);
// explain_endpoints.cpp
Answer post_explain(const Context& context, const Json& fields);
Answer post_community(const Context& context, const Json& fields);
// living_endpoints.cpp
Answer post_encode(const Context& context, const Json& fields);
Answer post_update(const Context& context, const Json& fields);
// cortex_endpoints.cpp
Answer get_columns(const Context& context, const Json& fields);
Answer post_firing(const Context& context, const Json& fields);

}  // namespace columnar::server
