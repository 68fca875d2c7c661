#pragma once

/// What the program inherits and must be right before it begins.

namespace columnar::cli {

/// Opens what is closed of standard input, output and error, so that no file of ours becomes one of them and gets what
/// is meant for a reader. Reading from them and writing to them fails as before.
void occupy_standard_descriptors();

/// Raises a limit on the stack (`ulimit -s`) that is too low. Throws Error(kConfig) where the system does not let it.
void require_stack();

}  // namespace columnar::cli
