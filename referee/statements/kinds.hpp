// The kinds of statements about files, a row each: its files, its options, its statement.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "referee/statements/friction_files.hpp"
#include "referee/statements/stated_problem.hpp"
#include "referee/statements/subject.hpp"
#include "verification/statements/question.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::certify {

struct Kind {
  const char* name;
  const char* files;     ///< "A x b", for the help
  const char* claim;     ///< what is proved or refuted of them, for the help
  StatementKind unread;  ///< of files that cannot be read
  SubjectRule rule;
  std::vector<std::string_view> options;  ///< its own; those that no kind names belong to all
  /// Several where a problem has several answers, or laws. What the words of a subject name beyond its files is in
  /// Statement::subject. Throws Refusal when a file or the command line is wrong.
  std::vector<StatedProblem> (*state)(const Question&, const Subject&, const Effort&);
};

[[nodiscard]] std::span<const Kind> kinds();

/// Null when there is none of that name.
[[nodiscard]] const Kind* find_kind(std::string_view name);

}  // namespace perpend::certify
