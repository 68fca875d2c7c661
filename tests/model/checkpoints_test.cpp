#include "columnar/model/checkpoints.hpp"

#include <sys/resource.h>

#include <cmath>
#include <csignal>

#include "columnar/embedder.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model/model_file.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"

namespace columnar::checkpoints_test {
namespace {

using testing::HasSubstr;
using testing_support::small_config;

struct Interruption : std::exception {};

/// Ends the run at the k-th call, whatever it is, or at the k-th of one stage; never where k is negative.
struct Interrupter : ProgressSink {
  explicit Interrupter(int at, std::string only = "") : left(at), within(std::move(only)) {}
  int left;
  std::string within;
  std::vector<std::string> stages;
  std::vector<std::string> notes;

  void count() {
    if ((within.empty() || stages.back() == within) && left-- == 0) {
      throw Interruption();
    }
  }
  void begin_stage(std::string_view name) override {
    stages.emplace_back(name);
    count();
  }
  void advance(double) override { count(); }
  void end_stage() override { count(); }
  void note(std::string_view message) override { notes.emplace_back(message); }
};

Config quick_config() {
  Config config = small_config();
  config.training.presentations = 300;
  config.training.outstar_presentations = 200;
  config.training.block = 4;  // 75 blocks, every 16th of which reports
  config.spectral.regions = 10;
  config.eligibility.nrw_regions = 5;
  return config;
}

Graph town() { return planted_communities(60, 3, 6.0, 0.2, 4).graph; }

std::vector<std::byte> model_bytes(const Embedder& embedder) { return make_model_file(embedder.model(), "m").bytes(); }

std::vector<std::byte> uninterrupted(const Config& config, const Graph& graph) {
  Embedder embedder(config);
  (void)embedder.fit(graph, {1, nullptr});
  return model_bytes(embedder);
}

/// Runs until the sink ends it; true if it came to its own end.
bool run_until(int call, const Config& config, const Graph& graph, Checkpoints& checkpoints, int threads = 1,
               const std::string& within = "") {
  Interrupter sink(call, within);
  try {
    (void)Embedder(config).fit(graph, {}, {threads, &sink}, &checkpoints, {});
    return true;
  } catch (const Interruption&) {
    return false;
  }
}

/// Runs until the columns have learnt two thirds of their pairs.
void run_into_columns(const Config& config, const Graph& graph, Checkpoints& checkpoints) {
  EXPECT_FALSE(run_until(3, config, graph, checkpoints, 1, "columns"));
}

TEST(Checkpoints, ARunEndedAnywhereGoesOnToTheSameBytes) {
  for (const bool balanced : {true, false}) {
    Config config = quick_config();
    config.training.balanced = balanced;
    config.reorder_from = balanced ? 61 : 0;  // walks that are drawn again must be in the same order
    const Graph graph = town();
    const auto whole = uninterrupted(config, graph);
    int ends = 0;
    for (;; ends += balanced ? 1 : 3) {
      const Scratch scratch(memory_folder());
      {
        Checkpoints checkpoints(scratch.path("run"), 0.0);
        if (run_until(ends, config, graph, checkpoints, 1 + ends % 2)) {
          break;
        }
      }
      Checkpoints checkpoints(scratch.path("run"), 0.0);
      Embedder embedder(config);
      (void)embedder.fit(graph, {}, {1 + (ends + 1) % 2, nullptr}, &checkpoints, {});
      ASSERT_EQ(model_bytes(embedder), whole) << "ended at call " << ends;
      EXPECT_EQ(embedder.report().presentations, 300U);
    }
    EXPECT_GT(ends, 30);
  }
}

TEST(Checkpoints, ARunEndedAgainAndAgainGetsThere) {
  Config config = quick_config();
  config.reorder_from = 0;  // what is kept is in the order that the stages work in
  const Graph graph = town();
  const Scratch scratch(memory_folder());
  int runs = 0;
  for (bool finished = false; !finished; ++runs) {
    ASSERT_LT(runs, 100);
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    finished = run_until(30, config, graph, checkpoints);
  }
  EXPECT_GT(runs, 2);
  Checkpoints checkpoints(scratch.path("run"));
  Embedder embedder(config);
  (void)embedder.fit(graph, {}, {}, &checkpoints, {});
  EXPECT_EQ(model_bytes(embedder), uninterrupted(config, graph));
}

TEST(Checkpoints, APartThatIsMissingIsMadeAgain) {
  const Config config = quick_config();
  const Graph graph = town();
  const auto whole = uninterrupted(config, graph);
  for (const bool finished : {false, true}) {
    for (unsigned kept = 0; kept < 16; ++kept) {
      const Scratch scratch(memory_folder());
      {
        Checkpoints checkpoints(scratch.path("run"), 0.0);
        EXPECT_EQ(run_until(finished ? -1 : 3, config, graph, checkpoints, 1, "columns"), finished);
      }
      for (unsigned part = 0; part < 4; ++part) {
        if ((kept >> part & 1U) == 0) {
          std::filesystem::remove(scratch.path("run/") + std::string(name_of(static_cast<CheckpointPart>(part))) +
                                  ".checkpoint");
        }
      }
      Checkpoints checkpoints(scratch.path("run"));
      Embedder embedder(config);
      (void)embedder.fit(graph, {}, {}, &checkpoints, {});
      EXPECT_EQ(model_bytes(embedder), whole) << kept;
    }
  }
}

TEST(Checkpoints, AResumedRunSaysWhereItStoodAndRepeatsTheNotesOfWhatItSkips) {
  Config config = quick_config();
  config.spectral.rank = 80;  // clamped to the 60 nodes, with a note
  const Scratch scratch(memory_folder());
  {
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    Interrupter sink(-1);
    Embedder embedder(config);
    (void)embedder.fit(town(), {}, {1, &sink}, &checkpoints, {});
    EXPECT_THAT(sink.notes, testing::ElementsAre(HasSubstr("rank 80 clamped")));
    EXPECT_EQ(checkpoint_status(scratch.path("run")).at.stage, "finished");
  }
  Checkpoints checkpoints(scratch.path("run"));
  Interrupter sink(-1);
  Embedder embedder(config);
  (void)embedder.fit(town(), {}, {1, &sink}, &checkpoints, {});
  EXPECT_THAT(sink.notes,
              testing::ElementsAre("resumed at the end: the codes were ready", HasSubstr("rank 80 clamped")));
  EXPECT_THAT(sink.stages, testing::ElementsAre("resuming", "L6 codes"));
}

TEST(Checkpoints, TellWhereARunStands) {
  const Config config = quick_config();
  const Graph graph = town();
  std::vector<std::string> stages;
  std::uint64_t columns = 0;
  for (int call = 0;; ++call) {
    const Scratch scratch(memory_folder());
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    const bool finished = run_until(call, config, graph, checkpoints);
    if (!checkpoints.holds_any()) {
      continue;
    }
    const CheckpointStatus status = checkpoint_status(scratch.path("run"));
    EXPECT_EQ(status.run.graph_digest, graph_digest(graph));
    EXPECT_EQ(status.run.nodes, 60U);
    if (stages.empty() || stages.back() != status.at.stage) {
      stages.push_back(status.at.stage);
    }
    if (status.at.stage == "columns") {
      EXPECT_GE(status.at.done, columns);
      EXPECT_EQ(status.at.steps, 300U);
      EXPECT_THAT(status.at.text(), HasSubstr("columns, "));
      columns = status.at.done;
    }
    if (finished) {
      break;
    }
  }
  EXPECT_THAT(stages,
              testing::ElementsAre("spectrum", "regions", "eligibility", "columns", "settling", "readout", "finished"));
  EXPECT_GE(columns, 256U);
}

TEST(Checkpoints, AreWrittenWithinAStageOnlyWhereTheIntervalHasPassed) {
  const Scratch scratch(memory_folder());
  Checkpoints checkpoints(scratch.path("run"), 1000.0);
  run_into_columns(quick_config(), town(), checkpoints);
  EXPECT_EQ(checkpoint_status(scratch.path("run")).at.stage, "eligibility");
  EXPECT_FALSE(checkpoints.due());
}

TEST(Checkpoints, RefuseAnotherGraphConfigOrSeedAndStayAsTheyAre) {
  const Scratch scratch(memory_folder());
  const Config config = quick_config();
  {
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    run_into_columns(config, town(), checkpoints);
  }
  const std::string before = content_of(scratch.path("run/cortex.checkpoint"));
  const auto refusal = [&](const Config& other, const Graph& graph) {
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    return error_of(ErrorCode::kInput, [&] { (void)Embedder(other).fit(graph, {}, {}, &checkpoints, {}); });
  };
  Config other = config;
  other.spectral.rank = 12;
  EXPECT_THAT(refusal(other, town()),
              HasSubstr("run: the checkpoint is of another config (rank 16, not 12); remove it or choose another"));
  other.seed = 5;
  EXPECT_THAT(refusal(other, town()), HasSubstr("another config (seed 1, not 5; rank 16, not 12)"));
  EXPECT_THAT(refusal(config, path_graph(60)), HasSubstr("run: the checkpoint is of another graph (60 nodes, digest "));
  EXPECT_EQ(content_of(scratch.path("run/cortex.checkpoint")), before);
  Checkpoints checkpoints(scratch.path("run"));
  Embedder embedder(config);
  (void)embedder.fit(town(), {}, {}, &checkpoints, {});
  EXPECT_EQ(model_bytes(embedder), uninterrupted(config, town()));
}

TEST(Checkpoints, ADamagedFileIsAnErrorAndNotAFreshStart) {
  const Scratch scratch(memory_folder());
  {
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    run_into_columns(quick_config(), town(), checkpoints);
  }
  for (const char* name : {"run/pairs.checkpoint", "run/regions.checkpoint", "run/cortex.checkpoint"}) {
    const std::string whole = content_of(scratch.path(name));
    for (const std::string& damaged : {std::string(), whole.substr(0, whole.size() / 2), std::string("hello")}) {
      scratch.put(name, damaged);
      Checkpoints checkpoints(scratch.path("run"));
      EXPECT_THAT(
          error_of(ErrorCode::kInput, [&] { (void)Embedder(quick_config()).fit(town(), {}, {}, &checkpoints, {}); }),
          testing::AllOf(HasSubstr(name), HasSubstr("without this file the run does that part again")));
      EXPECT_EQ(content_of(scratch.path(name)), damaged);
      EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)checkpoint_status(scratch.path("run")); }), HasSubstr(name));
    }
    scratch.put(name, whole);
  }
}

