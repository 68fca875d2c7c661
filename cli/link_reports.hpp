#pragma once

#include <string>

#include "columnar_lab/report/links_experiment.hpp"

namespace columnar::cli {

[[nodiscard]] std::string links_text(const LinksExperiment& experiment, const LinkResults& results);

}  // namespace columnar::cli
