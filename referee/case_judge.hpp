// One case under plain numerics and under its statement, both compared with what is true.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

}  // namespace perpend
