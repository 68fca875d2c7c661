#include "columnar/core/config_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "columnar/error.hpp"
#include "columnar/version.hpp"

namespace columnar::config_fields_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(COLUMNAR_SOURCE_DIR) + "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string refusal_of(const std::string& json) {
  try {
    static_cast<void>(config_from_json(json, "codes.sdr"));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    return error.what();
  }
  return "";
}

TEST(ConfigFields, HaveNamesOfTheirOwnAndAMeaning) {
  std::set<std::string_view> names;
  const Config config;
  visit_fields(config, [&names](const FieldInfo& info, const auto& /*field*/) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.help.empty()) << info.name;
    EXPECT_FALSE(info.group.empty()) << info.name;
    EXPECT_EQ(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string_view::npos);
  });
  EXPECT_GT(names.size(), 50U);
}

TEST(ConfigFields, AreFieldsOfTheirOwn) {
  std::set<const void*> fields;
  const Config config;
  visit_fields(config, [&fields](const FieldInfo& info, const auto& field) {
    EXPECT_TRUE(fields.insert(&field).second) << info.name << " is the field of another name, too";
  });
}

TEST(ConfigFields, AreCountedSoThatNoneIsForgotten) {
  struct Two {
    std::uint32_t one = 1;
    double two = 2.0;
  };
  static_assert(field_count<Two>() == 2);
  static_assert(field_count<WalkConfig>() == 5);
  static_assert(field_count<SpectralConfig>() == 16);
}

TEST(ConfigFields, HaveARangeThatHoldsTheDefaultAndThePaper) {
  for (const Preset preset : {Preset::kDefault, Preset::kPaper}) {
    const Config config = preset_config(preset);
    visit_fields(config, [](const FieldInfo& info, const auto& field) {
      EXPECT_NO_THROW(require_in_range(info, field)) << info.name;
      if constexpr (NumberField<std::remove_cvref_t<decltype(field)>>) {
        EXPECT_LT(info.range.least, info.range.most) << info.name;
      }
    });
  }
}

TEST(ConfigFields, BecomeFlagsWithDashes) { EXPECT_EQ(flag_of("walks_per_node"), "--walks-per-node"); }

