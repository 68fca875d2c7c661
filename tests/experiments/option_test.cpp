#include "columnar_lab/experiments/option.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar_lab/experiments/experiment.hpp"
#include "report/report_support.hpp"

namespace columnar::option_test {
namespace {

using testing_support::complaint_of;

const std::vector<Option>& every_kind() {
  static const std::vector<Option> options{switch_option("all", "A switch"),
                                           whole_option("k", 10, 1, 100, "A number"),
                                           share_option("held-out", 0.1, "A share"),
                                           cost_option("cost", 1.0, "C"),
                                           choice_option("forest", {"random", "breadth-first"}, "A word"),
                                           shares_option("late", {0.1, 0.2}, "Shares"),
                                           words_option("methods", {"a"}, {"a", "b"}, "Words"),
                                           text_option("reference", "NAME", "Any text")};
  return options;
}

TEST(Option, IsAFlagAndAPythonParameter) {
  EXPECT_EQ(every_kind()[1].flag(), "-k");
  EXPECT_EQ(every_kind()[2].flag(), "--held-out");
  EXPECT_EQ(every_kind()[2].python_name(), "held_out");
}

TEST(Option, ParsesTheTextThatStandsForItsValue) {
  for (const Option& option : every_kind()) {
    EXPECT_EQ(option.parse(option_text(option.initial)), option.initial) << option.name;
  }
  EXPECT_EQ(every_kind()[3].parse("auto"), OptionValue(Cost{}));
  EXPECT_EQ(every_kind()[5].parse("none"), OptionValue(std::vector<double>{}));
  EXPECT_EQ(every_kind()[6].parse("b,a"), OptionValue(std::vector<std::string>{"b", "a"}));
}

TEST(Option, RefusesTextThatIsNoValueAndNamesTheFlag) {
  const auto complaint = [](std::size_t option, const char* text) {
    return complaint_of(ErrorCode::kConfig, [&] { (void)every_kind()[option].parse(text); });
  };
  EXPECT_EQ(complaint(1, "many"), "-k: not a whole number: 'many'");
  EXPECT_EQ(complaint(1, "-1"), "-k: must be a whole number from 1 to 100, not '-1'");
  EXPECT_EQ(complaint(2, "nan"), "--held-out: not a finite number: 'nan'");
  EXPECT_EQ(complaint(3, "-1"), "--cost: must be a number above 0 or auto, not '-1'");
  EXPECT_EQ(complaint(5, "0.1,,"), "--late: not a finite number: ''");
}

TEST(Options, TakeTheInitialValuesOfWhatIsNotGiven) {
  const Options options(every_kind(), {{"k", std::uint64_t{3}}});
  EXPECT_FALSE(options.is_set("all"));
  EXPECT_EQ(options.whole("k"), 3U);
  EXPECT_EQ(options.real("held-out"), 0.1);
  EXPECT_EQ(options.cost("cost"), 1.0);
  EXPECT_EQ(options.word("forest"), "random");
  EXPECT_EQ(json_text(options.json()["late"]), json_text(Json({0.1, 0.2})));
  EXPECT_EQ(options.json()["held_out"], 0.1);
}

TEST(Options, RefuseValuesThatCannotBe) {
  const auto complaint = [](const char* name, const OptionValue& value) {
    return complaint_of(ErrorCode::kConfig, [&] { (void)Options(every_kind(), {{name, value}}); });
  };
  EXPECT_EQ(complaint("k", std::uint64_t{0}), "-k: must be a whole number from 1 to 100, not '0'");
  EXPECT_EQ(complaint("held-out", 1.0), "--held-out: 1 is not between 0 and 1");
  EXPECT_EQ(complaint("cost", Cost{0.0}), "--cost: must be a number above 0 or auto, not '0'");
  EXPECT_EQ(complaint("forest", std::string("dark")), "--forest: must be random or breadth-first, not 'dark'");
  EXPECT_EQ(complaint("late", std::vector<double>{0.5, 1.5}), "--late: 1.5 is not between 0 and 1");
  EXPECT_EQ(complaint("methods", std::vector<std::string>{"c"}), "--methods: unknown 'c'; use a or b");
  EXPECT_EQ(complaint("methods", std::vector<std::string>{"a", "a"}), "--methods: 'a' is named twice");
}

TEST(Experiments, DeclareOptionsWhoseInitialValuesAreAllowed) {
  for (const Experiment& experiment : experiments()) {
    EXPECT_NO_THROW(Options(experiment.options, {})) << experiment.name;
    EXPECT_EQ(&experiment_named(experiment.name), &experiment);
    EXPECT_EQ(static_cast<bool>(experiment.residual), experiment.inputs.residual) << experiment.name;
  }
}

}  // namespace
}  // namespace columnar::option_test
