#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>

#include "arguments.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/geometry.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "commands.hpp"
#include "demo_graph.hpp"
#include "progress_line.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct DemoArguments {
  std::string seed = "1";
  bool quiet = false;
  ThreadsOption threads;
};

void heading(const std::string& title) {
  std::string line;
  for (std::size_t i = 0; i < title.size(); ++i) {
    line += "─";
  }
  print(fmt::format("\n{}\n{}\n", title, line));
}

struct Embedded {
  SdrTable table;
  ClassificationReport classes;
};

Embedded embed(const LabelledGraph& labelled_graph, std::uint64_t seed, int threads, bool quiet) {
  Config config;
  config.seed = seed;
  ProgressLine progress(quiet || !is_terminal(2));
  progress.expect(estimate_fit(labelled_graph.graph, config, threads).stages);
  Embedder embedder(config);
  Embedded result;
  result.table = select_layer(embedder.fit(labelled_graph.graph, {threads, &progress}), Layer::kAll);
  ClassifyOptions options;
  options.threads = threads;
  result.classes = classify(result.table, labelled_graph.labels, options);
  return result;
}

/// The row of a member of the club by its number.
std::size_t row_of(const SdrTable& table, std::int64_t member) {
  const auto& ids = table.ids.integers;
  return static_cast<std::size_t>(std::find(ids.begin(), ids.end(), member) - ids.begin());
}

std::string bits_text(std::span<const std::uint16_t> bits) {
  std::string text;
  for (const std::uint16_t bit : bits) {
    text += fmt::format("{}{}", text.empty() ? "" : " ", bit);
  }
  return text;
}

/// Shared bits of a few members with each other, one shade a step: the two factions show as two squares.
std::string similarity_picture(const SdrTable& table, const std::vector<std::int64_t>& members) {
  constexpr std::array<std::string_view, 5> kShades{"  ", "░░", "▒▒", "▓▓", "██"};
  std::string text = "        ";
  for (const std::int64_t member : members) {
    text += fmt::format("{:>3}", member);
  }
  text += '\n';
  for (const std::int64_t a : members) {
    text += fmt::format("    {:>3} ", a);
    for (const std::int64_t b : members) {
      const std::uint32_t shared = overlap(table.code(row_of(table, a)), table.code(row_of(table, b)));
      text += " ";
      text += kShades[shared == 0 ? 0 : 1 + (shared - 1) * (kShades.size() - 1) / table.shape.active()];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

void show_town(std::uint64_t seed, int threads, bool quiet) {
  heading("A graph with six hidden communities");
  const LabelledGraph town = planted_communities(kTown);
  print(
      fmt::format("{} nodes, {} edges; {:.0f} % of the edges lead out of their community. The program sees only the\n"
                  "edges; the communities only serve to measure the codes.\n\n",
                  with_commas(town.graph.node_count()), with_commas(town.graph.edge_count()), 100.0 * kTown.mixing));
  flush_output();
  const Embedded result = embed(town, seed, threads, quiet);
  print(health_text(code_health(result.table, &town.labels), result.table.shape));
  print("\nCan a linear classifier tell the community from the code?\n\n");
  print(classification_text(result.classes, 5));
  print("\nCodes of nodes that are close in the graph share more bits:\n\n");
  Table hops;
  hops.align_left(2);
  hops.add({"hops apart", "shared bits", ""});
  hops.add_rule();
  const std::vector<double> by_hop = overlap_by_hop(town.graph, result.table);
  for (std::size_t hop = 0; hop < by_hop.size(); ++hop) {
    std::string bar;
    for (int i = 0; i < static_cast<int>(by_hop[hop] * 1.5); ++i) {
      bar += "▪";
    }
    hops.add({std::to_string(hop + 1), fmt::format("{:.1f} of {}", by_hop[hop], result.table.shape.active()), bar});
  }
  print(hops.text());
  flush_output();
}

void show_club(std::uint64_t seed, int threads, bool quiet) {
  heading("Zachary's karate club");
  const LabelledGraph club = karate_club();
  print(fmt::format("{} members, {} friendships; after a quarrel the club split into two.\n\n", club.graph.node_count(),
                    club.graph.edge_count()));
  flush_output();
  const Embedded result = embed(club, seed, threads, quiet);
  print(classification_text(result.classes, 5));

  constexpr std::int64_t kInstructor = 1;
  constexpr std::int64_t kFriend = 4;
  constexpr std::int64_t kOfficer = 34;
  print("\nTwo members of one side and one of the other, as codes:\n\n");
  for (const std::int64_t member : {kInstructor, kFriend, kOfficer}) {
    print(fmt::format("  {:>2}  {}\n", member, bits_text(result.table.code(row_of(result.table, member)))));
  }
  const auto shared = [&result](std::int64_t a, std::int64_t b) {
    return overlap(result.table.code(row_of(result.table, a)), result.table.code(row_of(result.table, b)));
  };
  print(fmt::format("\n  {} and {} share {} of {} bits; {} and {} share {}.\n\n", kInstructor, kFriend,
                    shared(kInstructor, kFriend), result.table.shape.active(), kInstructor, kOfficer,
                    shared(kInstructor, kOfficer)));
  print("Six members of each side against each other, darker = more shared bits:\n\n");
  print(similarity_picture(result.table, {1, 2, 3, 4, 8, 14, 34, 33, 9, 31, 24, 30}));
  flush_output();
}

void run_demo(const DemoArguments& arguments) {
  const std::uint64_t seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  const int threads = arguments.threads.value();
  const auto start = std::chrono::steady_clock::now();
  print("Columnar turns each node of a graph into a sparse binary code by local learning rules.\n");
  show_town(seed, threads, arguments.quiet);
  show_club(seed, threads, arguments.quiet);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  print(
      fmt::format("\nAll of this took {}. Now with your own graph, one edge per line:\n\n"
                  "  columnar embed graph.tsv -o codes.sdr\n"
                  "  columnar inspect codes.sdr\n"
                  "  columnar evaluate classify codes.sdr --labels labels.tsv\n\n"
                  "or look around in a browser: columnar explore --demo\n",
                  human_seconds(elapsed.count())));
}

}  // namespace

void add_demo(CLI::App& app) {
  CLI::App* command = app.add_subcommand("demo", "Embed two built-in graphs and measure the codes");
  const auto arguments = std::make_shared<DemoArguments>();
  command->add_option("--seed", arguments->seed, "Of the codes")->type_name("N")->default_str("1");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run_demo(*arguments); });
}

}  // namespace columnar::cli
