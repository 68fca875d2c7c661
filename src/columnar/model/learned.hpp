#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "columnar/codes.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/model.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/ppmi/visits.hpp"
#include "columnar/spectral/attribute_space.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

struct RoleModel;  // role_codes.hpp

/// The part of a model whose types are internal to the library.
struct Model::Learned {
  Marginals marginals;             ///< how often walks met each node
  RowMatrix coordinates;           ///< n × rank (and the width of the attribute space), unit rows
  RowMatrix centroids;             ///< regions × rank, unit rows
  AttributeSpace attribute_space;  ///< weights of attributes are 0 unless the model has any
  CortexState cortex;
  std::shared_ptr<const RoleModel> roles;  ///< null unless the config has roles; the rest is about place_config() alone
};

/// Throws Error(kInput) for an untrained or moved-from model.
void require_trained(const Model& model);

/// Appends the L6 neurons to the other bits of each row: a table of search_shape().
[[nodiscard]] SdrTable with_l6(const Config& config, NodeIds ids, std::span<const std::uint16_t> codes,
                               std::span<const std::uint16_t> l6);

}  // namespace columnar
