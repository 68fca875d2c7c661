#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include "arguments.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/files/file_lock.hpp"
#include "columnar/files/output_files.hpp"
#include "columnar/graph/edge_change_reader.hpp"
#include "columnar/model.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar/version.hpp"
#include "commands.hpp"
#include "living_graph.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "summary.hpp"
#include "terminal.hpp"

// `columnar update`: a model follows the edges of its graph that come, go and change.

namespace columnar::cli {
namespace {

struct UpdateArguments {
  std::string model;
  std::string edges;
  std::string attributes;
  std::string output;  ///< empty: the model itself
  std::string codes;
  std::string batch = "0";
  bool add_nodes = false;
  bool json = false;
  bool quiet = false;
  ThreadsOption threads;

  [[nodiscard]] const std::string& target() const { return output.empty() ? model : output; }
  [[nodiscard]] bool in_place() const { return same_file(model, target()); }
};

/// What all batches did together.
struct Summary {
  UpdateReport done;
  std::uint64_t batches = 0;
  std::uint64_t earlier = 0;    ///< nodes that were there before
  std::uint64_t unchanged = 0;  ///< of these, with the code that they had
  std::uint64_t isolated = 0;   ///< nodes without an edge, that had one or came just now
  bool weighs_now = false;      ///< the edges have weights, and had none
  double seconds = 0.0;         ///< of the updates alone
  std::vector<WrittenFile> written;

  void add(const UpdateReport& report) {
    done.edges.added += report.edges.added;
    done.edges.removed += report.edges.removed;
    done.edges.reweighted += report.edges.reweighted;
    done.edges.without_effect += report.edges.without_effect;
    done.edges.new_nodes += report.edges.new_nodes;
    done.touched += report.touched;
    done.learned += report.learned;
    done.presentations += report.presentations;
    ++batches;
  }
  [[nodiscard]] double unchanged_share() const {
    return static_cast<double>(unchanged) / static_cast<double>(std::max<std::uint64_t>(1, earlier));
  }
};

void check_arguments(const UpdateArguments& arguments) {
  require_model_path(arguments.model);
  std::vector<Output> outputs{{arguments.output.empty() ? "MODEL" : "--output", arguments.target()}};
  if (!arguments.codes.empty()) {
    check_codes_extension(arguments.codes);
    outputs.push_back({"--codes", arguments.codes});
  }
  if (arguments.edges.empty() && arguments.attributes.empty()) {
    throw Error(ErrorCode::kConfig, "EDGES: name the changes, or the --attributes of new nodes");
  }
  if (!arguments.attributes.empty() && !arguments.add_nodes) {
    throw Error(ErrorCode::kConfig, "--attributes: are of new nodes, which --add-nodes lets in");
  }
  // A model that is meant to be replaced is no input.
  require_outputs(outputs, {arguments.edges, arguments.attributes, arguments.in_place() ? "" : arguments.model});
  if (!arguments.output.empty()) {
    require_model_name(arguments.output);
  }
}

std::uint64_t isolated_nodes(const Graph& graph) {
  std::uint64_t count = 0;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    count += graph.neighbours(v).empty() ? 1 : 0;
  }
  return count;
}

/// Reads changes, some at a time, and makes them; what is saved is always the model after whole batches.
class Updater {
 public:
  /// The lock, where the model is to be replaced, is on its file.
  Updater(const UpdateArguments& arguments, Model& model, FileLock* lock, const RunContext& context)
      : arguments_(arguments), model_(model), lock_(lock), context_(context) {}

