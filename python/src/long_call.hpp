#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <string_view>
#include <utility>

#include "columnar/progress.hpp"
#include "text.hpp"

namespace nb = nanobind;

namespace columnar::python {

/// Hands progress on to a Python callable, (event, text, fraction) with the events "begin", "advance", "end" and
/// "note", and asks Python now and then whether the user pressed Ctrl-C. Either may throw, which ends the work.
class PythonProgress : public ProgressSink {
 public:
  /// The callable may be None: then only interrupts are looked for.
  explicit PythonProgress(nb::object callable) : callable_(std::move(callable)) {}

  void begin_stage(std::string_view name) override { report("begin", name, 0.0); }
  void advance(double fraction) override {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ >= kInterval) {
      last_ = now;
      report("advance", "", fraction);
    }
  }
  void end_stage() override { report("end", "", 1.0); }
  void note(std::string_view message) override { report("note", message, 0.0); }

 private:
  static constexpr std::chrono::milliseconds kInterval{50};

  void report(const char* event, std::string_view text, double fraction) {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
    if (!callable_.is_none()) {
      callable_(event, shown(text), fraction);
    }
  }

  nb::object callable_;
  std::chrono::steady_clock::time_point last_;
};

/// Calls work(RunContext) without the GIL. The arguments of the work must be C++ objects that nobody changes meanwhile.
template <class Work>
auto long_call(int threads, const nb::object& progress, const Work& work) {
  PythonProgress sink(progress);
  const nb::gil_scoped_release release;
  return work(RunContext{threads, &sink});
}

}  // namespace columnar::python
