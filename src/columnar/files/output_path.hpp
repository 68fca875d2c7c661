#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

/// Resolves output paths and checks that they are writable.

namespace columnar {

/// The file that a path leads to.
struct OutputTarget {
  /// Owner and permissions of the existing file.
  struct Access {
    mode_t mode = 0;
    uid_t owner = 0;
    gid_t group = 0;
  };

  std::string path;       ///< with symbolic links resolved
  std::string directory;  ///< directory of that path
  std::optional<Access> old;
};

/// Follows links, including those whose target does not exist yet. Throws Error(kOutput) like require_writable().
[[nodiscard]] OutputTarget output_target(const std::string& path);

/// Throws Error(kOutput) unless a file can be written at this path: its directory exists and is writable, and the path
/// is free or names a writable regular file. Creates nothing; meant to be called before hours of work.
void require_writable(const std::string& path);

/// True if two paths lead to the same file, existing or not.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

/// ".columnar-PID-NUMBER.tmp": the name of a file while it is being written.
[[nodiscard]] std::string temporary_name(pid_t process, unsigned number);

/// True if temporary_name() can give this name.
[[nodiscard]] bool is_temporary_name(std::string_view name);

/// Throws Error(kOutput, "PATH: cannot write: reason").
[[noreturn]] void fail_to_write(const std::string& path, const std::string& reason);
[[noreturn]] void fail_to_write(const std::string& path, int error_number);

}  // namespace columnar
