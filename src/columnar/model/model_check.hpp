#pragma once

#include <string>

#include "columnar/error.hpp"
#include "columnar/model.hpp"

namespace columnar {

/// Throws Error(code) that begins with `place` unless training could have made this model: a valid config, arrays of
/// matching sizes, every number finite and within its bounds. Called before writing and after reading a model, so that
/// later code can trust it.
void check_model(const Model& model, const std::string& place, ErrorCode code);

/// The part that needs only the config; afterwards no product of sizes overflows.
void check_model_config(const Config& config, const std::string& place, ErrorCode code);

}  // namespace columnar
