#pragma once

#include <string>
#include <vector>

#include "columnar_lab/evaluate/seed_table.hpp"
#include "reports.hpp"

namespace columnar::cli {

/// For a terminal, or for a page.
enum class TableStyle { kTerminal, kMarkdown };

/// The table with its title: mean over the seeds, "± sd" where there are several. A dash where a measure is undefined;
/// measures that no row has are left out. A table of few rows and many measures has a line for each measure; one of
/// many rows and more measures than fit is only named.
[[nodiscard]] std::string seed_table_text(const SeedTable& table, TableStyle style = TableStyle::kTerminal);

/// A line for each measure that some row has; a single one where they all mean the same.
[[nodiscard]] std::string legend_text(const SeedTable& table, TableStyle style = TableStyle::kTerminal);

/// "Mean ± sd over 3 seeds.", a line for each kind of repetition among the tables.
[[nodiscard]] std::string repeats_text(const std::vector<SeedTable>& tables);

/// "0.851 ± 0.003", without the sd where there is one value alone; "–" where it is undefined.
[[nodiscard]] std::string over_seeds_text(const std::vector<double>& values, int digits);

}  // namespace columnar::cli
