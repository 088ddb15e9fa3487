#include "reports/referee/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>

#include "reports/files/junit.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

using Json = nlohmann::ordered_json;

/// Not in a paragraph: numbers by the hundred.
constexpr std::size_t most_shown_of_witness = 6;
/// Digits of a fraction that can be read.
constexpr std::size_t longest_shown_number = 60;

std::string level_of(const Statement& statement) {
  return statement.trials.empty() ? "none" : describe(statement.decided_by());
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} us", 1e6 * seconds);
  return seconds < 1.0 ? fmt::format("{:.1f} ms", 1e3 * seconds) : fmt::format("{:.2f} s", seconds);
}

std::string cost_of(const Statement& statement) {
  std::string text;
  for (const LevelTrial& trial : statement.trials)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", describe(trial), duration(trial.seconds));
  if (statement.plain_seconds > 0.0)
    text += fmt::format("; {:.2f} times the plain computation ({})", statement.seconds() / statement.plain_seconds,
                        duration(statement.plain_seconds));
  return text;
}

/// Rows of a table, the worst first.
std::vector<std::size_t> worst_first(const StatementTable& table) {
  std::vector<std::size_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t s, std::size_t t) { return table.rows[s][0] > table.rows[t][0]; });
  return order;
}

/// A column that is 0 in every row is named once, below.
std::string table_text(const StatementTable& table, bool whole) {
  constexpr std::size_t most_shown = 5;
  if (table.rows.empty()) return "";
  const std::vector<std::size_t> order = worst_first(table);
  const std::size_t shown = whole ? order.size() : std::min(order.size(), most_shown);
  std::vector<std::size_t> columns;
  std::string zeros;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    const bool is_zero =
        std::all_of(table.rows.begin(), table.rows.end(), [j](const auto& row) { return row[j] == 0.0; });
    is_zero ? static_cast<void>(zeros += (zeros.empty() ? "" : ", ") + table.columns[j].title) : columns.push_back(j);
  }
  std::string text = fmt::format("    {:>8}  {:<8}", table.part, table.label);
  for (const std::size_t j : columns) text += fmt::format("  {:>16}", table.columns[j].title);
  text += "\n";
  for (std::size_t k = 0; k < shown; ++k) {
    text += fmt::format("    {:>8}  {:<8}", order[k] + 1, table.labels[order[k]]);
    for (const std::size_t j : columns) text += fmt::format("  {:>16.3g}", table.rows[order[k]][j]);
    text += "\n";
  }
  if (shown < order.size()) text += fmt::format("    and {} more, none worse\n", order.size() - shown);
  return zeros.empty() ? text : text + fmt::format("    0 in all: {}\n", zeros);
}

const char* verdict_text(const Statement& statement) {
  return statement.verdict == Verdict::not_run ? "error" : to_string(statement.verdict);
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json to_json_value(const Statement& statement) {
  Json row{{"kind", to_string(statement.kind)},  {"subject", statement.subject}, {"claim", statement.claim},
           {"verdict", verdict_text(statement)}, {"level", level_of(statement)}, {"theorem", statement.theorem},
           {"reason", statement.reason},         {"bounds", Json::object()}};
  for (const StatementBound& bound : statement.bounds) row["bounds"][describe(bound)] = number(bound.value);
  for (const Fact& fact : statement.facts) {
    const std::string text = describe(fact);
    if (const auto* count = std::get_if<SolutionCount>(&fact.value))
      row["num_solutions"] = count->number ? Json(*count->number) : Json(text);
    else
      row["facts"].push_back({{"name", name_of(fact.kind)}, {"value", text}});
    if (fact.kind == FactKind::class_name) row["class"] = text;
    if (fact.kind == FactKind::consequence) row["consequence"] = text;
  }
  row["witness"] = Json::object();
  for (const auto& [name, values] : statement.witness) row["witness"][name] = values;
  for (std::size_t i = 0; i < statement.table.rows.size(); ++i) {
    Json part{{statement.table.part, i + 1}, {statement.table.label, statement.table.labels[i]}};
    for (std::size_t j = 0; j < statement.table.columns.size(); ++j)
      part[statement.table.columns[j].name] = number(statement.table.rows[i][j]);
    row[statement.table.part + "s"].push_back(std::move(part));
  }
  row["cost"] = {
      {"seconds", statement.seconds()}, {"plain_seconds", statement.plain_seconds}, {"trials", Json::array()}};
  for (const LevelTrial& trial : statement.trials)
    row["cost"]["trials"].push_back(
        {{"level", describe(trial)}, {"verdict", to_string(trial.verdict)}, {"seconds", trial.seconds}});
  return row;
}

long count(const std::vector<Statement>& statements, Verdict verdict) {
  return std::count_if(statements.begin(), statements.end(),
                       [verdict](const Statement& statement) { return statement.verdict == verdict; });
}

std::string counts(const std::vector<Statement>& statements) {
  const long errors = count(statements, Verdict::not_run);
  return fmt::format("{} proved, {} refuted, {} undecided{}", count(statements, Verdict::proved),
                     count(statements, Verdict::refuted), count(statements, Verdict::undecided),
                     errors == 0 ? "" : fmt::format(", {} no problem of this kind", errors));
}

/// A fraction p/q as a rounded number, for the eye.
std::string rounded(const std::string& fraction) {
  const std::size_t bar = fraction.find('/');
  const auto number = [](const std::string& text) {
    constexpr std::size_t kept = 25;  // of the digits of a whole number: more than a double has
    const std::size_t left_out = text.size() > kept ? text.size() - kept : 0;
    return std::pair(std::strtod(text.substr(0, text.size() - left_out).c_str(), nullptr), static_cast<int>(left_out));
  };
  const auto [top, top_power] = number(fraction.substr(0, bar));
  const auto [bottom, bottom_power] = number(bar == std::string::npos ? "1" : fraction.substr(bar + 1));
  return fmt::format("{:.10g}", top / bottom * std::pow(10.0, top_power - bottom_power));
}

/// The first few. Where fractions are too long to read all of them are rounded, and it is said.
std::string shown(const std::vector<std::string>& values) {
  const std::size_t count = std::min(values.size(), most_shown_of_witness);
  const bool is_long =
      std::any_of(values.begin(), values.begin() + static_cast<long>(count), [](const std::string& text) {
        return text.size() > longest_shown_number && text.find('x') == std::string::npos;
      });
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_hexadecimal = values[i].find('x') != std::string::npos;
    const std::string about =
        is_hexadecimal ? fmt::format("{:.10g}", std::strtod(values[i].c_str(), nullptr)) : rounded(values[i]);
    text += (i == 0 ? "" : ", ") + (is_long ? about : values[i]);
  }
  if (values.size() > count) text += fmt::format(", ... ({} numbers)", values.size());
  return is_long ? text + " (rounded here; exact with --format json or --certificate)" : text;
}

}  // namespace

