// How fast exact search is at a million codes: the inverted index and brute force beside FAISS, in one run. Every
// answer is compared before its time is shown.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <thread>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar/kernels/targets.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar/search.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar_lab/report/numbers.hpp"
#include "search/search.hpp"
#include "terminal.hpp"

namespace columnar::bench {
namespace {

struct Arguments {
  std::size_t codes = 1'000'000;
  std::size_t queries = 100;
  std::string python = "python3";
  std::string layer;  ///< empty: both
};

/// All indexes of ours must find the same hits.
void require_equal(const Timing& expected, const Timing& actual) {
  if (actual.hits != expected.hits) {
    throw Error(ErrorCode::kInput, fmt::format("{} and {} find different hits", expected.name, actual.name));
  }
}

/// FAISS must find the same overlaps; which rows it takes of those that tie is its own affair.
void require_equal_overlaps(const Timing& expected, const Timing& actual) {
  if (actual.overlaps != expected.overlaps) {
    throw Error(ErrorCode::kInput, fmt::format("{} and {} find different overlaps", expected.name, actual.name));
  }
}

/// FAISS, or nothing, with a line, where its Python has none.
std::optional<Timing> try_faiss(const char* name, const char* script, const Arguments& arguments, const SdrTable& table,
                                const std::vector<NodeIndex>& rows) {
  try {
    return time_faiss(name, arguments.python, script, table, rows);
  } catch (const Error& error) {
    fmt::print(stderr, "bench_search: {} is left out: {}\n", name, error.what());
    return std::nullopt;
  }
}

std::string ratio(const std::optional<Timing>& other, double Timing::*figure, const Timing& own) {
  return other ? fmt::format("{:.1f}×", (*other).*figure / own.*figure) : "–";
}

/// Queries a second of a batch by the number of threads.
void bench_threads(const SearchIndex& index, const SdrTable& table) {
  std::vector<Query> queries;
  for (NodeIndex row = 0; row < std::min<std::size_t>(2000, table.size()); ++row) {
    queries.push_back({{table.code(row).begin(), table.code(row).end()}, {row}});
  }
  cli::Table rows;
  rows.add({"threads", "queries a second", "over one thread", "processor ms a query"});
  double one = 0.0;
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  for (int threads = 1; threads <= cores; threads = threads < cores ? std::min(cores, 2 * threads) : cores + 1) {
    double best = 0.0;
    double busy = 0.0;
    for (int round = 0; round < 3; ++round) {
      const std::clock_t before = std::clock();
      const auto start = std::chrono::steady_clock::now();
      (void)index.top(queries, kHits, {threads, nullptr});
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      const double used = 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
      best = std::max(best, static_cast<double>(queries.size()) / elapsed.count());
      busy = round == 0 ? used : std::min(busy, used);
    }
    one = threads == 1 ? best : one;
    rows.add({std::to_string(threads), fmt::format("{:.0f}", best), fmt::format("{:.2f}", best / one),
              fmt::format("{:.3f}", busy / static_cast<double>(queries.size()))});
  }
  cli::print("\nInverted index, batch of 2,000 queries:\n\n" + rows.text(""));
}

/// What is shared, on average, by the first answer that is not the row itself and by the last.
std::string depth_text(const Timing& timing) {
  double first[2] = {};
  double last[2] = {};
  for (const std::vector<Hit>& hits : timing.hits) {
    for (const auto& [sums, hit] :
         {std::pair{first, &hits[std::min<std::size_t>(1, hits.size() - 1)]}, std::pair{last, &hits.back()}}) {
      sums[0] += hit->near / static_cast<double>(timing.hits.size());
      sums[1] += hit->overlap / static_cast<double>(timing.hits.size());
    }
  }
  return fmt::format(
      "The best other hit shares {:.1f} neurons of L6 and {:.1f} other bits, the last {:.1f} and {:.1f}.", first[0],
      first[1], last[0], last[1]);
}

/// Times every index over one table, with its answers compared first.
void bench_layer(const Arguments& arguments, const SdrTable& table, const std::vector<NodeIndex>& asked) {
  std::vector<Query> queries;
  for (const NodeIndex row : asked) {
    queries.push_back({{table.code(row).begin(), table.code(row).end()}, {}});
  }
  std::vector<Timing> own;
  std::size_t index_bytes = 0;
  {
    const auto start = std::chrono::steady_clock::now();
    const InvertedIndex index(table);
    const std::chrono::duration<double> built = std::chrono::steady_clock::now() - start;
    index_bytes = index.bytes();
    own.push_back(time_index(fmt::format("inverted index, {}", available_targets().front().name), index, queries));
    cli::print(fmt::format("\n{} of {} bits.\nInverted index: built in {:.2f} s, {:.1f} bytes a code. {}\n",
                           table.shape.active(), with_commas(table.shape.width()), built.count(),
                           static_cast<double>(index_bytes) / static_cast<double>(table.size()),
                           depth_text(own.front())));
    bench_threads(index, table);
  }
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    if (target.id != available_targets().front().id) {
      own.push_back(time_index(fmt::format("inverted index, {}", target.name), InvertedIndex(table), queries));
    }
    own.push_back(time_index(fmt::format("brute force, {}", target.name), BruteForceIndex(table), queries));
  }
  const auto binary = try_faiss("FAISS IndexBinaryFlat", "faiss_binary_flat.py", arguments, table, asked);
  std::optional<Timing> floats;
  if (!table.shape.has_l6()) {
    floats = try_faiss("FAISS IndexFlatIP, 64-d", "faiss_flat_ip.py", arguments, table, asked);
  }
  for (const Timing& timing : own) {
    require_equal(own.front(), timing);
  }
  if (binary && !table.shape.has_l6()) {  // which it would count like any other bits
    require_equal_overlaps(own.front(), *binary);
  }

