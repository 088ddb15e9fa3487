// The kinds of `perpend certify`, a row each: its files, its options, its statement.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cli/certify_subjects.hpp"
#include "cli/commands.hpp"
#include "cli/statement_certificates.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

struct CertifyKind {
  const char* name;
  const char* files;     ///< "A x b", for the help
  StatementKind unread;  ///< of files that cannot be read
  SubjectRule rule;
  std::vector<std::string_view> options;  ///< its own; those that no kind names belong to all
  /// Several where a problem has several answers, or laws. What the words of a subject name beyond its files is in
  /// Statement::subject. Throws Refusal when a file or the command line is wrong.
  std::vector<StatedProblem> (*state)(const CertifyArguments&, const Subject&, const Effort&);
};

[[nodiscard]] std::span<const CertifyKind> certify_kinds();

/// Null when there is none of that name.
[[nodiscard]] const CertifyKind* find_certify_kind(std::string_view name);

}  // namespace perpend::cli