std::string to_text(const Statement& statement, bool whole_table) {
  std::string text = fmt::format("{}: {}: {}\n", statement.subject, to_string(statement.verdict), statement.claim);
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) text += fmt::format("    {}: {}\n", name, value);
  };
  add("because", statement.theorem);
  add("reason", statement.reason);
  for (const StatementBound& bound : statement.bounds) add(describe(bound), fmt::format("{:.6g}", bound.value));
  for (const Fact& fact : statement.facts) add(name_of(fact.kind), describe(fact));
  for (const auto& [name, values] : statement.witness) add("witness " + name, shown(values));
  text += table_text(statement.table, whole_table);
  add("cost", cost_of(statement));
  return text;
}

std::string summary_table(const std::vector<Statement>& statements) {
  std::size_t width = 7;
  for (const Statement& statement : statements) width = std::max(width, statement.subject.size());
  std::string text =
      fmt::format("{:<{}}  {:<9}  {:<16}  {:>9}  {}\n", "subject", width, "verdict", "level", "time", "");
  for (const Statement& statement : statements)
    text += fmt::format("{:<{}}  {:<9}  {:<16}  {:>9}  {}\n", single_line(statement.subject), width,
                        verdict_text(statement), level_of(statement), duration(statement.seconds()),
                        single_line(statement.reason));
  return text + counts(statements) + "\n";
}

std::string to_json(const std::vector<Statement>& statements) {
  Json root{{"format", "perpend-statements"}, {"version", 1}, {"statements", Json::array()}};
  for (const Statement& statement : statements) root["statements"].push_back(to_json_value(statement));
  root["summary"] = {{"proved", count(statements, Verdict::proved)},
                     {"refuted", count(statements, Verdict::refuted)},
                     {"undecided", count(statements, Verdict::undecided)},
                     {"errors", count(statements, Verdict::not_run)}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_junit(const std::vector<Statement>& statements, bool undecided_ok) {
  using Outcome = JunitCase::Outcome;
  JunitSuite suite{.name = "perpend certify"};
  for (const Statement& statement : statements) {
    const bool is_stated = statement.verdict != Verdict::not_run;
    const bool fails =
        statement.verdict == Verdict::refuted || (statement.verdict == Verdict::undecided && !undecided_ok);
    suite.cases.push_back({.class_name = to_string(statement.kind),
                           .name = statement.subject + (statement.claim.empty() ? "" : ": " + statement.claim),
                           .seconds = statement.seconds(),
                           .outcome = !is_stated ? Outcome::error
                                      : fails    ? Outcome::failed
                                                 : Outcome::passed,
                           .message = is_stated ? fmt::format("{}: {}", to_string(statement.verdict), statement.reason)
                                                : statement.reason,
                           .text = is_stated ? to_text(statement) : statement.reason});
  }
  return junit_text(suite);
}

}  // namespace perpend::reports
