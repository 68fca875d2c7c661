#include "columnar_cuda/stages/device_need.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar/error.hpp"
#include "columnar/model/sampled_meetings.hpp"
#include "columnar_cuda/device/rows.hpp"
#include "columnar_cuda/stages/l4_encoder.hpp"
#include "columnar_cuda/stages/pairs.hpp"
#include "columnar_cuda/stages/readout.hpp"
#include "columnar_cuda/stages/settling.hpp"
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
  const std::uint64_t coordinates = sizeof(float) * nodes * config.spectral.rank;
  const std::uint64_t candidates =
      6 * nodes * std::min(config.eligibility.candidate_columns, config.l23.columns);  // columns and values
  const std::uint64_t codes = 2 * nodes * config.l4.active();
  const std::uint64_t code_bits = config.l23.active_columns + config.readout.l5a_active;
  const std::uint64_t ranks = code_bits;
  DeviceNeed need{"walks", rows + walks + (graph.is_weighted() ? 8 * graph.targets.size() : 0)};
  const auto consider = [&](std::string_view stage, std::uint64_t bytes) {
    need = bytes > need.bytes ? DeviceNeed{stage, bytes} : need;
  };
  consider("PPMI", rows + walks + pairs + 16 * nodes + sorting_bytes(listed));
  consider("spectrum", rows + pairs + spectrum_bytes(graph.node_count(), config.spectral));
  consider("regions", rows + coordinates + 32 * nodes + kPortionBytes);
  consider("eligibility", rows + coordinates + candidates + kPortionBytes);
  consider("L4 codes", rows + candidates + codes + l4_bytes(nodes, config.l4));
  // Flags of places, and the drives of columns with silent cells.
  const std::uint64_t places = nodes * ranks;
  consider("settling", rows + candidates + codes + 6 * places + places + 40 * std::min(places, kPlacesAtOnce));
  const std::uint64_t lessons = nodes * config.readout.l5a_active;
  consider("readout",
           rows + 6 * places +
               std::max(2 * code_bits * nodes + 32 * nodes, 4 * nodes + 16 * std::min(lessons, kLessonsAtOnce)));
  consider("L6 codes", rows + nodes * (2 * config.l6.l6_fan + 8 + 2 * config.l6.l6_active));
  return need;
}

void require_room(const DeviceNeed& need, std::uint64_t free, std::string_view gpu) {
  constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
  if (need.bytes > free) {
    throw Error(
        ErrorCode::kConfig,
        fmt::format("--device cuda: {} needs about {:.1f} GiB of GPU memory, {} has {:.1f} GiB left", need.stage,
                    static_cast<double>(need.bytes) / kGibibyte, gpu, static_cast<double>(free) / kGibibyte));
  }
}

}  // namespace columnar::cuda
