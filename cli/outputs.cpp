#include "outputs.hpp"

#include <filesystem>

#include "columnar/core/error.hpp"
#include "columnar/files/atomic_file.hpp"

namespace columnar::cli {

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  const auto full = [&error](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  return std::filesystem::equivalent(a, b, error) || full(a) == full(b);
}

void require_output(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (!input.empty() && input != "-" && same_file(output, input)) {
      throw Error(ErrorCode::kConfig, output + ": the output would replace an input");
    }
  }
  require_writable(output);
}

void require_model_name(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension();
  for (const char* taken : {".sdr", ".npz", ".npy", ".tsv", ".svm", ".emb"}) {
    if (extension == taken) {
      throw Error(ErrorCode::kConfig, path + ": a model would be taken for codes by this name; call it .model");
    }
  }
}

void note_written(std::vector<WrittenFile>& written, const std::string& path, const char* what) {
  std::error_code error;
  written.push_back({path, what, std::filesystem::file_size(path, error)});
}

}  // namespace columnar::cli
