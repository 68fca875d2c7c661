#include <fmt/format.h>

#include <memory>

#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/memory.hpp"
#include "columnar/evaluate/similarity.hpp"
#include "commands.hpp"
#include "experiment_rows.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kPaperDimensions = 64;  ///< of the vectors that codes are compared with
constexpr std::size_t kNameWidth = 28;

struct MemoryArguments {
  EmbeddingArguments embeddings;
  bool json = false;
};

/// One representation of one method: bytes a node, over its seeds.
struct Representation {
  const char* key;
  const char* text;
  SeedValues bytes;
};

struct MethodMemory {
  std::string name;
  std::string kind;
  std::vector<Representation> rows;
  Json bounds;  ///< bits a code, of codes only
};

void add_bytes(std::vector<Representation>& rows, std::size_t place, const char* key, const char* text, double bytes) {
  if (rows.size() <= place) {
    rows.push_back({key, text, {}});
  }
  rows[place].bytes.add(bytes);
}

void add_codes(MethodMemory& method, const SdrTable& codes) {
  const CodeMemory memory = measure_memory(codes);
  add_bytes(method.rows, 0, "bitmap", "bitmap", static_cast<double>(memory.bitmap));
  add_bytes(method.rows, 1, "index", "16-bit indices", static_cast<double>(memory.index));
  add_bytes(method.rows, 2, "packed", "packed indices", static_cast<double>(memory.packed));
  add_bytes(method.rows, 3, "enumerated", "number of the code (all alike)", static_cast<double>(memory.enumerated));
  add_bytes(method.rows, 4, "coded", "entropy coded (measured)", memory.coded);
  method.bounds = {{"structured_bits", memory.structured_bits},
                   {"choose_bits", memory.choose_bits},
                   {"frequency_bits", memory.frequency_bits}};
}

void add_vectors(MethodMemory& method, const DenseTable& vectors) {
  add_bytes(method.rows, 0, "float32", "float32", static_cast<double>(vector_bytes(vectors.dimensions, sizeof(float))));
  add_bytes(method.rows, 1, "float64", "float64",
            static_cast<double>(vector_bytes(vectors.dimensions, sizeof(double))));
}

MethodMemory measure_group(const EmbeddingGroup& group) {
  MethodMemory method;
  method.name = group.name;
  for (const EmbeddingSource& source : group.seeds) {
    const Embedding embedding = source.load();
    check_embedding(embedding, source.path);
    const std::string kind = kind_text(embedding);
    if (!method.kind.empty() && method.kind != kind) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: {}, but another file of {} has {}", source.path, kind, group.name, method.kind));
    }
    method.kind = kind;
    if (const SdrTable* codes = codes_of(embedding)) {
      add_codes(method, *codes);
    } else {
      add_vectors(method, *vectors_of(embedding));
    }
  }
  return method;
}

double times_less(std::uint64_t number, const SeedValues& bytes) {
  return static_cast<double>(vector_bytes(kPaperDimensions, number)) / bytes.mean_sd().mean;
}

std::string memory_text(const std::vector<MethodMemory>& methods) {
  Table table;
  table.align_left(1);
  table.align_left(2);
  table.add({"", "rows", "stored as", "bytes a node", "MB a million", "than float32", "than float64"});
  table.add_rule();
  for (const MethodMemory& method : methods) {
    bool first = true;
    for (const Representation& row : method.rows) {
      table.add({first ? shortened(method.name, kNameWidth) : "", first ? method.kind : "", row.text, row.bytes.text(1),
                 fmt::format("{:.1f}", row.bytes.mean_sd().mean),
                 fmt::format("{:.1f} ×", times_less(sizeof(float), row.bytes)),
                 fmt::format("{:.1f} ×", times_less(sizeof(double), row.bytes))});
      first = false;
    }
  }
  return table.text("") +
         fmt::format(
             "\nThe last two columns: how many times less than {} numbers of 4 or 8 bytes. Packed: as many bits "
             "as the\nlargest index of the block needs. Entropy coded: as embed --codec entropy stores them.\n",
             kPaperDimensions);
}

Json memory_json(const MethodMemory& method) {
  Json json{{"name", method.name}, {"kind", method.kind}, {"representations", Json::array()}};
  for (const Representation& row : method.rows) {
    const MeanSd bytes = row.bytes.mean_sd();
    json["representations"].push_back({{"key", row.key},
                                       {"stored_as", row.text},
                                       {"bytes_per_node", row.bytes.json()},
                                       {"megabytes_per_million_nodes", bytes.mean},
                                       {"times_less_than_float32", times_less(sizeof(float), row.bytes)},
                                       {"times_less_than_float64", times_less(sizeof(double), row.bytes)}});
  }
  json["bounds"] = method.bounds;
  return json;
}

void run_memory(const MemoryArguments& arguments) {
  std::vector<MethodMemory> methods;
  for (const EmbeddingGroup& group : arguments.embeddings.groups()) {
    methods.push_back(measure_group(group));
  }
  if (!arguments.json) {
    print(memory_text(methods));
    return;
  }
  Json json{{"version", kVersion}, {"compared_dimensions", kPaperDimensions}, {"results", Json::array()}};
  for (const MethodMemory& method : methods) {
    json["results"].push_back(memory_json(method));
  }
  print(json_text(json));
}

}  // namespace

void add_memory(CLI::App& evaluate) {
  const auto arguments = std::make_shared<MemoryArguments>();
  CLI::App* command = evaluate.add_subcommand("memory", "Bytes a node in every representation");
  arguments->embeddings.add_to(*command);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { run_memory(*arguments); });
}

}  // namespace columnar::cli
