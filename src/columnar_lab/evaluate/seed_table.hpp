#pragma once

#include <limits>
#include <string>
#include <vector>

#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {

/// A figure that does not exist, such as d' of a table without any spread.
inline constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

/// How people read a figure: as "0.25 ± 0.01", as "1,234", as "1.2 GiB", as "2 h 03 min".
enum class Unit { kNumber, kCount, kBytes, kSeconds };

/// A figure that an experiment takes once a seed.
struct SeedMeasure {
  std::string key;      ///< in JSON
  std::string heading;  ///< of a column
  std::string meaning;  ///< one line
  int digits = 3;       ///< behind the point, of a number
  Unit unit = Unit::kNumber;
  bool operator==(const SeedMeasure&) const = default;
};

/// One setting of an experiment: how much was damaged, how much was shown.
struct SeedRow {
  std::string group = {};                   ///< the method that it belongs to, where a table has several rows of each
  std::string name;                         ///< as people read it
  double level = 0.0;                       ///< as programs read it
  std::vector<std::vector<double>> values;  ///< [measure][seed]; NaN where a measure is undefined
};

/// The results of an experiment: rows of settings, columns of measures, in each cell one figure a seed.
struct SeedTable {
  std::string key;    ///< in JSON
  std::string title;  ///< one line
  std::string level;  ///< heading of the names
  std::vector<SeedMeasure> measures;
  std::vector<SeedRow> rows;
  std::string repeats = "seed";  ///< what the figures of a cell are one of: "seed", "split", "file"; empty: unsaid
  bool side_by_side = false;     ///< people read a table for each measure, with a column for each group
  std::size_t shown = std::numeric_limits<std::size_t>::max();  ///< so many measures, the first; JSON has all

  /// Adds one seed's figures, one per measure, to the row of that name and group; the row is made where there is none.
  void add(const std::string& name, double level_value, const std::vector<double>& figures,
           const std::string& group = "");
};

/// Mean and sd over the seeds of one cell.
[[nodiscard]] inline MeanSd over_seeds(const SeedRow& row, std::size_t measure) {
  return mean_and_sd(row.values[measure]);
}

}  // namespace columnar
