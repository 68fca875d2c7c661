#include "columnar/files/npy.hpp"

#include <unistd.h>

#include <array>
#include <cmath>
#include <limits>

#include "files/scratch.hpp"

namespace columnar::npy_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// A .npy file of version 1 with this header text and data.
std::vector<std::byte> npy_file(const std::string& header, const std::string& data = "") {
  std::vector<std::byte> file;
  append_bytes(file, bytes_of("\x93NUMPY"));
  append_bytes(file, bytes_of(std::string("\x01\0", 2)));
  append_little_endian(file, static_cast<std::uint16_t>(header.size()));
  append_bytes(file, bytes_of(header + data));
  return file;
}

NpyArray parse(const std::string& descr, const std::string& shape, const std::string& data = "",
               const std::string& order = "False") {
  return parse_npy(
      npy_file("{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n", data),
      "a.npy");
}

std::string refusal(const std::string& descr, const std::string& shape, const std::string& data = "",
                    const std::string& order = "False") {
  return error_of(ErrorCode::kInput, [&] { (void)parse(descr, shape, data, order); });
}

TEST(Npy, WritesTheBytesThatNumPyWrites) {
  const std::vector<std::byte> file = make_npy(std::vector<std::int64_t>{7, -2});
  ASSERT_EQ(file.size(), 128U + 16U);
  const std::string text(reinterpret_cast<const char*>(file.data()), file.size());
  EXPECT_EQ(text.substr(0, 10), std::string("\x93NUMPY\x01\x00v\x00", 10));
  EXPECT_EQ(text.substr(10, 60), "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }   ");
  EXPECT_EQ(text[127], '\n');
  EXPECT_EQ(text.substr(128), std::string("\x07\0\0\0\0\0\0\0\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 16));
}

TEST(Npy, ReadsBackEveryNumberTypeItWrites) {
  const auto round_trip = [](const auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    EXPECT_EQ(parse_npy(make_npy(values), "a").template as<T>(), values);
  };
  round_trip(std::vector<double>{0.5, -1e300, std::numeric_limits<double>::infinity()});
  round_trip(std::vector<float>{0.25F, 1e-40F});
  round_trip(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
  round_trip(std::vector<std::int32_t>{-5, 5});
  round_trip(std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max()});
  round_trip(std::vector<std::uint32_t>{});
  round_trip(std::vector<std::uint16_t>{65535});
  round_trip(std::vector<std::uint8_t>{0, 255});
}

TEST(Npy, ConvertsExactlyOrNotAtAll) {
  const auto doubles = [](double value) { return parse_npy(make_npy(std::vector<double>{value}), "a.npy"); };
  EXPECT_THAT(doubles(-3).as<std::int64_t>(), ElementsAre(-3));
  EXPECT_THAT(doubles(-std::ldexp(1, 63)).as<std::int64_t>(), ElementsAre(std::numeric_limits<std::int64_t>::min()));
  EXPECT_THAT(doubles(0.1).as<float>(), ElementsAre(0.1F));
  for (const double bad : {3.5, std::ldexp(1, 63), std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)doubles(bad).as<std::int64_t>(); }), HasSubstr("index 0"));
  }
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)doubles(-1).as<std::uint32_t>(); }), HasSubstr("a.npy: value"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)doubles(1e300).as<float>(); }), HasSubstr("out of"));
  const NpyArray large = parse_npy(make_npy(std::vector<std::int64_t>{1, std::int64_t{1} << 40}), "a.npy");
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)large.as<std::int32_t>(); }),
              HasSubstr("value 1099511627776 at index 1"));
  EXPECT_THAT(large.as<double>(), ElementsAre(1.0, 1099511627776.0));
  EXPECT_THAT(parse("|b1", "(2,)", std::string("\x01\x00", 2)).as<float>(), ElementsAre(1.0F, 0.0F));
  EXPECT_THAT(parse("|i1", "(1,)", "\xFF").as<std::int64_t>(), ElementsAre(-1));
}

