#pragma once

#include <optional>

#include "columnar/model/fit_stages.hpp"
#include "columnar_cuda/device/device.hpp"
#include "columnar_cuda/device/products.hpp"
#include "columnar_cuda/stages/device_cortex.hpp"
#include "columnar_cuda/stages/device_graph.hpp"
#include "columnar_cuda/stages/device_matrix.hpp"
#include "columnar_cuda/stages/eligibility.hpp"
#include "columnar_cuda/stages/firing.hpp"
#include "columnar_cuda/stages/l4_encoder.hpp"
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
  void regions(FitPipeline& run) override;
  void eligibility(FitPipeline& run) override;
  void l4_codes(FitPipeline& run) override;
  void columns(FitPipeline& run) override;
  void settling(FitPipeline& run) override;
  void readout(FitPipeline& run) override;
  void l6_codes(FitPipeline& run) override;

 private:
  Device device_;
  Products products_{device_};
  std::optional<DeviceGraph> graph_;
  DeviceWalks walks_;
  DevicePairs pairs_;
  DeviceMatrix coordinates_;  ///< as the host has them
  // The cortex, from eligibility to codes; empty for sizes that kernels have no room for (has_room), which the CPU
  // runs.
  DeviceEligibility eligibility_;
  DeviceL4 l4_;
  std::optional<DeviceCortex> cortex_;
  DeviceFiring firing_;
};

}  // namespace columnar::cuda
