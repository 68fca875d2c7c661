#pragma once

#include "columnar/files/npz.hpp"
#include "columnar/model.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// What the host of a .nir network needs for every node of the model, and what the engine finds with it: the archive of
/// save_nir(). docs/formats.md#inputs-of-a-network
[[nodiscard]] NpzWriter host_inputs(const Model& model, const RunContext& context);

}  // namespace columnar
