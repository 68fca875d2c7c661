#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "columnar/error.hpp"
#include "columnar_cuda/device/device.hpp"

namespace columnar::cuda {

/// A test that needs a GPU; skipped, with the reason, where there is none.
class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    try {
      device_ = std::make_unique<Device>();
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  [[nodiscard]] const Device& device() const { return *device_; }

 private:
  std::unique_ptr<Device> device_;
};

}  // namespace columnar::cuda
