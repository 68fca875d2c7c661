#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// How a .sdr file stores its codes. Every codec is lossless and can read one code without decoding the rest.
enum class Codec {
  kPlain,      ///< 16 bits per active bit: 56 bytes per node at the paper's sizes
  kEliasFano,  ///< low bits as they are, high bits in unary: 28 bytes
  kEntropy,    ///< entropy coded by how often each bit is active: about 17.5 bytes for real codes
};

/// Every codec.
inline constexpr std::array<Codec, 3> kCodecs = {Codec::kPlain, Codec::kEliasFano, Codec::kEntropy};

/// "plain", "elias-fano" or "entropy".
[[nodiscard]] std::string_view name_of(Codec codec) noexcept;

/// The codec of that name, if there is one.
[[nodiscard]] std::optional<Codec> codec_by_name(std::string_view name) noexcept;

/// The part of the codes that goes into a file: the requested layer if given, else every layer for .sdr, and L2/3 with
/// L5a (the bits that the paper reports) for the other formats.
[[nodiscard]] SdrTable codes_for(const std::string& path, SdrTable table, std::optional<Layer> layer = std::nullopt);

/// Writes codes atomically, in the format of the extension: .sdr, the native format; .npz, CSR for
/// scipy.sparse.load_npz; .tsv, id and active bits; .svm, LIBSVM text. Throws Error(kConfig), which lists these, for
/// any other extension. .sdr and .npz keep metadata_json (e.g. provenance_json() of model.hpp). labels (parallel to the
/// table, or nullptr) become the first column of .svm, with kUnknown as -1; other formats ignore them. Only .sdr uses
/// the codec.
void write_codes(const std::string& path, const SdrTable& table, const std::string& metadata_json = "{}",
                 const Labels* labels = nullptr, Codec codec = Codec::kPlain);

/// Reads any file that write_codes() writes.
///
/// The text formats do not store the shape. Codes that fit the default sizes (8 active bits out of 1500, 20 of 300, 28
/// of
/// 1800, 20 of 2048, 48 of 3848) get that shape. Other codes are read as one layer with one cell per column, as wide as
/// the
/// highest bit requires. The same holds for a foreign CSR matrix of ones with the same number of ones in each row,
/// which
/// also gives the width. Rows without ids are numbered.
///
/// metadata_json, if not null, receives what write_codes() was given, or "{}" if the file has none. Codes and metadata
/// come from a single read, because the file may be a pipe or be replaced at any time.
[[nodiscard]] SdrTable read_codes(const std::string& path, std::string* metadata_json = nullptr);

}  // namespace columnar
#pragma GCC visibility pop
