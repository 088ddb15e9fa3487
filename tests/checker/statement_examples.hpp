// Statements of `perpend certify` with their data, of each kind and way of proof.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace perpend::test {

struct StatementExample {
  nlohmann::ordered_json header, line;
  [[nodiscard]] std::string text() const { return header.dump() + '\n' + line.dump() + '\n'; }
};

/// Made once, by the program. "spd refuted": the kind, and what is special.
[[nodiscard]] const std::map<std::string, StatementExample>& statement_examples();

/// What the program says of the data of a line: "proved", or "none" where it makes no statement.
[[nodiscard]] std::string verdict_anew(const nlohmann::ordered_json& line);

}  // namespace perpend::test
