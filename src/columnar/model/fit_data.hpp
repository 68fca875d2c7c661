#pragma once

#include <cstdint>
#include <vector>

#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/cortex/training_stream.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/attribute_space.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// Data passed from stage to stage. Rows are nodes in the working order.
struct FitData {
  Walks walks;
  CountedPairs pairs;
  std::vector<Presentation> presentations;  ///< what the columns learn from
  RowMatrix coordinates;
  AttributeSpace attribute_space;  ///< without weights unless there are attributes
  Regions regions;
  Eligibility eligibility;
  L4Codes l4;
  Firing firing;            ///< empty unless thresholds were settled
  CortexProgress progress;  ///< the cortex, its progress, and finally the codes
  std::vector<std::uint16_t> l6;
};

}  // namespace columnar
