#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

/// Where an output goes, and whether it may.

namespace columnar {

/// The file that a path leads to.
struct OutputTarget {
  /// Who may read and write the file that is there already.
  struct Access {
    mode_t mode = 0;
    uid_t owner = 0;
    gid_t group = 0;
  };

  std::string path;       ///< symbolic links followed
  std::string directory;  ///< of that path
  std::optional<Access> old;
};

/// Follows links, those too whose target is not there yet. Throws Error(kOutput) as require_writable() does.
[[nodiscard]] OutputTarget output_target(const std::string& path);

/// Throws Error(kOutput) unless a file can be written at this path: its directory exists and is writable, and the path
/// is free or names a writable regular file. For asking BEFORE hours of work; nothing is created.
void require_writable(const std::string& path);

/// Whether two paths lead to one file, there already or not.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

/// ".columnar-PID-NUMBER.tmp": what a file is called while it is being written.
[[nodiscard]] std::string temporary_name(pid_t process, unsigned number);

/// Whether temporary_name() gives this name for some process and number.
[[nodiscard]] bool is_temporary_name(std::string_view name);

/// Throws Error(kOutput, "PATH: cannot write: reason").
[[noreturn]] void fail_to_write(const std::string& path, const std::string& reason);
[[noreturn]] void fail_to_write(const std::string& path, int error_number);

}  // namespace columnar
