#include <algorithm>
#include <array>

#include "columnar/core/bf16_line.hpp"
#include "columnar/core/role_share.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/files/hdf5_writer.hpp"
#include "columnar/files/output_files.hpp"
#include "columnar/model/host_inputs.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/nir.hpp"

// The network of a .nir file. host_inputs.cpp has the archive beside it.

namespace columnar {
namespace {

constexpr const char* kNirVersion = "1.0";
constexpr double kSecondsPerStep = 1e-3;  ///< a step of the LIF equation is a millisecond

/// The weights from L4 to the cells, so that the current of a cell is its drive: [cell][L4 neuron].
/// docs/equations.md#drive
std::vector<float> drive_weights(const CortexState& cortex, const Config& config) {
  const std::size_t inputs = cortex.inputs;
  std::vector<float> weights(std::size_t{cortex.columns} * cortex.cells * inputs);
  const double scale = config.l23.drive_scale * static_cast<double>(inputs) / config.l4.active();
  for (std::uint32_t column = 0; column < cortex.columns; ++column) {
    for (std::uint32_t cell = 0; cell < cortex.cells; ++cell) {
      const double sum = cortex.weight_sums[cortex.cell_index(column, cell)];
      const double factor = sum > 0.0 ? scale / sum : 0.0;
      float* row = weights.data() + (std::size_t{column} * cortex.cells + cell) * inputs;
      for (std::uint32_t a = 0; a < inputs; ++a) {
        const double gain = a < config.l4.class_bits ? 1.0 : config.l23.identity_gain;
        row[a] = static_cast<float>(factor * gain * static_cast<double>(cortex.synapses(column, a)[cell]));
      }
    }
  }
  return weights;
}

/// The weights from the cells to L5a, rounded as codes are read, times their gain: [neuron][cell].
/// docs/equations.md#l5a
std::vector<float> readout_weights(const CortexState& cortex, const Config& config) {
  const float gain = config.plasticity.outstar ? static_cast<float>(config.readout.readout_gain) : 0.0F;
  std::vector<float> weights(cortex.readout.size());
  std::array<float, Bf16Line::kNumbers> numbers{};
  for (std::size_t first = 0; first < weights.size(); first += numbers.size()) {
    const std::size_t count = std::min(numbers.size(), weights.size() - first);
    std::copy_n(cortex.readout.begin() + static_cast<std::ptrdiff_t>(first), count, numbers.begin());
    Bf16Line line{};
    line.set(numbers.data());
    line.get(numbers.data());
    std::transform(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count),
                   weights.begin() + static_cast<std::ptrdiff_t>(first), [gain](float w) { return gain * w; });
  }
  return weights;
}

std::vector<float> thresholds_of(const CortexState& cortex) {
  std::vector<float> thresholds;
  for (std::uint32_t column = 0; column < cortex.columns; ++column) {
    const float* first = cortex.thresholds.data() + cortex.cell_index(column, 0);
    thresholds.insert(thresholds.end(), first, first + cortex.cells);
  }
  return thresholds;
}

std::vector<std::byte> nir_bytes(const Model& model) {
  const Config config = place_config(model.config);
  const CortexState& cortex = model.learned->cortex;
  const std::uint64_t inputs = cortex.inputs;
  const std::uint64_t cells = std::uint64_t{cortex.columns} * cortex.cells;
  const std::uint64_t neurons = cortex.l5a_size;

  Hdf5Writer file;
  const auto add_end = [&file](const std::string& node, const std::string& type, std::uint64_t size) {
    const auto extent = static_cast<std::int64_t>(size);
    file.add_text(node + "/type", type);
    file.add_integers(node + "/shape", {&extent, 1}, std::array<std::uint64_t, 1>{1});
  };
  const auto add_linear = [&file](const std::string& node, const std::vector<float>& weights, std::uint64_t rows,
                                  std::uint64_t columns) {
    file.add_text(node + "/type", "Linear");
    file.add_floats(node + "/weight", weights, std::array{rows, columns});
  };
  const auto add_cells = [&](const char* name, const std::vector<float>& values) {
    file.add_floats(std::string("node/nodes/l23/") + name, values, {&cells, 1});
  };
  file.add_text("version", kNirVersion);
  file.add_text("node/type", "NIRGraph");
  file.add_text("node/metadata/columnar", provenance_json(config, model.graph_digest));
  const std::array<std::string, 8> edges = {"input", "l4_l23", "l4_l23", "l23", "l23", "l23_l5a", "l23_l5a", "output"};
  file.add_texts("node/edges", edges, std::array<std::uint64_t, 2>{4, 2});
  add_end("node/nodes/input", "Input", inputs);
  add_linear("node/nodes/l4_l23", drive_weights(cortex, config), cells, inputs);
  file.add_text("node/nodes/l23/type", "LIF");
  add_cells("tau", std::vector<float>(cells, static_cast<float>(config.l23.membrane_time * kSecondsPerStep)));
  add_cells("r", std::vector<float>(cells, 1.0F));
  add_cells("v_leak", std::vector<float>(cells, 0.0F));
  add_cells("v_reset", std::vector<float>(cells, 0.0F));
  add_cells("v_threshold", thresholds_of(cortex));
  add_linear("node/nodes/l23_l5a", readout_weights(cortex, config), neurons, cells);
  add_end("node/nodes/output", "Output", neurons);
  return file.bytes();
}

}  // namespace

void require_nir_names(const std::string& path, const std::string& inputs) {
  if (extension_of(path) != ".nir") {
    throw Error(ErrorCode::kConfig, path + ": a network is written as .nir");
  }
  if (!inputs.empty() && extension_of(inputs) != ".npz") {
    throw Error(ErrorCode::kConfig, inputs + ": the inputs of a network are written as .npz");
  }
}

void save_nir(const std::string& path, const Model& model, const std::string& inputs, const RunContext& context) {
  require_nir_names(path, inputs);
  require_trained(model);
  OutputFiles files;
  files.open(path).write(nir_bytes(model));
  if (!inputs.empty()) {
    files.open(inputs).write(run_stage(context, "inputs", [&] { return host_inputs(model, context).bytes(); }));
  }
  files.commit();
}

}  // namespace columnar
