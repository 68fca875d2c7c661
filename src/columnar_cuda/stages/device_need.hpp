#pragma once

#include <cstdint>
#include <string_view>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"

namespace columnar::cuda {

/// The memory of a GPU that a fit takes at most, and the stage that takes it.
struct DeviceNeed {
  std::string_view stage;
  std::uint64_t bytes = 0;
};

/// Predicts it from the sizes of arrays and the pairs of a sample of nodes (sampled_meetings.hpp). The graph must be
/// symmetric.
[[nodiscard]] DeviceNeed device_need(const Graph& graph, const Config& config);

/// Throws Error(kConfig) if the GPU has fewer free bytes than a fit needs.
void require_room(const DeviceNeed& need, std::uint64_t free, std::string_view gpu);

}  // namespace columnar::cuda
