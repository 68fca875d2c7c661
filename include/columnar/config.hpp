#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace columnar {

/// Walks over the graph and the pairs read from them (paper: Algorithm 1, stage 1).
struct WalkConfig {
  std::uint32_t walks_per_node = 10;
  std::uint32_t walk_length = 20;
  std::uint32_t window = 5;
  double return_p = 1.0;
  double inout_q = 1.0;

  /// Steps between two nodes of a walk that form a pair, at most: a window can be longer than a walk.
  [[nodiscard]] std::uint32_t reach() const noexcept { return std::min(window, walk_length - 1); }
};

/// Pair statistics.
struct PpmiConfig {
  double discount = 5.0;
  std::uint32_t minimum_count = 2;
  double modulator_clip = 2.0;
  double spectral_clip = 0.0;
};

/// Who finds the spectral coordinates and the regions.
enum class SpectralMethod : std::uint8_t {
  kSvd,  ///< truncated SVD and k-means, as Algorithm 1 has it
  kGha,  ///< Sanger's rule and a self-organising map: online, without an eigensolver
};

/// Spectral coordinates and regions (Algorithm 1, stages 2 and 3).
struct SpectralConfig {
  SpectralMethod method = SpectralMethod::kSvd;
  std::uint32_t rank = 128;
  double spectrum_power = 0.85;
  double smoothing = 1.5;
  std::uint32_t power_iterations = 2;
  std::uint32_t oversampling = 16;
  std::uint32_t regions = 300;
  std::uint32_t kmeans_iterations = 10;
  std::uint32_t minimum_region = 8;
  std::uint64_t gha_presentations = 100'000;
  double gha_rate = 0.5;
  std::uint32_t gha_block = 32;
  std::uint64_t som_presentations = 100'000;
  double som_rate = 0.5;
  double som_radius = 0.2;
  double som_conscience = 0.3;
};

/// Attributes of nodes, where they are given.
struct AttributeConfig {
  double attribute_share = 0.5;
  std::uint32_t attribute_rank = 128;
};

/// What part a node plays, beside where it is (docs/equations.md#roles).
struct RoleConfig {
  double roles = 0.0;  ///< share of columns, neurons and active bits of L2/3 and L5a; 0: none
};

/// The share of L2/3 and L5a that says what part a node plays. All fields are 0 if codes have no roles.
struct RoleShare {
  std::uint32_t columns = 0;  ///< the last columns
  std::uint32_t active_columns = 0;
  std::uint32_t l5a_size = 0;  ///< the last neurons of L5a
  std::uint32_t l5a_active = 0;
  bool operator==(const RoleShare&) const = default;
};

/// Node-region weights, column-region affinity and their product (Algorithm 1, stages 4 to 6).
struct EligibilityConfig {
  std::uint32_t nrw_regions = 150;
  double nrw_temperature = 0.30;
  double cra_temperature = 0.10;
  std::uint32_t candidate_columns = 40;
};

/// L4: the class code and the identity code.
struct L4Config {
  std::uint32_t class_bits = 400;
  std::uint32_t class_active = 20;
  std::uint32_t class_hops = 3;
  std::uint32_t projection_bits = 4;
  bool class_averaging = true;
  std::uint32_t identity_bits = 400;
  std::uint32_t identity_active = 20;

  [[nodiscard]] std::uint32_t width() const noexcept { return class_bits + identity_bits; }
  [[nodiscard]] std::uint32_t active() const noexcept { return class_active + identity_active; }
};

/// L2/3: columns of spiking cells.
struct ColumnConfig {
  std::uint32_t columns = 300;
  std::uint32_t cells_per_column = 5;
  std::uint32_t active_columns = 8;
  double drive_scale = 3.5;
  double drive_exponent = 0.5;
  double identity_gain = 0.5;
  double lateral_gain = 0.1;
  double membrane_time = 10.0;
  std::uint32_t time_steps = 20;
  double rate_time = 10.0;
  double initial_threshold = 2.55;
  double minimum_threshold = 0.6;
  double maximum_threshold = 10.0;
  double initial_weight = 0.05;

