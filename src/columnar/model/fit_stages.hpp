#pragma once

namespace columnar {

class FitPipeline;

/// The stages of a fit, one function each: every one reads what former stages left in run.data() and adds its part.
///
/// This class runs them on the CPU and is the reference. A device that runs some of them derives from it
/// (columnar_cuda/stages/cuda_stages.hpp), and may keep what its next stage reads and nobody else in its own memory:
/// walks, pairs, and all that the end of the fit does not need.
class FitStages {
 public:
  FitStages() = default;
  FitStages(const FitStages&) = delete;
  FitStages& operator=(const FitStages&) = delete;
  FitStages(FitStages&&) = delete;
  FitStages& operator=(FitStages&&) = delete;
  virtual ~FitStages() = default;

  /// Before the first stage. Throws Error(kConfig) for a fit that these stages cannot run.
  virtual void begin(FitPipeline& /*run*/) {}
  /// Whether nodes of large graphs should be put into an order that suits caches.
  [[nodiscard]] virtual bool wants_order() const noexcept { return true; }
  virtual void walks(FitPipeline& run);
  /// Pairs that met in the walks, scored; and the marginals.
  virtual void pairs(FitPipeline& run);
  /// What the columns learn from: no stage of its own, once there are pairs. Walks are freed afterwards.
  virtual void presentations(FitPipeline& run);
  virtual void spectrum(FitPipeline& run);
  virtual void attributes(FitPipeline& run);
  virtual void regions(FitPipeline& run);
  virtual void eligibility(FitPipeline& run);
  virtual void l4_codes(FitPipeline& run);
  virtual void columns(FitPipeline& run);
  virtual void settling(FitPipeline& run);
  virtual void readout(FitPipeline& run);
  virtual void l6_codes(FitPipeline& run);
};

}  // namespace columnar
