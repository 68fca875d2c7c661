#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/model/fit_stages.hpp"
#include "columnar_lab/report/graph_run.hpp"

namespace columnar::cli {

/// --device NAME: what runs the stages of a fit.
class DeviceOption {
 public:
  void add_to(CLI::App& app);
  /// Whether it is a GPU; Error(kConfig) for a name that is none.
  [[nodiscard]] bool is_gpu() const;
  /// The stages on it; null for the CPU. Throws Error(kConfig) where there is no such device.
  [[nodiscard]] std::unique_ptr<FitStages> stages(int threads) const;

  // What --estimate says about it; nothing about the CPU.
  [[nodiscard]] std::string estimate_text(const Graph& graph, const Config& config) const;
  void add_estimate(const Graph& graph, const Config& config, Json& json) const;

 private:
  std::string name_ = "cpu";
};

}  // namespace columnar::cli
