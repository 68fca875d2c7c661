// How fast exact search is at a million codes: the inverted index and brute force beside FAISS, in one run. Every
// answer is compared before its time is shown.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>
#include <thread>

#include "columnar/core/error.hpp"
#include "columnar/core/random.hpp"
#include "columnar/report/numbers.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar/search/inverted_index.hpp"
#include "search/search.hpp"
#include "terminal.hpp"

namespace columnar::bench {
namespace {

struct Arguments {
  std::size_t codes = 1'000'000;
  std::size_t queries = 100;
  std::string python = "python3";
};

void require_equal(const Timing& expected, const Timing& actual) {
  if (!actual.overlaps.front().empty() && actual.overlaps != expected.overlaps) {
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

void bench(const Arguments& arguments) {
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const BenchCodes codes = make_codes(arguments.codes, cores);
  const SdrTable& table = codes.table;
  const KeyedRandom random(2, Purpose::kProbe);
  std::vector<NodeIndex> asked;
  std::vector<Query> queries;
  for (std::uint64_t i = 0; i < arguments.queries; ++i) {
    asked.push_back(static_cast<NodeIndex>(random.below(table.size(), i, 0)));
    queries.push_back({{table.code(asked.back()).begin(), table.code(asked.back()).end()}, {}});
  }
  std::vector<Timing> own;
  std::size_t index_bytes = 0;
  {
    const auto start = std::chrono::steady_clock::now();
    const InvertedIndex index(table);
    const std::chrono::duration<double> built = std::chrono::steady_clock::now() - start;
    index_bytes = index.bytes();
    own.push_back(time_index(fmt::format("inverted index, {}", name_of(available_simd().back())), index, queries));
    cli::print(fmt::format("{} codes, {}.\nInverted index: built in {:.2f} s, {:.1f} bytes a code.\n",
                           with_commas(table.size()), codes.origin, built.count(),
                           static_cast<double>(index_bytes) / static_cast<double>(table.size())));
    bench_threads(index, table);
  }
  for (const Simd simd : available_simd()) {
    const InvertedIndex index(table, simd);
    if (simd != available_simd().back() && plane_kernel(simd) != plane_kernel(Simd::kPortable)) {
      own.push_back(time_index(fmt::format("inverted index, {}", name_of(simd)), index, queries));
    }
  }
  for (const Simd simd : available_simd()) {
    own.push_back(time_index(fmt::format("brute force, {}", name_of(simd)), BruteForceIndex(table, simd), queries));
  }
  const auto binary = try_faiss("FAISS IndexBinaryFlat", "faiss_binary_flat.py", arguments, table, asked);
  const auto floats = try_faiss("FAISS IndexFlatIP, 64-d", "faiss_flat_ip.py", arguments, table, asked);
  for (const Timing& timing : own) {
    require_equal(own.front(), timing);
  }
  if (binary) {
    require_equal(own.front(), *binary);
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
      "BinaryFlat and FlatIP: how many times faster than these. The overlaps are the same in all rows but FlatIP's.\n");
}

}  // namespace
}  // namespace columnar::bench

int main(int argc, char** argv) {
  columnar::bench::Arguments arguments;
  CLI::App app{"Exact search at a million codes, beside FAISS", "bench_search"};
  app.add_option("--codes", arguments.codes, "Codes to search (1000000)")->check(CLI::Range(1000, 100'000'000));
  app.add_option("--queries", arguments.queries, "Queries to time (100)")->check(CLI::Range(1, 100'000));
  app.add_option("--python", arguments.python, "The Python that has faiss-cpu (python3)");
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
