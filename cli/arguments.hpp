#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/sdr/codec/codec.hpp"
#include "columnar_lab/report/parameters.hpp"
#include "field_flags.hpp"

namespace columnar::cli {

/// Bytes, as 512M or 512MiB (powers of 1024), 4GB (of 1000) or a plain number; Error(kConfig) that names the flag for
/// anything else.
[[nodiscard]] std::uint64_t parse_size(const std::string& flag, const std::string& text);

/// --labels FILE: the classes of nodes.
CLI::Option* add_labels_option(CLI::App& app, std::string& labels);

/// Throws Error(kConfig) if --labels is given, but the format of the output holds no classes.
void require_holds_classes(const std::string& output, const std::string& labels);

/// "Codes (.sdr, …)": how the help of a file of codes begins.
[[nodiscard]] std::string codes_help();

/// The same of graphs: "Edge list (…), .npz, .mtx, …".
[[nodiscard]] std::string graphs_help();
/// A line for each format of codes: its extension and what it holds.
[[nodiscard]] std::string formats_text();

/// --codec NAME: how a .sdr file stores its codes.
CLI::Option* add_codec_option(CLI::App& app, std::string& codec);
/// The codec of that name, plain where none was given. Error(kConfig) for any other name, and where the output is not
/// .sdr, which alone has codecs.
[[nodiscard]] Codec parse_codec(const std::string& codec, const std::string& output);

/// --layer NAME: which part of the codes is written or searched; `standard` is the one that --help names.
CLI::Option* add_layer_option(CLI::App& app, std::string& layer, const char* standard = "search in .sdr, else all");
/// The layer of that name, none where none is named; Error(kConfig) for any other.
[[nodiscard]] std::optional<Layer> parse_layer(const std::string& layer);

/// --threads N: how many threads to use; all cores where it was not given.
class ThreadsOption {
 public:
  void add_to(CLI::App& app);
  [[nodiscard]] int value() const;

 private:
  std::string text_;
};

/// A flag for every constant of the method, and --preset, their starting point.
class ConfigFlags {
 public:
  void add_to(CLI::App& app);
  /// The preset with the flags on top, validated. Throws Error(kConfig).
  [[nodiscard]] Config config() const;
  /// Whether the flag of a field was given.
  [[nodiscard]] bool given(std::string_view field) const { return flags_.given(field); }
  [[nodiscard]] const std::string& preset() const noexcept { return preset_; }

 private:
  std::string preset_ = "default";
  FieldFlags flags_;
};

}  // namespace columnar::cli
