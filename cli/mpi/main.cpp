#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <memory>

#include "columnar/error.hpp"
#include "columnar_mpi/ranks/mpi_ranks.hpp"
#include "run_command.hpp"
#include "terminal.hpp"

/// The command on the processes that mpirun or srun started. docs/cluster.md
int main(int argc, char** argv) {
  using namespace columnar;
  std::unique_ptr<mpi::MpiRanks> ranks;
  try {
    ranks = mpi::MpiRanks::join(argc, argv);
  } catch (const std::exception& error) {
    cli::warn(error.what());
    return 2;  // the launcher ends the others
  }
  if (!ranks->is_first()) {
    // The first rank speaks for all.
    if (const int nowhere = ::open("/dev/null", O_WRONLY); nowhere >= 0) {
      (void)::dup2(nowhere, STDOUT_FILENO);
      (void)::close(nowhere);
    }
  }
  if (const int code = cli::run_command(argc, argv, ranks.get()); code != 0) {
    ranks->end_all(code);
  }
  return 0;
}
