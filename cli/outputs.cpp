#include "outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "columnar/error.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/files/output_path.hpp"
#include "columnar/sdr/sdr_formats.hpp"
#include "columnar_lab/baselines/vector_formats.hpp"
#include "terminal.hpp"

namespace columnar::cli {

void require_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs,
                     const std::vector<Output>& reserved) {
  std::vector<Output> taken = reserved;
  for (const Output& output : outputs) {
    for (const Output& other : taken) {
      if (same_file(output.path, other.path)) {
        throw Error(ErrorCode::kConfig,
                    fmt::format("{}: {} and {} name the same file", output.path, output.flag, other.flag));
      }
    }
    for (const std::string& input : inputs) {
      if (!input.empty() && input != "-" && same_file(output.path, input)) {
        throw Error(ErrorCode::kConfig, output.path + ": the output would replace an input");
      }
    }
    require_writable(output.path);
    taken.push_back(output);
  }
}

void require_model_name(const std::string& path) {
  const std::vector<std::string_view> of_vectors = vectors_extensions();
  if (find_codes_format(path) != nullptr || std::ranges::find(of_vectors, extension_of(path)) != of_vectors.end()) {
    throw Error(ErrorCode::kConfig, path + ": a model would be taken for codes by this name; call it .model");
  }
}

void note_written(std::vector<WrittenFile>& written, const std::string& path, const char* what) {
  std::error_code error;
  written.push_back({path, what, std::filesystem::file_size(path, error)});
}

void print_written(std::string_view text, const std::vector<WrittenFile>& written) {
  try {
    print(text);
    flush_output();
  } catch (const Error& error) {
    if (written.empty()) {
      throw;
    }
    std::string paths;
    for (const WrittenFile& file : written) {
      paths += (paths.empty() ? "" : ", ") + file.path;
    }
    throw Error(error.code(), fmt::format("{} (written: {})", error.what(), paths));
  }
}

}  // namespace columnar::cli
