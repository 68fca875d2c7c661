#include "columnar/sdr/codec/codec.hpp"

#include "columnar/core/random.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "files/scratch.hpp"
#include "sdr/sdr_examples.hpp"
#include "search/search_examples.hpp"

namespace columnar::codec_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

PackedCodes packed(Codec codec, const SdrTable& table, std::span<const std::byte> bytes) {
  return {codec, table.shape, table.size(), bytes, nullptr, "c.sdr"};
}

std::vector<SdrShape> many_shapes() {
  SdrShape l23;
  l23.layer = Layer::kL23;
  SdrShape l5a;
  l5a.layer = Layer::kL5a;
  return {kPaperShape,
          l23,
          l5a,
          kTinyShape,
          {.columns = 1, .cells_per_column = 1, .active_columns = 1, .l5a_size = 1, .l5a_active = 1},  // all certain
          {.columns = 9, .cells_per_column = 1, .active_columns = 9, .l5a_size = 40, .l5a_active = 39},
          {.columns = 33, .cells_per_column = 7, .active_columns = 11, .l5a_size = 5, .l5a_active = 1},
          {.columns = 4000, .cells_per_column = 16, .active_columns = 5, .l5a_size = 1536, .l5a_active = 3}};
}

TEST(Codecs, GiveBackEveryCodeWhateverTheShape) {
  for (const SdrShape& shape : many_shapes()) {
    for (const std::size_t rows : {0, 1, 31, 32, 33, 150}) {
      SdrTable table = random_table(shape, rows, 7);
      check_codes(table, "test", ErrorCode::kInput);
      for (const Codec codec : kCodecs) {
        const auto bytes = pack_codes(table, codec);
        EXPECT_EQ(packed(codec, table, bytes).all(), table.bits) << name_of(codec);
        EXPECT_EQ(pack_codes(table, codec), bytes);
      }
    }
  }
}

TEST(Codecs, GiveOneCodeWithoutTheOthers) {
  for (const SdrShape& shape : many_shapes()) {
    const SdrTable table = random_table(shape, 100, 5);
    for (const Codec codec : kCodecs) {
      const auto bytes = pack_codes(table, codec);
      const PackedCodes codes = packed(codec, table, bytes);
      for (const std::size_t row : {99, 0, 31, 32, 64, 50}) {
        EXPECT_EQ(codes.code(row), std::vector(table.code(row).begin(), table.code(row).end())) << name_of(codec);
      }
    }
  }
}

TEST(Codecs, TakeTheBytesThatTheirNamesPromise) {
  const SdrTable table = random_table(kPaperShape, 2000, 1);
  EXPECT_EQ(pack_codes(table, Codec::kPlain).size(), 2000U * 56);
  EXPECT_EQ(pack_codes(table, Codec::kEliasFano).size(), 2000U * 28);
}

/// Codes drawn evenly from all there are.
SdrTable even_codes(std::size_t nodes) {
  const KeyedRandom random(9, Purpose::kProbe);
  SdrTable table;
  for (std::size_t node = 0; node < nodes; ++node) {
    table.ids.integers.push_back(static_cast<std::int64_t>(node));
    std::uint64_t draw = 0;
    const auto choose = [&](std::uint32_t count, const auto& add) {
      for (std::uint32_t place = 0; count > 0; ++place) {
        if (random.below(300 - place, node, draw++) < count) {
          add(place);
          --count;
        }
      }
    };
    choose(8, [&](std::uint32_t column) {
      table.bits.push_back(static_cast<std::uint16_t>(column * 5 + random.below(5, node, draw++)));
    });
    choose(20, [&](std::uint32_t bit) { table.bits.push_back(static_cast<std::uint16_t>(1500 + bit)); });
  }
  return table;
}

// log2(C(300,8) · 5^8 · C(300,20)) = 171.54 bits = 21.44 bytes name any code. Codes without a pattern need them; the
// table of weights, 2,104 bytes, and the ends of the blocks come on top.
TEST(EntropyCodec, ComesNearTheBoundForCodesWithoutPattern) {
  const std::size_t nodes = 4000;
  const double bits = static_cast<double>(pack_codes(even_codes(nodes), Codec::kEntropy).size() - 2104) * 8.0 / nodes;
  EXPECT_GT(bits, 171.5);
  EXPECT_LT(bits, 171.54 * 1.02);
}

