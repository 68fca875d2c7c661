#include "columnar/model/cortex_sections.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/model/array_sections.hpp"

namespace columnar {
namespace {

/// Rows of `stride` floats with only the first `used` of each.
std::vector<float> without_padding(std::span<const float> padded, std::size_t stride, std::size_t used) {
  std::vector<float> values;
  values.reserve(padded.size() / stride * used);
  for (std::size_t row = 0; row < padded.size(); row += stride) {
    values.insert(values.end(), padded.begin() + static_cast<std::ptrdiff_t>(row),
                  padded.begin() + static_cast<std::ptrdiff_t>(row + used));
  }
  return values;
}

std::vector<float> with_padding(std::span<const float> values, std::size_t stride, std::size_t used, float filler) {
  std::vector<float> padded(values.size() / used * stride, filler);
  for (std::size_t i = 0; i < values.size(); ++i) {
    padded[i / used * stride + i % used] = values[i];
  }
  return padded;
}

}  // namespace

void add_cortex(SectionedFileWriter& writer, const CortexState& cortex) {
  const auto add_cells = [&](const std::string& name, const std::vector<float>& padded) {
    writer.add_array(name, std::span<const float>(without_padding(padded, cortex.lanes, cortex.cells)));
  };
  writer.add_array("l23.weights", std::span<const float>(without_padding(cortex.weights, cortex.column_size(),
                                                                         std::size_t{cortex.inputs} * cortex.cells)));
  add_cells("l23.weight_sums", cortex.weight_sums);
  add_cells("l23.thresholds", cortex.thresholds);
  add_cells("l23.sliding", cortex.sliding);
  add_cells("l23.rates", cortex.rates);
  writer.add_array("l23.lateral", std::span<const float>(cortex.lateral));
  writer.add_array("l5a.readout", std::span<const float>(cortex.readout));
}

CortexState read_cortex(const SectionedFile& file, const Config& config) {
  CortexState cortex;
  cortex.inputs = config.l4.width();
  cortex.columns = config.l23.columns;
  cortex.cells = config.l23.cells_per_column;
  cortex.l5a_size = config.readout.l5a_size;
  cortex.lanes = lanes_of(cortex.cells);
  const auto read_cells = [&](std::string_view name, float filler) {
    const std::vector<float> values = read_array<float>(file, name, {cortex.columns, 1, cortex.cells});
    return with_padding(values, cortex.lanes, cortex.cells, filler);
  };
  cortex.weights = with_padding(read_array<float>(file, "l23.weights", {cortex.columns, cortex.inputs, cortex.cells}),
                                cortex.column_size(), std::size_t{cortex.inputs} * cortex.cells, 0.0F);
  cortex.weight_sums = read_cells("l23.weight_sums", 0.0F);
  cortex.thresholds = read_cells("l23.thresholds", static_cast<float>(config.l23.initial_threshold));
  cortex.sliding = read_cells("l23.sliding", 0.0F);
  cortex.rates = read_cells("l23.rates", 0.0F);
  cortex.lateral = read_array<float>(file, "l23.lateral", {cortex.columns, cortex.columns, 1});
  cortex.readout = read_array<float>(file, "l5a.readout", {cortex.l5a_size, cortex.columns, cortex.cells});
  return cortex;
}

}  // namespace columnar
