#pragma once

#include <string_view>
#include <type_traits>

#include "columnar/progress.hpp"

namespace columnar {

/// What body() gives, as a stage of that name. A body that throws ends the run, not the stage: nothing was finished.
template <class Body>
auto as_stage(const RunContext& context, std::string_view name, const Body& body) {
  const auto end = [&context] {
    if (context.progress != nullptr) {
      context.progress->end_stage();
    }
  };
  if (context.progress != nullptr) {
    context.progress->begin_stage(name);
  }
  if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
    body();
    end();
  } else {
    auto result = body();
    end();
    return result;
  }
}

}  // namespace columnar