/// No file of this process can grow past the limit while this lives: a write fails half-way, as on a full disk.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    rlimit now = old_;
    now.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  rlimit old_{};
  void (*handler_)(int);
};

TEST(Checkpoints, AFullDiskLeavesTheLastGoodOneAndTheRunGoesOn) {
  const Scratch scratch(memory_folder());
  const Config config = quick_config();
  const auto whole = uninterrupted(config, town());
  {
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    run_into_columns(config, town(), checkpoints);
  }
  const std::string good = content_of(scratch.path("run/cortex.checkpoint"));
  Interrupter sink(-1);
  {
    const FileLimit limit(10'000);
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    Embedder embedder(config);
    (void)embedder.fit(town(), {}, {1, &sink}, &checkpoints, {});
    EXPECT_EQ(model_bytes(embedder), whole);
  }
  EXPECT_THAT(sink.notes, testing::ElementsAre(HasSubstr("resumed at columns, "),
                                               HasSubstr("no checkpoint, but the run goes on: ")));
  EXPECT_EQ(content_of(scratch.path("run/cortex.checkpoint")), good);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scratch.path("run"))) {
    files += entry.is_regular_file() ? 1 : 0;
  }
  EXPECT_EQ(files, 4U);  // and no temporary
  Checkpoints checkpoints(scratch.path("run"));
  Embedder embedder(config);
  (void)embedder.fit(town(), {}, {}, &checkpoints, {});
  EXPECT_EQ(model_bytes(embedder), whole);
}

