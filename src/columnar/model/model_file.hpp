#pragma once

#include <string>

#include "columnar/files/sectioned_file.hpp"
#include "columnar/model/model.hpp"

namespace columnar {

/// Saves a model in the checksummed container (docs/formats.md#model-file), atomically.
void save_model(const std::string& path, const Model& model);

/// Reads a model back. Throws Error(kInput) for anything but a sound model file.
[[nodiscard]] Model load_model(const std::string& path);

}  // namespace columnar
