#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/sdr/codec/codec.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/report/json.hpp"

/// What was measured, as text for people and as JSON for machines.

namespace columnar::cli {

/// "L2/3", "L5a" or "L2/3 + L5a".
[[nodiscard]] std::string layer_name(Layer layer);

/// One line that says what a table of codes holds; `name` is its file or its method.
[[nodiscard]] std::string code_summary(const std::string& name, std::size_t nodes, const SdrShape& shape);

/// "elias-fano: 28.00 bytes per node; 21.44 would name any code of this shape".
[[nodiscard]] std::string codec_text(Codec codec, const SdrTable& table, std::size_t bytes);

[[nodiscard]] std::string health_text(const CodeHealth& health, const SdrShape& shape);

[[nodiscard]] std::string stages_text(const std::vector<StageCost>& stages);

/// Accuracy beside the majority rate, macro-F1, a row per class, and the confusion matrix.
[[nodiscard]] std::string classification_text(const ClassificationReport& report, std::int32_t folds);

/// "0.839 ± 0.012", and "0.839" where one value has no sd.
[[nodiscard]] std::string plus_minus(const MeanSd& value, int digits = 3);

}  // namespace columnar::cli
