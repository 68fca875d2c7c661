#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// How a .sdr file stores its codes. All codecs give back the same codes, and can read one code without the others.
enum class Codec {
  kPlain,      ///< 16 bits per active bit: 56 bytes per node at the paper's sizes
  kEliasFano,  ///< low bits as they are, high bits in unary: 28 bytes
  kEntropy,    ///< by how often each bit is active: about 17.5 bytes for real codes
};

/// All of them.
inline constexpr std::array<Codec, 3> kCodecs = {Codec::kPlain, Codec::kEliasFano, Codec::kEntropy};

/// "plain", "elias-fano" or "entropy".
[[nodiscard]] std::string_view name_of(Codec codec) noexcept;

/// The codec of that name, if there is one.
[[nodiscard]] std::optional<Codec> codec_by_name(std::string_view name) noexcept;

/// The codes as they go into a file: the layer that was asked for, else all of .sdr, and of formats that are for other
/// programs L2/3 and L5a, the bits that the paper's figures are of.
[[nodiscard]] SdrTable codes_for(const std::string& path, SdrTable table, std::optional<Layer> layer = std::nullopt);

/// Writes codes atomically in the format of the extension: .sdr, the program's own; .npz, CSR for
/// scipy.sparse.load_npz; .tsv, id and active bits; .svm, LIBSVM's text. Throws Error(kConfig) that names them for
/// another. metadata_json, such as provenance_json() of model.hpp, is
/// kept by .sdr and .npz; labels (parallel to
/// the table, or nullptr) become the first column of .svm, kUnknown as -1, and are not written elsewhere. The codec is
/// that of .sdr; other formats have none.
void write_codes(const std::string& path, const SdrTable& table, const std::string& metadata_json = "{}",
                 const Labels* labels = nullptr, Codec codec = Codec::kPlain);

/// Reads back anything write_codes() writes.
///
/// The text formats do not hold the shape. Codes that fit the default sizes (28 of 1800, 8 of 1500, 20 of 300, 48 of
/// 3848, 20 of 2048) get their shape; any others count as codes of one layer, one cell a column, as wide as their
/// highest bit asks. The same holds for a foreign CSR matrix of ones with equally many in each row, and for its width.
/// Rows without ids get their number.
///
/// metadata_json, where asked for, is what write_codes() was given, or "{}" where the file does not say. Both come from
/// one look at the file: it may be a pipe, or be replaced at any moment.
[[nodiscard]] SdrTable read_codes(const std::string& path, std::string* metadata_json = nullptr);

}  // namespace columnar
#pragma GCC visibility pop
