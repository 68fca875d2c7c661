#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "columnar/files/sectioned_file.hpp"

/// What the fuzzer's bytes mean. A text is taken as it is. Containers and archives have checksums that no mutation gets
/// right, so their inputs may also list the parts, of which a sound file is then made.

namespace columnar::fuzz {

using Input = std::span<const std::byte>;

/// How the first byte of an input wants the others to be taken. Any other byte is that modulo 3.
enum class Form : std::uint8_t {
  kRaw = 0,     ///< the file as it is: headers that lie
  kMended = 1,  ///< the file, with sizes and checksums made right first: tables that lie
  kParts = 2,   ///< a list of parts: contents that lie
};

/// A number that depends on every byte of an input: for what not every input needs to try.
[[nodiscard]] std::uint32_t choice_of(Input input) noexcept;

/// A section of a container or an array of an archive.
struct Part {
  std::string name;
  std::vector<std::byte> bytes;
};

/// An input of the form kParts, and back. `version` is that of the container's format; archives have none. A part is
/// {length of the name (u8), name, length (u16, little-endian), bytes}; whatever bytes there are, they are some parts.
struct Parts {
  std::uint8_t version = 0;
  std::vector<Part> parts;
};
[[nodiscard]] Parts parts_of(Input input);
[[nodiscard]] std::vector<std::byte> input_of(const Parts& parts);

[[nodiscard]] Form form_of(Input input) noexcept;

/// The container that an input stands for, as the bytes of a file.
[[nodiscard]] std::vector<std::byte> container_of(Input input, FileKind kind);
/// The same for parts that are there already. Names that the writer would refuse are altered; of two equal ones the
/// first counts.
[[nodiscard]] std::vector<std::byte> container_of(const Parts& parts, FileKind kind);
/// The parts of a sound container: what a seed is made of.
[[nodiscard]] Parts parts_of(const SectionedFile& file);

/// The .npz archive that an input stands for, entries stored as they are. The bytes of a part begin with a letter for
/// the type and the number of columns (0: one dimension; 255: a single item), then the items follow, as many as are
/// whole; with a letter that is no type the rest is a .npy file as it is.
[[nodiscard]] std::vector<std::byte> archive_of(Input input);

}  // namespace columnar::fuzz