TEST(EntropyCodec, NeedsLessWhereSomeBitsAreCommonerThanOthers) {
  SdrTable table = even_codes(4000);
  for (std::uint16_t& bit : table.bits) {  // every column's last two cells move onto its first: 0, 1 and 2 are left
    bit = static_cast<std::uint16_t>(bit < 1500 && bit % 5 > 2 ? bit - bit % 5 : bit);
  }
  // A cell is the first with 3/5, each of two others with 1/5: 1.371 bits instead of log2 5 = 2.322, eight times.
  const double saved = 8 * (2.322 - 1.371);
  const double bits = static_cast<double>(pack_codes(table, Codec::kEntropy).size() - 2104) * 8.0 / 4000;
  EXPECT_NEAR(bits, 171.54 - saved, 2.0);
}

// Columns that are active only where the L5a bit of their number is: of 20 such columns 8, not of 300.
TEST(EntropyCodec, NeedsLessWhereColumnsGoWithTheirL5aBits) {
  SdrTable table = even_codes(4000);
  for (std::size_t node = 0; node < table.size(); ++node) {
    const auto code = table.code(node);
    for (std::size_t i = 0; i < 8; ++i) {
      code[i] = static_cast<std::uint16_t>((code[8 + 2 * i] - 1500) * 5 + code[i] % 5);
    }
  }
  check_codes(table, "test", ErrorCode::kInput);
  EXPECT_LT(pack_codes(table, Codec::kEntropy).size(), 4000U * 19);  // C(300,20) · C(20,8) · 5^8: 17.3 bytes
}

std::vector<int> numbers(std::span<const std::byte> bytes) {
  std::vector<int> list;
  for (const std::byte byte : bytes) {
    list.push_back(std::to_integer<int>(byte));
  }
  return list;
}

// {0, 3, 6} and {2, 5, 7} of 3 columns of 2 cells, two active, and 1 of 2 L5a bits.
TEST(Codecs, OfATinyTableHaveTheBytesWorkedByHand) {
  const SdrTable table = tiny_codes();
  EXPECT_THAT(numbers(pack_codes(table, Codec::kPlain)), ElementsAre(0, 0, 3, 0, 6, 0, 2, 0, 5, 0, 7, 0));
  // ⌊log2(8 / 3)⌋ = 1 low bit: 0,1,0; high parts 0, 1, 3 in 3 + 3 bits: 1 01 001. Then 0,1,1; 1, 2, 3: 01 01 01.
  // Bits in order: 010 101001 | 011 010101.
  EXPECT_THAT(numbers(pack_codes(table, Codec::kEliasFano)), ElementsAre(0b00101010, 0b10101101, 0b10));
}

// One code {2} of 4 columns of one cell, no L5a. Its column has the largest weight, 255; the others, never seen, have
// 0, which stand for 31 · 2^15 = 1,015,808 and 16. Gains 1 and 1; one block. Column 0 is asked for with the chance 16 /
// 1,015,856, of 65536ths 1: no; so is column 1; column 2 has 1,015,808 / 1,015,824, 65534: yes. The range is then [2 ·
// 65535, 2 · 65535 + 65534 · (0xFFFDFFFD >> 16)), whose greatest point with three zero bytes is 0xFF000000: 1 byte.
TEST(EntropyCodec, OfOneCodeHasTheBytesWorkedByHand) {
  SdrTable table;
  table.shape = {
      .columns = 4, .cells_per_column = 1, .active_columns = 1, .l5a_size = 0, .l5a_active = 0, .layer = Layer::kL23};
  table.ids.integers = {1};
  table.bits = {2};
  EXPECT_THAT(numbers(pack_codes(table, Codec::kEntropy)),
              ElementsAre(0, 0, 255, 0, /* cells */ 0, 0, 255, 0, /* gains */ 1, 0, 1, 0, /* length */ 1, 0, 0, 0,
                          /* stream */ 255));
}