  void run(std::uint64_t batch, Summary& summary) {
    const std::vector<std::uint16_t> before = model_.codes;
    const std::uint64_t isolated_before = isolated_nodes(model_.graph);
    const bool weighed = model_.graph.is_weighted();
    new_ = read_attributes_of_new(arguments_.attributes, model_);
    std::optional<EdgeChangeReader> reader;
    if (!arguments_.edges.empty()) {
      reader.emplace(arguments_.edges);
    }
    try {
      while (reader) {
        const EdgeChanges changes = reader->next(batch == 0 ? std::numeric_limits<std::uint64_t>::max() : batch);
        if (changes.changes.empty()) {
          break;
        }
        const auto [first, last] = std::pair(changes.changes.front().line, changes.changes.back().line);
        run_stage(context_, first == last ? fmt::format("line {}", first) : fmt::format("lines {}-{}", first, last),
                  [&] { make(changes, summary); });
        last_saved_ = changes.changes.back().line;
      }
    } catch (const Error& error) {
      fail_after(summary, error.code(), error.what());
    } catch (const std::bad_alloc&) {
      fail_after(summary, ErrorCode::kOutput, "not enough memory");
    }
    if (summary.batches == 0) {  // nothing happened: the outputs are still what was asked for
      make({}, summary);
    }
    compare(before, summary);
    const std::uint64_t isolated_now = isolated_nodes(model_.graph);
    summary.isolated = isolated_now - std::min(isolated_now, isolated_before);
    summary.weighs_now = model_.graph.is_weighted() && !weighed;
  }

 private:
  /// Adds to a message what is saved in spite of it.
  [[noreturn]] void fail_after(const Summary& summary, ErrorCode code, const std::string& message) const {
    if (summary.batches == 0) {
      throw Error(code, message);
    }
    const bool is_saved = lock_ == nullptr || lock_->is_unreplaced();
    throw Error(code, fmt::format("{} (changes up to line {} {} {})", message, last_saved_,
                                  is_saved ? "are in" : "were in the former", arguments_.target()));
  }

  void make(const EdgeChanges& changes, Summary& summary) {
    require_attributes_of(changes, new_, arguments_.attributes, model_);
    const auto start = std::chrono::steady_clock::now();
    const UpdateReport report =
        update(model_, changes, arguments_.add_nodes ? NewNodes::kAdmit : NewNodes::kRefuse, new_, context_);
    new_ = {};  // all of them are in the model from the first batch on
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    save();
    summary.seconds += elapsed.count();
    summary.add(report);
  }

  /// Codes and model together. The model comes last: a run that is killed between the two can be made again.
  void save() {
    OutputFiles outputs;
    if (!arguments_.codes.empty()) {  // with every batch: a stream may never end
      write_codes(outputs.open(arguments_.codes), codes_for(arguments_.codes, codes_of(model_)),
                  provenance_json(model_.config, model_.graph_digest));
    }
    AtomicFile& file = outputs.open(arguments_.target());
    save_model(file, model_);
    outputs.commit([this] {
      if (lock_ != nullptr) {
        lock_->require_unreplaced();
      }
    });
    if (lock_ != nullptr) {
      lock_->pass_to(file);
    }
  }

  void compare(std::span<const std::uint16_t> before, Summary& summary) const {
    const std::size_t active = code_shape(model_.config).active();
    summary.earlier = before.size() / active;
    for (std::size_t v = 0; v < summary.earlier; ++v) {
      const auto old = before.subspan(v * active, active);
      summary.unchanged +=
          std::equal(old.begin(), old.end(), model_.codes.begin() + static_cast<std::ptrdiff_t>(v * active)) ? 1 : 0;
    }
  }

