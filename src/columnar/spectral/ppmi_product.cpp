#include "columnar/spectral/ppmi_product.hpp"

#include "columnar/core/parallel.hpp"

namespace columnar {

void multiply(const Ppmi& ppmi, float clip, const RowMatrix& x, RowMatrix& result, int threads) {
  constexpr std::size_t kRowsPerBlock = 512;
  result.resize(x.rows(), x.cols());
  parallel_blocks(threads, ppmi.node_count(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    PpmiReader reader(ppmi);
    for (std::size_t u = begin; u < end; ++u) {
      multiply_row(reader.row(static_cast<NodeIndex>(u)), clip, x, result.row(static_cast<Eigen::Index>(u)));
    }
  });
}

}  // namespace columnar