TEST(Npy, ReadsScalarsMatricesAndFortranOrderInOneDimension) {
  const std::string four(4, '\0');
  EXPECT_EQ(parse("<i4", "()", four).header.item_count, 1U);
  EXPECT_THAT(parse("<i4", "(1L, 1L)", four).header.shape, ElementsAre(1, 1));
  EXPECT_EQ(parse("<i4", "(1,)", four, "True").header.item_count, 1U);
  EXPECT_EQ(parse("<i4", "(0, 9999999999)", "").header.item_count, 0U);
  EXPECT_THAT(refusal("<i4", "(1, 1)", four, "True"), HasSubstr("Fortran order"));
}

TEST(Npy, ReadsAVersionTwoHeader) {
  const std::string header = "{\"shape\":(1,),'fortran_order':False,'descr':'|u1'}";
  std::vector<std::byte> file;
  append_bytes(file, bytes_of(std::string("\x93NUMPY\x02\0", 8)));
  append_little_endian(file, static_cast<std::uint32_t>(header.size()));
  append_bytes(file, bytes_of(header + "\x09"));
  EXPECT_THAT(parse_npy(file, "a").as<std::uint8_t>(), ElementsAre(9));
}

TEST(Npy, RefusesTypesItDoesNotRead) {
  EXPECT_THAT(refusal("|O", "(1,)"), HasSubstr("object arrays (pickles) are refused"));
  EXPECT_THAT(refusal(">i4", "(1,)"), HasSubstr("big-endian"));
  for (const char* descr : {"<f2", "<c8", "<M8[ns]", "<i3", "<i", "", "<", "i4", "<i99999999999999999999", "|V8",
                            "<U99999999", "|i4", "<b4"}) {
    EXPECT_THAT(refusal(descr, "(1,)"), HasSubstr("is not supported")) << descr;
  }
  EXPECT_THAT(error_of(ErrorCode::kInput,
                       [] {
                         (void)parse_npy(npy_file("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (1,), }"),
                                         "a.npy");
                       }),
              HasSubstr("record arrays"));
}

TEST(Npy, RefusesShapesThatDisagreeWithTheBytesOrOverflow) {
  EXPECT_EQ(refusal("<i4", "(2,)", "1234"), "a.npy: the array has 4 bytes, its header promises 8");
  EXPECT_THAT(refusal("<i4", "(1,)", "12345"), HasSubstr("has 5 bytes"));
  EXPECT_THAT(refusal("<i8", "(4294967296, 4294967296)"), HasSubstr("impossible"));
  EXPECT_THAT(refusal("<i8", "(2305843009213693952,)"), HasSubstr("impossible"));
  EXPECT_THAT(refusal("|S0", "(1000000000000,)"), HasSubstr("impossible"));
  for (const char* shape : {"(-1,)", "(1", "1", "(1,,)", "(99999999999999999999,)", "(x,)",
                            "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"}) {
    EXPECT_THAT(refusal("<i4", shape), HasSubstr("malformed")) << shape;
  }
}

TEST(Npy, RefusesEveryTruncationAndSurvivesEveryFlippedByte) {
  const std::vector<std::byte> whole = make_npy(std::vector<std::int32_t>{1, 2, 3});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW((void)parse_npy(std::span(whole).first(size), "a"), Error) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::vector<std::byte> altered = whole;
      altered[at] ^= std::byte{1} << bit;
      try {
        const NpyArray array = parse_npy(altered, "a");  // has no checksum: may pass, must not crash
        EXPECT_EQ(array.data.size(), array.header.data_bytes);
      } catch (const Error&) {
      }
    }
  }
}

