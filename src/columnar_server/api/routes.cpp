#include "columnar_server/api/routes.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "columnar/version.hpp"
#include "columnar_server/api/fields.hpp"
#include "columnar_server/api/page.hpp"

namespace columnar::server {
namespace {

Answer get_health(const Context&, const Json&) { return json_answer({{"status", "ok"}}); }

Answer get_version(const Context&, const Json&) { return json_answer({{"version", kVersion}}); }

Answer get_openapi(const Context&, const Json&) {
  static const auto text = std::make_shared<const std::string>(openapi_text());
  return {200, "application/json", text};
}

constexpr std::array kRoutes = {
    Route{"GET", "health", "", get_health},
    Route{"GET", "version", "", get_version},
    Route{"GET", "openapi.json", "", get_openapi},
    Route{"GET", "summary", "", get_summary},
    Route{"GET", "map", "", get_map},
    Route{"GET", "map/data", "", get_map_data},
    Route{"GET", "nodes", "part limit", get_nodes},
    Route{"GET", "nodes/ids", "rows", get_node_ids},
    Route{"POST", "node", "id row", post_node},
    Route{"POST", "neighbours", "nodes k layer", post_neighbours},
    Route{"POST", "ask", "like unlike bits k", post_ask},
    Route{"POST", "overlaps", "id row bits", post_overlaps},
    Route{"POST", "ego", "id row limit", post_ego},
    Route{"POST", "recommend", "nodes k", post_recommend},
    Route{"POST", "explain", "id row with", post_explain},
    Route{"POST", "community", "rows", post_community},
    Route{"POST", "encode", "edges k", post_encode},
    Route{"POST", "update", "add remove", post_update},
    Route{"GET", "columns", "", get_columns},
    Route{"POST", "firing", "id row", post_firing},
};

}  // namespace

std::span<const Route> routes() { return kRoutes; }

Answer answer_route(Service& service, const Request& request) {
  const std::string_view target = request.target;
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, mark);
  if (!path.starts_with(kRoot)) {
    throw Refusal(404, "there is nothing at this path");
  }
  const std::string_view name = path.substr(kRoot.size());
  const auto* const route = std::ranges::find(kRoutes, name, &Route::path);
  if (route == kRoutes.end()) {
    throw Refusal(404, "there is nothing at this path; GET /api/v1/openapi.json lists what there is");
  }
  if (route->method != request.method) {
    throw Refusal(405, std::string("this path is for ") + std::string(route->method));
  }
  const bool is_post = route->method == "POST";
  if (is_post && mark < target.size()) {
    throw Refusal(400, "query: the fields of a POST are in its body");
  }
  const Json fields =
      is_post ? fields_of_body(request.body) : fields_of_query(target.substr(std::min(mark + 1, target.size())));
  require_known_fields(fields, route->fields);
  const Service::State state = service.state();
  return route->answer({service, *state.snapshot, state.map.get()}, fields);
}

}  // namespace columnar::server
