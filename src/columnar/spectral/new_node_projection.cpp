#include "columnar/spectral/new_node_projection.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 64;
/// A node with only new neighbours must wait for their coordinates; five passes reach as far as a window.
constexpr int kPasses = 5;

}  // namespace

void project_new_nodes(const LocalPairs& pairs, std::span<const NodeIndex> rows, RowMatrix& coordinates,
                       const RunContext& context) {
  std::vector<std::size_t> placeless;
  std::vector<std::size_t> placed;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    (coordinates.row(rows[i]).squaredNorm() > 0.0F ? placed : placeless).push_back(i);
  }
  const auto pass = [&](std::span<const std::size_t> which) {
    RowMatrix next(static_cast<Eigen::Index>(which.size()), coordinates.cols());
    parallel_blocks(context.threads, which.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
      PpmiReader reader(pairs.ppmi);
      for (std::size_t k = begin; k < end; ++k) {
        auto row = next.row(static_cast<Eigen::Index>(k));
        row.setZero();
        const std::size_t i = which[k];
        const PpmiEntries entries = reader.row(static_cast<NodeIndex>(i));
        const float* share = pairs.share.data() + pairs.ppmi.offsets[i];
        for (std::size_t e = 0; e < entries.size(); ++e) {
          row.noalias() += share[e] * entries.values[e] * coordinates.row(entries.columns[e]);
        }
        const float length = row.norm();
        if (!std::isfinite(length)) {
          refuse_as_not_finite("spectrum", fmt::format("the length of the coordinates of row {}", rows[i]));
        }
        if (length > 0.0F) {
          row /= length;
        } else {
          row = coordinates.row(rows[i]);
        }
      }
    });
    for (std::size_t k = 0; k < which.size(); ++k) {
      coordinates.row(rows[which[k]]) = next.row(static_cast<Eigen::Index>(k));
    }
  };
  for (int done = 0; done < kPasses && !placeless.empty(); ++done) {
    pass(placeless);
  }
  pass(placed);
  context.advance(1.0);
}

}  // namespace columnar
