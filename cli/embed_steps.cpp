#include "embed_steps.hpp"

#include <fmt/format.h>

#include <span>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/edge_list_reader.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "outputs.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

[[noreturn]] void refuse(const std::string& flag, const Method& method) {
  throw Error(ErrorCode::kConfig, fmt::format("{}: --method {} has no use for it", flag, method.name));
}

/// Refuses the flag of a constant that the method does not look at.
void check_constants(const Method& method, const EmbedArguments& arguments) {
  const auto check = [&](const FieldInfo& info, const auto& /*field*/) {
    if ((arguments.baseline.given(info.name) || arguments.flags.given(info.name)) && !method.looks_at(info.name)) {
      refuse(flag_of(info.name), method);
    }
  };
  const BaselineConfig of_baselines;
  visit_fields(of_baselines, check);
  if (const Config of_embedder; !is_embedder(method)) {
    visit_fields(of_embedder, check);
  }
}

/// The extension must be one for what the method makes. Names the other kind where it is one of that.
void check_extension(const Method& method, const std::string& output) {
  if (output.empty()) {
    const auto extensions = method.makes_codes ? codes_extensions() : vectors_extensions();
    throw Error(ErrorCode::kConfig, fmt::format("--output: say where the {0} go: -o {0}{1} (or {2})",
                                                method.makes_codes ? "codes" : "vectors", extensions.front(),
                                                list_text(std::span(extensions).subspan(1))));
  }
  try {
    method.makes_codes ? check_codes_extension(output) : static_cast<void>(vectors_format(output));
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{} (--method {} makes {})", error.what(), method.name,
                                          method.makes_codes ? "codes" : "vectors"));
  }
}

}  // namespace

void check_flags_of(const Method& method, const EmbedArguments& arguments) {
  check_constants(method, arguments);
  if (!is_embedder(method)) {
    if (!arguments.layer.empty()) {
      throw Error(ErrorCode::kConfig, fmt::format("--layer: --method {} has no layers", method.name));
    }
    if (!arguments.model.empty()) {
      throw Error(ErrorCode::kConfig, fmt::format("--model: --method {} leaves no model", method.name));
    }
    if (arguments.device.is_gpu()) {
      refuse("--device cuda", method);
    }
    if (!arguments.checkpoint.empty()) {
      refuse("--checkpoint", method);
    }
    if (!arguments.memory_limit.empty()) {
      refuse("--memory-limit", method);
    }
    if (arguments.estimate) {
      throw Error(ErrorCode::kConfig, fmt::format("--estimate: there is no estimate for --method {}", method.name));
    }
  }
  if (!arguments.checkpoint_interval.empty() && arguments.checkpoint.empty()) {
    throw Error(ErrorCode::kConfig, "--checkpoint-interval: say where checkpoints go with --checkpoint");
  }
  if (!arguments.estimate) {
    check_extension(method, arguments.output);
    (void)parse_codec(arguments.codec, arguments.output);
  }
}

void check_outputs(const EmbedArguments& arguments) {
  std::vector<Output> outputs{{"--output", arguments.output}};
  if (!arguments.model.empty()) {
    outputs.push_back({"--model", arguments.model});
  }
  if (!method_named(arguments.method).makes_codes && vectors_format(arguments.output).ids_beside) {
    outputs.push_back({"the ids of --output", ids_file_of(arguments.output)});
  }
  std::vector<Output> reserved;
  if (!arguments.checkpoint.empty()) {
    reserved.push_back({"--checkpoint", arguments.checkpoint});
    for (const std::string& path : checkpoint_paths(arguments.checkpoint)) {
      reserved.push_back({"--checkpoint", path});
    }
  }
  require_outputs(outputs, {arguments.graph, arguments.labels}, reserved);
  if (!arguments.model.empty()) {
    require_model_name(arguments.model);
  }
}

Input read_input(const EmbedArguments& arguments, std::vector<std::string>& hints) {
  Input input;
  ReadOptions options = arguments.read;
  options.memory_limit = arguments.memory_limit.empty() ? 0 : parse_size("--memory-limit", arguments.memory_limit);
  input.read = read_graph(arguments.graph, options);
  if (options.edges.header == HeaderLine::kDetect) {
    if (std::string doubt = header_doubt(arguments.graph, input.read); !doubt.empty()) {
      hints.push_back(std::move(doubt));
    }
  }
  const NodeIds& ids = input.read.graph.ids;
  if (!arguments.estimate) {
    method_named(arguments.method).makes_codes ? require_ids_fit(arguments.output, ids)
                                               : require_vector_ids_fit(arguments.output, ids);
  }
  if (arguments.labels.empty()) {
    input.labels = std::move(input.read.labels);
    return input;
  }
  LabelsReadReport report;
  input.labels = read_labels(arguments.labels, ids, &report);
  if (report.ids_not_in_graph > 0 && !arguments.read.largest_component) {
    hints.push_back(fmt::format("{} of {} labels are for nodes that the graph does not have",
                                with_commas(report.ids_not_in_graph), with_commas(report.lines)));
  }
  return input;
}

}  // namespace columnar::cli
