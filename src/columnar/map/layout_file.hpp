#pragma once

#include <optional>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/map/layout.hpp"

/// A layout kept in a file, so that it is computed once. docs/formats.md#layout-file

namespace columnar {

/// Fingerprint of everything that a layout follows from: shape and bits of the codes, the seed, and the method.
[[nodiscard]] std::string layout_digest(const SdrTable& codes, const LayoutConfig& config);

/// Saves a layout atomically. Throws Error(kOutput) if it cannot be written.
void save_layout(const std::string& path, const std::vector<Place>& places, const std::string& digest);

/// The layout of that digest for that number of nodes. Empty if there is no such file, if it is damaged, or if it is of
/// other codes: a layout can always be computed again.
[[nodiscard]] std::optional<std::vector<Place>> load_layout(const std::string& path, std::size_t nodes,
                                                            const std::string& digest);

}  // namespace columnar
