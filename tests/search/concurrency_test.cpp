#include <atomic>
#include <functional>
#include <thread>

#include "columnar/search/associative_memory.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar/search/index_file.hpp"
#include "files/scratch.hpp"
#include "search/search_examples.hpp"

// One index, many readers at once: what a server does. ThreadSanitizer looks at the same tests.

namespace columnar::search_concurrency_test {
namespace {

constexpr std::size_t kReaders = 8;

/// Runs the body on many threads at once and counts how often it says no.
std::size_t complaints(const std::function<bool(std::size_t reader)>& body) {
  std::atomic<std::size_t> count = 0;
  {
    std::vector<std::jthread> readers;
    for (std::size_t reader = 0; reader < kReaders; ++reader) {
      readers.emplace_back([&, reader] { count += body(reader) ? 0 : 1; });
    }
  }
  return count;
}

/// Every reader asks all questions, each beginning at another one, and compares the answers with those of one thread.
std::size_t wrong_readers(const SearchIndex& index, const std::vector<Query>& queries) {
  const auto expected = index.top(queries, 10, {});
  const auto expected_all = index.at_least(queries, 3, {});
  return complaints([&](std::size_t reader) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const std::size_t q = (i + reader * queries.size() / kReaders) % queries.size();
      if (index.top(queries[q], 10) != expected[q] || index.at_least(queries[q], 3) != expected_all[q]) {
        return false;
      }
    }
    return index.top(queries, 10, {2, nullptr}) == expected;
  });
}

TEST(Concurrency, ManyReadersOfOneIndexGetTheAnswersOfOne) {
  const Scratch scratch;
  const SdrTable table = random_table(kSearchShape, 1500, 1);
  std::vector<Query> queries;
  for (NodeIndex row = 0; row < table.size(); row += 20) {
    const auto code = table.code(row);
    queries.push_back({{code.begin(), code.end()}, {row}});
  }
  const InvertedIndex built(table);
  EXPECT_EQ(wrong_readers(built, queries), 0U);
  EXPECT_EQ(wrong_readers(BruteForceIndex(table), queries), 0U);
  save_index(scratch.path("c.idx"), built, table.ids);
  EXPECT_EQ(wrong_readers(*map_index(scratch.path("c.idx")).index, queries), 0U);
}

TEST(Concurrency, ManyReadersOfOneMemoryRecallTheSame) {
  const AssociativeMemory memory(random_table(kPaperShape, 400, 2));
  const auto recalls = [&] {
    std::vector<std::uint32_t> seen;
    for (std::size_t row = 0; row < memory.codes().size(); row += 4) {
      const auto recalled = memory.recall(memory.codes().code(row).subspan(4));
      seen.push_back(recalled ? recalled->overlap : 0);
    }
    return seen;
  };
  const auto expected = recalls();
  EXPECT_EQ(complaints([&](std::size_t) { return recalls() == expected; }), 0U);
}

TEST(Concurrency, AReaderOfAnIndexThatIsReplacedSeesOneOrTheOther) {
  const Scratch scratch(memory_folder());
  const std::string path = scratch.path("c.idx");
  const std::vector<SdrTable> tables = {random_table(kPaperShape, 300, 3), random_table(kPaperShape, 700, 4)};
  const Query query{{1, 2, 3, 10, 500, 1501, 1600, 1700}, {}};
  const InvertedIndex first(tables[0]);
  const InvertedIndex second(tables[1]);
  const std::vector<std::vector<Hit>> answers = {first.top(query, 10), second.top(query, 10)};
  const std::vector<SectionedFileWriter> files = {make_index_file(first, tables[0].ids, path),
                                                  make_index_file(second, tables[1].ids, path)};
  files[0].write(path);
  std::atomic<bool> stop = false;
  std::jthread writer([&] {
    for (std::size_t i = 1; !stop; ++i) {
      files[i % 2].write(path);
    }
  });
  const std::size_t wrong = complaints([&](std::size_t) {
    for (int i = 0; i < 60; ++i) {
      const IndexFile file = map_index(path);
      const std::size_t which = file.ids == tables[0].ids ? 0 : 1;
      if (file.ids != tables[which].ids || file.index->top(query, 10) != answers[which]) {
        return false;
      }
    }
    return true;
  });
  stop = true;
  EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace columnar::search_concurrency_test
