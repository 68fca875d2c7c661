#include "progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "signals.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr int kNameWidth = 12;
constexpr std::size_t kBarWidth = 24;

void write_error(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

std::string bar(double fraction) {
  const auto full = static_cast<std::size_t>(std::lround(fraction * static_cast<double>(kBarWidth)));
  return std::string(full, '#') + std::string(kBarWidth - full, '.');
}

/// Coarse on purpose: nobody needs the half seconds of a guess.
std::string about(double seconds) {
  if (seconds < 1.0) {
    return "under 1 s left";
  }
  if (seconds < 90.0) {
    return fmt::format("about {:.0f} s left", seconds);
  }
  return fmt::format("about {:.0f} min left", seconds / 60.0);
}

}  // namespace

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), live_(!quiet && is_terminal(STDERR_FILENO)) {}

ProgressLine::~ProgressLine() { clear_line(); }

void ProgressLine::expect(const std::vector<StageCost>& stages) { expected_ = stages; }

void ProgressLine::begin_stage(std::string_view name) {
  stage_ = printable(name);  // it may hold the name of a file
  stage_start_ = Clock::now();
  last_draw_ = {};
  skipped_share_ = 0.0;
  if (const double before = expected_before(stage_); before > expected_done_) {
    expected_skipped_ += before - expected_done_;
    expected_done_ = before;
  }
  advance(0.0);
}

void ProgressLine::skip(double fraction) { skipped_share_ = std::clamp(fraction, 0.0, 1.0); }

void ProgressLine::advance(double fraction) {
  if (!live_ || Clock::now() - last_draw_ < kRedraw) {
    return;
  }
  last_draw_ = Clock::now();
  draw(std::clamp(fraction, 0.0, 1.0));
}

void ProgressLine::draw(double fraction) {
  std::string line = fmt::format("  {:<{}} [{}] {:3.0f} %", stage_, kNameWidth, bar(fraction), 100.0 * fraction);
  double total = 0.0;
  for (const StageCost& stage : expected_) {
    total += stage.seconds;
  }
  if (total > 0.0) {
    const double here = std::chrono::duration<double>(Clock::now() - stage_start_).count();
    const double expected = expected_of(stage_);
    const double passed = expected_done_ + fraction * expected;
    // The machine may be slower or faster than the one of the estimate: what has passed tells, once it is enough.
    const double own = passed - expected_skipped_ - skipped_share_ * expected;
    const double pace = own > 0.02 * total ? (actual_done_ + here) / own : 1.0;
    const double share = fraction - skipped_share_;
    const double stage_left = share > 0.05 ? here * (1.0 - fraction) / share : (1.0 - fraction) * expected * pace;
    const double left = stage_left + std::max(0.0, total - expected_done_ - expected) * pace;
    line += fmt::format("   run {:3.0f} %, {}", 100.0 * std::min(1.0, passed / total), about(left));
  }
  line.resize(std::min(line.size(), terminal_width(STDERR_FILENO) - 1));
  open_ = true;
  set_line_open(true);
  write_error("\r\x1b[K" + line);
}

void ProgressLine::clear_line() {
  if (open_) {
    write_error("\r\x1b[K");
    open_ = false;
    set_line_open(false);
  }
}

void ProgressLine::end_stage() {
  const double seconds = std::chrono::duration<double>(Clock::now() - stage_start_).count();
  expected_done_ += expected_of(stage_);
  expected_skipped_ += skipped_share_ * expected_of(stage_);
  actual_done_ += expected_of(stage_) > 0.0 ? seconds : 0.0;
  if (quiet_) {
    return;
  }
  clear_line();
  write_error(live_ ? fmt::format("  {:<{}} \u2713 {:>8}\n", stage_, kNameWidth, human_seconds(seconds))
                    : fmt::format("columnar: {} {}\n", stage_, human_seconds(seconds)));
}

void ProgressLine::note(std::string_view message) {
  if (quiet_) {
    return;
  }
  clear_line();
  write_error(fmt::format("{}note: {}\n", live_ ? "  " : "columnar: ", printable(message)));
}

double ProgressLine::expected_before(std::string_view name) const {
  double sum = 0.0;
  for (const StageCost& stage : expected_) {
    if (stage.name == name) {
      return sum;
    }
    sum += stage.seconds;
  }
  return 0.0;
}

double ProgressLine::expected_of(std::string_view name) const {
  for (const StageCost& stage : expected_) {
    if (stage.name == name) {
      return stage.seconds;
    }
  }
  return 0.0;
}

}  // namespace columnar::cli