  cli::Table rows;
  rows.add({"exact top-10, one thread", "ms alone", "BinaryFlat", "FlatIP", "ms in a batch", "BinaryFlat", "FlatIP"});
  rows.add_rule();
  const auto add = [&](const Timing& timing) {
    rows.add({timing.name, fmt::format("{:.3f}", timing.alone), ratio(binary, &Timing::alone, timing),
              ratio(floats, &Timing::alone, timing), fmt::format("{:.3f}", timing.together),
              ratio(binary, &Timing::together, timing), ratio(floats, &Timing::together, timing)});
  };
  std::for_each(own.begin(), own.end(), add);
  for (const auto& other : {binary, floats}) {
    if (other) {
      add(*other);
    }
  }
  cli::print(
      "\n" + rows.text("") +
      "\nalone: queries one after the other, the median. in a batch: all queries in one call, the best of three.\n"
      "BinaryFlat and FlatIP: how many times faster than these. Our hits are the same in all rows; FAISS BinaryFlat "
      "has\n"
      "the same overlaps, but counts the bits of L6 like any others.\n");
}

void bench(const Arguments& arguments) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const BenchCodes codes = make_codes(arguments.codes, cores);
  cli::print(fmt::format("{} codes, {}.\n", with_commas(codes.table.size()), codes.origin));
  const KeyedRandom random(2, Purpose::kProbe);
  std::vector<NodeIndex> asked;
  for (std::uint64_t i = 0; i < arguments.queries; ++i) {
    asked.push_back(static_cast<NodeIndex>(random.below(codes.table.size(), i, 0)));
  }
  for (const Layer layer : {Layer::kAll, Layer::kSearch}) {
    if (arguments.layer.empty() || arguments.layer == layer_flag(layer)) {
      bench_layer(arguments, select_layer(codes.table, layer), asked);
    }
  }
}

}  // namespace
}  // namespace columnar::bench

int main(int argc, char** argv) {
  columnar::bench::Arguments arguments;
  CLI::App app{"Exact search at a million codes, beside FAISS", "bench_search"};
  app.add_option("--codes", arguments.codes, "Codes to search (1000000)")->check(CLI::Range(1000, 100'000'000));
  app.add_option("--queries", arguments.queries, "Queries to time (100)")->check(CLI::Range(1, 100'000));
  app.add_option("--python", arguments.python, "The Python that has faiss-cpu (python3)");
  app.add_option("--layer", arguments.layer, "Codes of all layers but L6 (all), or with it (search); both by default")
      ->check(CLI::IsMember({"all", "search"}));
  CLI11_PARSE(app, argc, argv);
  try {
    columnar::bench::bench(arguments);
    columnar::cli::flush_output();
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_search: {}\n", error.what());
    return 1;
  }
  return 0;
}
