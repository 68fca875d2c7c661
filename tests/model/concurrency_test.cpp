#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar_lab/evaluate/explain.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"

// One model, many readers at once, in threads and in processes.

namespace columnar::model_concurrency_test {
namespace {

using testing_support::small_config;

Model trained(std::uint64_t seed) {
  Config config = small_config();
  config.seed = seed;
  Embedder embedder(config);
  (void)embedder.fit(planted_communities(120, 3, 8.0, 0.05, seed).graph, {});
  return embedder.model();
}

TEST(Concurrency, ManyReadersOfOneModelGetTheAnswersOfOne) {
  const Scratch scratch;
  const Model model = trained(5);
  const EdgeChanges edges = read_edge_changes(scratch.put("new.tsv", "new 1\nnew 2\nnewer 7\nnewer new\n"));
  const SdrTable codes = codes_of(model);
  const SdrTable expected = encode(model, edges, {}).codes;
  const auto why = [&] {
    double sum = 0.0;
    for (const BitExplanation& bit : explain_code(codes, model, nullptr, 3).bits) {
      sum += bit.eligibility + bit.better_columns;
    }
    return sum;
  };
  const double expected_why = why();
  std::atomic<std::size_t> wrong = 0;
  {
    std::vector<std::jthread> readers;
    for (int reader = 0; reader < 8; ++reader) {
      readers.emplace_back([&] {
        for (int i = 0; i < 5; ++i) {
          const bool right =
              encode(model, edges, {}).codes == expected && codes_of(model) == codes && why() == expected_why;
          wrong += right ? 0 : 1;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(Concurrency, ProcessesThatReadAModelWhileItIsReplacedSeeOneOrTheOther) {
  const Scratch scratch(memory_folder());
  const std::string path = scratch.path("a.model");
  const std::vector<Model> models = {trained(1), trained(2)};
  const std::vector<SectionedFileWriter> files = {make_model_file(models[0], path), make_model_file(models[1], path)};
  const std::vector<SectionedFile> whole = {SectionedFile::parse(files[0].bytes(), "first"),
                                            SectionedFile::parse(files[1].bytes(), "second")};
  files[0].write(path);
  constexpr int kReaders = 3;
  std::vector<pid_t> readers;
  for (int reader = 0; reader < kReaders; ++reader) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int problems = 0;
      for (int i = 0; i < 40; ++i) {
        try {
          const Model model = load_model(path);
          const std::size_t which = model.graph_digest == models[0].graph_digest ? 0 : 1;
          problems += model.codes == models[which].codes &&
                              model.learned->cortex.weights == models[which].learned->cortex.weights
                          ? 0
                          : 1;
          // A mapping stays what it was, however often the file is replaced meanwhile.
          const SectionedFile mapped = SectionedFile::map(path, FileKind::kModel);
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
          const auto weights = mapped.section("l23.weights");
          const bool known = std::ranges::any_of(
              whole, [&](const SectionedFile& one) { return std::ranges::equal(one.section("l23.weights"), weights); });
          problems += known ? 0 : 1;
        } catch (const Error&) {
          ++problems;
        }
      }
      _exit(problems == 0 ? 0 : 1);
    }
    readers.push_back(child);
  }
  std::size_t running = readers.size();
  for (std::size_t i = 1; running > 0; ++i) {
    files[i % 2].write(path);
    int status = 0;
    if (waitpid(-1, &status, WNOHANG) > 0) {
      EXPECT_EQ(status, 0);  // a torn file, or a signal such as SIGBUS
      --running;
    }
  }
  EXPECT_EQ(scratch.names().size(), 1U);
}

}  // namespace
}  // namespace columnar::model_concurrency_test
