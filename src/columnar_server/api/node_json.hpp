#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "columnar/search.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_server/api/snapshot.hpp"

/// Nodes, codes and hits as answers have them.

namespace columnar::server {

/// {"row": …, "id": …}
[[nodiscard]] Json node_json(const Snapshot& snapshot, NodeIndex node);
/// A list of these.
[[nodiscard]] Json nodes_json(const Snapshot& snapshot, std::span<const NodeIndex> nodes);

/// Adds "l23": [{"column", "cell"}, …], "l5a" and "l6": the neurons of each, numbered from 0, and all "bits".
void add_code_json(Json& json, const SdrShape& shape, std::span<const std::uint16_t> code);

/// The hits of some bits as `columnar query --json` gives them, with their rows and the bits that they share.
[[nodiscard]] Json hits_with_bits(const Snapshot& snapshot, std::optional<Layer> layer,
                                  std::span<const std::uint16_t> bits, const std::vector<Hit>& hits);

}  // namespace columnar::server
