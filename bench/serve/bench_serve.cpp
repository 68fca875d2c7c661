// What a server adds to a query at a million codes: the library call alone, then many clients at once, paced and as
// fast as answers come. Server and clients share the machine. Answers are compared before times are shown.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <numeric>
#include <thread>

#include "columnar/core/json_bounds.hpp"
#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_lab/report/numbers.hpp"
#include "columnar_server/http/server.hpp"
#include "search/search.hpp"
#include "serve/clients.hpp"
#include "terminal.hpp"

namespace columnar::bench {
namespace {

struct Arguments {
  std::size_t codes = 1'000'000;
  std::size_t clients = 200;
  std::size_t requests = 100'000;
  std::size_t paced = 10'000;
  std::size_t pause = 1000;
  int threads = 2;
};

/// A model with these codes and no edges: enough to be searched.
Model model_of(const SdrTable& table) {
  Model model;
  const SdrShape shape = search_shape(model.config);
  if (!(shape == table.shape)) {
    throw Error(ErrorCode::kInput, "the codes are not of the default shape");
  }
  const std::size_t learned = shape.active() - shape.l6().active;
  model.graph.offsets.assign(table.size() + 1, 0);
  model.graph.ids = table.ids;
  model.regions.assign(table.size(), 0);
  for (std::size_t v = 0; v < table.size(); ++v) {
    const auto code = table.code(v);
    model.codes.insert(model.codes.end(), code.begin(), code.begin() + static_cast<std::ptrdiff_t>(learned));
    for (const std::uint16_t bit : code.subspan(learned)) {
      model.l6.push_back(static_cast<std::uint16_t>(bit - shape.l6().begin));
    }
  }
  return model;
}

double percentile(const std::vector<double>& ascending, double share) {
  return ascending.empty() ? 0.0
                           : ascending[static_cast<std::size_t>(share * static_cast<double>(ascending.size() - 1))];
}

/// Milliseconds of call(i) for each i, one after the other on this thread; ascending.
template <class Call>
std::vector<double> time_calls(std::size_t count, const Call& call) {
  std::vector<double> times;
  for (std::size_t i = 0; i < count; ++i) {
    const auto start = std::chrono::steady_clock::now();
    call(i);
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::ranges::sort(times);
  return times;
}

/// Of all threads of this process: server and clients together.
double cpu_seconds() { return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC); }

/// Resident memory of this process: Linux alone; 0 elsewhere.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages >> pages;
  return pages * 4096;
}

void require_same_answers(server::Service& service, const std::vector<NodeIndex>& rows,
                          const std::vector<std::string>& bodies) {
  const auto snapshot = service.snapshot();
  for (std::size_t i = 0; i < 50; ++i) {
    const server::Answer answer = service.answer({"POST", "/api/v1/neighbours", bodies[i]});
    const Json json = parse_json(*answer.body, "answer", JsonBounds{std::size_t{1} << 20, 64, 100});
    const auto hits = snapshot->index().top(query_like(snapshot->codes(), std::span(&rows[i], 1)), kHits);
    for (std::size_t h = 0; h < hits.size(); ++h) {
      if (json["results"][0]["neighbours"][h]["row"] != hits[h].row) {
        throw Error(ErrorCode::kInput, "the server finds other nodes than the library");
      }
    }
  }
}

void run(const Arguments& arguments) {
  BenchCodes made = make_codes(arguments.codes, arguments.threads);
  server::Service service(model_of(made.table), {.title = "bench", .labels = nullptr});
  made.table = {};
  const KeyedRandom random(2, Purpose::kProbe);
  std::vector<NodeIndex> rows;
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < 1000; ++i) {
    rows.push_back(static_cast<NodeIndex>(random.below(arguments.codes, i, 0)));
    bodies.push_back(fmt::format(R"({{"nodes":[{{"row":{}}}],"k":{}}})", rows.back(), kHits));
  }
  require_same_answers(service, rows, bodies);
  server::Server server({.threads = arguments.threads});
  std::thread serving([&] { server.run(service); });
  const auto ask = [&](std::size_t clients, std::size_t requests, std::size_t pause) {
    return ask_at_once(server.port(), "/api/v1/neighbours", bodies, clients, requests,
                       std::chrono::milliseconds(pause));
  };
  cli::Table table;
  table.add({"", "requests", "errors", "requests/s", "median ms", "p99 ms", "worst ms", "CPU ms"});
  table.add_rule();
  double cpu = cpu_seconds();
  const auto add = [&](const std::string& name, const Load& load) {
    const auto& times = load.milliseconds;
    const double each = 1000.0 / static_cast<double>(std::max<std::size_t>(1, times.size()));
    table.add({name, with_commas(times.size()), with_commas(load.errors),
               fmt::format("{:.0f}", static_cast<double>(times.size()) / load.seconds),
               fmt::format("{:.2f}", percentile(times, 0.5)), fmt::format("{:.2f}", percentile(times, 0.99)),
               fmt::format("{:.2f}", percentile(times, 1.0)), fmt::format("{:.3f}", each * (cpu_seconds() - cpu))});
    cpu = cpu_seconds();
  };
  const auto time = [&](const char* name, const auto& call) {
    const std::vector<double> times = time_calls(rows.size(), call);
    add(name, {times, 0, std::reduce(times.begin(), times.end()) / 1000.0});
  };
  const auto snapshot = service.snapshot();
  std::size_t found = 0;
  time("library call, one thread", [&](std::size_t i) {
    found += snapshot->index().top(query_like(snapshot->codes(), std::span(&rows[i], 1)), kHits).size();
  });
  time("handler without sockets, one thread", [&](std::size_t i) {
    found += service.answer({"POST", "/api/v1/neighbours", bodies[i]}).status == 200 ? kHits : 0;
  });
  if (found != 2 * rows.size() * kHits) {
    throw Error(ErrorCode::kInput, "a query finds too few");
  }
  add("one client", ask(1, 1000, 0));
  add(fmt::format("{} clients, {} ms between", arguments.clients, arguments.pause),
      ask(arguments.clients, arguments.paced, arguments.pause));
  const std::uint64_t before = resident_bytes();
  add(fmt::format("{} clients, no pause", arguments.clients), ask(arguments.clients, arguments.requests, 0));
  const std::uint64_t after = resident_bytes();
  server.stop();
  serving.join();
  fmt::print("{} codes: {}.\n\n{}\nMemory before the last row {}, after it {}.\n", with_commas(arguments.codes),
             made.origin, table.text(""), human_bytes(before), human_bytes(after));
}

}  // namespace
}  // namespace columnar::bench

int main(int argc, char** argv) {
  columnar::bench::Arguments arguments;
  CLI::App app{"Times queries through the server."};
  app.add_option("--codes", arguments.codes);
  app.add_option("--clients", arguments.clients);
  app.add_option("--requests", arguments.requests, "Without a pause");
  app.add_option("--paced", arguments.paced, "Requests with a pause");
  app.add_option("--pause", arguments.pause, "Milliseconds");
  app.add_option("--threads", arguments.threads);
  CLI11_PARSE(app, argc, argv);
  try {
    columnar::bench::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_serve: {}\n", error.what());
    return 1;
  }
  return 0;
}
