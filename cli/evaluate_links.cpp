#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "arguments.hpp"
#include "columnar/baselines/method.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/links.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/model/embedder.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "link_reports.hpp"
#include "progress_line.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kMaxSplits = 1000;

struct LinksArguments {
  std::string graph;
  std::string held_out = "0.15";
  std::string negatives = "random";
  std::string forest = "random";
  std::string splits = "5";
  std::string cost = "0.1";
  std::string methods = "sdr-8,sdr-28";
  std::string residual;
  std::vector<std::string> embeddings;
  ReadOptions read;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

/// A way to embed a graph, by the name that --methods knows it by.
struct LinkMethod {
  std::string name;
  std::function<Embedding(const Graph&, std::uint64_t seed, const RunContext&)> embed;
};

/// The codes of one layer. Both layers come from one training: the last graph's table is kept for the next to ask.
class SdrMethods {
 public:
  explicit SdrMethods(Config config) : config_(std::move(config)) {}

  [[nodiscard]] Embedding embed(const Graph& graph, std::uint64_t seed, Layer layer, const RunContext& context) {
    if (!table_ || seed != seed_) {
      config_.seed = seed;
      table_ = Embedder(config_).fit(graph, context);
      seed_ = seed;
    }
    return select_layer(*table_, layer);
  }

 private:
  Config config_;
  std::uint64_t seed_ = 0;  ///< a split has one seed, so the seed says which residual graph it was
  std::optional<SdrTable> table_;
};

/// sdr-8 and sdr-28 of one training, and every other method of the program.
std::vector<LinkMethod> link_methods(const Config& config) {
  const auto codes = std::make_shared<SdrMethods>(config);
  const auto of_layer = [codes](Layer layer) {
    return [codes, layer](const Graph& graph, std::uint64_t seed, const RunContext& context) {
      return codes->embed(graph, seed, layer, context);
    };
  };
  std::vector<LinkMethod> methods{{"sdr-8", of_layer(Layer::kL23)}, {"sdr-28", of_layer(Layer::kAll)}};
  for (const Method method : all_methods()) {
    if (method != Method::kColumnar) {
      methods.push_back({std::string(method_name(method)),
                         [config, method](const Graph& graph, std::uint64_t seed, const RunContext& context) {
                           return embed_by(method, graph, config, BaselineConfig{}, seed, context);
                         }});
    }
  }
  return methods;
}

/// The methods named in a list, in its order. "none" names none.
std::vector<LinkMethod> chosen_methods(const std::string& list, const Config& config) {
  std::vector<LinkMethod> chosen;
  if (list == "none") {
    return chosen;
  }
  const std::vector<LinkMethod> known = link_methods(config);
  for (const std::string& name : CLI::detail::split(list, ',')) {
    const auto found = std::ranges::find(known, name, &LinkMethod::name);
    if (found == known.end()) {
      std::string names;
      for (const LinkMethod& method : known) {
        names += (names.empty() ? "" : ", ") + method.name;
      }
      throw Error(ErrorCode::kConfig, fmt::format("--methods: '{}' is none of {}", printable(name), names));
    }
    if (std::ranges::find(chosen, name, &LinkMethod::name) != chosen.end()) {
      throw Error(ErrorCode::kConfig, fmt::format("--methods: {} is named twice", name));
    }
    chosen.push_back(*found);
  }
  return chosen;
}

/// NAME=FILE[:LAYER] as a method that reads the file: of the first split alone, since it has seen one residual graph.
LinkMethod file_method(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const NamedSource parsed = parse_source(argument);
  if (equals == std::string::npos || equals == 0 || parsed.source.place.empty()) {
    throw Error(ErrorCode::kConfig, fmt::format("--embedding: '{}' is not NAME=FILE[:LAYER]", printable(argument)));
  }
  return {parsed.name, [source = parsed.source](const Graph& graph, std::uint64_t /*seed*/, const RunContext&) {
            return source.load_in_rows(graph.ids);
          }};
}

/// The files, each under a name of its own: figures of one name are taken together.
std::vector<LinkMethod> file_methods(const std::vector<std::string>& arguments,
                                     const std::vector<LinkMethod>& methods) {
  std::vector<LinkMethod> files;
  for (const std::string& argument : arguments) {
    LinkMethod file = file_method(argument);
    const auto taken = [&file](const std::vector<LinkMethod>& by) {
      return std::ranges::find(by, file.name, &LinkMethod::name) != by.end();
    };
    if (taken(methods) || taken(files)) {
      throw Error(ErrorCode::kConfig, fmt::format("--embedding: {} is named twice", printable(file.name)));
    }
    files.push_back(std::move(file));
  }
  return files;
}

/// id, tab, id (and the weight, where edges have one): what every embedding program reads.
void write_edges(const std::string& path, const Graph& graph) {
  AtomicFile file(path);
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    const auto row = graph.neighbours(u);
    const auto weights = graph.neighbour_weights(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (u < row[i]) {
        file.write(graph.ids.name(u) + "\t" + graph.ids.name(row[i]));
        file.write(weights.empty() ? std::string("\n") : fmt::format("\t{}\n", weights[i]));
      }
    }
  }
  file.commit();
}

