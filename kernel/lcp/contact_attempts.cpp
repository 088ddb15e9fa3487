// Which solvers are asked for the LCP of contacts, and what is made of their answers.
#include <limits>

#include "kernel/lcp/contact_solver.hpp"

namespace perpend {

void ContactSolver::attempt(const ContactProblem& problem, ContactSolution& solution) {
  for (NamedSolver& solver : solvers_) {
    attempt(problem, solver, solution);
    if (lcp_solution_.status == Status::converged || lcp_solution_.status == Status::interrupted) return;
  }
  if (solvers_.empty()) attempt(problem, problem.law == FrictionLaw::convex ? for_convex_ : for_cones_, solution);
}

void ContactSolver::attempt(const ContactProblem& problem, NamedSolver& solver, ContactSolution& solution) {
  lcp_solution_.status = Status::not_run;
  lcp_solution_.failure = LcpFailure::none;
  lcp_solution_.iterations = 0;
  lcp_solution_.history.clear();
  lcp_solution_.note.clear();
  const bool has_start = unknowns_.start(problem, start_);
  solver.solver->solve(lcp_, has_start ? &start_ : nullptr, lcp_solution_);
  // Of a solver from outside: what follows reads as many numbers as the problem has.
  const bool has_answer = lcp_solution_.z.size() == lcp_.b.size() && lcp_solution_.w.size() == lcp_.b.size();
  if (lcp_solution_.status == Status::converged && !has_answer) {
    lcp_solution_.status = Status::unsolved;
    lcp_solution_.failure = LcpFailure::inaccurate;
  }
  if (lcp_solution_.status == Status::converged) ask_again_by_rows(problem, solution, *solver.solver);
  solution.attempts.push_back({.solver = solver.name,
                               .status = lcp_solution_.status,
                               .failure = lcp_solution_.failure,
                               .iterations = lcp_solution_.iterations,
                               .residual = lcp_solution_.residual});
  if (lcp_solution_.failure == LcpFailure::ray && lcp_solution_.ray.size() == lcp_.b.size())
    unknowns_.read_ray(problem, lcp_solution_.ray, solution.ray);
}

/// An answer is within the tolerance of the whole problem. A row whose terms are far below those of others may be left
/// by that: the friction that holds a joint is nothing compared with a pile that hits the ground. Where the certificate
/// of the solve would miss it, a solver that pivots goes on from its answer with each row compared with its own size.
/// One that comes nearer step by step, with a history of that, leaves every row at its tolerance, as it was asked to.
void ContactSolver::ask_again_by_rows(const ContactProblem& problem, const ContactSolution& solution,
                                      LcpSolver& solver) {
  if (!lcp_solution_.history.empty()) return;
  const double residual = natural_residual(lcp_, lcp_solution_.z, lcp_solution_.w);
  unknowns_.base_impulses(lcp_solution_.z, impulse_);
  row_sizes_.set(problem, solution.joints, impulse_, unknowns_, lcp_);
  of_all_ = lcp_solution_.z;  // also where it is not needed: its memory grows with the problem, not with the misses
  const bool misses_a_row = natural_residual(lcp_, of_all_, lcp_solution_.w) > residual;
  const long iterations = lcp_solution_.iterations;
  if (misses_a_row) solver.solve(lcp_, &of_all_, lcp_solution_);
  lcp_.row_size.resize(0);
  lcp_.coupled_size.resize(0);
  if (!misses_a_row) return;
  lcp_solution_.iterations += iterations;
  if (lcp_solution_.status == Status::converged) return;
  lcp_solution_.z = of_all_;
  conclude(lcp_, std::numeric_limits<double>::infinity(), LcpFailure::none, lcp_solution_);
}

}  // namespace perpend