  const UpdateArguments& arguments_;
  Model& model_;
  FileLock* lock_;
  const RunContext& context_;
  NamedAttributes new_;           ///< of nodes that are not yet in the model
  std::uint64_t last_saved_ = 0;  ///< line of the last change that is in the file
};

std::string text_of(const UpdateArguments& arguments, const Model& model, const Summary& summary) {
  const UpdateReport& done = summary.done;
  std::vector<std::string> changed{fmt::format(
      "{} added, {} removed, {} reweighted; {} without effect", counted(done.edges.added, "edge"),
      with_commas(done.edges.removed), with_commas(done.edges.reweighted), with_commas(done.edges.without_effect))};
  if (done.edges.new_nodes > 0) {
    changed.push_back(counted(done.edges.new_nodes, "new node"));
  }
  if (summary.weighs_now) {
    changed.emplace_back("the edges have weights from now on: one that comes again grows by its weight");
  }
  if (summary.isolated > 0) {
    changed.push_back(fmt::format("{} without an edge: the code says where it was{}", counted(summary.isolated, "node"),
                                  arguments.attributes.empty() ? "" : ", or what it is"));
  }
  std::string text = model_text(arguments.target(), model) + labelled("Changed", changed);
  std::vector<std::string> learned{
      fmt::format("{} touched, {} learned, {} shown{}", counted(done.touched, "node"), with_commas(done.learned),
                  counted(done.presentations, "pair"),
                  summary.batches == 1 ? "" : fmt::format("; summed over {} batches", with_commas(summary.batches)))};
  learned.push_back(human_seconds(summary.seconds) + " without reading and saving");
  text += labelled("Learned", learned);
  text += labelled("Codes", {fmt::format("{} of {} as they were ({})", with_commas(summary.unchanged),
                                         with_commas(summary.earlier), percent(summary.unchanged_share()))});
  return text + written_text(summary.written);
}

Json json_of(const UpdateArguments& arguments, const Model& model, const Summary& summary, int threads) {
  const UpdateReport& done = summary.done;
  Json json = {{"version", kVersion}, {"model", model_json(arguments.target(), model)}};
  json["batches"] = summary.batches;
  json["edges"] = {{"added", done.edges.added},
                   {"removed", done.edges.removed},
                   {"reweighted", done.edges.reweighted},
                   {"without_effect", done.edges.without_effect}};
  json["new_nodes"] = done.edges.new_nodes;
  json["touched"] = done.touched;
  json["learned"] = done.learned;
  json["presentations"] = done.presentations;
  json["codes_unchanged"] = summary.unchanged;
  json["codes_unchanged_share"] = summary.unchanged_share();
  json["seconds"] = summary.seconds;
  json["threads"] = threads;
  json["written"] = written_json(summary.written);
  return json;
}

void run_update(const UpdateArguments& arguments) {
  check_arguments(arguments);
  const std::uint64_t batch = parse_whole("--batch", arguments.batch, 0, std::numeric_limits<std::uint32_t>::max());
  const int threads = arguments.threads.value();
  ProgressLine progress(arguments.quiet);
  const RunContext context{threads, &progress};
  std::optional<FileLock> lock;
  if (arguments.in_place()) {  // from before the model is read until the last batch is saved
    lock.emplace(arguments.target());
  }
  Model model = load_model(arguments.model);
  Summary summary;
  Updater(arguments, model, lock ? &*lock : nullptr, context).run(batch, summary);
  note_written(summary.written, arguments.target(), "model");
  if (!arguments.codes.empty()) {
    note_written(summary.written, arguments.codes, "codes");
  }
  if (arguments.json) {
    print_written(json_text(json_of(arguments, model, summary, threads)), summary.written);
  } else if (!arguments.quiet) {
    print_written(text_of(arguments, model, summary), summary.written);
  }
}

}  // namespace

void add_update(CLI::App& app) {
  CLI::App* command = app.add_subcommand("update", "Apply added, removed and reweighted edges to a model");
  const auto arguments = std::make_shared<UpdateArguments>();
  command->add_option("MODEL", arguments->model, "The model, as embed --model wrote it; replaced unless -o is given")
      ->type_name("")
      ->required();
  command
      ->add_option("EDGES", arguments->edges,
                   "Changes, one per line: u v [weight] or + u v [weight] adds an edge, - u v removes it, = u v weight "
                   "sets its weight; plain or gzip; - for standard input. Not needed with --attributes")
      ->type_name("");
  command
      ->add_option("-o,--output", arguments->output,
                   "Output file of the new model; the old one is kept, unless it is this file")
      ->type_name("FILE");
  command
      ->add_option("--codes", arguments->codes, "Write the codes of all nodes, too: " + list_text(codes_extensions()))
      ->type_name("OUT");
  command->add_flag("--add-nodes", arguments->add_nodes,
                    "Accept nodes that the model does not have; otherwise they are an error");
  command
      ->add_option("--attributes", arguments->attributes,
                   "What new nodes are, for a model with attributes: a table (.csv, .tsv, .npz, .npy) with the columns "
                   "of embed --attributes and a row for every new node, which may have no edge")
      ->type_name("FILE");
  command->add_option("--batch", arguments->batch, "Apply N changes at a time and save after each; 0 = all at once")
      ->type_name("N")
      ->default_str(arguments->batch);
  command->add_flag("--json", arguments->json, "Summary as one JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run_update(*arguments); });
}

}  // namespace columnar::cli
