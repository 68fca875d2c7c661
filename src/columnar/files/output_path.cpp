#include "columnar/files/output_path.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "columnar/error.hpp"
#include "columnar/files/whole_path.hpp"

namespace columnar {
namespace {

constexpr std::string_view kTemporaryStart = ".columnar-";
constexpr std::string_view kTemporaryEnd = ".tmp";

std::string reason_of(int error_number) { return std::generic_category().message(error_number); }

/// The end of a chain of links, whether the file exists or not. std::filesystem::weakly_canonical() stops at a dangling
/// link, and a rename onto that would replace the link.
std::filesystem::path follow_links(const std::string& path, std::error_code& error) {
  constexpr int kMostLinks = 40;  // the system's limit
  std::filesystem::path at = path;
  for (int links = 0; links < kMostLinks; ++links) {
    std::error_code none;
    if (!std::filesystem::is_symlink(std::filesystem::symlink_status(at, none))) {
      return at;
    }
    const std::filesystem::path next = std::filesystem::read_symlink(at, error);
    if (error) {
      return at;
    }
    at = at.parent_path() / next;
  }
  error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
  return at;
}

std::filesystem::path directory_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

}  // namespace

void fail_to_write(const std::string& path, const std::string& reason) {
  throw Error(ErrorCode::kOutput, path + ": cannot write: " + reason);
}

void fail_to_write(const std::string& path, int error_number) { fail_to_write(path, reason_of(error_number)); }

OutputTarget output_target(const std::string& path) {
  if (path.empty()) {
    throw Error(ErrorCode::kOutput, "output path is empty");
  }
  std::error_code error;
  const std::filesystem::path end = follow_links(whole_path(path, ErrorCode::kOutput), error);
  if (error) {
    fail_to_write(path, error.message());
  }
  OutputTarget target{end.string(), directory_of(end).string(), std::nullopt};
  if (target.path.back() == '/') {
    fail_to_write(path, "it names a directory");
  }
  if (is_temporary_name(end.filename().string())) {  // the next output beside it would remove it
    fail_to_write(path, "this name is kept for temporary files");
  }
  struct stat info {};
  if (::stat(target.directory.c_str(), &info) != 0) {
    fail_to_write(path, errno == ENOENT ? "directory '" + target.directory + "' does not exist" : reason_of(errno));
  }
  if (!S_ISDIR(info.st_mode)) {
    fail_to_write(path, "'" + target.directory + "' is not a directory");
  }
  const bool exists = ::stat(target.path.c_str(), &info) == 0;
  if (!exists && errno != ENOENT) {
    fail_to_write(path, errno);
  }
  if (exists && S_ISDIR(info.st_mode)) {
    fail_to_write(path, "it is a directory");
  }
  if (exists && !S_ISREG(info.st_mode)) {  // a rename would replace the device or pipe itself
    fail_to_write(path, "it is not a regular file");
  }
  if (::faccessat(AT_FDCWD, target.directory.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    fail_to_write(path, "directory '" + target.directory + "' is not writable: " + reason_of(errno));
  }
  if (!exists) {
    return target;
  }
  // A rename needs no permission on the old file, but a read-only file should be kept, even from root.
  if ((info.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0 ||
      ::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0) {
    fail_to_write(path, "the file there is read-only");
  }
  target.old = {info.st_mode & 07777U, info.st_uid, info.st_gid};
  return target;
}

void require_writable(const std::string& path) { static_cast<void>(output_target(path)); }

bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  if (std::filesystem::equivalent(a, b, ignored)) {
    return true;
  }
  // Drops only trailing parts: "link/.." is not the directory of the link, but the parent of its target.
  const auto end_of = [&ignored](const std::string& path) {
    std::filesystem::path end = follow_links(path, ignored);
    while (end.has_parent_path() && end != end.root_path() && (!end.has_filename() || end.filename() == ".")) {
      end = end.parent_path();  // "folder/" and "folder/." are the folder
    }
    return end;
  };
  const std::filesystem::path x = end_of(a);
  const std::filesystem::path y = end_of(b);
  return x.filename() == y.filename() &&
         (x == y || std::filesystem::equivalent(directory_of(x), directory_of(y), ignored));
}

std::string temporary_name(pid_t process, unsigned number) {
  return std::string(kTemporaryStart) + std::to_string(process) + "-" + std::to_string(number) +
         std::string(kTemporaryEnd);
}

bool is_temporary_name(std::string_view name) {
  if (!name.starts_with(kTemporaryStart) || !name.ends_with(kTemporaryEnd)) {
    return false;
  }
  const char* const end = name.data() + name.size();
  pid_t process = 0;
  unsigned number = 0;
  const auto first = std::from_chars(name.data() + kTemporaryStart.size(), end, process);
  if (first.ec != std::errc() || process <= 0 || first.ptr == end) {
    return false;
  }
  const auto second = std::from_chars(first.ptr + 1, end, number);
  return second.ec == std::errc() && name == temporary_name(process, number);  // nothing else is in it
}

}  // namespace columnar
