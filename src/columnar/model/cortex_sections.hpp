#pragma once

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/files/sectioned_file.hpp"

namespace columnar {

/// Adds everything that the cortex has learnt to a file: sections `l23.*` and `l5a.readout`, without the unused lanes,
/// which never change. docs/formats.md#model-file
void add_cortex(SectionedFileWriter& writer, const CortexState& cortex);

/// Reads the cortex, lane by lane. Throws Error(kInput) unless every section has the size that the config requires. The
/// config must be validated; PartCheck::cortex (part_check.hpp) checks the numbers.
[[nodiscard]] CortexState read_cortex(const SectionedFile& file, const Config& config);

}  // namespace columnar
