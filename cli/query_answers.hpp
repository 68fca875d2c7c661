#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "columnar/node_ids.hpp"
#include "columnar_lab/report/json.hpp"

/// How the answers of `columnar query` and `columnar recommend` are printed.

namespace columnar::cli {

enum class AnswerFormat { kText, kTsv, kJson };

/// The format of --format and --json; without both, text for a terminal and TSV for a file or a pipe. Error(kConfig)
/// for another name, or for both flags where they differ.
[[nodiscard]] AnswerFormat parse_answer_format(const std::string& name, bool json);

/// The answer to one question, in the one form that is asked for.
struct Answer {
  std::string text = {};                            ///< a table for people
  std::vector<std::vector<std::string>> rows = {};  ///< the fields of each line of TSV
  Json json = Json::array();
};

/// Prints answers one by one; JSON at the end.
class AnswerPrinter {
 public:
  /// With `named`, every answer says what was asked: a heading, a first column, or {"node", "hits"}.
  AnswerPrinter(AnswerFormat format, bool named) : format_(format), named_(named) {}

  [[nodiscard]] AnswerFormat format() const noexcept { return format_; }
  void add(const NodeIds& ids, NodeIndex asked, Answer answer);
  /// The only answer, to a question that is no single node.
  void add(Answer answer);
  void finish();

 private:
  void print_answer(const std::string& asked, const Answer& answer);

  AnswerFormat format_;
  bool named_;
  Json all_ = Json::array();
};

}  // namespace columnar::cli
