#include "serving.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "columnar/core/stage.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/map/layout_file.hpp"
#include "columnar/model.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar_server/http/server.hpp"
#include "demo_graph.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kUsualPort = 8077;
constexpr std::size_t kLeastToken = 16;

/// Thrown by the progress of a map that is no longer needed.
struct Cancelled {};

/// Tells the service how far the map is; may end its drawing.
class DrawingProgress : public ForwardingSink {
 public:
  DrawingProgress(ProgressSink* next, server::Service& service, const std::atomic<bool>& cancelled)
      : ForwardingSink(next), service_(service), cancelled_(cancelled) {}

  void advance(double fraction) override {
    if (cancelled_.load()) {
      throw Cancelled();
    }
    service_.set_drawn(fraction);
    ForwardingSink::advance(fraction);
  }

 private:
  server::Service& service_;
  const std::atomic<bool>& cancelled_;
};

/// Draws the map while the server answers already, or takes it from the file beside the model.
class MapThread {
 public:
  MapThread(server::Service& service, std::string file, int threads, bool quiet)
      : thread_([this, &service, file = std::move(file), threads, quiet] { draw(service, file, threads, quiet); }) {}
  MapThread(const MapThread&) = delete;
  MapThread& operator=(const MapThread&) = delete;
  MapThread(MapThread&&) = delete;
  MapThread& operator=(MapThread&&) = delete;
  ~MapThread() {
    cancelled_.store(true);
    thread_.join();
  }

 private:
  void draw(server::Service& service, const std::string& file, int threads, bool quiet) {
    const std::shared_ptr<const server::Snapshot> snapshot = service.snapshot();
    ProgressLine line(quiet);
    try {
      const LayoutConfig config;
      const std::string digest = layout_digest(snapshot->codes(), config);
      if (!file.empty()) {
        if (auto places = load_layout(file, snapshot->nodes(), digest)) {
          service.set_places(*places);
          return;
        }
      }
      DrawingProgress progress(&line, service, cancelled_);
      const RunContext context{threads, &progress};
      std::vector<Place> places = run_stage(context, "map", [&] { return layout(snapshot->codes(), config, context); });
      if (!file.empty()) {
        keep(file, places, digest, line);
      }
      service.set_places(places);
    } catch (const Cancelled&) {  // the server ends
    } catch (const std::exception& error) {
      warn(fmt::format("the map could not be drawn: {}", error.what()));
    }
  }

  /// A folder that cannot be written costs time at the next start, no more.
  static void keep(const std::string& file, const std::vector<Place>& places, const std::string& digest,
                   ProgressLine& line) {
    try {
      save_layout(file, places, digest);
    } catch (const Error& error) {
      line.note(fmt::format("the map is not kept: {}", error.what()));
    }
  }

  std::atomic<bool> cancelled_{false};
  std::thread thread_;  // last: it uses what stands above
};

struct Served {
  Model model;
  std::shared_ptr<const Labels> labels;
  std::string title;
  std::string map_file;  ///< empty: the map is not kept
};

Served fit_demo(int threads, bool quiet) {
  LabelledGraph town = planted_communities(kTown);
  const Config config;
  ProgressLine progress(quiet);
  progress.expect(estimate_fit(town.graph, config, threads).stages);
  Embedder embedder(config);
  (void)embedder.fit(town.graph, {threads, &progress});
  return {std::move(embedder).take_model(), std::make_shared<const Labels>(std::move(town.labels)),
          "demo: six communities", ""};
}

Served read_served(const ServingArguments& arguments) {
  if (!is_model_file(arguments.model)) {
    require_no_other_kind(arguments.model);
  }
  Served served{load_model(arguments.model), nullptr, std::filesystem::path(arguments.model).filename().string(),
                arguments.model + ".map"};
  return served;
}

