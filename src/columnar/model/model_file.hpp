#pragma once

#include <string>

#include "columnar/files/sectioned_file.hpp"
#include "columnar/model.hpp"

namespace columnar {

/// Lays a model out in the checksummed container (docs/formats.md#model-file). Throws Error(kOutput) that begins with
/// `place` for a model that could not be loaded again (model_check.hpp).
[[nodiscard]] SectionedFileWriter make_model_file(const Model& model, const std::string& place);

/// save_model() (columnar/model.hpp) as one of several outputs; the caller commits.
void save_model(AtomicFile& file, const Model& model);

/// load_model() for a container already read. Throws Error(kInput) unless the model is valid: sizes are
/// checked against the sections before memory is allocated, every number is checked, and nothing is repaired.
[[nodiscard]] Model model_from_sections(const SectionedFile& file);

}  // namespace columnar
