#pragma once

#include <string>

#include "columnar/error.hpp"
#include "columnar/model.hpp"

namespace columnar {

/// Throws Error(code), begun with `place`, unless the model is one that training could have made: a config that is
/// possible, arrays of the sizes that it and the graph ask for, every number finite and in its bounds. Checked before a
/// model is written and after one is read, so that nothing later needs to doubt it.
void check_model(const Model& model, const std::string& place, ErrorCode code);

/// The part of it that needs the config alone: after it no product of sizes overflows.
void check_model_config(const Config& config, const std::string& place, ErrorCode code);

}  // namespace columnar