TEST(Checkpoints, ADirectoryThatGoesAwayCostsANoteOnly) {
  const Scratch scratch(memory_folder());
  Checkpoints checkpoints(scratch.path("run"), 0.0);
  std::filesystem::remove(scratch.path("run"));
  Interrupter sink(-1);
  Embedder embedder(quick_config());
  (void)embedder.fit(town(), {}, {1, &sink}, &checkpoints, {});
  EXPECT_THAT(sink.notes, testing::ElementsAre(HasSubstr("no checkpoint, but the run goes on: ")));
  EXPECT_EQ(model_bytes(embedder), uninterrupted(quick_config(), town()));
}

TEST(Checkpoints, RefuseADirectoryThatWillNotDoBeforeAnyWork) {
  const Scratch scratch(memory_folder());
  const auto refusal = [&](const std::string& directory, double interval = 0.0) {
    return error_of(interval == 0.0 && !directory.empty() ? ErrorCode::kOutput : ErrorCode::kConfig,
                    [&] { const Checkpoints checkpoints(directory, interval); });
  };
  EXPECT_THAT(refusal(scratch.put("file", "hello")), HasSubstr("file: checkpoints need a directory"));
  EXPECT_THAT(refusal(scratch.path("no/run")), HasSubstr("no/run: cannot make the directory: "));
  EXPECT_THAT(refusal(""), HasSubstr("its name is empty"));
  EXPECT_THAT(refusal(scratch.path("run"), -1.0), HasSubstr("checkpoint interval: -1"));
  EXPECT_THAT(refusal(scratch.path("run"), std::nan("")), HasSubstr("checkpoint interval: nan"));
  const Checkpoints held(scratch.path("run"));
  EXPECT_THAT(refusal(scratch.path("run")), HasSubstr("run: another run is using it"));
}

