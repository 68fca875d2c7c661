#include "device.hpp"

#include <fmt/format.h>

#include "columnar/error.hpp"
#include "columnar_cuda/stages/cuda_build.hpp"
#include "terminal.hpp"

namespace columnar::cli {

void DeviceOption::add_to(CLI::App& app) {
  app.add_option("--device", name_, "What runs the stages: cpu, or cuda, an NVIDIA GPU")
      ->type_name("NAME")
      ->default_str("cpu");
}

bool DeviceOption::is_gpu() const {
  if (name_ != "cpu" && name_ != "cuda") {
    throw Error(ErrorCode::kConfig, fmt::format("--device: {} is neither cpu nor cuda", printable(name_)));
  }
  return name_ == "cuda";
}

std::unique_ptr<FitStages> DeviceOption::stages(int threads) const {
  return is_gpu() ? cuda::stages_on_gpu(threads) : nullptr;
}

std::string DeviceOption::estimate_text(const Graph& graph, const Config& config) const {
  if (!is_gpu()) {
    return {};
  }
  const cuda::DeviceEstimate estimate = cuda::estimate_on_gpu(graph, config);
  return fmt::format("\nGPU memory: {}, most of it for {}; {}\nStages that run on the GPU take less time than above.\n",
                     human_bytes(estimate.needed_bytes), estimate.stage,
                     estimate.name.empty()
                         ? "this machine has no GPU that can be used"
                         : fmt::format("{} has {} free", estimate.name, human_bytes(estimate.free_bytes)));
}

void DeviceOption::add_estimate(const Graph& graph, const Config& config, Json& json) const {
  if (!is_gpu()) {
    return;
  }
  const cuda::DeviceEstimate estimate = cuda::estimate_on_gpu(graph, config);
  json["device"] = {{"name", estimate.name},
                    {"stage", estimate.stage},
                    {"needed_bytes", estimate.needed_bytes},
                    {"free_bytes", estimate.free_bytes}};
}

}  // namespace columnar::cli
