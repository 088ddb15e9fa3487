#include "reports/referee/solver_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/page/embedded_assets.hpp"
#include "reports/page/page_data.hpp"
#include "reports/page/page_text.hpp"
#include "reports/referee/solver_sections.hpp"
#include "reports/text/text.hpp"

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
           {"note", attempt.note},
           {"chosen", lcp_solvers_json(attempt.chosen)}};
  if (!attempt.history.empty()) {
    row["history"] = Json::array();
    for (const double residual : attempt.history) row["history"].push_back(json_number(residual));
  }
  if (attempt.certificate) row["certificate"] = certificate_json(*attempt.certificate);
  if (!attempt.unsolvable.empty())
    row["unsolvable"] = {{"verdict", attempt.unsolvable}, {"reason", attempt.unsolvable_reason}};
  return row;
}

std::string problems_text(std::size_t count) {
  return counted(static_cast<long>(count), "problem");
}

std::string sizes_text(const SolverTable& table) {
  if (table.problems.empty()) return "none was solved";
  const auto [least, largest] =
      std::minmax_element(table.problems.begin(), table.problems.end(),
                          [](const SolvedProblem& one, const SolvedProblem& other) { return one.size < other.size; });
  if (least->size == largest->size) return counted(least->size, "unknown");
  return fmt::format("{} to {} unknowns", least->size, largest->size);
}

std::string structures_text(const SolverTable& table) {
  std::map<std::string, std::size_t> counts;
  for (const SolvedProblem& problem : table.problems) ++counts[problem.structure];
  std::string text;
  for (const auto& [structure, count] : counts)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + structure;
  return text;
}

std::string headline(const SolverTable& table, std::size_t num_open) {
  if (table.stopped_by != StopReason::none)
    return fmt::format("Incomplete: interrupted after {} of {}", table.problems.size(),
                       problems_text(table.problems.size() + table.left_out.size()));
  if (table.problems.empty()) return "No problem was solved";
  if (num_open == 0) return "Each problem has an answer that is proved";
  return fmt::format("{} of {} {} no answer that is proved", num_open, problems_text(table.problems.size()),
                     num_open == 1 ? "has" : "have");
}

Json left_out_view(const SolverTable& table) {
  Json rows = Json::array();
  for (const LeftOut& problem : table.left_out)
    rows.push_back({{"name", breakable(problem.name)},
                    {"size", problem.size > 0 ? std::to_string(problem.size) : "\xE2\x80\x93"},
                    {"reason", problem.reason}});
  return rows;
}

Json open_view(const SolverTable& table, const std::vector<std::size_t>& open) {
  Json rows = Json::array();
  for (const std::size_t p : open) rows.push_back(single_line(table.problems[p].name));
  return rows;
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

Json solver_page_view(const SolverTable& table) {
  const std::vector<std::size_t> open = open_problems(table);
  std::set<std::string> groups;
  for (const SolvedProblem& problem : table.problems) groups.insert(group_of(problem.name));
  return {{"title", "LCP solvers side by side"},
          {"place", single_line(table.place)},
          {"is_complete", open.empty() && !table.problems.empty() && table.stopped_by == StopReason::none},
          {"headline", headline(table, open.size())},
          {"problems_line", fmt::format("{} of {}, {}", problems_text(table.problems.size()),
                                        counted(static_cast<long>(groups.size()), "group"), sizes_text(table))},
          {"structures_line", structures_text(table)},
          {"solvers_line", counted(static_cast<long>(table.solvers.size()), "solver")},
          {"num_common", std::to_string(common_problems(table).size())},
          {"num_problems", std::to_string(table.problems.size())},
          {"has_open", !open.empty()},
          {"num_open", std::to_string(open.size())},
          {"open", open_view(table, open)},
          {"summary", solver_rows_view(table)},
          {"failures", failure_names(table)},
          {"columns", solver_columns_view(table)},
          {"groups", group_views(table)},
          {"has_profile", !performance_profile(table).curves.empty()},
          {"has_convergence", !convergence(table).curves.empty()},
          {"has_left_out", !table.left_out.empty()},
          {"num_left_out", std::to_string(table.left_out.size())},
          {"left_out", left_out_view(table)},
          {"hashed", named_values({{"Program", "perpend " + table.provenance.version},
                                   {"Problems SHA-256", table.provenance.scene_sha256}})},
          {"outside_hash", provenance_rows(table.provenance)}};
}

std::string solver_page(const SolverTable& table) {
  Json view = solver_page_view(table);
  view["policy"] = content_security_policy(assets::style(), assets::script());
  view["style"] = assets::style();
  view["script"] = assets::script();
  view["data"] = embedded_json(
      {{"figures", Json::array({figure_json(performance_profile(table)), figure_json(convergence(table))})}});
  return render_template(assets::solvers_template(), view);
}

}  // namespace perpend::reports
