#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/firing.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_lab/report/measured_nodes.hpp"

/// `columnar evaluate health` on codes, for any caller: uniqueness, use of neurons, firing rates.

namespace columnar {

struct HealthExperiment {
  std::vector<EmbeddingGroup> groups;      ///< of codes alone
  RowLabels labels;                        ///< may be empty: no figures by class then
  std::optional<std::string> labels_name;  ///< what the report calls them
};

/// One table of codes, measured.
struct MeasuredCodes {
  std::string place;
  SdrShape shape;
  CodeHealth health;
  std::optional<FiringRates> firing;  ///< of codes with L2/3
};

struct MethodHealth {
  std::string name;
  std::vector<MeasuredCodes> seeds;  ///< at least one, all of one shape
};

/// A figure of one table, as a report over several of them has it.
struct HealthMeasure {
  const char* key;
  const char* heading;
  int digits;
  std::function<std::optional<double>(const MeasuredCodes&)> value;
};
[[nodiscard]] const std::vector<HealthMeasure>& health_measures();

/// The figure of each seed; NaN where it is undefined.
[[nodiscard]] std::vector<double> values_of(const std::vector<MeasuredCodes>& seeds, const HealthMeasure& measure);

/// The histograms of the firing rates of all seeds, one list a bin. Only for codes with L2/3.
[[nodiscard]] std::vector<std::vector<double>> firing_bins(const std::vector<MeasuredCodes>& seeds);

/// A method a group. Throws Error(kConfig) where there is none; Error(kInput) for vectors, for codes of one group that
/// differ in shape, and as code_health.
[[nodiscard]] std::vector<MethodHealth> run_health(const HealthExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json health_json(const HealthExperiment& experiment, const std::vector<MethodHealth>& methods);

}  // namespace columnar
