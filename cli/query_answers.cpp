#include "query_answers.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/error.hpp"
#include "terminal.hpp"

namespace columnar::cli {

AnswerFormat parse_answer_format(const std::string& name, bool json) {
  if (json) {
    if (!name.empty() && name != "json") {
      throw Error(ErrorCode::kConfig, "--json: not together with another --format");
    }
    return AnswerFormat::kJson;
  }
  if (name.empty()) {
    return is_terminal(1) ? AnswerFormat::kText : AnswerFormat::kTsv;
  }
  if (name == "text") {
    return AnswerFormat::kText;
  }
  if (name == "tsv") {
    return AnswerFormat::kTsv;
  }
  if (name == "json") {
    return AnswerFormat::kJson;
  }
  throw Error(ErrorCode::kConfig, fmt::format("--format: must be text, tsv or json, not '{}'", printable(name)));
}

void AnswerPrinter::add(const NodeIds& ids, NodeIndex asked, Answer answer) {
  if (format_ != AnswerFormat::kJson) {
    print_answer(ids.name(asked), answer);
  } else if (named_) {
    all_.push_back({{"node", id_json(ids, asked)}, {"hits", std::move(answer.json)}});
  } else {
    all_ = std::move(answer.json);
  }
}

void AnswerPrinter::add(Answer answer) {
  if (format_ == AnswerFormat::kJson) {
    all_ = std::move(answer.json);
  } else {
    print_answer("", answer);
  }
}

void AnswerPrinter::finish() {
  if (format_ == AnswerFormat::kJson) {
    print(json_text(all_));
  }
}

void AnswerPrinter::print_answer(const std::string& asked, const Answer& answer) {
  if (format_ == AnswerFormat::kText) {
    print((named_ ? fmt::format("Node {}\n", printable(asked)) : "") + answer.text + (named_ ? "\n" : ""));
    return;
  }
  std::string lines;
  for (const std::vector<std::string>& row : answer.rows) {
    std::string line = named_ ? printable(asked) : "";
    for (const std::string& field : row) {
      line += (line.empty() ? "" : "\t") + printable(field);
    }
    lines += line + "\n";
  }
  print(lines);
}

}  // namespace columnar::cli
