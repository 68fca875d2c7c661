#include "columnar_lab/report/memory_experiment.hpp"

#include <fmt/format.h>

#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/evaluate/similarity.hpp"
#include "columnar_lab/report/stage.hpp"

namespace columnar {
namespace {

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
  method.last = memory;
}

void add_vectors(MethodMemory& method, const DenseTable& vectors) {
  add_bytes(method.rows, 0, "float32", "float32", static_cast<double>(vector_bytes(vectors.dimensions, sizeof(float))));
  add_bytes(method.rows, 1, "float64", "float64",
            static_cast<double>(vector_bytes(vectors.dimensions, sizeof(double))));
}

MethodMemory measure_group(const EmbeddingGroup& group, const RunContext& context) {
  MethodMemory method;
  method.name = group.name;
  double done = 0.0;
  for (const EmbeddingSource& source : group.seeds) {
    const Embedding embedding = source.load();
    check_embedding(embedding, source.place);
    const std::string kind = kind_text(embedding);
    if (!method.kind.empty() && method.kind != kind) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: {}, but another file of {} has {}", source.place, kind, group.name, method.kind));
    }
    method.kind = kind;
    if (const SdrTable* codes = codes_of(embedding)) {
      add_codes(method, *codes);
    } else {
      add_vectors(method, *vectors_of(embedding));
    }
    context.advance(++done / static_cast<double>(group.seeds.size()));
  }
  return method;
}

Json method_json(const MethodMemory& method) {
  Json json{{"name", method.name}, {"kind", method.kind}, {"representations", Json::array()}};
  for (const Representation& row : method.rows) {
    json["representations"].push_back({{"key", row.key},
                                       {"stored_as", row.text},
                                       {"bytes_per_node", row.bytes.json()},
                                       {"megabytes_per_million_nodes", row.bytes.mean_sd().mean},
                                       {"times_less_than_float32", row.times_less_than(sizeof(float))},
                                       {"times_less_than_float64", row.times_less_than(sizeof(double))}});
  }
  json["bounds"] = nullptr;
  if (method.last) {
    json["bounds"] = {{"structured_bits", method.last->structured_bits},
                      {"choose_bits", method.last->choose_bits},
                      {"frequency_bits", method.last->frequency_bits}};
  }
  return json;
}

}  // namespace

double Representation::times_less_than(std::uint64_t number) const {
  return static_cast<double>(vector_bytes(kComparedDimensions, number)) / bytes.mean_sd().mean;
}

std::vector<MethodMemory> run_memory(const MemoryExperiment& experiment, const RunContext& context) {
  require_groups(experiment.groups);
  std::vector<MethodMemory> methods;
  for (const EmbeddingGroup& group : experiment.groups) {
    methods.push_back(as_stage(context, group.name, [&] { return measure_group(group, context); }));
  }
  return methods;
}

Json memory_json(const std::vector<MethodMemory>& methods) {
  Json json{{"version", kVersion}, {"compared_dimensions", kComparedDimensions}, {"results", Json::array()}};
  for (const MethodMemory& method : methods) {
    json["results"].push_back(method_json(method));
  }
  return json;
}

}  // namespace columnar
