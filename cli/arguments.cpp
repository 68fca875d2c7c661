#include "arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <thread>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/graph_formats.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar/sdr/sdr_formats.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kMaxThreads = 1024;

}  // namespace

std::uint64_t parse_size(const std::string& flag, const std::string& text) {
  double amount = 0.0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, amount, std::chars_format::fixed);
  constexpr std::string_view kUnits = "kmgt";
  const std::string unit = CLI::detail::to_lower(std::string(end, last));
  const std::size_t power = unit.empty() ? 0 : kUnits.find(unit.front()) + 1;  // 0 for what is no unit, too
  const bool binary = unit.size() == 1 || (unit.size() == 3 && unit.ends_with("ib"));
  const bool decimal = unit.size() == 2 && unit[1] == 'b';
  const bool sound = error == std::errc{} && (unit.empty() || (power > 0 && (binary || decimal)));
  const double bytes = amount * std::pow(decimal ? 1000.0 : 1024.0, static_cast<double>(power));
  if (!sound || !(bytes >= 1.0 && bytes < 9e18)) {
    throw Error(ErrorCode::kConfig,
                fmt::format("{}: not a size such as 512M, 4G, 4GiB or 4GB: '{}'", flag, printable(text)));
  }
  return static_cast<std::uint64_t>(bytes);
}

CLI::Option* add_labels_option(CLI::App& app, std::string& labels) {
  return app.add_option("--labels", labels, "Classes: a text of id label, or the .npz of the graph")->type_name("FILE");
}

void require_holds_classes(const std::string& output, const std::string& labels) {
  if (!labels.empty() && !codes_format(output).holds_classes) {
    throw Error(ErrorCode::kConfig, fmt::format("--labels: only {} holds classes",
                                                list_text(codes_extensions(&CodesFormat::holds_classes))));
  }
}

std::string codes_help() { return fmt::format("Codes ({})", list_text(codes_extensions())); }

std::string graphs_help() {
  std::vector<std::string_view> extensions;
  for (const GraphFormat& format : graph_formats()) {
    extensions.insert(extensions.end(), format.extensions.begin(), format.extensions.end());
  }
  return fmt::format("Edge list (u v [weight]), {}; text may be gzip; - for an edge list on standard input",
                     list_text(extensions));
}

std::string formats_text() {
  std::string text = "Formats of codes:";
  for (const CodesFormat& format : codes_formats()) {
    text += fmt::format("\n  {:<31} {}", format.extension, format.holds);
  }
  return text;
}

CLI::Option* add_codec_option(CLI::App& app, std::string& codec) {
  return app.add_option("--codec", codec, "How .sdr stores the codes: plain, elias-fano or entropy")
      ->type_name("NAME")
      ->default_str("plain");
}

Codec parse_codec(const std::string& codec, const std::string& output) {
  if (codec.empty()) {
    return Codec::kPlain;
  }
  const std::optional<Codec> found = codec_by_name(codec);
  if (!found) {
    throw Error(ErrorCode::kConfig,
                fmt::format("--codec: unknown codec '{}': use plain, elias-fano or entropy", printable(codec)));
  }
  const CodesFormat* format = find_codes_format(output);
  if (format == nullptr || !format->has_codecs) {
    throw Error(ErrorCode::kConfig, fmt::format("--codec: {} is no {}, which alone has codecs", printable(output),
                                                list_text(codes_extensions(&CodesFormat::has_codecs))));
  }
  return *found;
}

CLI::Option* add_layer_option(CLI::App& app, std::string& layer, const char* standard) {
  return app
      .add_option("--layer", layer,
                  "l23 (8 active bits out of 1500), l5a (20 of 300), all (both), l6 (20 of 2048: nearby nodes), search "
                  "(all three: 48 of 3848) or roles (the bits that embed --roles SHARE makes)")
      ->type_name("NAME")
      ->default_str(standard);
}

std::optional<Layer> parse_layer(const std::string& layer) {
  if (layer.empty()) {
    return std::nullopt;
  }
  if (const auto found = layer_by_flag(layer)) {
    return *found;
  }
  throw Error(ErrorCode::kConfig, fmt::format("--layer: unknown layer '{}': use {}", printable(layer), kLayerFlags));
}

void ThreadsOption::add_to(CLI::App& app) {
  app.add_option("--threads", text_, "Threads to use; they never change a result")
      ->type_name("N")
      ->default_str("all cores");
}

int ThreadsOption::value() const {
  if (!text_.empty()) {
    return static_cast<int>(parse_whole("--threads", text_, 1, kMaxThreads));
  }
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

void ConfigFlags::add_to(CLI::App& app) {
  app.add_option("--preset", preset_, "Starting point of all the constants below: default or paper")
      ->type_name("NAME")
      ->default_str("default");
  flags_.add_to(app, Config{});
}

Config ConfigFlags::config() const {
  Config config = preset_config(parse_preset(preset_));
  flags_.apply_to(config);
  validate(config);
  return config;
}

}  // namespace columnar::cli
