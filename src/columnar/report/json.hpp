#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "columnar/evaluate/classify.hpp"

namespace columnar {

/// What an experiment measured, for machines: the command prints it, Python turns it into a dictionary. Keys keep the
/// order in which they were put in.
using Json = nlohmann::ordered_json;

/// JSON text, indented; bytes that are no UTF-8 are replaced, for a path or an id may hold any.
[[nodiscard]] std::string json_text(const Json& json);

/// {"mean": …, "sd": …}.
[[nodiscard]] Json mean_sd_json(const MeanSd& value);

}  // namespace columnar
