#include "cli/solve_text.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/standard_streams.hpp"

namespace perpend::cli {

namespace {

using reports::Outcome;

std::string status_of(const reports::SolverAttempt& attempt) {
  if (attempt.status == Status::converged) return "solved";
  return attempt.failure == "none" ? to_string(attempt.status) : attempt.failure;
}

std::string describe(const reports::AnswerCertificate& certificate) {
  std::string text = fmt::format(
      "    {}: z with the lighter entry of each pair made 0 solves exactly a problem with b changed by {:.1e} of the "
      "size "
      "of its row",
      certificate.verdict, certificate.backward_error);
  if (certificate.num_granted > 0)
    text += fmt::format(", in {} {} that {} rounding compared with others by {:.1e} of the largest of these",
                        certificate.num_granted, certificate.num_granted == 1 ? "row" : "rows",
                        certificate.num_granted == 1 ? "is" : "are", certificate.granted_error);
  if (!certificate.reason.empty()) text += fmt::format(" ({})", certificate.reason);
  text += fmt::format("; -z {:.1e}, -w {:.1e}, z w {:.1e}\n", certificate.negative_z, certificate.negative_w,
                      certificate.complementarity);
  for (const reports::AnswerEnclosure& found : certificate.enclosures)
    text += fmt::format("    proved: a solution within {:.1e}{} [{}]\n", found.radius,
                        found.is_unique ? ", the only one" : "", found.theorem);
  return text;
}

}  // namespace

void print_heading() {
  print_out("{:<24} {:>6} {:<24} {:<15} {:>10} {:>9} {:>9}\n", "problem", "size", "solver", "status", "CPU ms", "steps",
            "residual");
}

void print_attempt(const reports::SolvedProblem& problem, const std::string& solver) {
  const reports::SolverAttempt& attempt = problem.attempts.back();
  print_out("{:<24} {:>6} {:<24} {:<15} {:>10.2f} {:>9} {:>9.1e}\n", problem.name, problem.size, solver,
            status_of(attempt), 1e3 * attempt.seconds, attempt.iterations, attempt.residual);
  if (!attempt.note.empty()) print_out("    {}\n", attempt.note);
  if (attempt.certificate) print_out("{}", describe(*attempt.certificate));
  if (!attempt.unsolvable.empty())
    print_out("    that there is no solution: {}{}\n", attempt.unsolvable,
              attempt.unsolvable_reason.empty() ? "" : fmt::format(" ({})", attempt.unsolvable_reason));
  flush_out();
}

void print_totals(const reports::SolverTable& table, bool certify) {
  print_out("\n{:<24} {:>9} {:>9} {:>10}{}\n", "solver", "solved", "unsuited", "CPU s", certify ? "    proved" : "");
  for (std::size_t s = 0; s < table.solvers.size(); ++s) {
    const reports::SolverSummary summary = reports::summarize(table, s);
    const long proved = summary.count(Outcome::proved);
    const long solved = proved + summary.count(Outcome::undecided) + summary.count(Outcome::refuted) +
                        summary.count(Outcome::uncertified);
    print_out("{:<24} {:>9} {:>9} {:>10.2f}{}\n", table.solvers[s], fmt::format("{}/{}", solved, table.problems.size()),
              summary.count(Outcome::unsuited), summary.all_seconds, certify ? fmt::format(" {:>9}", proved) : "");
  }
}

}  // namespace perpend::cli
