#include "columnar_lab/baselines/k_winners.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar_lab/baselines/method.hpp"
#include "columnar_lab/baselines/ppmi_svd.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 256;

RowMatrix gaussian(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kWinnerProjection);
  RowMatrix matrix(rows, columns);
  for (Eigen::Index r = 0; r < rows; ++r) {
    for (Eigen::Index c = 0; c < columns; ++c) {
      matrix(r, c) = static_cast<float>(random.normal(static_cast<std::uint64_t>(r), static_cast<std::uint64_t>(c)));
    }
  }
  return matrix;
}

}  // namespace

SdrTable k_winners(const DenseTable& vectors, std::uint64_t seed, const RunContext& context) {
  const SdrShape whole;  // as wide and as sparse as the code it is measured against
  SdrTable table;
  table.shape = {.columns = whole.width(),
                 .cells_per_column = 1,
                 .active_columns = whole.active(),
                 .l5a_size = 0,
                 .l5a_active = 0,
                 .layer = Layer::kL23};
  table.ids = vectors.ids;
  table.bits.resize(vectors.size() * whole.active());
  const auto dimensions = static_cast<Eigen::Index>(vectors.dimensions);
  const auto width = static_cast<Eigen::Index>(whole.width());
  const RowMatrix projection = gaussian(dimensions, width, seed);
  parallel_blocks(context.threads, vectors.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> best;
    Eigen::RowVectorXf scores(width);
    for (std::size_t node = begin; node < end; ++node) {
      scores.noalias() = Eigen::Map<const Eigen::RowVectorXf>(vectors.row(node).data(), dimensions) * projection;
      top_k(std::span<const float>(scores.data(), whole.width()), whole.active(), best);
      std::ranges::sort(best);
      std::ranges::transform(best, table.code(node).begin(),
                             [](std::uint32_t bit) { return static_cast<std::uint16_t>(bit); });
    }
  });
  context.advance(1.0);
  return table;
}

Method k_winners_method() {
  return {.name = "k-winners",
          .summary =
              "Sparse codes without learning, the floor of every comparison: ppmi-svd through a random matrix, the "
              "best 28 of 1,800 kept",
          .makes_codes = true,
          .constants = {"dimensions", "window", "walks_per_node", "walk_length", "return_p", "inout_q"},
          .run = [](const Graph& graph, const Config& config, const BaselineConfig& baseline, std::uint64_t seed,
                    const RunContext& context) -> Embedding {
            const DenseTable vectors =
                run_stage(context, "ppmi-svd", [&] { return ppmi_svd(graph, config.walks, baseline, seed, context); });
            return run_stage(context, "k-winners", [&] { return k_winners(vectors, seed, context); });
          }};
}

}  // namespace columnar