/// --token, or COLUMNAR_TOKEN, or a new one where the server can be reached from other machines.
std::string token_of(const ServingArguments& arguments) {
  std::string token = arguments.token;
  if (token.empty()) {
    const char* from_environment = std::getenv("COLUMNAR_TOKEN");  // NOLINT(concurrency-mt-unsafe): no thread runs yet
    token = from_environment == nullptr ? "" : from_environment;
  }
  if (token.empty() && !server::is_loopback(arguments.address)) {
    return server::random_token();
  }
  const bool is_safe = std::ranges::all_of(token, [](char c) { return c > ' ' && c <= '~' && c != '#' && c != '&'; });
  if (!token.empty() && (token.size() < kLeastToken || !is_safe)) {
    throw Error(
        ErrorCode::kConfig,
        fmt::format("--token: must have at least {} characters, printable ASCII without blanks, # and &", kLeastToken));
  }
  return token;
}

std::string url_of(const std::string& address, std::uint16_t port) {
  const bool is_v6 = address.find(':') != std::string::npos;
  return is_v6 ? fmt::format("http://[{}]:{}/", address, port) : fmt::format("http://{}:{}/", address, port);
}

/// "Serving graph.model: 3,000 nodes" and where.
void announce(const ServingArguments& arguments, const server::Service& service, const std::string& token,
              std::uint16_t port) {
  const std::string url = url_of(arguments.address, port);
  std::vector<std::string> lines{arguments.with_page ? url + (token.empty() ? "" : "#token=" + token)
                                                     : url + "api/v1/"};
  if (!arguments.with_page && !token.empty()) {
    lines.push_back("Authorization: Bearer " + token);
  }
  print(labelled("Model",
                 {fmt::format("{}, {}", service.options().title, counted(service.snapshot()->nodes(), "node"))}) +
        labelled("Address", lines) + labelled("End", {"Ctrl-C"}));
  flush_output();
}

}  // namespace

void add_serving_options(CLI::App& command, ServingArguments& arguments) {
  command.add_option("--port", arguments.port, "Port; 0 for any that is free")
      ->type_name("N")
      ->default_str(std::to_string(kUsualPort));
  command.add_option("--listen", arguments.address, "IP address; beyond this machine (0.0.0.0) a token is needed")
      ->type_name("ADDRESS")
      ->default_str(arguments.address);
  command
      .add_option("--token", arguments.token,
                  "Who asks must send this text; also as COLUMNAR_TOKEN, which other users of the machine cannot see")
      ->type_name("TEXT")
      ->default_str("a new one beyond this machine");
  command
      .add_option("--host", arguments.hosts,
                  "A name by which clients call the server, such as that of a proxy; may be given several times")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_labels_option(command, arguments.labels);
  command.add_flag("--updates", arguments.updates, "Allow requests to change edges, in memory alone");
  arguments.threads.add_to(command);
  command.add_flag("-q,--quiet", arguments.quiet, "Show no progress");
}

void run_server(const ServingArguments& arguments) {
  const auto port =
      static_cast<std::uint16_t>(arguments.port.empty() ? kUsualPort : parse_whole("--port", arguments.port, 0, 65535));
  const int threads = arguments.threads.value();
  server::ServerOptions options;
  options.address = arguments.address;
  options.port = port;
  options.with_page = arguments.with_page;
  options.threads = threads;
  options.guard.names = arguments.hosts;
  options.guard.token = token_of(arguments);
  server::Server server(options);
  Served served = arguments.model.empty() ? fit_demo(threads, arguments.quiet) : read_served(arguments);
  if (!arguments.labels.empty()) {
    served.labels = std::make_shared<const Labels>(read_labels(arguments.labels, served.model.graph.ids));
  }
  ProgressLine progress(arguments.quiet);
  const RunContext context{threads, &progress};
  std::optional<server::Service> service;
  run_stage(context, "index", [&] {
    service.emplace(std::move(served.model),
                    server::ServiceOptions{served.title, served.labels, arguments.updates, threads});
  });
  announce(arguments, *service, options.guard.token, server.port());
  const MapThread map(*service, served.map_file, threads, arguments.quiet);
  server.run(*service);
}

}  // namespace columnar::cli