TEST(Codecs, RefuseBytesThatAreTooFewOrTooMany) {
  const SdrTable table = random_table(kPaperShape, 70, 1);
  for (const Codec codec : kCodecs) {
    auto bytes = pack_codes(table, codec);
    for (const std::size_t size : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
      EXPECT_THROW((void)packed(codec, table, std::span(bytes).first(size)), Error) << name_of(codec);
    }
    bytes.push_back(std::byte{0});
    EXPECT_THROW((void)packed(codec, table, bytes), Error) << name_of(codec);
  }
}

/// All codes of the bytes, or nothing where they are refused; anything but an Error fails the test.
std::optional<std::vector<std::uint16_t>> try_all(Codec codec, const SdrTable& table,
                                                  std::span<const std::byte> bytes) {
  try {
    const PackedCodes codes = packed(codec, table, bytes);
    SdrTable copy = table;
    copy.bits = codes.all();
    for (const std::size_t row : {std::size_t{0}, table.size() - 1}) {
      try {
        (void)codes.code(row);
      } catch (const Error&) {
      }
    }
    check_codes(copy, "c.sdr", ErrorCode::kInput);
    return copy.bits;
  } catch (const Error&) {
    return std::nullopt;
  }
}

TEST(Codecs, SurviveHostileBytes) {
  const KeyedRandom random(21, Purpose::kProbe);
  for (const SdrShape& shape : many_shapes()) {
    const SdrTable table = random_table(shape, 40, 2);
    for (const Codec codec : kCodecs) {
      const auto whole = pack_codes(table, codec);
      for (std::uint64_t trial = 0; trial < 60; ++trial) {
        auto bytes = whole;
        if (bytes.empty()) {
          continue;
        }
        for (std::uint64_t i = 0; i <= trial % 8; ++i) {
          bytes[random.below(bytes.size(), trial, 2 * i)] = static_cast<std::byte>(random.below(256, trial, 2 * i + 1));
        }
        if (trial % 10 == 9) {
          std::fill(bytes.begin(), bytes.end(), static_cast<std::byte>(trial));
        }
        (void)try_all(codec, table, bytes);
      }
    }
  }
}

TEST(Codecs, RefuseACodeThatIsNone) {
  const SdrTable table = tiny_codes();
  auto high_parts = pack_codes(table, Codec::kEliasFano);
  high_parts[1] &= std::byte{0b01111111};  // the second code loses one of its three ones
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)packed(Codec::kEliasFano, table, high_parts).code(1); }),
              HasSubstr("c.sdr: row 1: not 3 active bits"));
  EXPECT_EQ(packed(Codec::kEliasFano, table, high_parts).code(0), (std::vector<std::uint16_t>{0, 3, 6}));
  auto plain = pack_codes(table, Codec::kPlain);
  plain[0] = std::byte{9};
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)packed(Codec::kPlain, table, plain).code(0); }),
              HasSubstr("outside its 8 bits"));
}

TEST(EntropyCodec, DoesNotBelieveAFewBytesThatClaimToBeGigabytes) {
  const SdrShape wide{.columns = 60000,
                      .cells_per_column = 1,
                      .active_columns = 30000,
                      .l5a_size = 0,
                      .l5a_active = 0,
                      .layer = Layer::kL23};
  std::vector<std::byte> bytes(120000 + 4 + 4 * 32);  // weights, gains, lengths of 32 empty blocks
  bytes[120000] = std::byte{1};
  bytes[120002] = std::byte{1};
  const auto open = [&](std::size_t nodes) {
    (void)PackedCodes(Codec::kEntropy, wide, nodes, bytes, nullptr, "c.sdr");
  };
  EXPECT_NO_THROW(open(1024));
  bytes.resize(120000 + 4 + 4 * 3200);
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { open(102400); }), HasSubstr("far too few bytes"));
}

TEST(Codecs, HaveNames) {
  for (const Codec codec : kCodecs) {
    EXPECT_EQ(codec_by_name(name_of(codec)), codec);
  }
  EXPECT_EQ(codec_by_name("zip"), std::nullopt);
}

}  // namespace
}  // namespace columnar::codec_test
