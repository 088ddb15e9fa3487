// One case under plain numerics and under its statement, both compared with what is true.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/referee/case_table.hpp"
#include "verification/cases/case.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

/// What a test in plain doubles says of the claim; nothing: it gives no answer.
struct PlainAnswer {
  std::string test;
  std::optional<bool> says;
  std::string value;  ///< the number that it went by, or words
};

struct CaseJudgement {
  bool truth = false;
  std::vector<PlainAnswer> plain;
  Statement statement;
  std::string contradiction;  ///< what the statement says that is not true; empty: nothing
  VectorX answer{};           ///< of a plain solver, where one was asked
};

/// Longest estimate of one attempt of a statement [s].
inline constexpr double case_seconds = 2.0;

[[nodiscard]] CaseJudgement judge_case(const Case& one);

struct TallyScope {
  long count = 0;  ///< of cases of a random family; 0: its own
  std::uint64_t seed = 1;
  std::optional<double> limit{};  ///< of wall time for a case [s]; nothing: none
};

/// Judges the first cases of the family, all of a fixed one, until a signal comes, and adds to the table: counts, and
/// the shortest cases on which plain numerics is wrong.
void tally_family(const CaseFamily& family, const TallyScope& scope, reports::CaseTable& table);

}  // namespace perpend
