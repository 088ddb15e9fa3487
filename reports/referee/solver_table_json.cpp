#include <nlohmann/json.hpp>

#include "reports/referee/solver_page.hpp"

namespace perpend::reports {
namespace {

Json certificate_json(const AnswerCertificate& certificate) {
  Json enclosures = Json::array();
  for (const AnswerEnclosure& found : certificate.enclosures)
    enclosures.push_back({{"theorem", found.theorem},
                          {"radius", json_number(found.radius)},
                          {"is_unique", found.is_unique},
                          {"is_strict", found.is_strict}});
  return {{"verdict", certificate.verdict},
          {"reason", certificate.reason},
          {"backward_error", json_number(certificate.backward_error)},
          {"rounding_rows", certificate.num_granted},
          {"rounding_error", json_number(certificate.granted_error)},
          {"negative_z", json_number(certificate.negative_z)},
          {"negative_w", json_number(certificate.negative_w)},
          {"complementarity", json_number(certificate.complementarity)},
          {"enclosures", enclosures}};
}

Json attempt_json(const SolvedProblem& problem, const std::string& solver, const SolverAttempt& attempt) {
  Json row{{"problem", problem.name},
           {"size", problem.size},
           {"entries", problem.entries},
           {"structure", problem.structure},
           {"solver", solver},
           {"status", to_string(attempt.status)},
           {"stopped_by", to_string(attempt.stopped_by)},
           {"failure", attempt.failure},
           {"seconds", attempt.seconds},
           {"iterations", attempt.iterations},
           {"residual", json_number(attempt.residual)},
           {"note", attempt.note}};
  if (!attempt.history.empty()) {
    row["history"] = Json::array();
    for (const double residual : attempt.history) row["history"].push_back(json_number(residual));
  }
  if (attempt.certificate) row["certificate"] = certificate_json(*attempt.certificate);
  if (!attempt.unsolvable.empty())
    row["unsolvable"] = {{"verdict", attempt.unsolvable}, {"reason", attempt.unsolvable_reason}};
  return row;
}

}  // namespace

Json solver_table_json(const SolverTable& table) {
  Json rows = Json::array();
  for (const SolvedProblem& problem : table.problems)
    for (std::size_t s = 0; s < problem.attempts.size(); ++s)
      rows.push_back(attempt_json(problem, table.solvers[s], problem.attempts[s]));
  for (const LeftOut& problem : table.left_out)
    for (const std::string& solver : table.solvers)
      rows.push_back({{"problem", problem.name},
                      {"size", problem.size},
                      {"solver", solver},
                      {"status", to_string(Status::not_run)},
                      {"stopped_by", to_string(problem.stopped_by)},
                      {"note", problem.reason}});
  return rows;
}

}  // namespace perpend::reports
