#include <fmt/format.h>

#include <memory>

#include "columnar_lab/report/memory_experiment.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "seed_tables.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kNameWidth = 28;

struct MemoryArguments {
  EmbeddingArguments embeddings;
  bool json = false;
};

std::string memory_text(const std::vector<MethodMemory>& methods) {
  Table table;
  table.align_left(1);
  table.align_left(2);
  table.add({"", "rows", "stored as", "bytes a node", "MB a million", "than float32", "than float64"});
  table.add_rule();
  for (const MethodMemory& method : methods) {
    bool first = true;
    for (const Representation& row : method.rows) {
      table.add({first ? shortened(method.name, kNameWidth) : "", first ? method.kind : "", row.text,
                 over_seeds_text(row.bytes.values(), 1), fmt::format("{:.1f}", row.bytes.mean_sd().mean),
                 fmt::format("{:.1f} ×", row.times_less_than(sizeof(float))),
                 fmt::format("{:.1f} ×", row.times_less_than(sizeof(double)))});
      first = false;
    }
  }
  return table.text("") +
         fmt::format(
             "\nThe last two columns: how many times less than {} numbers of 4 or 8 bytes. Packed: as many bits "
             "as the\nlargest index of the block needs. Entropy coded: as embed --codec entropy stores them.\n",
             kComparedDimensions);
}

void run(const MemoryArguments& arguments) {
  const std::vector<MethodMemory> methods = run_memory({arguments.embeddings.groups()}, {});
  print(arguments.json ? json_text(memory_json(methods)) : memory_text(methods));
}

}  // namespace

void add_memory(CLI::App& evaluate) {
  const auto arguments = std::make_shared<MemoryArguments>();
  CLI::App* command = evaluate.add_subcommand("memory", "Bytes a node in every representation");
  arguments->embeddings.add_to(*command);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace columnar::cli
