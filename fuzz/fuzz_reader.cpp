#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "fuzz/readers.hpp"

// libFuzzer's entries. One program for all targets: COLUMNAR_FUZZ_TARGET names the one.

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace columnar::fuzz;

const Target* chosen() {
  const char* name = std::getenv("COLUMNAR_FUZZ_TARGET");
  return target_by_name(name == nullptr ? "" : name);
}

const Target& target() {
  static const Target& found = *chosen();
  return found;
}

/// Lets libFuzzer change the bytes of one part, and nothing around it: a list of lengths and bytes hardly survives a
/// change of its size anywhere else.
void mutate(Part& part, std::size_t room) {
  constexpr std::size_t kMostAdded = 64;
  const std::size_t size = part.bytes.size();
  part.bytes.resize(std::max<std::size_t>(1, size + std::min(room, kMostAdded)));
  part.bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(part.bytes.data()), size, part.bytes.size()));
}

std::size_t mutate_parts(std::span<std::byte> data, std::size_t size, std::minstd_rand& random) {
  constexpr unsigned kOneInSo = 16;
  Parts parts = parts_of(data.first(size));
  if (parts.parts.empty()) {
    return 0;
  }
  const std::size_t chosen = random() % parts.parts.size();
  const std::size_t other = random() % parts.parts.size();
  switch (random() % kOneInSo) {
    case 0:
      parts.parts.erase(parts.parts.begin() + static_cast<std::ptrdiff_t>(chosen));
      break;
    case 1:
      parts.parts[chosen].bytes = parts.parts[other].bytes;
      break;
    case 2:
      std::swap(parts.parts[chosen].name, parts.parts[other].name);
      break;
    case 3:
      mutate(parts.parts[other], data.size() - size);
      mutate(parts.parts[chosen], 0);
      break;
    default:
      mutate(parts.parts[chosen], data.size() - size);
  }
  const std::vector<std::byte> input = input_of(parts);
  if (input.size() > data.size()) {
    return 0;
  }
  std::copy(input.begin(), input.end(), data.begin());
  return input.size();
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  if (chosen() == nullptr) {
    std::fputs("COLUMNAR_FUZZ_TARGET must be one of:", stderr);
    for (const Target& each : targets()) {
      std::fprintf(stderr, " %.*s", static_cast<int>(each.name.size()), each.name.data());
    }
    std::fputs("\n", stderr);
    std::_Exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)target().read(std::as_bytes(std::span(data, size)));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  constexpr unsigned kPlainOneInSo = 8;
  std::minstd_rand random(seed);
  const auto bytes = std::as_writable_bytes(std::span(data, max_size));
  if (target().has_parts && random() % kPlainOneInSo != 0 && form_of(bytes.first(size)) == Form::kParts) {
    if (const std::size_t changed = mutate_parts(bytes, size, random); changed > 0) {
      return changed;
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}