  [[nodiscard]] std::uint32_t cells() const noexcept { return columns * cells_per_column; }
};

/// The five local rules, each with its switch.
struct PlasticityConfig {
  bool bcm = true;
  double bcm_rate = 0.05;
  double bcm_threshold_rate = 0.010;
  bool rate_is_trace = true;
  bool anti_ce = true;
  double anti_ce_rate = 0.0002;
  double anti_ce_temperature = 0.2;
  bool lateral = true;
  double lateral_rate = 0.005;
  bool intrinsic = true;
  double intrinsic_rate = 3.0;
  std::uint32_t intrinsic_interval = 64;
  std::uint32_t settling_rounds = 40;
  double firing_average_rate = 0.002;
  bool outstar = true;
  double outstar_rate = 0.010;
};

/// How long and in what order the cortex learns.
struct TrainingConfig {
  std::uint64_t presentations = 150'000;
  std::uint32_t presentations_per_node = 8;
  bool balanced = true;
  std::uint32_t competing_columns = 16;
  std::uint32_t block = 256;
  std::uint64_t outstar_presentations = 12'500;
};

/// L5a and the final code.
struct ReadoutConfig {
  std::uint32_t l5a_size = 300;
  std::uint32_t l5a_active = 20;
  std::uint32_t teacher_skips = 0;
  double topographic_gain = 1.0;
  double readout_gain = 0.05;
  double tie_break = 0.1;
  std::uint32_t tie_break_rounds = 64;
};

/// L6: who is near (docs/equations.md#l6).
struct L6Config {
  std::uint32_t l6_size = 2048;
  std::uint32_t l6_active = 20;  ///< 0: no such layer
  std::uint32_t l6_fan = 16;
};

/// Nodes that come and edges that change after training (docs/decisions/0020-living-graphs.md).
struct LivingConfig {
  std::uint32_t local_walks = 200;
  double update_drift = 0.15;
  std::uint32_t update_presentations = 3;
};

/// Every constant of the method, once. docs/configuration.md has the meaning of each and its value in each preset.
struct Config {
  std::uint64_t seed = 1;
  std::uint64_t reorder_from = 65'536;
  WalkConfig walks;
  PpmiConfig ppmi;
  SpectralConfig spectral;
  AttributeConfig attributes;
  EligibilityConfig eligibility;
  L4Config l4;
  ColumnConfig l23;
  PlasticityConfig plasticity;
  TrainingConfig training;
  ReadoutConfig readout;
  L6Config l6;
  RoleConfig roles;
  LivingConfig living;
};

/// The named starting points.
enum class Preset {
  kDefault,  ///< what measures best while all five rules take part and every code is unique
  kPaper,    ///< everything the paper prints, as printed
};

/// Preset by name ("default", "paper"); throws Error(kConfig) for another name.
[[nodiscard]] Preset parse_preset(std::string_view name);

/// The config of a preset.
[[nodiscard]] Config preset_config(Preset preset);

/// Sets one field by its name or by its flag on the command line: "walk_length" or "--walk-length". The value is text:
/// a number, "on" or "off" (or "true", "false") for a switch, a name for a choice ("svd", "gha"). Throws Error(kConfig)
/// for an unknown name and for text that is no such value. Whether the values go together is up to validate().
void set_field(Config& config, std::string_view name, std::string_view value);

/// Throws Error(kConfig) with one line that names the flag and the reason, for values that cannot work.
void validate(const Config& config);

/// The config as JSON text, one key per field, and back. Reading refuses unknown keys and values of the wrong type; a
/// key left out keeps its default. `place` begins the message of an error.
[[nodiscard]] std::string config_to_json(const Config& config);
[[nodiscard]] Config config_from_json(std::string_view json, const std::string& place);

}  // namespace columnar
#pragma GCC visibility pop
