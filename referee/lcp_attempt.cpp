#include "referee/lcp_attempt.hpp"

#include <algorithm>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/lcp/lcp_scaling.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "verification/lcp/lcp.hpp"

namespace perpend {

namespace {

/// A CPU time below a millisecond is mostly that of memory not yet at hand: the least of a few says more.
constexpr double short_time = 1e-3;  // [s]
constexpr int most_repetitions = 5;

struct Timed {
  double seconds = std::numeric_limits<double>::infinity();
  StopReason stopped_by = StopReason::none;
};

Timed solve_timed(const Lcp& lcp, LcpSolver& solver, std::optional<double> limit, LcpSolution& solution) {
  const StopScope scope(limit);
  Timed timed;
  for (int i = 0; i < most_repetitions && timed.stopped_by == StopReason::none; ++i) {
    const CpuClock::time_point start = CpuClock::now();
    solver.solve(lcp, nullptr, solution);
    timed.seconds = std::min(timed.seconds, cpu_seconds_since(start));
    if (solution.status == Status::interrupted) timed.stopped_by = stop_reason();
    if (timed.seconds >= short_time) break;
  }
  return timed;
}

reports::AnswerCertificate to_record(const LcpCertificate& certificate) {
  reports::AnswerCertificate record{to_string(certificate.verdict),
                                    certificate.reason,
                                    certificate.backward_error,
                                    certificate.negative_z,
                                    certificate.negative_w,
                                    certificate.complementarity,
                                    {},
                                    certificate.num_granted,
                                    certificate.granted_error};
  for (const LcpEnclosure& found : certificate.enclosures)
    record.enclosures.push_back(
        {found.theorem, found.radius.size() == 0 ? 0.0 : found.radius.maxCoeff(), found.is_unique, found.is_strict});
  return record;
}

}  // namespace

const char* words_of(StopReason reason) {
  return reason == StopReason::time_limit ? "time limit" : "interrupted";
}

LcpAnswer attempt_lcp(const LcpProblem& problem, LcpSolver& solver, bool certify, std::optional<double> limit) {
  const LcpScaling scaling = scaling_of(problem.a, problem.b, problem.contacts);
  SparseLcpMatrix matrix(scaling.apply(problem.a));
  const VectorX b = scaling.apply(problem.b);
  const Lcp lcp{&matrix,
                b,
                b.cwiseAbs(),
                problem.contacts,
                problem.structure,
                b.cwiseAbs(),
                coupled_sizes(matrix.sparse(), b.cwiseAbs())};
  LcpSolution solution;
  LcpAnswer answer;
  reports::SolverAttempt& attempt = answer.attempt;
  const Timed timed = solve_timed(lcp, solver, limit, solution);
  attempt.seconds = timed.seconds;
  for (GrowingVector* z : {&solution.z, &solution.ray})
    if (z->size() == b.size()) *z = scaling.from_units(*z);
  if (solution.status == Status::converged && solution.z.size() != b.size()) {
    solution.status = Status::unsolved;  // of a solver from outside
    solution.failure = LcpFailure::inaccurate;
  }
  // In its own units an answer may be larger than any double.
  if (solution.status == Status::converged && !solution.z.allFinite()) solution.status = Status::not_finite;
  attempt.status = solution.status;
  attempt.failure = to_string(solution.failure);
  attempt.stopped_by = timed.stopped_by;
  if (timed.stopped_by != StopReason::none) attempt.failure = words_of(timed.stopped_by);
  attempt.iterations = solution.iterations;
  attempt.residual = solution.residual;
  attempt.history = std::move(solution.history);
  attempt.note = solution.note;
  for (const LcpAttempt& made : solution.attempts) add_attempt(made, 0, attempt.chosen);
  answer.z = solution.z;
  if (certify && solution.status == Status::converged) certify_answer(problem, answer);
  if (solution.failure == LcpFailure::ray && solution.ray.size() == b.size()) answer.ray = solution.ray;
  if (certify && solution.failure == LcpFailure::ray) certify_ray(problem, &answer.ray, attempt);
  return answer;
}

void certify_answer(const LcpProblem& problem, LcpAnswer& answer) {
  answer.attempt.certificate = to_record(certify_lcp(problem.a, problem.b, answer.z));
}

void certify_ray(const LcpProblem& problem, const VectorX* ray, reports::SolverAttempt& attempt) {
  const Unsolvable unsolvable = certify_infeasible(problem.a, problem.b, ray);
  const bool is_open = unsolvable.verdict == Verdict::refuted && !unsolvable.is_solution;
  attempt.unsolvable = to_string(is_open ? Verdict::undecided : unsolvable.verdict);
  attempt.unsolvable_reason = unsolvable.is_solution ? "some z solves the problem"
                              : is_open              ? "the rows do not contradict each other: " + unsolvable.reason
                                                     : unsolvable.reason;
}

reports::SolvedProblem describe_problem(const LcpProblem& problem) {
  const char* structure = !problem.contacts.empty()                  ? "with friction"
                          : problem.structure == LcpClass::symmetric ? "symmetric"
                                                                     : "of no known structure";
  return {problem.name, problem.b.size(), static_cast<long>(problem.a.value.size()), structure, {}};
}

}  // namespace perpend
