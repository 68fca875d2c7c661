#pragma once

/// What must be right before the program begins: things that it inherits, and that OpenMP reads before main.

namespace columnar::cli {

/// Opens what is closed of standard input, output and error, so that no file of ours becomes one of them and gets what
/// is meant for a reader. Reading from them and writing to them fails as before.
void occupy_standard_descriptors();

/// Raises a limit on the stack (`ulimit -s`) that is too low. Throws Error(kConfig) where the system does not let it.
void require_stack();

/// Starts the program over with an environment in which threads have a stack that is large enough, and wait for one
/// another awake, but not for long. Does nothing where the environment is right already, or the program cannot be
/// started again: then the run is slower, not wrong.
void restart_for_threads(char** argv);

}  // namespace columnar::cli
