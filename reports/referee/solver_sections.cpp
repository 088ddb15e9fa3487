#include "reports/referee/solver_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/figures/figure_data.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

constexpr const char* dash = "\xE2\x80\x93";

std::string milliseconds_or_dash(double seconds) {
  if (!std::isfinite(seconds)) return dash;
  return seconds < 1.0 ? significant(1e3 * seconds, 3) : fmt::format("{:.0f}", 1e3 * seconds);
}

std::string count_or_dash(long count) {
  return count == 0 ? dash : std::to_string(count);
}

/// For sorting: without a value last.
std::string order_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.9g}", value) : "";
}

Json cell(const std::string& text, double order, const std::string& style = "") {
  return {{"text", text}, {"order", order_text(order)}, {"class", style}};
}

Json count_cell(long count, const std::string& style = "") {
  return cell(count_or_dash(count), static_cast<double>(count), count == 0 ? "" : style);
}

Json outcome_cells(const SolverSummary& summary, const std::vector<std::string>& failures) {
  Json cells = Json::array();
  cells.push_back(count_cell(summary.count(Outcome::proved), "good"));
  cells.push_back(count_cell(summary.count(Outcome::no_solution), "good"));
  cells.push_back(count_cell(summary.count(Outcome::undecided) + summary.count(Outcome::uncertified), "expected"));
  cells.push_back(count_cell(summary.count(Outcome::refuted), "bad"));
  cells.push_back(count_cell(summary.count(Outcome::unsuited)));
  for (const std::string& reason : failures) {
    const auto found = summary.failures.find(reason);
    cells.push_back(count_cell(found == summary.failures.end() ? 0 : found->second, "bad"));
  }
  return cells;
}

Json cost_cells(const SolverSummary& summary) {
  const bool has_answers = summary.count(Outcome::proved) > 0;
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto total = [&](const Times& times) { return times.count > 0 ? times.total : none; };
  return {
      cell(milliseconds_or_dash(summary.common.median), summary.common.median),
      cell(milliseconds_or_dash(total(summary.common)), total(summary.common)),
      cell(std::to_string(summary.common.count), static_cast<double>(summary.common.count)),
      cell(milliseconds_or_dash(summary.own.median), summary.own.median),
      cell(milliseconds_or_dash(summary.all_seconds), summary.all_seconds),
      cell(std::to_string(summary.iterations), static_cast<double>(summary.iterations)),
      cell(has_answers ? significant(summary.backward_error, 2) : dash, has_answers ? summary.backward_error : none),
      cell(has_answers ? significant(summary.residual, 2) : dash, has_answers ? summary.residual : none)};
}

const char* class_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::proved:
    case Outcome::no_solution:
      return "good";
    case Outcome::undecided:
    case Outcome::uncertified:
      return "expected";
    case Outcome::refuted:
    case Outcome::failed:
      return "bad";
    case Outcome::unsuited:
      break;
  }
  return "";
}

std::string words_of(const SolverAttempt& attempt) {
  switch (outcome_of(attempt)) {
    case Outcome::proved:
      return milliseconds_or_dash(attempt.seconds);
    case Outcome::no_solution:
      return "none exists";
    case Outcome::undecided:
      return "undecided";
    case Outcome::refuted:
      return "refuted";
    case Outcome::uncertified:
      return "not certified";
    case Outcome::unsuited:
      return dash;
    case Outcome::failed:
      break;
  }
  return attempt.failure == "none" ? to_string(attempt.status) : attempt.failure;
}

/// What the pointer reads off a cell.
std::string details_of(const std::string& solver, const SolverAttempt& attempt) {
  std::string text = fmt::format("{}: {} ms, {}, residual {}", solver, milliseconds_or_dash(attempt.seconds),
                                 counted(attempt.iterations, "iteration"), significant(attempt.residual, 2));
  if (attempt.certificate) {
    text += fmt::format(", {}, backward error {}", attempt.certificate->verdict,
                        significant(attempt.certificate->backward_error, 2));
    if (attempt.certificate->num_granted > 0)
      text += fmt::format(", {} that {} rounding compared with others: {} of the largest of these",
                          counted(attempt.certificate->num_granted, "row"),
                          attempt.certificate->num_granted == 1 ? "is" : "are",
                          significant(attempt.certificate->granted_error, 2));
    if (!attempt.certificate->reason.empty()) text += " (" + attempt.certificate->reason + ")";
  }
  if (!attempt.unsolvable.empty()) {
    text += ", that there is no solution: " + attempt.unsolvable;
    if (!attempt.unsolvable_reason.empty()) text += " (" + attempt.unsolvable_reason + ")";
  }
  for (const std::string& line : describe_chosen(attempt)) text += "; " + line;
  if (!attempt.note.empty()) text += "; " + attempt.note;
  return single_line(text);
}

