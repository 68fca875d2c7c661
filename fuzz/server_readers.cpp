#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "columnar/core/json_bounds.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/map/layout.hpp"
#include "columnar_server/api/service.hpp"
#include "columnar_server/http/guard.hpp"
#include "fuzz/outcome.hpp"
#include "fuzz/readers.hpp"

// Requests to the server: a line "METHOD TARGET", headers, an empty line, the body.

namespace columnar::fuzz {
namespace {

/// Small, and quick to answer from.
const Model& small_model() {
  static const Model model = [] {
    Config config;
    config.walks = {.walks_per_node = 2, .walk_length = 8, .window = 2};
    config.spectral.rank = 4;
    config.spectral.regions = 4;
    config.l23.columns = 12;
    config.l23.active_columns = 3;
    config.readout.l5a_size = 12;
    config.readout.l5a_active = 4;
    config.eligibility.nrw_regions = 2;
    config.eligibility.candidate_columns = 10;
    config.training.presentations = 64;
    config.living.local_walks = 4;
    config.living.update_presentations = 1;
    Embedder embedder(config);
    (void)embedder.fit(karate_club().graph, {});
    return embedder.model();
  }();
  return model;
}

void draw_map(server::Service& service) { service.set_places(layout(service.snapshot()->codes(), {.epochs = 1})); }

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

server::Head head_of(std::string_view first, std::string_view& text) {
  const std::size_t blank = std::min(first.find(' '), first.size());
  server::Head head{first.substr(0, blank), first.substr(std::min(blank + 1, first.size())), {}};
  for (std::string_view line = take_line(text); !line.empty(); line = take_line(text)) {
    const std::size_t colon = std::min(line.find(": "), line.size());
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = line.substr(std::min(colon + 2, line.size()));
    if (name == "Host") {
      head.hosts.push_back(value);
    } else if (name == "Origin") {
      head.origin = value;
    } else if (name == "Sec-Fetch-Site") {
      head.fetch_site = value;
    } else if (name == "Authorization") {
      head.authorization = value;
    } else if (name == "Content-Type") {
      head.content_type = value;
    }
  }
  return head;
}

/// What every answer keeps to, whatever was asked.
void check(const server::Answer& answer) {
  static const std::set<int> kStatuses{200, 400, 401, 403, 404, 405, 415, 503};
  require(kStatuses.contains(answer.status), "an answer of no status that there is, or of a defect");
  if (answer.type != "application/json") {
    require(answer.status == 200 && answer.type == "application/octet-stream", "an answer of another type");
    return;
  }
  const Json json = parse_json(*answer.body, "answer", JsonBounds{std::size_t{1} << 24, 64, std::size_t{1} << 24});
  require(answer.status == 200 || (json.contains("error") && json["error"].is_string()), "a refusal without a reason");
}

}  // namespace

bool read_request_input(Input input) {
  static const server::Guard kGuard{.port = 80, .names = {"graph.example"}, .token = "0123456789abcdef"};
  static server::Service* const kService = [] {  // never ends: the end of the program is no part of the test
    auto* service = new server::Service(small_model(), {.title = "small", .labels = nullptr});
    draw_map(*service);
    return service;
  }();
  std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  const std::string_view first = take_line(text);
  const server::Head head = head_of(first, text);
  if (const auto refusal = kGuard.refusal(head)) {
    check(*refusal);
  }
  const server::Request request{std::string(head.method), std::string(head.target), std::string(text)};
  server::Answer answer = kService->answer(request);
  check(answer);
  if (request.target == "/api/v1/update") {  // on a model of its own: the next input must find the first
    server::Service updated(small_model(), {.title = "", .labels = nullptr, .allow_updates = true});
    draw_map(updated);
    answer = updated.answer(request);
    check(answer);
    check(updated.answer({"GET", "/api/v1/columns", ""}));
  }
  return answer.status == 200;
}

}  // namespace columnar::fuzz
