#include "columnar_server/http/page_answer.hpp"

#include <gtest/gtest.h>

#include "columnar_server/api/page.hpp"

namespace columnar::page_answer_test {
namespace {

using server::page_answer;

TEST(PageAnswer, HasTheFilesOfThePageByTheirNames) {
  const server::Answer index = page_answer("GET", "/?q=1");
  EXPECT_EQ(index.status, 200);
  EXPECT_EQ(index.type, "text/html; charset=utf-8");
  for (const server::PageFile& file : server::page_files()) {
    const server::Answer answer = page_answer("GET", "/assets/" + std::string(file.name));
    EXPECT_EQ(answer.status, 200) << file.name;
    EXPECT_EQ(*answer.body, file.bytes) << file.name;
    EXPECT_NE(answer.type, "application/octet-stream")
        << file.name << " is of a type that page_answer.cpp does not list";
  }
}

TEST(PageAnswer, HasNothingElse) {
  for (const char* target : {"", "/assets/", "/assets", "/assets/../index.html", "/assets//main.js", "/index.html",
                             "//", "/assets/%6dain.js", "/assets/.", "/etc/passwd", "*", "http://localhost/"}) {
    EXPECT_EQ(page_answer("GET", target).status, 404) << target;
  }
  EXPECT_EQ(page_answer("POST", "/").status, 405);
}

}  // namespace
}  // namespace columnar::page_answer_test