TEST(Npy, KeepsEveryTextThroughUnicodeEvenBytesThatAreNotUtf8) {
  const std::vector<std::string> texts = {"plain",
                                          "",
                                          "n\xC3\xB6"
                                          "de",
                                          "\xE2\x82\xAC",
                                          "\xF0\x9F\xA6\x8A",
                                          "\xFF\xFE",
                                          "\xC3",
                                          "\xC0\x80",
                                          "\xED\xA0\x80",
                                          "\xF4\x90\x80\x80",
                                          "a\xE2\x82",
                                          "\xED\xB2\x80"};
  const NpyArray array = parse_npy(make_npy_unicode(texts), "a");
  EXPECT_EQ(array.header.kind, NpyKind::kUnicode);
  EXPECT_EQ(array.as_strings(), texts);
  EXPECT_EQ(npy_unicode_length("n\xC3\xB6"
                               "de"),
            4U);
  EXPECT_EQ(npy_unicode_length("\xED\xA0\x80"), 3U);
}

TEST(Npy, ReadsTextAndRefusesToMixItWithNumbers) {
  EXPECT_THAT(parse("|S3", "(2,)", std::string("ab\0abc", 6)).as_strings(), ElementsAre("ab", "abc"));
  EXPECT_THAT(parse_npy(make_npy_bytes_scalar("csr"), "a").as_strings(), ElementsAre("csr"));
  EXPECT_THAT(parse_npy(make_npy_unicode_scalar("{}"), "a").as_strings(), ElementsAre("{}"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [] { (void)parse("|S1", "(1,)", "a").as<double>(); }), HasSubstr("text"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [] { (void)parse("|u1", "(1,)", "a").as_strings(); }), HasSubstr("numbers"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [] { (void)parse("<U1", "(1,)", "\x01\x01\x11\x01").as_strings(); }),
              HasSubstr("item 0 is not Unicode"));
}

TEST(ReadNpy, GivesWhatIsInTheFileOrRefusesIt) {
  const Scratch scratch;
  const std::vector<std::byte> file = make_npy(std::vector<std::int32_t>{1, 2, 3});
  const std::string path = scratch.put("a.npy", file);
  EXPECT_THAT(read_npy(path, 12).as<std::int32_t>(), ElementsAre(1, 2, 3));
  const auto refused = [&](std::span<const std::byte> bytes) {
    return error_of(ErrorCode::kInput, [&] { (void)read_npy(scratch.put("a.npy", bytes), 12); });
  };
  EXPECT_EQ(error_of(ErrorCode::kInput, [&] { (void)read_npy(path, 11); }), path + ": larger than 11 bytes");
  EXPECT_EQ(refused(std::span(file).first(file.size() - 1)), path + ": the array has 11 bytes, its header promises 12");
  std::vector<std::byte> longer = file;
  longer.push_back(std::byte{0});
  EXPECT_EQ(refused(longer), path + ": the array has 13 bytes, its header promises 12");
  for (std::size_t size = 0; size < file.size(); ++size) {
    EXPECT_THAT(refused(std::span(file).first(size)), StartsWith(path + ": ")) << size;
  }
}

TEST(ReadNpy, TakesNoMoreOfAnEndlessFileThanItsHeaderPromises) {
  EXPECT_EQ(error_of(ErrorCode::kInput, [] { (void)read_npy("/dev/zero", 1000); }), "/dev/zero: not a .npy array");
  std::array<int, 2> ends{};
  for (const std::size_t count : {std::size_t{11}, std::size_t{12}, std::size_t{13}}) {
    ASSERT_EQ(pipe(ends.data()), 0);
    std::vector<std::byte> file = make_npy_header("<i4", std::vector<std::uint64_t>{3});
    file.resize(file.size() + count);
    ASSERT_EQ(write(ends[1], file.data(), file.size()), static_cast<ssize_t>(file.size()));
    close(ends[1]);
    const std::string path = "/dev/fd/" + std::to_string(ends[0]);
    if (count == 12) {
      EXPECT_THAT(read_npy(path, 1000).as<std::int32_t>(), ElementsAre(0, 0, 0));
    } else {
      EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)read_npy(path, 1000); }),
                  HasSubstr(count == 11 ? "the array has 11 bytes" : "bytes follow the 12 that its header promises"));
    }
    close(ends[0]);
  }
}

}  // namespace
}  // namespace columnar::npy_test
