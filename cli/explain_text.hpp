#pragma once

#include <string>

#include "columnar_lab/evaluate/explain.hpp"

namespace columnar::cli {

/// What explanations are about.
struct ExplainedCodes {
  const std::string& name;  ///< the file
  const SdrTable& codes;
  const Labels* labels;          ///< may be null
  const Attributes& attributes;  ///< of the model; without columns if it has none
};

/// The bits of a node, those of the columns most eligible for it first, and the regions behind them, nearest first.
[[nodiscard]] std::string explanation_text(const ExplainedCodes& explained, const CodeExplanation& code);

/// What two nodes share: bits and the regions behind them.
[[nodiscard]] std::string pair_text(const ExplainedCodes& explained, const PairExplanation& pair);

}  // namespace columnar::cli