EdgeSplitOptions split_options(const LinksArguments& arguments) {
  EdgeSplitOptions options;
  options.held_out = parse_real("--held-out", arguments.held_out);
  if (!(options.held_out > 0.0 && options.held_out < 1.0)) {
    throw Error(ErrorCode::kConfig, fmt::format("--held-out: {} is not between 0 and 1", arguments.held_out));
  }
  options.negatives = arguments.negatives == "hard" ? Negatives::kHard : Negatives::kRandom;
  options.forest = arguments.forest == "breadth-first" ? KeptForest::kBreadthFirst : KeptForest::kRandomOrder;
  return options;
}

void run_links(const LinksArguments& arguments) {
  const Config config = arguments.flags.config();
  const EdgeSplitOptions how = split_options(arguments);
  const auto splits = parse_whole("--splits", arguments.splits, 1, kMaxSplits);
  LinkOptions options;
  options.cost = parse_real("--cost", arguments.cost);
  if (options.cost <= 0.0) {
    throw Error(ErrorCode::kConfig, fmt::format("--cost: {} is not positive", arguments.cost));
  }
  const std::vector<LinkMethod> methods = chosen_methods(arguments.methods, config);
  const std::vector<LinkMethod> files = file_methods(arguments.embeddings, methods);
  if (!arguments.residual.empty()) {
    if (arguments.residual.ends_with(".npz") || arguments.residual.ends_with(".mtx") ||
        arguments.residual.ends_with(".gz")) {
      throw Error(ErrorCode::kConfig,
                  arguments.residual + ": --residual writes a plain edge list: name it .tsv or .txt");
    }
    require_writable(arguments.residual);
  }
  const ReadResult read = read_graph(arguments.graph, arguments.read);
  ProgressLine progress(arguments.quiet);
  const RunContext context{arguments.threads.value(), &progress};

  LinkResults results;
  results.graph = facts_of(arguments.graph, read.graph, read.report);
  results.split = how;
  results.cost = options.cost;
  results.first_seed = config.seed;
  for (std::uint64_t s = 0; s < splits; ++s) {
    const std::uint64_t seed = config.seed + s;
    const EdgeSplit split = split_edges(read.graph, how, seed);
    if (s == 0 && !arguments.residual.empty()) {
      write_edges(arguments.residual, split.residual);
    }
    results.add_split(split);
    const auto measure = [&](const LinkMethod& method) {
      const Embedding embedding = method.embed(split.residual, seed, context);
      progress.begin_stage("measure");
      results.add(method.name, codes_of(embedding) != nullptr, measure_links(split, embedding, options, context));
      progress.end_stage();
    };
    std::ranges::for_each(methods, measure);
    if (s == 0) {
      std::ranges::for_each(files, measure);
    }
  }
  if (arguments.json) {
    Json json{
        {"version", kVersion}, {"preset", arguments.flags.preset()}, {"config", Json::parse(config_to_json(config))}};
    json.update(links_json(results));
    print(json_text(json));
  } else {
    print(links_text(results));
  }
}

}  // namespace

void add_links(CLI::App& evaluate) {
  CLI::App* command = evaluate.add_subcommand(
      "links", "Hide some edges, embed what is left, and tell the hidden edges from pairs without one");
  const auto arguments = std::make_shared<LinksArguments>();
  command->add_option("GRAPH", arguments->graph, "As for columnar embed; undirected")->type_name("")->required();
  command->add_flag("--largest-component", arguments->read.largest_component, "Leave out all other components");
  command->add_option("--held-out", arguments->held_out, "Share of the edges that are hidden")
      ->type_name("X")
      ->default_str("0.15");
  command->add_option("--negatives", arguments->negatives, "Pairs without an edge: random, or hard (two hops apart)")
      ->type_name("KIND")
      ->check(CLI::IsMember({"random", "hard"}))
      ->default_str("random");
  command
      ->add_option("--forest", arguments->forest,
                   "Edges never hidden: random (a spanning tree by edges in random order) or breadth-first (shortest "
                   "paths from one node; easier)")
      ->type_name("KIND")
      ->check(CLI::IsMember({"random", "breadth-first"}))
      ->default_str("random");
  command->add_option("--splits", arguments->splits, "How many splits to take the mean over, by seeds from --seed on")
      ->type_name("N")
      ->default_str("5");
  command->add_option("--cost", arguments->cost, "C of the logistic regression")->type_name("X")->default_str("0.1");
  command
      ->add_option(
          "--methods", arguments->methods,
          "What to embed with, by commas: sdr-8, sdr-28, node2vec, deepwalk, line, ppmi-svd, k-winners; or none")
      ->type_name("LIST")
      ->default_str("sdr-8,sdr-28");
  command
      ->add_option("--residual", arguments->residual, "Write the edges that the first split leaves, to embed elsewhere")
      ->type_name("FILE");
  command->add_option("--embedding", arguments->embeddings, "Measure this embedding of them on the first split, too")
      ->type_name("NAME=FILE[:LAYER]");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { run_links(*arguments); });
}

}  // namespace columnar::cli
