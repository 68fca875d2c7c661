#include <algorithm>
#include <filesystem>
#include <optional>

#include "columnar/core/config_fields.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph/id_sections.hpp"
#include "columnar/model.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/evaluate/explain.hpp"
#include "fuzz/container_readers.hpp"
#include "fuzz/readers.hpp"

namespace columnar::fuzz {
namespace {

/// Encoding, updating or a fit takes as long as many readings: only some inputs get as far.
constexpr std::uint32_t kFollowedOneInSo = 4;

/// Whether a config asks for so little that each of many thousand inputs can be trained with it. Encoding and updating
/// must be quick with any config that is valid.
bool is_quick(const Config& config) {
  return config.walks.walks_per_node <= 4 && config.walks.walk_length <= 8 && config.walks.window <= 8 &&
         config.spectral.rank <= 8 && config.spectral.power_iterations <= 2 && config.spectral.oversampling <= 8 &&
         config.spectral.regions <= 8 && config.spectral.kmeans_iterations <= 8 &&
         config.spectral.gha_presentations <= 256 && config.spectral.gha_block <= 64 &&
         config.spectral.som_presentations <= 256 && config.l4.width() <= 64 && config.l4.projection_bits <= 64 &&
         config.l23.cells() <= 64 && config.l23.time_steps <= 32 && config.readout.l5a_size <= 64 &&
         config.plasticity.settling_rounds <= 4 && config.training.presentations <= 64 &&
         config.training.presentations_per_node <= 16 && config.training.outstar_presentations <= 64 &&
         config.readout.tie_break_rounds <= 8 && config.living.local_walks <= 8 &&
         config.living.update_presentations <= 4;
}

/// The graph of a file of parts, where it is one: its digest is one more checksum that no mutation gets right.
std::optional<Graph> graph_of(const SectionedFile& file) {
  constexpr std::size_t kDirectedAt = 48;
  Graph graph;
  const auto shape = file.section("shape");
  graph.directed = shape.size() > kDirectedAt && shape[kDirectedAt] == std::byte{1};
  graph.offsets = file.array<std::uint64_t>("graph.offsets");
  graph.targets = file.array<NodeIndex>("graph.targets");
  if (file.has("graph.weights")) {
    graph.weights = file.array<float>("graph.weights");
  }
  if (graph.offsets.empty() || graph.offsets.front() != 0 || graph.offsets.back() != graph.targets.size() ||
      !std::ranges::is_sorted(graph.offsets) ||
      (!graph.weights.empty() && graph.weights.size() != graph.targets.size())) {
    return std::nullopt;
  }
  graph.ids = read_ids(file, graph.offsets.size() - 1);
  return graph;
}

/// The container of an input; of one made of parts the digest is made right.
SectionedFile open_model(Input input, ScratchFile& scratch) {
  SectionedFile file = open_container(input, FileKind::kModel, scratch);
  if (form_of(input) != Form::kParts) {
    return file;
  }
  std::optional<Graph> graph;
  (void)may_refuse([&] { graph = graph_of(file); });
  if (!graph) {
    return file;
  }
  Parts parts = parts_of(file);
  for (Part& part : parts.parts) {
    if (part.name == "graph.digest" && part.bytes.size() % 2 == 0) {
      const std::string digest = graph_digest(*graph);
      part.bytes.assign(bytes_of(digest).begin(), bytes_of(digest).end());
    }
  }
  return SectionedFile::parse(container_of(parts, FileKind::kModel), kInMemory);
}

/// A new node beside the first, an edge that comes and one that goes.
EdgeChanges some_changes(const Graph& graph) {
  EdgeChanges changes;
  changes.place = "changes";
  changes.ids.texts = {"a new node", graph.ids.name(0), graph.ids.name(graph.node_count() - 1)};
  changes.changes = {{ChangeKind::kAdd, 0, 1, 2.0, 1}, {ChangeKind::kAdd, 0, 2, std::nullopt, 2}};
  return changes;
}

void use(const Model& model, bool is_followed) {
  const auto bytes = make_model_file(model, kInMemory).bytes();
  const Model back = model_from_sections(SectionedFile::parse(bytes, kInMemory));
  require(make_model_file(back, kInMemory).bytes() == bytes, "a model written again differs");
  const SdrTable codes = codes_of(model);
  const NodeIndex last = model.graph.node_count() - 1;
  if (!is_followed) {
    return;
  }
  (void)may_refuse([&] { (void)explain_pair(codes, model, nullptr, 0, last, {.place = "codes"}); });
  const EdgeChanges changes = some_changes(model.graph);
  const bool encoded = may_refuse([&] {
    const NewCodes found = encode(model, changes, {});
    require(found.codes.size() == 1 && found.codes.bits.size() == found.codes.shape.active(), "not one code a node");
  });
  (void)may_refuse([&] {
    Model updated = model;
    (void)update(updated, changes, NewNodes::kAdmit, {});
    require(encoded, "what can be updated can be encoded");
    (void)make_model_file(updated, "an updated model");
  });
}

/// The graph that fuzzed checkpoints are of: that of the seeds, too.
const Graph& checkpoint_graph() {
  static const Graph graph = path_graph(6);
  return graph;
}

/// Takes a fit up where the part left it, in a folder that holds nothing else.
template <class RunPart>
void resume(const CheckpointHead& head, const RunPart& part) {
  static ScratchFile scratch("run");
  const Graph& graph = checkpoint_graph();
  if (!is_quick(head.run.config) || head.run.nodes != graph.node_count()) {
    return;
  }
  Checkpoints checkpoints(scratch.path(), Checkpoints::kLongestInterval);
  checkpoints.remove();
  Checkpoints again(scratch.path(), Checkpoints::kLongestInterval);
  const RunIdentity run{std::string(kVersion), graph_digest(graph), graph.node_count(), head.run.config};
  make_checkpoint(run, head.notes, part).write(scratch.path() + "/" + std::string(name_of(head.part)) + ".checkpoint");
  require(checkpoint_status(scratch.path()).files.size() == 1, "a checkpoint is not seen");
  Embedder embedder(head.run.config);
  const SdrTable codes = embedder.fit(graph, {}, {}, &again, {});
  (void)make_model_file(embedder.model(), "a model that was taken up");
  require(codes.size() == graph.node_count(), "not one code a node");
  again.remove();
}

/// Writes a part again, compares it, and goes on from it.
template <class RunPart>
void use(const CheckpointHead& head, const RunPart& part, const SectionedFile& file, bool is_resumed) {
  const auto bytes = make_checkpoint(head.run, head.notes, part).bytes();
  const SectionedFile back = SectionedFile::parse(bytes, kInMemory);
  for (const SectionInfo& section : back.sections()) {
    require(section.name == "config" || section.name == "notes" ||
                std::ranges::equal(back.section(section.name), file.section(section.name)),
            "a checkpoint written again differs");
  }
  if (is_resumed) {
    (void)may_refuse([&] { resume(head, part); });
  }
}

void use_checkpoint(const SectionedFile& file, bool is_resumed) {
  const CheckpointHead head = checkpoint_head(file);
  switch (head.part) {
    case CheckpointPart::kPairs: {
      const CountedPairs pairs = pairs_from_sections(file);
      if (is_resumed) {
        const CountedPairs spilled = pairs_from_sections(file, std::filesystem::temp_directory_path().string());
        require(std::ranges::equal(spilled.ppmi.bytes, pairs.ppmi.bytes), "spilled pairs are others");
      }
      return use(head, pairs, file, is_resumed);
    }
    case CheckpointPart::kSpectrum:
      return use(head, coordinates_from_sections(file), file, is_resumed);
    case CheckpointPart::kRegions:
      return use(head, regions_from_sections(file), file, is_resumed);
    case CheckpointPart::kCortex: {
      constexpr std::uint64_t kMostNodes = 4096;
      const NodeIds ids = numbered_ids(std::min(head.run.nodes, kMostNodes));
      return use(head, cortex_from_sections(file, ids), file, is_resumed);
    }
  }
}

}  // namespace

bool read_model_input(Input input) {
  static ScratchFile scratch("trained.model");
  return accepts(place_of(input, scratch), [&] {
    use(model_from_sections(open_model(input, scratch)), choice_of(input) % kFollowedOneInSo == 0);
  });
}

bool read_checkpoint_input(Input input) {
  static ScratchFile scratch("part.checkpoint");
  return accepts(place_of(input, scratch), [&] {
    use_checkpoint(open_container(input, FileKind::kCheckpoint, scratch), choice_of(input) % kFollowedOneInSo == 0);
  });
}

bool read_config_input(Input input) {
  return accepts(kInMemory, [&] {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    const std::string json = config_to_json(config_from_json(text, kInMemory));
    require(config_to_json(config_from_json(json, kInMemory)) == json, "a config written again differs");
  });
}

}  // namespace columnar::fuzz