TEST(Checkpoints, RemoveTheirOwnFilesAlone) {
  const Scratch scratch(memory_folder());
  { const Checkpoints unused(scratch.path("unused")); }
  EXPECT_TRUE(scratch.names().empty());
  for (const bool foreign : {false, true}) {
    {
      Checkpoints checkpoints(scratch.path("run"), 0.0);
      EXPECT_TRUE(run_until(-1, quick_config(), town(), checkpoints));
      if (foreign) {
        scratch.put("run/mine.txt", "hello");
      }
      EXPECT_TRUE(checkpoints.holds_any());
      checkpoints.remove();
      EXPECT_FALSE(checkpoints.holds_any());
    }
    EXPECT_EQ(std::filesystem::exists(scratch.path("run")), foreign);
  }
  EXPECT_EQ(content_of(scratch.path("run/mine.txt")), "hello");
}

TEST(CheckpointStatus, RefusesWhatIsNone) {
  const Scratch scratch(memory_folder());
  const auto refusal = [&](const std::string& path) {
    return error_of(ErrorCode::kInput, [&] { (void)checkpoint_status(path); });
  };
  EXPECT_THAT(refusal(scratch.directory()), HasSubstr("there is no checkpoint in this directory"));
  EXPECT_THAT(refusal(scratch.path("nowhere")), HasSubstr("nowhere: "));
  EXPECT_THAT(refusal(scratch.put("letter", "hello")), HasSubstr("letter: not a columnar checkpoint file"));
}

TEST(CheckpointStatus, RefusesFilesOfDifferentRuns) {
  const Scratch scratch(memory_folder());
  for (const std::uint64_t seed : {1U, 2U}) {
    Config config = quick_config();
    config.seed = seed;
    Checkpoints checkpoints(scratch.path("run" + std::to_string(seed)), 0.0);
    run_into_columns(config, town(), checkpoints);
  }
  std::filesystem::copy_file(scratch.path("run1/pairs.checkpoint"), scratch.path("run2/pairs.checkpoint"),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)checkpoint_status(scratch.path("run2")); }),
              HasSubstr("its checkpoints are of different runs"));
}

}  // namespace
}  // namespace columnar::checkpoints_test
