#pragma once

#include <string>

#include "columnar/files/sectioned_file.hpp"
#include "columnar/model.hpp"

namespace columnar {

/// Lays a model out in the checksummed container (docs/formats.md#model-file). Throws Error(kOutput), begun with
/// `place`, for a model that would not be read back (model_check.hpp).
[[nodiscard]] SectionedFileWriter make_model_file(const Model& model, const std::string& place);

/// save_model() (columnar/model.hpp) among other outputs; the caller commits.
void save_model(AtomicFile& file, const Model& model);

/// load_model() for a container that was read already. Throws Error(kInput) for anything but a sound model: sizes are
/// compared with the sections before memory is taken, every number is checked, and nothing is mended.
[[nodiscard]] Model model_from_sections(const SectionedFile& file);

}  // namespace columnar
