#include "columnar/model/model.hpp"

namespace columnar {

SdrShape code_shape(const Config& config) noexcept {
  return {config.l23.columns,      config.l23.cells_per_column, config.l23.active_columns,
          config.readout.l5a_size, config.readout.l5a_active,   Layer::kAll};
}

SdrTable codes_of(const Model& model) { return {code_shape(model.config), model.graph.ids, model.codes}; }

}  // namespace columnar
