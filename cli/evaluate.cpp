#include "commands.hpp"

namespace columnar::cli {

void add_evaluate(CLI::App& app) {
  CLI::App* evaluate = app.add_subcommand("evaluate", "The experiments: measure codes and vectors, or the method");
  evaluate->require_subcommand(1, 1);
  add_classify(*evaluate);
  add_geometry(*evaluate);
  add_health(*evaluate);
  add_learning(*evaluate);
  add_links(*evaluate);
  add_living(*evaluate);
  add_memory(*evaluate);
  add_neighbours(*evaluate);
  add_recall(*evaluate);
  add_robustness(*evaluate);
  add_resilience(*evaluate);
  add_scale(*evaluate);
  add_spectral(*evaluate);
}

}  // namespace columnar::cli
