#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "columnar_lab/baselines/method.hpp"
#include "field_flags.hpp"

namespace columnar::cli {

/// A flag for every constant of the baselines but the walks, which are constants of the method, too.
class BaselineFlags {
 public:
  /// The help of each names the methods that look at it.
  void add_to(CLI::App& app);
  /// The defaults with the flags on top, validated. Throws Error(kConfig).
  [[nodiscard]] BaselineConfig config() const;
  /// Whether the flag of a field was given.
  [[nodiscard]] bool given(std::string_view field) const { return flags_.given(field); }

 private:
  FieldFlags flags_;
};

/// "columnar and k-winners give codes; …": the help of --method.
[[nodiscard]] std::string methods_help();

/// A line for each method: its name and its summary.
[[nodiscard]] std::string methods_text();

}  // namespace columnar::cli
