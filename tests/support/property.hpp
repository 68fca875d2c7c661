#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

namespace columnar::testing_support {

/// Checks a property on `cases` inputs that rapidcheck makes up; a failure is shown with the smallest input that it was
/// found for. The inputs are the same every time, so that a test which passes today passes tomorrow; others are asked
/// for by RC_PARAMS="seed=7 max_success=1000".
template <class Property>
void check_property(int cases, Property&& property) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata metadata;
  metadata.id = std::string(test->test_suite_name()) + "/" + test->name();
  metadata.description = test->name();
  const bool asked = std::getenv("RC_PARAMS") != nullptr;  // else rapidcheck would choose and print a seed
  const rc::detail::Configuration settings = asked ? rc::detail::configuration() : rc::detail::Configuration();
  rc::detail::TestParams params = settings.testParams;
  if (!asked) {
    params.seed = 1;
    params.maxSuccess = cases;
  }
  rc::detail::TestListenerAdapter silent;
  const auto result =
      rc::detail::checkTestable(std::forward<Property>(property), metadata, params, silent, settings.reproduce);
  if (!result.template is<rc::detail::SuccessResult>()) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    FAIL() << text.str();
  }
}

}  // namespace columnar::testing_support
