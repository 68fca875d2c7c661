#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <string>

#include "columnar/sdr/algebra.hpp"
#include "columnar/sdr/codec/codec.hpp"
#include "columnar/sdr/sdr_file.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "files/scratch.hpp"
#include "support/arbitrary.hpp"
#include "support/property.hpp"

namespace columnar::codecs_test {
namespace {

using testing_support::check_property;

TEST(AnyTable, ComesBackFromEveryCodecAsAWholeAndCodeByCode) {
  check_property(60, [](const SdrTable& table) {
    for (const Codec codec : kCodecs) {
      const auto bytes = pack_codes(table, codec);
      RC_ASSERT(bytes == pack_codes(table, codec));
      const PackedCodes packed(codec, table.shape, table.size(), bytes, nullptr, "packed");
      RC_ASSERT(packed.all() == table.bits);
      for (std::size_t row = table.size(); row-- > 0;) {
        const auto code = table.code(row);
        RC_ASSERT(packed.code(row) == std::vector<std::uint16_t>(code.begin(), code.end()));
      }
    }
  });
}

TEST(AnyTable, ComesBackFromASdrFileOfEveryCodec) {
  check_property(25, [](const SdrTable& table) {
    const Scratch scratch(memory_folder());
    const Codec codec = *rc::gen::elementOf(kCodecs);
    write_sdr(scratch.path("t.sdr"), table, "{\"a\":1}", codec);
    const SdrFile file = read_sdr(scratch.path("t.sdr"));
    RC_ASSERT(file.table == table);
    RC_ASSERT(file.codec == codec);
    RC_ASSERT(file.metadata_json == "{\"a\":1}");
    write_sdr(scratch.path("again.sdr"), file.table, file.metadata_json, file.codec);
    RC_ASSERT(content_of(scratch.path("again.sdr")) == content_of(scratch.path("t.sdr")));
  });
}

TEST(AnyTwoCodes, OverlapAlikeFromBothSidesAndByNoMoreThanTheirBits) {
  check_property(60, [](const SdrTable& table) {
    const std::uint32_t active = table.shape.active();
    for (std::size_t u = 0; u < table.size(); ++u) {
      RC_ASSERT(overlap(table.code(u), table.code(u)) == active);
      for (std::size_t v = 0; v < u; ++v) {
        const std::uint32_t shared = overlap(table.code(u), table.code(v));
        RC_ASSERT(shared == overlap(table.code(v), table.code(u)));
        RC_ASSERT(shared <= active);
        RC_ASSERT(shared == intersection(table.code(u), table.code(v)).size());
        RC_ASSERT(set_union(table.code(u), table.code(v)).size() == 2 * active - shared);
        RC_ASSERT((shared == active) == std::ranges::equal(table.code(u), table.code(v)));
      }
    }
  });
}

/// Any finite float, the smallest and the largest among them.
float any_float() {
  const auto mantissa = static_cast<float>(*rc::gen::inRange(-1'000'000, 1'000'001));
  const float number = std::ldexp(mantissa, *rc::gen::inRange(-169, 109));
  return std::isfinite(number) ? number : 0.0F;
}

TEST(AnyVectors, ComeBackFromEveryFormatToTheLastBit) {
  check_property(25, [] {
    DenseTable table;
    table.dimensions = *rc::gen::inRange<std::uint32_t>(1, 6);
    const auto rows = *rc::gen::inRange<std::int64_t>(1, 8);
    for (std::int64_t row = 0; row < rows; ++row) {
      table.ids.integers.push_back(row * row - 3);
      for (std::uint32_t i = 0; i < table.dimensions; ++i) {
        table.values.push_back(any_float());
      }
    }
    const Scratch scratch(memory_folder());
    for (const std::string name : {"v.emb", "v.npy", "v.npz"}) {
      write_vectors(scratch.path(name), table);
      const Embedding read = read_embedding(scratch.path(name));
      RC_ASSERT(vectors_of(read) != nullptr);
      RC_ASSERT(*vectors_of(read) == table);
    }
  });
}

}  // namespace
}  // namespace columnar::codecs_test
