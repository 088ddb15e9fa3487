#include "perpend/lcp.hpp"

#include "api/errors.hpp"
#include "kernel/model/stop.hpp"
#include "referee/lcp_attempt.hpp"
#include "referee/solver_choices.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

namespace {

Result<std::unique_ptr<LcpSolver>> find_solver(const std::string& text) {
  Reading<SolverChoices> read = choose_solvers({text}, "");
  if (const auto* error = std::get_if<FileError>(&read)) return Error{ErrorKind::argument, error->message};
  auto& chosen = std::get<SolverChoices>(read).solvers;
  if (chosen.size() != 1) return Error{ErrorKind::argument, "'" + text + "' is not one solver"};
  return std::move(chosen.front().solver);
}

LcpOutcome outcome_of(const std::string& solver, LcpAnswer answer) {
  LcpOutcome outcome;
  outcome.solver = solver;
  outcome.status = answer.attempt.status;
  outcome.failure = answer.attempt.failure;
  outcome.z = std::move(answer.z);
  outcome.iterations = answer.attempt.iterations;
  outcome.seconds = answer.attempt.seconds;
  outcome.residual = answer.attempt.residual;
  outcome.note = answer.attempt.note;
  outcome.chosen = std::move(answer.attempt.chosen);
  outcome.stopped_by = answer.attempt.stopped_by;
  return outcome;
}

std::optional<Statement> certificate_of(const LcpProblem& problem, const LcpOutcome& outcome, const VectorX& ray) {
  if (outcome.status == Status::converged) return state_lcp(problem.a, problem.b, outcome.z);
  if (ray.size() == problem.b.size()) return state_solvability(problem.a, problem.b, {.z = {}, .y = ray});
  return std::nullopt;
}

}  // namespace

Result<LcpOutcome> solve_lcp(const InputMatrix& a, const InputVector& b, const std::string& solver,
                             const LcpOptions& options) {
  if (const auto error = find_lcp_error(a, b)) return *error;
  if (const auto error = find_limit_error(options.limit)) return *error;
  return guarded(kind_of_exception(false), [&]() -> Result<LcpOutcome> {
    Result<std::unique_ptr<LcpSolver>> found = find_solver(solver);
    if (!found) return found.error();
    const StopScope scope(std::nullopt, options.stop);
    const LcpProblem problem = lcp_problem("", a.rows(), b.values());
    LcpAnswer answer = attempt_lcp(problem, **found, false, options.limit);
    const VectorX ray = answer.ray;
    LcpOutcome outcome = outcome_of(solver, std::move(answer));
    if (options.certify) outcome.certificate = certificate_of(problem, outcome, ray);
    if (outcome.certificate && outcome.certificate->verdict == Verdict::not_run) {
      outcome.note += (outcome.note.empty() ? "" : "; ") + ("no certificate: " + outcome.certificate->reason);
      outcome.certificate.reset();
    }
    return outcome;
  });
}

std::vector<std::string> lcp_solver_names() {
  std::vector<std::string> names;
  for (const LcpSolverType* type : lcp_solver_types()) names.emplace_back(type->spec.name);
  return names;
}

std::optional<Error> register_lcp_solver(const LcpSolverType& type) {
  return guarded(ErrorKind::internal, [&]() -> std::optional<Error> {
    if (auto error = add_lcp_solver_type(type)) return Error{ErrorKind::argument, std::move(*error)};
    note_callers_code();
    return std::nullopt;
  });
}

}  // namespace perpend
