#pragma once

#include <limits>
#include <string>
#include <vector>

#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {

/// An undefined figure, such as d' of a table without any spread.
inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// How a figure is printed: as "0.25 ± 0.01", as "1,234", as "1.2 GiB", as "2 h 03 min".
enum class Unit { kNumber, kCount, kBytes, kSeconds };

/// A figure that an experiment measures once per seed.
struct SeedMeasure {
  std::string key;      ///< in JSON
  std::string heading;  ///< of a column
  std::string meaning;  ///< one line
  int digits = 3;       ///< decimals of a number
  Unit unit = Unit::kNumber;
  bool operator==(const SeedMeasure&) const = default;
};

/// One setting of an experiment: how much was damaged, how much was shown.
struct SeedRow {
  std::string group = {};                   ///< the method of the row, if a table has several rows per method
  std::string name;                         ///< for people
  double level = 0.0;                       ///< for programs
  std::vector<std::vector<double>> values;  ///< [measure][seed]; NaN if undefined
};

/// The results of an experiment: rows of settings, columns of measures, one figure per seed in each cell.
struct SeedTable {
  std::string key;    ///< in JSON
  std::string title;  ///< one line
  std::string level;  ///< heading of the row names
  std::vector<SeedMeasure> measures;
  std::vector<SeedRow> rows;
  std::string repeats = "seed";  ///< what the figures of a cell belong to: "seed", "split", "file"; empty: unspecified
  bool side_by_side = false;     ///< print one table per measure, with a column per group
  std::size_t shown = std::numeric_limits<std::size_t>::max();  ///< print only the first measures; JSON has all

  /// Adds one seed's figures, one per measure, to the row of that name and group, which is created if missing.
  void add(const std::string& name, double level_value, const std::vector<double>& figures,
           const std::string& group = "");
};

/// Mean and sd over the seeds of one cell.
[[nodiscard]] inline MeanSd over_seeds(const SeedRow& row, std::size_t measure) {
  return mean_and_sd(row.values[measure]);
}

}  // namespace columnar
