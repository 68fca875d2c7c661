#include "columnar/model.hpp"

#include <utility>

#include "columnar/core/role_share.hpp"
#include "columnar/error.hpp"
#include "columnar/model/learned.hpp"

namespace columnar {

Model::Model() : learned(std::make_unique<Learned>()) {}
Model::Model(const Model& other)
    : config(other.config),
      graph(other.graph),
      attributes(other.attributes),
      graph_digest(other.graph_digest),
      trained_digest(other.trained_digest),
      updates(other.updates),
      drift(other.drift),
      regions(other.regions),
      codes(other.codes),
      l6(other.l6),
      learned(other.learned ? std::make_unique<Learned>(*other.learned) : nullptr) {}
Model::Model(Model&& other) noexcept = default;
Model& Model::operator=(const Model& other) {
  if (this != &other) {
    *this = Model(other);
  }
  return *this;
}
Model& Model::operator=(Model&& other) noexcept = default;
Model::~Model() = default;

void require_trained(const Model& model) {
  if (!model.learned || model.learned->coordinates.rows() == 0) {
    throw Error(ErrorCode::kInput, "model: it is not trained");
  }
}

SdrShape code_shape(const Config& config) noexcept {
  return {config.l23.columns,
          config.l23.cells_per_column,
          config.l23.active_columns,
          config.readout.l5a_size,
          config.readout.l5a_active,
          Layer::kAll,
          0,
          0,
          role_share(config)};
}

SdrShape search_shape(const Config& config) noexcept {
  SdrShape shape = code_shape(config);
  if (config.l6.l6_active > 0) {
    shape.layer = Layer::kSearch;
    shape.l6_size = config.l6.l6_size;
    shape.l6_active = config.l6.l6_active;
  }
  return shape;
}

SdrTable with_l6(const Config& config, NodeIds ids, std::span<const std::uint16_t> codes,
                 std::span<const std::uint16_t> l6) {
  SdrTable table{search_shape(config), std::move(ids), {}};
  const LayerPart part = table.shape.l6();
  const std::size_t others = table.shape.active() - part.active;
  table.bits.reserve(table.size() * table.shape.active());
  for (std::size_t node = 0; node < table.size(); ++node) {
    const auto code = codes.subspan(node * others, others);
    table.bits.insert(table.bits.end(), code.begin(), code.end());
    for (const std::uint16_t neuron : l6.subspan(node * part.active, part.active)) {
      table.bits.push_back(static_cast<std::uint16_t>(part.begin + neuron));
    }
  }
  return table;
}

SdrTable codes_of(const Model& model) { return with_l6(model.config, model.graph.ids, model.codes, model.l6); }

}  // namespace columnar
