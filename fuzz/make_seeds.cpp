#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "columnar/core/config_fields.hpp"
#include "columnar/embedder.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph/packed_graph.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/sdr_file.hpp"
#include "columnar/search/index_file.hpp"
#include "columnar/version.hpp"
#include "fuzz/input.hpp"
#include "fuzz/scratch_file.hpp"

// Writes the seeds that are no texts: a sound file of every kind and codec, as small as can be, as it is and as a list
// of its parts. Those of texts stand in fuzz/corpus/ as somebody wrote them.

namespace {

using namespace columnar;
using fuzz::Form;
using fuzz::Parts;

class Corpus {
 public:
  explicit Corpus(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void put(const std::string& target, const std::string& name, std::span<const std::byte> bytes) const {
    std::filesystem::create_directories(folder_ / target);
    std::ofstream(folder_ / target / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  void put_raw(const std::string& target, const std::string& name, Form form, std::span<const std::byte> file) const {
    std::vector<std::byte> input{static_cast<std::byte>(form)};
    append_bytes(input, file);
    put(target, name, input);
  }

  /// A container in all three forms.
  void put_container(const std::string& target, const std::string& name, Parts parts, FileKind kind) const {
    const std::vector<std::byte> file = fuzz::container_of(parts, kind);
    put_raw(target, name + ".raw", Form::kRaw, file);
    put_raw(target, name + ".mended", Form::kMended, file);
    put(target, name + ".parts", fuzz::input_of(parts));
  }

 private:
  std::filesystem::path folder_;
};

Parts parts_of(const SectionedFileWriter& writer) {
  return fuzz::parts_of(SectionedFile::parse(writer.bytes(), "seed"));
}

/// Quick enough that the fuzzer trains with it (model_readers.cpp).
Config tiny_config() {
  Config config;
  config.walks = {.walks_per_node = 2, .walk_length = 4, .window = 2};
  config.spectral.rank = 2;
  config.spectral.power_iterations = 1;
  config.spectral.oversampling = 2;
  config.spectral.regions = 2;
  config.spectral.minimum_region = 1;
  config.spectral.kmeans_iterations = 2;
  config.spectral.gha_presentations = 32;
  config.spectral.som_presentations = 32;
  config.eligibility.nrw_regions = 2;
  config.eligibility.candidate_columns = 3;
  config.l4 = {.class_bits = 3,
               .class_active = 1,
               .class_hops = 1,
               .projection_bits = 1,
               .identity_bits = 3,
               .identity_active = 1};
  config.l23.columns = 3;
  config.l23.cells_per_column = 2;
  config.l23.active_columns = 2;
  config.l23.time_steps = 4;
  config.plasticity.settling_rounds = 1;
  config.training.presentations = 8;
  config.training.presentations_per_node = 1;
  config.training.block = 4;
  config.training.competing_columns = 3;
  config.training.outstar_presentations = 8;
  config.readout.l5a_size = 3;
  config.readout.l5a_active = 1;
  config.readout.tie_break_rounds = 2;
  config.living.local_walks = 2;
  config.living.update_presentations = 1;
  return config;
}

/// A key that is left out keeps its default: less text for the fuzzer to get lost in.
std::string short_json(const Config& config) {
  auto json = nlohmann::json::parse(config_to_json(config));
  const auto defaults = nlohmann::json::parse(config_to_json(Config{}));
  for (const auto& [key, value] : defaults.items()) {
    if (json[key] == value) {
      json.erase(key);
    }
  }
  return json.dump();
}

Parts with_short_config(Parts parts) {
  for (fuzz::Part& part : parts.parts) {
    if (part.name == "config") {
      const std::string json =
          short_json(config_from_json({reinterpret_cast<const char*>(part.bytes.data()), part.bytes.size()}, "seed"));
      part.bytes.assign(bytes_of(json).begin(), bytes_of(json).end());
    }
  }
  return parts;
}

void make_codes(const Corpus& corpus, const SdrTable& codes) {
  for (const Codec codec : kCodecs) {
    corpus.put_container("codes-sdr", std::string(name_of(codec)), parts_of(make_sdr(codes, "{}", "seed", codec)),
                         FileKind::kCodes);
  }
  SdrTable named = select_layer(codes, Layer::kL23);
  named.ids.integers.clear();
  for (std::size_t v = 0; v < codes.size(); ++v) {
    named.ids.texts.push_back("n" + std::to_string(v));
  }
  corpus.put_container("codes-sdr", "text-ids", parts_of(make_sdr(named, R"({"a":[1]})", "seed")), FileKind::kCodes);
  corpus.put_container("codes-sdr", "l5a",
                       parts_of(make_sdr(select_layer(codes, Layer::kL5a), "{}", "seed", Codec::kEntropy)),
                       FileKind::kCodes);
  corpus.put_container("index", "path", parts_of(make_index_file(InvertedIndex(codes), codes.ids, "seed")),
                       FileKind::kIndex);
  corpus.put_container("index", "text-ids", parts_of(make_index_file(InvertedIndex(named), named.ids, "seed")),
                       FileKind::kIndex);
}

/// So many codes that the entropy codec needs two blocks and the index has a bitmap and a list: one has another bit.
void make_many_codes(const Corpus& corpus) {
  SdrTable many;
  many.shape = {
      .columns = 2, .cells_per_column = 1, .active_columns = 1, .l5a_size = 0, .l5a_active = 0, .layer = Layer::kL23};
  for (std::uint16_t v = 0; v < 72; ++v) {
    many.ids.texts.push_back(std::to_string(v));
    many.bits.push_back(v == 71 ? 1 : 0);
  }
  corpus.put_container("index", "bitmap", parts_of(make_index_file(InvertedIndex(many), many.ids, "seed")),
                       FileKind::kIndex);
  corpus.put_container("codes-sdr", "two-blocks", parts_of(make_sdr(many, "{}", "seed", Codec::kEntropy)),
                       FileKind::kCodes);
}

/// Two codes of all layers.
void make_codes_with_l6(const Corpus& corpus) {
  SdrTable codes;
  codes.shape = {.columns = 2,
                 .cells_per_column = 2,
                 .active_columns = 1,
                 .l5a_size = 2,
                 .l5a_active = 1,
                 .layer = Layer::kSearch,
                 .l6_size = 3,
                 .l6_active = 2};
  codes.ids.integers = {1, 2};
  codes.bits = {0, 4, 6, 7, 3, 4, 6, 8};
  corpus.put_container("index", "l6", parts_of(make_index_file(InvertedIndex(codes), codes.ids, "seed")),
                       FileKind::kIndex);
}

/// The same graph with weights and ids of text.
Graph with_weights(Graph graph) {
  graph.weights.assign(graph.targets.size(), 2.0F);
  graph.ids.integers.clear();
  graph.ids.texts = {"a", "b", "c", "d", "e", "f"};
  return graph;
}

void make_packed_graphs(const Corpus& corpus, const Graph& graph) {
  Graph directed = graph;
  directed.directed = true;
  const Graph weighted = with_weights(graph);
  for (const auto& [name, each] :
       {std::pair<const char*, const Graph&>("path", graph), {"directed", directed}, {"weighted", weighted}}) {
    corpus.put_container("packed-graph", name, parts_of(make_packed_graph(each, "seed")), FileKind::kGraph);
  }
}

void make_models(const Corpus& corpus, const Graph& graph, const Config& config) {
  const Graph weighted = with_weights(graph);
  for (const auto& [name, each] : {std::pair<const char*, const Graph&>("path", graph), {"weighted", weighted}}) {
    Embedder embedder(config);
    (void)embedder.fit(each, {});
    corpus.put_container("model", name, with_short_config(parts_of(make_model_file(embedder.model(), "seed"))),
                         FileKind::kModel);
  }
}

void make_checkpoints(const Corpus& corpus, const Graph& graph, const Config& config) {
  const fuzz::ScratchFile scratch("run");
  {
    Checkpoints checkpoints(scratch.path());
    Embedder embedder(config);
    (void)embedder.fit(graph, {}, {}, &checkpoints, {});
  }
  const auto put = [&](const std::string& name, const Parts& parts) {
    corpus.put_container("checkpoint", name, with_short_config(parts), FileKind::kCheckpoint);
  };
  std::optional<CortexProgress> progress;
  for (const CheckpointPart part :
       {CheckpointPart::kPairs, CheckpointPart::kSpectrum, CheckpointPart::kRegions, CheckpointPart::kCortex}) {
    const std::string name(name_of(part));
    const SectionedFile file = SectionedFile::read(scratch.path() + "/" + name + ".checkpoint", FileKind::kCheckpoint);
    put(name, fuzz::parts_of(file));
    if (part == CheckpointPart::kCortex) {
      progress = cortex_from_sections(file, graph.ids);
    }
  }
  const RunIdentity run{std::string(kVersion), graph_digest(graph), graph.node_count(), config};
  for (const auto& [stage, done] :
       {std::pair(CortexStage::kColumns, 4U), {CortexStage::kSettling, 0U}, {CortexStage::kReadout, 0U}}) {
    progress->at = {stage, done, 0, 0};
    put(std::string(name_of(stage)), parts_of(make_checkpoint(run, {"a note"}, *progress)));
  }
}

/// The part of an archive that is an array of a type of one dimension or, with columns, of two.
template <class Item>
fuzz::Part array(const std::string& name, char letter, const std::vector<Item>& items, std::uint8_t columns = 0) {
  fuzz::Part part{name, {static_cast<std::byte>(letter), static_cast<std::byte>(columns)}};
  append_bytes(part.bytes, to_little_endian(std::span<const Item>(items)));
  return part;
}

void put_archive(const Corpus& corpus, const std::string& target, const std::string& name,
                 const std::vector<fuzz::Part>& arrays) {
  const std::vector<std::byte> input = fuzz::input_of({0, arrays});
  corpus.put(target, name + ".parts", input);
  corpus.put_raw(target, name + ".raw", Form::kRaw, fuzz::archive_of(input));
}

void make_archives(const Corpus& corpus) {
  using I32 = std::vector<std::int32_t>;
  using I64 = std::vector<std::int64_t>;
  using F32 = std::vector<float>;
  const std::vector<std::uint8_t> csr{'c', 's', 'r'};
  const std::vector<std::uint8_t> csc{'c', 's', 'c'};
  constexpr std::uint8_t kScalar = 255;
  const std::vector<fuzz::Part> features{
      array("attr_data", 'f', F32{1.0F, 2.5F}), array("attr_indices", 'i', I32{0, 1}),
      array("attr_indptr", 'i', I32{0, 1, 2, 2}), array("attr_shape", 'l', I64{3, 2})};
  std::vector<fuzz::Part> graph{array("adj_data", 'f', F32{1.0F, 1.0F, 2.0F}), array("adj_indices", 'i', I32{1, 0, 2}),
                                array("adj_indptr", 'i', I32{0, 1, 3, 3}), array("adj_shape", 'l', I64{3, 3}),
                                array("labels", 'l', I64{0, 1, -1})};
  put_archive(corpus, "npz-graph", "labels", graph);
  graph.insert(graph.end(), features.begin(), features.end());
  put_archive(corpus, "npz-graph", "features", graph);
  const auto scipy = [&](const std::vector<std::uint8_t>& format) {
    return std::vector<fuzz::Part>{array("data", 'd', std::vector<double>{1.0, 1.0}),
                                   array("indices", 'l', I64{1, 0}),
                                   array("indptr", 'l', I64{0, 1, 2}),
                                   array("shape", 'l', I64{2, 2}),
                                   array("format", 'S', format, kScalar),
                                   array("labels", 'U', I32{'a', 'b'})};
  };
  put_archive(corpus, "npz-graph", "csr", scipy(csr));
  put_archive(corpus, "npz-graph", "csc", scipy(csc));

  put_archive(corpus, "embedding-npz", "codes", scipy(csr));
  put_archive(corpus, "embedding-npz", "vectors",
              {array("vectors", 'f', F32{1.0F, 2.0F, 3.0F, 4.0F}, 2), array("ids", 'U', I32{'a', 'b'})});
  put_archive(corpus, "embedding-npz", "only", {array("x", 'd', std::vector<double>{1.0, 2.0}, 1)});
  NpzWriter packed;
  packed.add("vectors", make_npy<float>(F32(64, 0.5F), std::vector<std::uint64_t>{32, 2}));
  corpus.put_raw("embedding-npz", "deflated.raw", Form::kRaw, packed.bytes());

  corpus.put("vectors-npy", "floats", make_npy<float>(F32{1.0F, 2.0F}, std::vector<std::uint64_t>{2, 1}));
  corpus.put("vectors-npy", "doubles", make_npy<double>(std::vector<double>{1.0}, std::vector<std::uint64_t>{1, 1}));
  corpus.put("vectors-npy", "integers", make_npy(I64{1, -1}));
  corpus.put("vectors-npy", "unicode", make_npy_unicode(std::vector<std::string>{"a", "\xFF"}));
  corpus.put("vectors-npy", "bytes", make_npy_bytes_scalar("csr"));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: make_seeds FOLDER\n";
    return 2;
  }
  const Corpus corpus(argv[1]);
  const Graph graph = path_graph(6);
  const Config config = tiny_config();
  Embedder embedder(config);
  make_codes(corpus, embedder.fit(graph, {}));
  make_many_codes(corpus);
  make_codes_with_l6(corpus);
  make_packed_graphs(corpus, graph);
  make_models(corpus, graph, config);
  make_checkpoints(corpus, graph, config);
  make_archives(corpus);
  const std::string json = short_json(config);
  corpus.put("config", "tiny", bytes_of(json));
  return 0;
}
