#include <array>
#include <string>
#include <variant>

#include "columnar/files/atomic_file.hpp"
#include "columnar/files/npy.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "fuzz/outcome.hpp"
#include "fuzz/readers.hpp"
#include "fuzz/scratch_file.hpp"

namespace columnar::fuzz {
namespace {

/// Writing takes as long as ten readings, so that not every input is worth it.
bool is_written(Input input) { return choice_of(input) % 4 == 0; }

/// Writes a table and reads it back. What a format cannot hold it may refuse to write; what it takes must come back.
void write_and_compare(const std::string& path, const Embedding& table) {
  const bool written = accepts(path, [&] {
    if (const SdrTable* codes = codes_of(table)) {
      write_codes(path, *codes, "{}");
    } else {
      write_vectors(path, *vectors_of(table));
    }
  });
  if (written) {
    require(read_embedding(path) == table, "a table written again is another");
  }
}

void require_sound(const Embedding& table) {
  if (const SdrTable* codes = codes_of(table)) {
    check_codes(*codes, "codes", ErrorCode::kInput);
    return;
  }
  const DenseTable& vectors = *vectors_of(table);
  require(vectors.values.size() == vectors.size() * vectors.dimensions, "not one row an id");
}

bool read_and_use(Input input, const std::string& path, const std::string& copy) {
  return accepts(path, [&] {
    const Embedding table = read_embedding(path);
    require_sound(table);
    if (is_written(input)) {
      write_and_compare(copy, table);
    }
  });
}

/// The items as one of the types that the program asks for.
void convert(const NpyArray& array, std::uint32_t choice) {
  switch (choice % 9) {
    case 0:
      return (void)array.as_strings();
    case 1:
      return (void)array.as<std::int64_t>();
    case 2:
      return (void)array.as<std::int32_t>();
    case 3:
      return (void)array.as<std::uint64_t>();
    case 4:
      return (void)array.as<std::uint32_t>();
    case 5:
      return (void)array.as<std::uint16_t>();
    case 6:
      return (void)array.as<std::uint8_t>();
    case 7:
      return (void)array.as<double>();
    default:
      return (void)array.as<float>();
  }
}

/// Codes in a text do not say how wide they are: that is inferred again, and must come out the same.
bool read_text_codes(Input input, const std::string& path, const std::string& copy) {
  return accepts(path, [&] {
    std::string metadata;
    const SdrTable codes = read_codes(path, &metadata);
    require_sound(codes);
    require(metadata == "{}", "a text has metadata");
    if (is_written(input)) {
      write_and_compare(copy, codes);
    }
  });
}

}  // namespace

bool read_vectors_text_input(Input input) {
  static ScratchFile file("vectors.emb");
  static ScratchFile copy("copy.emb");
  return read_and_use(input, file.put(input), copy.path());
}

bool read_vectors_npy_input(Input input) {
  static ScratchFile file("vectors.npy");
  static ScratchFile copy("copy.npy");
  const bool is_array = accepts("array", [&] {
    const NpyArray array = parse_npy(input, "array");
    require(array.data.size() == array.header.data_bytes, "not the bytes that the header says");
    (void)accepts("array", [&] { convert(array, choice_of(input)); });
  });
  const bool is_table = read_and_use(input, file.put(input), copy.path());
  require(is_array || !is_table, "vectors that are no array");
  return is_array;
}

bool read_vectors_ids_input(Input input) {
  static ScratchFile copy("copy.npy");
  static ScratchFile file("vectors.npy.ids");
  const std::string& ids = file.put(input);
  const std::string vectors = ids.substr(0, ids.size() - std::string_view(".ids").size());
  static const bool made = [&] {
    const std::array<std::uint64_t, 2> shape{3, 1};
    const std::vector<float> values{1.0F, -2.0F, 0.5F};
    write_file_atomically(vectors, make_npy<float>(values, shape));
    return true;
  }();
  require(made, "no array beside the ids");
  return accepts(ids, [&] {
    const Embedding table = read_embedding(vectors);
    if (is_written(input)) {
      write_and_compare(copy.path(), table);
    }
  });
}

bool read_embedding_npz_input(Input input) {
  static ScratchFile file("table.npz");
  static ScratchFile copy("copy.npz");
  const std::string& path = file.put(archive_of(input));
  if (choice_of(input) % 4 == 0) {
    (void)accepts(path, [&] { (void)read_codes(path); });
  }
  return read_and_use(input, path, copy.path());
}

bool read_codes_tsv_input(Input input) {
  static ScratchFile file("codes.tsv");
  static ScratchFile copy("copy.tsv");
  return read_text_codes(input, file.put(input), copy.path());
}

bool read_codes_svm_input(Input input) {
  static ScratchFile file("codes.svm");
  static ScratchFile copy("copy.svm");
  return read_text_codes(input, file.put(input), copy.path());
}

}  // namespace columnar::fuzz
