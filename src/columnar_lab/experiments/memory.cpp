#include "columnar_lab/evaluate/memory.hpp"

#include <fmt/format.h>

#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/experiments/measured_groups.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kComparedDimensions = 64;  ///< of the vectors that codes are compared with

struct Representation {
  const char* name;
  double bytes;
};

std::vector<Representation> of_codes(const CodeMemory& memory) {
  return {{"bitmap", static_cast<double>(memory.bitmap)},
          {"16-bit indices", static_cast<double>(memory.index)},
          {"packed indices", static_cast<double>(memory.packed)},
          {"number of the code", static_cast<double>(memory.enumerated)},
          {"entropy coded", memory.coded}};
}

std::vector<Representation> of_vectors(std::uint64_t dimensions) {
  return {{"float32", static_cast<double>(vector_bytes(dimensions, sizeof(float)))},
          {"float64", static_cast<double>(vector_bytes(dimensions, sizeof(double)))}};
}

Results run_memory(const ExperimentInput& input, const Options& /*options*/, const RunContext& context) {
  SeedTable table{"memory", "Bytes per node", "stored as", {}, {}};
  table.repeats = "file";
  table.measures = {{"bytes_per_node", "bytes", "bytes per node, which is megabytes for a million nodes", 1},
                    {"times_less_than_float32", "float32", "how many times less than 64 numbers of 4 bytes", 1},
                    {"times_less_than_float64", "float64", "and than 64 numbers of 8 bytes", 1}};
  Results results;
  for_each_seed(input, results, context, [&](const EmbeddingGroup& group, const LabelledRows& rows) {
    const auto ratio = [](double bytes, std::uint64_t number) {
      return static_cast<double>(vector_bytes(kComparedDimensions, number)) / bytes;
    };
    std::vector<Representation> representations;
    if (const SdrTable* codes = codes_of(rows.embedding)) {
      const CodeMemory memory = measure_memory(*codes);
      representations = of_codes(memory);
      results.facts["bounds"][group.name] = {{"structured_bits", memory.structured_bits},  // of the last seed
                                             {"choose_bits", memory.choose_bits},
                                             {"frequency_bits", memory.frequency_bits}};
    } else {
      representations = of_vectors(vectors_of(rows.embedding)->dimensions);
    }
    double place = 0.0;
    for (const Representation& one : representations) {
      table.add(one.name, place++, {one.bytes, ratio(one.bytes, sizeof(float)), ratio(one.bytes, sizeof(double))},
                group.name);
    }
  });
  results.tables.push_back(std::move(table));
  results.notes.emplace_back(
      "Packed: as many bits as the largest index of the block needs. The number of the code takes all codes as equally "
      "likely. Entropy coded: as embed --codec entropy stores them.");
  return results;
}

}  // namespace

Experiment memory_experiment() {
  return {.name = "memory",
          .summary = "Bytes per node in every representation",
          .inputs = {.embeddings = true},
          .options = {},
          .run = run_memory};
}

}  // namespace columnar
