#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/little_endian.hpp"
#include "search/search.hpp"

namespace columnar::bench {
namespace {

/// A folder of this run, removed with all that is in it.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / fmt::format("bench_search-{}", ::getpid())) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// The codes as FAISS wants them: bit b of a row is bit b % 8 of byte b / 8.
void write_packed(const std::string& path, const SdrTable& table) {
  AtomicFile file(path);
  std::vector<std::byte> row((table.shape.width() + 7) / 8);
  for (std::size_t node = 0; node < table.size(); ++node) {
    std::fill(row.begin(), row.end(), std::byte{0});
    for (const std::uint16_t bit : table.code(node)) {
      row[bit / 8] |= std::byte{1} << (bit % 8);
    }
    file.write(row);
  }
  file.commit();
}

}  // namespace

Timing time_faiss(const std::string& name, const std::string& python, const std::string& script, const SdrTable& table,
                  const std::vector<NodeIndex>& rows) {
  const Folder folder;
  write_packed(folder.file("codes.bin"), table);
  nlohmann::json task = {{"codes", folder.file("codes.bin")},
                         {"bytes", (table.shape.width() + 7) / 8},
                         {"active", table.shape.active()},
                         {"rows", rows},
                         {"hits", kHits}};
  write_file_atomically(folder.file("task.json"), bytes_of(task.dump()));
  const std::string command =
      fmt::format("OMP_NUM_THREADS=1 '{}' '{}/bench/search/{}' '{}' '{}'", python, COLUMNAR_SOURCE_DIR, script,
                  folder.file("task.json"), folder.file("timing.json"));
  // NOLINTNEXTLINE(concurrency-mt-unsafe): there is one thread
  if (const int status = std::system(command.c_str()); status != 0) {
    throw Error(ErrorCode::kInput, fmt::format("{}: exit {}", script, WEXITSTATUS(status)));
  }
  std::ifstream timed(folder.file("timing.json"));
  const auto found = nlohmann::json::parse(timed);
  Timing timing;
  timing.name = fmt::format("{} {}", name, found.at("version").get<std::string>());
  timing.alone = found.at("alone");
  timing.together = found.at("together");
  timing.overlaps = found.at("overlaps");
  return timing;
}

}  // namespace columnar::bench
