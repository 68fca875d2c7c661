#include "columnar_server/http/guard.hpp"

#include <gtest/gtest.h>

namespace columnar::guard_test {
namespace {

using server::Guard;
using server::Head;

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";

/// The status that a guard of port 8077 refuses a request with; 0 where it does not.
int status(const Head& head, const Guard& guard = {.port = 8077}) {
  const auto refusal = guard.refusal(head);
  return refusal ? refusal->status : 0;
}

Head get(std::string_view host, std::string_view target = "/api/v1/summary") { return {"GET", target, {host}}; }

TEST(Guard, TakesLocalhostAndAddressesAtItsPort) {
  for (const char* host : {"localhost:8077", "LocalHost:8077", "127.0.0.1:8077", "[::1]:8077", "192.168.1.5:8077"}) {
    EXPECT_EQ(status(get(host)), 0) << host;
  }
}

TEST(Guard, RefusesNamesThatMayLeadHereByRebinding) {
  for (const char* host : {"evil.example:8077", "localhost.evil.example:8077", "127.0.0.1.evil.example:8077",
                           "localhost", "localhost:80", "127.0.0.1:8077:8077", "[::1:8077", "[evil]:8077", "", ":8077",
                           "127.1:8077", "user@localhost:8077", "localhost:8077/"}) {
    EXPECT_EQ(status(get(host)), 403) << host;
  }
  EXPECT_EQ(status({"GET", "/", {}}), 400);
  EXPECT_EQ(status({"GET", "/", {"localhost:8077", "evil.example"}}), 400);
}

TEST(Guard, TakesANameThatTheUserAllows) {
  const Guard guard{.port = 8077, .names = {"graphs.example"}};
  EXPECT_EQ(status(get("graphs.example"), guard), 0);
  EXPECT_EQ(status(get("graphs.example:443"), guard), 0);
  EXPECT_EQ(status(get("other.example"), guard), 403);
}

TEST(Guard, RefusesPagesOfOtherOrigins) {
  Head head = get("localhost:8077");
  head.origin = "http://localhost:8077";
  EXPECT_EQ(status(head), 0);
  for (const char* origin :
       {"http://evil.example", "null", "", "http://localhost:8078", "http://localhost:8077.evil.example", "file://"}) {
    head.origin = origin;
    EXPECT_EQ(status(head), 403) << origin;
  }
  head.origin.reset();
  head.fetch_site = "cross-site";
  EXPECT_EQ(status(head), 403);
  head.fetch_site = "same-origin";
  EXPECT_EQ(status(head), 0);
  Head page = get("localhost:8077", "/");
  page.fetch_site = "cross-site";
  EXPECT_EQ(status(page), 0) << "a link may open the page";
}

TEST(Guard, AsksForTheTokenOfTheApiAlone) {
  const Guard guard{.port = 8077, .names = {}, .token = kToken};
  Head head = get("localhost:8077");
  EXPECT_EQ(status(head, guard), 401);
  const std::string right = std::string("Bearer ") + kToken;
  head.authorization = right;
  EXPECT_EQ(status(head, guard), 0);
  for (const std::string& wrong :
       {std::string("Bearer "), right + "0", right.substr(0, right.size() - 1), std::string("Basic ") + kToken,
        std::string(kToken), "Bearer  " + std::string(kToken)}) {
    head.authorization = wrong;
    EXPECT_EQ(status(head, guard), 401) << wrong;
  }
  EXPECT_EQ(status(get("localhost:8077", "/assets/app.js"), guard), 0);
  EXPECT_EQ(status(get("localhost:8077", "/api"), guard), 0) << "no path of the API";
}

TEST(Guard, TakesJsonAlone) {
  Head head{"POST", "/api/v1/node", {"localhost:8077"}};
  for (const char* type : {"application/json", "application/json; charset=utf-8", "Application/JSON ;x"}) {
    head.content_type = type;
    EXPECT_EQ(status(head), 0) << type;
  }
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                           "text/plain; application/json", "application/jsonp"}) {
    head.content_type = type;
    EXPECT_EQ(status(head), 415) << type;
  }
}

TEST(Guard, KnowsLoopback) {
  EXPECT_TRUE(server::is_loopback("127.0.0.1"));
  EXPECT_TRUE(server::is_loopback("127.3.2.1"));
  EXPECT_TRUE(server::is_loopback("::1"));
  EXPECT_FALSE(server::is_loopback("0.0.0.0"));
  EXPECT_FALSE(server::is_loopback("::"));
  EXPECT_FALSE(server::is_loopback("10.0.0.1"));
  EXPECT_FALSE(server::is_loopback("localhost"));
}

TEST(Guard, MakesTokensThatDiffer) {
  const std::string one = server::random_token();
  EXPECT_EQ(one.size(), 64U);
  EXPECT_NE(one, server::random_token());
  EXPECT_TRUE(server::equal_in_constant_time(one, one));
  EXPECT_FALSE(server::equal_in_constant_time(one, ""));
  EXPECT_FALSE(server::equal_in_constant_time("", one));
  EXPECT_TRUE(server::equal_in_constant_time("", ""));
}

}  // namespace
}  // namespace columnar::guard_test
