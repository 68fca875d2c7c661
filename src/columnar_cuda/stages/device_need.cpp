#include "columnar_cuda/stages/device_need.hpp"

#include "columnar/model/sampled_meetings.hpp"
#include "columnar_cuda/stages/pairs.hpp"
#include "columnar_cuda/stages/spectrum.hpp"

namespace columnar::cuda {

DeviceNeed device_need(const Graph& graph, const Config& config) {
  const std::uint64_t nodes = graph.node_count();
  const Meetings meetings = sampled_meetings(graph, config);
  const auto listed = static_cast<std::uint64_t>(2.0 * meetings.pairs);
  const auto entries = static_cast<std::uint64_t>(2.0 * meetings.kept);
  const std::uint64_t rows = 8 * (nodes + 1) + (graph.is_weighted() ? 8 : 4) * graph.targets.size();
  const std::uint64_t walks = sizeof(NodeIndex) * nodes * config.walks.walks_per_node * config.walks.walk_length;
  const std::uint64_t pairs = 8 * (nodes + 1) + (sizeof(NodeIndex) + sizeof(float)) * entries;
  DeviceNeed need{"walks", rows + walks + (graph.is_weighted() ? 8 * graph.targets.size() : 0)};
  const auto consider = [&](std::string_view stage, std::uint64_t bytes) {
    need = bytes > need.bytes ? DeviceNeed{stage, bytes} : need;
  };
  consider("PPMI", rows + walks + pairs + 16 * nodes + sorting_bytes(listed));
  consider("spectrum", rows + pairs + spectrum_bytes(graph.node_count(), config.spectral));
  return need;
}

}  // namespace columnar::cuda
