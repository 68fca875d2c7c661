#pragma once

namespace columnar::cli {

/// From now on Ctrl-C, a request to end or a lost terminal removes unfinished files and ends the program at once with
/// code 128 + signal (130 for Ctrl-C); one that was ignored when the program began stays ignored. A reader that goes
/// away no longer ends it; writing to it fails instead.
void install_signal_handlers();

/// Whether a progress line stands unfinished on the terminal, so that the handler can end it.
void set_line_open(bool open) noexcept;

}  // namespace columnar::cli
