#pragma once

#include <optional>

#include "columnar_lab/evaluate/explain.hpp"
#include "columnar_lab/report/json.hpp"

/// `columnar explain` for any caller, as JSON.

namespace columnar {

/// The code of one node: its bits and the regions behind them. `labels` may be null: there are no classes then.
/// `attributes` are those of the model, which have the names.
[[nodiscard]] Json explanation_json(const NodeIds& ids, const Labels* labels, const Attributes& attributes,
                                    const CodeExplanation& code);

/// Two nodes: both codes, and what they share.
[[nodiscard]] Json pair_json(const NodeIds& ids, const Labels* labels, const Attributes& attributes,
                             const PairExplanation& pair);

}  // namespace columnar
