// Solvers of contact problems with their options.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

namespace {

const TypeSpec& spec_of(const Analysis& a, const LcpSolverType* type) {
  return a.vocabulary.checks->lcp_solver_spec(*type);
}

void report_unknown_solver(Analysis& a, const TypeCall& call) {
  std::vector<std::string_view> known;
  for (const LcpSolverType* type : a.vocabulary.lcp_solvers) known.push_back(spec_of(a, type).name);
  const bool is_linear = std::any_of(a.vocabulary.solvers.begin(), a.vocabulary.solvers.end(),
                                     [&](const TypeSpec& row) { return row.name == call.name; });
  const std::string hint = is_linear ? fmt::format("it solves no contact problem; as linear_solver = {}", call.name)
                           : known.empty() ? "this program has no solvers to choose from"
                                           : suggest(call.name, known);
  a.report.error(call.name_span, "S016", fmt::format("unknown solver '{}'", call.name), hint);
}

const LcpSolverType* find_solver(const Analysis& a, std::string_view name) {
  if (a.vocabulary.checks == nullptr) return nullptr;
  const auto found = std::find_if(a.vocabulary.lcp_solvers.begin(), a.vocabulary.lcp_solvers.end(),
                                  [&](const LcpSolverType* type) { return spec_of(a, type).name == name; });
  return found == a.vocabulary.lcp_solvers.end() ? nullptr : *found;
}

std::optional<LcpSolverChoice> read_solver(Analysis& a, const Expression& e) {
  const auto call = read_type_call(a, e, "solver");
  if (!call) return std::nullopt;
  const LcpSolverType* type = find_solver(a, call->name);
  if (type == nullptr) {
    report_unknown_solver(a, *call);
    return std::nullopt;
  }
  const TypeSpec& spec = spec_of(a, type);
  FieldSet options(a.evaluator(), spec.name);
  read_named_arguments(options, a.evaluator(), call->arguments, spec.name, spec.arguments, {});
  options.check_required(spec.arguments, call->name_span);
  if (!options.is_good()) return std::nullopt;
  if (const auto error = a.vocabulary.checks->lcp_solver_error(*type, options.properties())) {
    options.report(*error, call->name_span);
    return std::nullopt;
  }
  return LcpSolverChoice{type, options.properties(), a.evaluator().source(e)};
}

}  // namespace

std::vector<LcpSolverChoice> read_lcp_solvers(Analysis& a, const Expression& e) {
  const Expression* const single = &e;
  const bool is_list = e.kind == ExpressionKind::list;
  std::vector<LcpSolverChoice> choices;
  for (const Expression* item : is_list ? e.operands : std::span<const Expression* const>(&single, 1)) {
    auto choice = read_solver(a, *item);
    if (!choice) continue;
    const bool is_known = std::any_of(choices.begin(), choices.end(),
                                      [&](const LcpSolverChoice& earlier) { return earlier.text == choice->text; });
    if (is_known)
      a.report.error(item->span, "S014", fmt::format("the solver '{}' is listed twice", choice->text),
                     "it would fail the second time too");
    else
      choices.push_back(std::move(*choice));
  }
  if (is_list && e.operands.empty())
    a.report.error(e.span, "S013", "the list of solvers is empty", "write solver = [a, b], or leave it out");
  return choices;
}

}  // namespace perpend::dsl
