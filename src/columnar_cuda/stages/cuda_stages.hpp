#pragma once

#include <optional>

#include "columnar/model/fit_stages.hpp"
#include "columnar_cuda/device/device.hpp"
#include "columnar_cuda/stages/device_graph.hpp"
#include "columnar_cuda/stages/device_matrix.hpp"
#include "columnar_cuda/stages/pairs.hpp"
#include "columnar_cuda/stages/walks.hpp"

namespace columnar::cuda {

/// The stages of a fit on a GPU; those that are not here run on the CPU. Walks, pairs and the graph stay on the GPU,
/// the host gets what the model keeps and what a stage on the CPU reads.
class CudaStages : public FitStages {
 public:
  /// Throws Error(kConfig) where there is no GPU. The host copies with this many threads.
  explicit CudaStages(int threads) : device_(threads) {}

  [[nodiscard]] const Device& device() const noexcept { return device_; }

  /// Refuses what has no implementation here, and a graph for which the GPU has too little memory.
  void begin(FitPipeline& run) override;
  /// No: ordering the nodes takes the CPU longer than the GPU's scattered reads.
  [[nodiscard]] bool wants_order() const noexcept override { return false; }
  void walks(FitPipeline& run) override;
  void pairs(FitPipeline& run) override;
  void presentations(FitPipeline& run) override;
  void spectrum(FitPipeline& run) override;
  void attributes(FitPipeline& run) override;

 private:
  Device device_;
  std::optional<DeviceGraph> graph_;
  DeviceWalks walks_;
  DevicePairs pairs_;
  DeviceMatrix coordinates_;  ///< as the host has them
};

}  // namespace columnar::cuda