Json problem_view(const SolverTable& table, const SolvedProblem& problem) {
  Json cells = Json::array();
  for (std::size_t s = 0; s < problem.attempts.size(); ++s) {
    const SolverAttempt& attempt = problem.attempts[s];
    const bool is_counted = counts(attempt);
    cells.push_back(
        {{"text", words_of(attempt)},
         {"small",
          is_counted || outcome_of(attempt) == Outcome::unsuited ? "" : milliseconds_or_dash(attempt.seconds) + " ms"},
         {"class", class_of(outcome_of(attempt))},
         {"title", details_of(table.solvers[s], attempt)}});
  }
  return {{"name", breakable(problem.name)}, {"size", std::to_string(problem.size)}, {"cells", cells}};
}

Json group_view(const SolverTable& table, const std::string& name, const std::vector<SolvedProblem>& problems) {
  const SolverTable part{table.place, table.solvers, problems, {}, {}};
  Json cells = Json::array();
  for (std::size_t s = 0; s < table.solvers.size(); ++s) {
    const SolverSummary summary = summarize(part, s);
    const long all = static_cast<long>(problems.size());
    const bool has_refused_all = summary.count(Outcome::unsuited) == all;
    cells.push_back({{"text", has_refused_all ? dash : fmt::format("{}/{}", summary.own.count, all)},
                     {"small", summary.own.count > 0 ? milliseconds_or_dash(summary.own.median) : ""},
                     {"class", has_refused_all            ? ""
                               : summary.own.count == all ? "good"
                               : summary.own.count == 0   ? "bad"
                                                          : "expected"}});
  }
  Json rows = Json::array();
  long least = problems.front().size, largest = least;
  for (const SolvedProblem& problem : problems) {
    rows.push_back(problem_view(table, problem));
    least = std::min(least, problem.size);
    largest = std::max(largest, problem.size);
  }
  return {{"id", as_file_name(name)},
          {"name", breakable(name)},
          {"count", std::to_string(problems.size())},
          {"sizes", least == largest ? std::to_string(least) : fmt::format("{} to {}", least, largest)},
          {"cells", cells},
          {"rows", rows}};
}

}  // namespace

std::vector<std::string> failure_names(const SolverTable& table) {
  std::set<std::string> names;
  for (std::size_t s = 0; s < table.solvers.size(); ++s)
    for (const auto& [reason, count] : summarize(table, s).failures) names.insert(reason);
  return {names.begin(), names.end()};
}

Json solver_rows_view(const SolverTable& table) {
  const std::vector<std::string> failures = failure_names(table);
  Json rows = Json::array();
  for (std::size_t s = 0; s < table.solvers.size(); ++s) {
    const SolverSummary summary = summarize(table, s);
    rows.push_back({{"solver", breakable(table.solvers[s])},
                    {"color", std::to_string(s % num_colors)},
                    {"outcomes", outcome_cells(summary, failures)},
                    {"costs", cost_cells(summary)}});
  }
  return rows;
}

Json solver_columns_view(const SolverTable& table) {
  Json columns = Json::array();
  for (const std::string& solver : table.solvers) {
    const std::size_t options = std::min(solver.find('('), solver.size());
    columns.push_back({{"name", breakable(solver.substr(0, options))}, {"options", solver.substr(options)}});
  }
  return columns;
}

Json group_views(const SolverTable& table) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<SolvedProblem>> groups;
  for (const SolvedProblem& problem : table.problems) {
    const std::string name = group_of(problem.name);
    if (!groups.contains(name)) order.push_back(name);
    groups[name].push_back(problem);
  }
  Json views = Json::array();
  for (const std::string& name : order) views.push_back(group_view(table, name, groups.at(name)));
  return views;
}

}  // namespace perpend::reports
