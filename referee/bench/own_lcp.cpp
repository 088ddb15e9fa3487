#include "referee/bench/own_lcp.hpp"

#include "formats/matrix_market.hpp"
#include "referee/lcp_attempt.hpp"
#include "referee/solver_choices.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::bench {

Reply solve_problem(const std::string& folder, const std::string& solver, const std::string& answer) {
  const auto problem = read_lcp({"problem", folder + "/A.mtx", folder + "/b.mtx", ""});
  if (const auto* wrong = std::get_if<FileError>(&problem)) return {false, 0.0, wrong->message};
  auto choices = choose_solvers({solver});
  if (const auto* wrong = std::get_if<FileError>(&choices)) return {false, 0.0, wrong->message};
  const LcpAnswer found =
      attempt_lcp(std::get<LcpProblem>(problem), *std::get<SolverChoices>(choices).solvers.front().solver, false);
  if (found.attempt.status != Status::converged)
    return {false, found.attempt.seconds, found.attempt.note.empty() ? found.attempt.failure : found.attempt.note};
  if (const auto error = reports::write_file(answer, write_matrix_market(found.z)))
    return {false, 0.0, error->message()};
  return {true, found.attempt.seconds, ""};
}

}  // namespace perpend::bench
