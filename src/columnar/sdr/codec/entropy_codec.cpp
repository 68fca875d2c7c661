#include "columnar/sdr/codec/entropy_codec.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar/error.hpp"
#include "columnar/files/little_endian.hpp"
#include "columnar/sdr/codec/entropy_model.hpp"

namespace columnar {
namespace {

/// Codes per stream. Longer streams would save little, and reading a code means decoding all codes before it.
constexpr std::size_t kBlockNodes = 32;

/// True if the codes would take far more memory than their bytes suggest. Distinct codes never do; a small file
/// that claims gigabytes of equal codes is rejected.
bool expands_too_far(const SdrShape& shape, std::size_t nodes, std::size_t bytes) {
  constexpr std::uint64_t kShare = 1024;
  constexpr std::uint64_t kAlways = std::uint64_t{1} << 26U;
  return std::uint64_t{nodes} * shape.active() * sizeof(std::uint16_t) > kAlways + kShare * bytes;
}

std::vector<std::uint8_t> encode_block(const EntropyModel& model, const SdrTable& table, std::size_t first,
                                       std::size_t last) {
  RangeEncoder encoder;
  EntropyModel::Work work;
  std::vector<std::uint8_t> wanted(table.shape.width());
  std::vector<std::uint16_t> written(table.shape.active());
  for (std::size_t node = first; node < last; ++node) {
    for (const std::uint16_t bit : table.code(node)) {
      wanted[bit] = 1;
    }
    const auto decide = [&](BitChance chance, std::size_t from, std::size_t count) {
      const auto begin = wanted.begin() + static_cast<std::ptrdiff_t>(from);
      const bool on =
          std::find(begin, begin + static_cast<std::ptrdiff_t>(count), 1) != begin + static_cast<std::ptrdiff_t>(count);
      encoder.encode(on, chance);
      return on;
    };
    model.run(work, decide, written.data());
    for (const std::uint16_t bit : table.code(node)) {
      wanted[bit] = 0;
    }
  }
  return encoder.finish();
}

class EntropyDecoder final : public CodeDecoder {
 public:
  EntropyDecoder(const SdrShape& shape, const EntropyWeights& weights, std::size_t nodes,
                 std::vector<std::uint64_t> starts, std::span<const std::uint8_t> streams)
      : model_(shape, weights), active_(shape.active()), nodes_(nodes), starts_(std::move(starts)), streams_(streams) {}

  [[nodiscard]] bool decode(std::size_t first, std::size_t count, std::uint16_t* out) const override {
    EntropyModel::Work work;
    std::vector<std::uint16_t> passed_over(active_);
    const std::size_t last = first + count;
    for (std::size_t block = first / kBlockNodes; block * kBlockNodes < last; ++block) {
      RangeDecoder decoder(streams_.subspan(starts_[block], starts_[block + 1] - starts_[block]));
      const std::size_t end = std::min({last, nodes_, (block + 1) * kBlockNodes});
      for (std::size_t node = block * kBlockNodes; node < end; ++node) {
        const auto decide = [&](BitChance chance, std::size_t, std::size_t) { return decoder.decode(chance); };
        model_.run(work, decide, node < first ? passed_over.data() : out + (node - first) * active_);
      }
    }
    return true;
  }

 private:
  EntropyModel model_;
  std::size_t active_;
  std::size_t nodes_;
  std::vector<std::uint64_t> starts_;  ///< of the blocks in streams_, and the end
  std::span<const std::uint8_t> streams_;
};

}  // namespace

std::vector<std::byte> pack_entropy(const SdrTable& table) {
  const EntropyWeights weights = count_weights(table);
  const EntropyModel model(table.shape, weights);
  std::vector<std::byte> out;
  for (const auto* stored : {&weights.l5a, &weights.columns, &weights.cells, &weights.l6}) {
    append_bytes(out, std::as_bytes(std::span(*stored)));
  }
  append_little_endian(out, weights.gains[0]);
  append_little_endian(out, weights.gains[1]);
  std::vector<std::byte> streams;
  for (std::size_t first = 0; first < table.size(); first += kBlockNodes) {
    const auto stream = encode_block(model, table, first, std::min(table.size(), first + kBlockNodes));
    append_little_endian(out, static_cast<std::uint32_t>(stream.size()));
    append_bytes(streams, std::as_bytes(std::span(stream)));
  }
  append_bytes(out, streams);
  if (expands_too_far(table.shape, table.size(), out.size())) {
    throw Error(ErrorCode::kOutput, "codes: nearly all are equal, which the entropy codec does not take");
  }
  return out;
}

std::unique_ptr<const CodeDecoder> entropy_decoder(const SdrShape& shape, std::size_t nodes,
                                                   std::span<const std::byte> bytes, const std::string& place) {
  const auto take = [&](std::size_t count) {
    if (count > bytes.size()) {
      throw Error(ErrorCode::kInput, place + ": its entropy-coded codes are cut short");
    }
    const auto taken = bytes.first(count);
    bytes = bytes.subspan(count);
    return taken;
  };
  const auto take_weights = [&](std::size_t count) {
    const auto taken = take(count);
    std::vector<std::uint8_t> stored(count);
    std::ranges::transform(taken, stored.begin(), [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
    return stored;
  };
  EntropyWeights weights;
  weights.l5a = take_weights(shape.l5a().width);
  weights.columns = take_weights(shape.has_l23() ? shape.columns : 0);
  weights.cells = take_weights(shape.l23().width);
  weights.l6 = take_weights(shape.l6().width);
  for (std::uint16_t& gain : weights.gains) {
    gain = load_little_endian<std::uint16_t>(take(sizeof(gain)).data());
    if (gain == 0 || gain > kMaxGain) {
      throw Error(ErrorCode::kInput, fmt::format("{}: gain {} of its entropy-coded codes is impossible", place, gain));
    }
  }
  const std::size_t blocks = (nodes + kBlockNodes - 1) / kBlockNodes;
  const auto lengths = take(blocks * sizeof(std::uint32_t));
  std::vector<std::uint64_t> starts{0};
  for (std::size_t block = 0; block < blocks; ++block) {
    starts.push_back(starts.back() + load_little_endian<std::uint32_t>(lengths.data() + 4 * block));
  }
  if (starts.back() != bytes.size()) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: its entropy-coded codes have {} bytes, not {}", place, bytes.size(), starts.back()));
  }
  if (expands_too_far(shape, nodes, bytes.size() + lengths.size())) {
    throw Error(ErrorCode::kInput, place + ": its entropy-coded codes are far too few bytes");
  }
  const std::span<const std::uint8_t> streams(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return std::make_unique<const EntropyDecoder>(shape, weights, nodes, std::move(starts), streams);
}

}  // namespace columnar
