// A table whose every number is known: three solvers on four problems.
#pragma once

#include "reports/referee/solver_table.hpp"

namespace perpend::reports {

[[nodiscard]] inline SolverAttempt proved_in(double seconds) {
  SolverAttempt attempt;
  attempt.status = Status::converged;
  attempt.failure = "none";
  attempt.seconds = seconds;
  attempt.iterations = 10;
  attempt.residual = 1e-12;
  attempt.certificate = AnswerCertificate{"proved", "", 1e-14, 0.0, 0.0, 0.0, {}};
  return attempt;
}

[[nodiscard]] inline SolverAttempt judged(const std::string& verdict, double seconds) {
  SolverAttempt attempt = proved_in(seconds);
  attempt.certificate->verdict = verdict;
  attempt.certificate->reason = "of a reason";
  attempt.certificate->backward_error = 1e-3;
  return attempt;
}

[[nodiscard]] inline SolverAttempt stopped(const std::string& failure, double seconds,
                                           const std::string& unsolvable = "") {
  SolverAttempt attempt;
  attempt.status = Status::iteration_limit;
  attempt.failure = failure;
  attempt.seconds = seconds;
  attempt.iterations = 3;
  attempt.unsolvable = unsolvable;
  return attempt;
}

/// Proved times in seconds:   a-1: 1, 2, 4;   a-2: 4, 1, refused;   b-1: 3, refuted, limit;   b-2: none exists (2), -,
/// -.
[[nodiscard]] inline SolverTable sample_solver_table() {
  SolverTable table;
  table.place = "lcps";
  table.solvers = {"lemke", "pgs(sweeps: 5)", "murty"};
  table.problems = {
      {"a-m-000001", 4, 10, "with friction", {proved_in(1.0), proved_in(2.0), proved_in(4.0)}},
      {"a-m-000002-2", 6, 12, "with friction", {proved_in(4.0), proved_in(1.0), stopped("unsuited", 0.5)}},
      {"b-m-000001", 2, 4, "symmetric", {proved_in(3.0), judged("refuted", 1.0), stopped("limit", 9.0)}},
      {"b-m-000002", 2, 4, "symmetric", {stopped("ray", 2.0, "proved"), stopped("limit", 7.0), stopped("limit", 8.0)}},
  };
  table.left_out = {{"c-m-000001", 5000, "more than the 300 unknowns asked for"}};
  table.provenance.version = "1.2.3";
  table.provenance.compiler = "a compiler";
  table.provenance.cpu = "a processor";
  return table;
}

}  // namespace perpend::reports
