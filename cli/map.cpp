#include "columnar/map/map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>

#include "arguments.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/model/stored_codes.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

// `columnar map`: every node in two dimensions, as a page or a picture.

namespace columnar::cli {
namespace {

constexpr std::size_t kMostInLegend = 20;

struct MapArguments {
  std::string codes;
  std::string output;
  std::string labels;
  std::string seed = "1";
  bool quiet = false;
  ThreadsOption threads;
};

/// A line for each group with its colour, where a picture has no legend.
std::string legend_text(const Map& map) {
  if (map.names.empty()) {
    return "";
  }
  std::vector<std::size_t> nodes(map.names.size());
  for (const std::int32_t group : map.groups) {
    if (group != Map::kNoGroup) {
      ++nodes[static_cast<std::size_t>(group)];
    }
  }
  const std::vector<Colour> colours = map.colours();
  std::vector<std::size_t> shown(map.names.size());
  std::iota(shown.begin(), shown.end(), std::size_t{0});
  if (shown.size() > kMostInLegend) {  // the regions of a model: nobody reads 300 colours
    std::ranges::stable_sort(shown, std::greater(), [&](std::size_t g) { return nodes[g]; });
    shown.resize(kMostInLegend);
  }
  Table table;
  table.add({map.meaning, "colour", "nodes"});
  table.add_rule();
  for (const std::size_t g : shown) {
    table.add({shortened(map.names[g], 40), hex_text(colours[g]), with_commas(nodes[g])});
  }
  return table.text("") + (shown.size() < map.names.size()
                               ? fmt::format("The {} with most nodes, of {}.\n", shown.size(), map.names.size())
                               : "");
}

void run_map(const MapArguments& arguments) {
  const bool is_page = extension_of(arguments.output) == ".html";
  require_map_name(arguments.output);
  const std::uint64_t seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  const int threads = arguments.threads.value();
  require_outputs({{"--output", arguments.output}}, {arguments.codes, arguments.labels});
  Map map;
  SdrTable codes;
  if (is_model_file(arguments.codes)) {
    const Model model = load_model(arguments.codes);
    codes = codes_of(model);
    colour_by_region(map, model.regions);
  } else {
    codes = read_stored_codes(arguments.codes);
    map.groups.assign(codes.size(), Map::kNoGroup);
  }
  if (!arguments.labels.empty()) {
    colour_by_class(map, read_labels(arguments.labels, codes.ids));
  }
  map.title = std::filesystem::path(arguments.codes).filename().string();
  map.ids = codes.ids;
  ProgressLine progress(arguments.quiet);
  const RunContext context{threads, &progress};
  map.places = run_stage(context, "layout", [&] { return layout(codes, {.seed = seed}, context); });
  save_map(map, arguments.output);
  std::vector<WrittenFile> written;
  note_written(written, arguments.output, "map");
  if (!arguments.quiet) {
    print_written(
        fmt::format(
            "{} nodes{}. {}: {}\n{}", with_commas(codes.size()),
            map.meaning.empty() ? "" : fmt::format(", coloured by {} ({})", map.meaning, with_commas(map.names.size())),
            printable(arguments.output), human_bytes(written.front().bytes), is_page ? "" : legend_text(map)),
        written);
  }
}

}  // namespace

void add_map(CLI::App& app) {
  CLI::App* command = app.add_subcommand("map", "Draw every node in two dimensions: similar codes close together");
  const auto arguments = std::make_shared<MapArguments>();
  command->add_option("CODES", arguments->codes, codes_help() + " or a model")->type_name("")->required();
  command
      ->add_option("-o,--output", arguments->output,
                   "A page for a browser (.html), with ids under the pointer, or a picture (.png)")
      ->type_name("FILE")
      ->required();
  add_labels_option(*command, arguments->labels)
      ->description("Colour by these classes; a model without them is coloured by region");
  command->add_option("--seed", arguments->seed, "Another seed gives another layout")
      ->type_name("N")
      ->default_str(arguments->seed);
  arguments->threads.add_to(*command);
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments] { run_map(*arguments); });
}

}  // namespace columnar::cli
