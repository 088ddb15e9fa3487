#include "reports/referee/solver_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/files/provenance_rows.hpp"
#include "reports/page/embedded_assets.hpp"
#include "reports/page/page_data.hpp"
#include "reports/page/page_text.hpp"
#include "reports/referee/solver_sections.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

std::string plural(std::size_t count, const std::string& one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string sizes_text(const SolverTable& table) {
  if (table.problems.empty()) return "none was solved";
  const auto [least, largest] =
      std::minmax_element(table.problems.begin(), table.problems.end(),
                          [](const SolvedProblem& one, const SolvedProblem& other) { return one.size < other.size; });
  if (least->size == largest->size) return fmt::format("{} unknowns", least->size);
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
                       plural(table.problems.size() + table.left_out.size(), "problem"));
  if (table.problems.empty()) return "No problem was solved";
  if (num_open == 0) return "Each problem has an answer that is proved";
  return fmt::format("{} of {} have no answer that is proved", num_open, plural(table.problems.size(), "problem"));
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

Json solver_page_view(const SolverTable& table) {
  const std::vector<std::size_t> open = open_problems(table);
  std::set<std::string> groups;
  for (const SolvedProblem& problem : table.problems) groups.insert(group_of(problem.name));
  return {{"title", "LCP solvers side by side"},
          {"place", single_line(table.place)},
          {"is_complete", open.empty() && !table.problems.empty() && table.stopped_by == StopReason::none},
          {"headline", headline(table, open.size())},
          {"problems_line", fmt::format("{} of {}, {}", plural(table.problems.size(), "problem"),
                                        plural(groups.size(), "group"), sizes_text(table))},
          {"structures_line", structures_text(table)},
          {"solvers_line", plural(table.solvers.size(), "solver")},
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