TEST(ConfigFields, ReadAsPeopleWriteThem) {
  EXPECT_EQ(field_text(true), "on");
  EXPECT_EQ(field_text(0.1), "0.1");
  EXPECT_EQ(field_text(std::uint64_t{250'000}), "250000");
  EXPECT_EQ(field_text(SpectralMethod::kGha), "gha");
}

TEST(Choice, IsFoundByItsName) {
  EXPECT_EQ(choice_of<SpectralMethod>("svd"), SpectralMethod::kSvd);
  EXPECT_EQ(choice_of<SpectralMethod>("gha"), SpectralMethod::kGha);
  EXPECT_EQ(choice_of<SpectralMethod>("GHA"), std::nullopt);
  EXPECT_EQ(choice_of<SpectralMethod>(""), std::nullopt);
  EXPECT_EQ(either_of(choice_names(SpectralMethod{})), "svd or gha");
}

TEST(Preset, IsFoundByName) {
  EXPECT_EQ(parse_preset("default"), Preset::kDefault);
  EXPECT_EQ(parse_preset("paper"), Preset::kPaper);
  EXPECT_THROW(static_cast<void>(parse_preset("papers")), Error);
  EXPECT_THROW(static_cast<void>(parse_preset("")), Error);
}

TEST(Preset, OfThePaperHoldsWhatThePaperPrints) {
  const Config paper = preset_config(Preset::kPaper);
  EXPECT_EQ(paper.spectral.rank, 64U);
  EXPECT_EQ(paper.ppmi.spectral_clip, 2.0);
  EXPECT_EQ(paper.eligibility.candidate_columns, paper.l23.columns);
  EXPECT_FALSE(paper.l4.class_averaging);
  EXPECT_EQ(paper.plasticity.anti_ce_rate, 0.002);
  EXPECT_EQ(paper.readout.teacher_skips, paper.l23.active_columns);
}

TEST(Preset, IsValid) {
  EXPECT_NO_THROW(validate(preset_config(Preset::kDefault)));
  EXPECT_NO_THROW(validate(preset_config(Preset::kPaper)));
}

TEST(ConfigJson, GivesEveryFieldBack) {
  Config config;
  visit_fields(config, [](const FieldInfo& info, auto& field) {  // values that differ from the default and are valid
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, bool>) {
      field = !field;
    } else if constexpr (Choice<Field>) {
      field = static_cast<Field>(choice_names(field).size() - 1);
    } else if constexpr (std::is_floating_point_v<Field>) {
      field = info.name == "maximum_threshold" ? field + 1.0 : field * 0.999 + 0.0001;
    } else {
      field = static_cast<Field>(field + (info.name.ends_with("_active") ? 1U : 2U));
    }
  });
  config.seed = 0xFFFF'FFFF'FFFF'FFFFULL;
  const std::string json = config_to_json(config);
  EXPECT_NE(json, config_to_json(Config{}));
  EXPECT_EQ(config_to_json(config_from_json(json, "here")), json);
}

TEST(ConfigJson, KeepsTheDefaultOfAKeyLeftOut) {
  const Config config = config_from_json(R"({"rank": 32})", "here");
  EXPECT_EQ(config.spectral.rank, 32U);
  EXPECT_EQ(config.walks.walk_length, Config{}.walks.walk_length);
  EXPECT_EQ(config.spectral.method, SpectralMethod::kSvd);  // as in the files from before there was a choice
}

TEST(ConfigJson, HasAChoiceByItsName) {
  Config config;
  config.spectral.method = SpectralMethod::kGha;
  EXPECT_THAT(config_to_json(config), HasSubstr(R"("spectral":"gha")"));
  EXPECT_EQ(config_from_json(R"({"spectral": "gha"})", "here").spectral.method, SpectralMethod::kGha);
  EXPECT_THAT(refusal_of(R"({"spectral": "eigen"})"), HasSubstr("'spectral' must be svd or gha"));
  EXPECT_THAT(refusal_of(R"({"spectral": 1})"), HasSubstr("'spectral' must be svd or gha"));
}

TEST(ConfigJson, TakesAWholeNumberForAReal) {
  EXPECT_EQ(config_from_json(R"({"return_p": 2})", "here").walks.return_p, 2.0);
}

TEST(ConfigJson, RefusesWhatIsNoConfigAndSaysWhere) {
  for (const char* json : {"", "{", "[]", "7", "null", "\"rank\"", "{\"rank\": 32,}", "{} {}", "\xff\xfe"}) {
    EXPECT_THAT(refusal_of(json), StartsWith("codes.sdr: config: ")) << json;
  }
}

TEST(ConfigJson, RefusesUnknownKeysByName) {
  EXPECT_THAT(refusal_of(R"({"rank": 32, "colour": 7})"), HasSubstr("\"colour\""));
}

TEST(ConfigJson, RefusesValuesOfTheWrongType) {
  for (const char* json :
       {R"({"rank": "32"})", R"({"rank": -1})", R"({"rank": 1.5})", R"({"rank": 4294967296})", R"({"rank": null})",
        R"({"bcm": 1})", R"({"return_p": true})", R"({"return_p": [1]})", R"({"seed": 18446744073709551616})"}) {
    EXPECT_THAT(refusal_of(json), StartsWith("codes.sdr: config: '")) << json;
  }
  EXPECT_EQ(refusal_of(R"({"rank": 4294967296})"), "codes.sdr: config: 'rank' must be a whole number from 1 to 4096");
  EXPECT_EQ(refusal_of(R"({"seed": -1})"),
            "codes.sdr: config: 'seed' must be a whole number from 0 to 18446744073709551615");
}

TEST(ConfigJson, RefusesValuesThatCannotWork) {
  EXPECT_THAT(refusal_of(R"({"active_columns": 400})"), HasSubstr("400 winners of 300 columns"));
  EXPECT_NE(refusal_of(R"({"return_p": 1e999})"), "");
}

TEST(ConfigJson, SurvivesDeepNesting) { EXPECT_NE(refusal_of(std::string(100'000, '[')), ""); }

TEST(ConfigMarkdown, IsWhatTheDocsSay) {
  EXPECT_EQ(text_of("docs/configuration.md"), config_as_markdown())
      << "run: columnar config --markdown > docs/configuration.md";
}

TEST(SetField, TakesTheNameOrTheFlagAndTheTextOfAValue) {
  Config config;
  set_field(config, "walk_length", "30");
  set_field(config, "--return-p", "0.25");
  set_field(config, "seed", "18446744073709551615");
  set_field(config, "bcm", "off");
  set_field(config, "spectral", "gha");
  EXPECT_EQ(config.walks.walk_length, 30U);
  EXPECT_EQ(config.walks.return_p, 0.25);
  EXPECT_EQ(config.seed, 18446744073709551615U);
  EXPECT_FALSE(config.plasticity.bcm);
  EXPECT_EQ(config.spectral.method, SpectralMethod::kGha);
}

TEST(SetField, GivesEveryFieldItsOwnText) {
  const Config paper = preset_config(Preset::kPaper);
  Config config;
  visit_fields(
      paper, [&config](const FieldInfo& info, const auto& field) { set_field(config, info.name, field_text(field)); });
  EXPECT_EQ(config_to_json(config), config_to_json(paper));
}

TEST(SetField, RefusesOtherNamesAndOtherTexts) {
  const auto refusal = [](std::string_view name, std::string_view value) {
    Config config;
    try {
      set_field(config, name, value);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kConfig);
      EXPECT_EQ(config_to_json(config), config_to_json(Config()));
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(refusal("walk_lenght", "30"), HasSubstr("'walk_lenght'"));
  EXPECT_THAT(refusal("walk_length", "-1"), StartsWith("--walk-length: must be a whole number"));
  EXPECT_THAT(refusal("walk_length", "4294967296"), HasSubstr("4294967296"));
  EXPECT_THAT(refusal("walk_length", "3 0"), HasSubstr("'3 0'"));
  EXPECT_THAT(refusal("walk_length", ""), HasSubstr("''"));
  EXPECT_THAT(refusal("return_p", "one"), HasSubstr("not a finite number: 'one'"));
  EXPECT_THAT(refusal("bcm", "1"), HasSubstr("on or off"));
  EXPECT_THAT(refusal("spectral", "pca"), HasSubstr("svd or gha"));
}

TEST(Version, IsThatOfTheBuild) {
  EXPECT_THAT(text_of("CMakeLists.txt"), HasSubstr("VERSION " + std::string(kVersion)));
  EXPECT_EQ(version(), kVersion);
  EXPECT_EQ(std::to_string(COLUMNAR_VERSION_MAJOR) + "." + std::to_string(COLUMNAR_VERSION_MINOR) + "." +
                std::to_string(COLUMNAR_VERSION_PATCH),
            kVersion);
}

}  // namespace
}  // namespace columnar::config_fields_test
