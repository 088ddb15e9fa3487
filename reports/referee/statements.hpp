// Statements for people, for programs and for CI servers.
#pragma once

#include <string>
#include <vector>

#include "verification/statements/statement.hpp"

namespace perpend::reports {

/// A paragraph: verdict, claim, what proves it, bounds, facts, cost; the worst rows of its table, or all of them.
[[nodiscard]] std::string to_text(const Statement& statement, bool whole_table = false);
/// One line for each, what could not be read too, and the counts.
[[nodiscard]] std::string summary_table(const std::vector<Statement>& statements);
/// {"format": "perpend-statements", "statements": [{claim, verdict, level, theorem, bounds, witness, cost, ...}]}
[[nodiscard]] std::string to_json(const std::vector<Statement>& statements);
/// A test case each; an undecided one fails unless `undecided_ok`, one that was not run is an error.
[[nodiscard]] std::string to_junit(const std::vector<Statement>& statements, bool undecided_ok);

}  // namespace perpend::reports
