#pragma once

#include "columnar/core/ranks.hpp"

namespace columnar::cli {

/// The command: what main() does. Returns its exit code. `ranks` are the processes that share the work, if there are
/// others; they must outlive the call.
int run_command(int argc, char** argv, Ranks* ranks = nullptr);

/// The ranks of the command; null: it is alone.
[[nodiscard]] Ranks* command_ranks() noexcept;

}  // namespace columnar::cli
