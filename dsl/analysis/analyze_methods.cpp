// Methods: a stabilizer with its options.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

std::optional<ExpectedOutcome> outcome_of(std::string_view word) {
  using enum ExpectedOutcome;
  for (const ExpectedOutcome outcome : {completes, unstable, diverges, unsolvable})
    if (word == to_string(outcome)) return outcome;
  return std::nullopt;
}

namespace {

void read_linear_solver(Analysis& a, MethodSpec& method, const Expression& e) {
  std::vector<std::string_view> known;
  for (const TypeSpec& solver : a.vocabulary.solvers) known.push_back(solver.name);
  const std::string word = a.evaluator().source(e);
  const auto is_named = [&](const LcpSolverType* type) {
    return a.vocabulary.checks != nullptr && a.vocabulary.checks->lcp_solver_spec(*type).name == word;
  };
  if (e.kind == ExpressionKind::name && std::find(known.begin(), known.end(), word) != known.end()) {
    method.options.emplace_back("linear_solver", word);
    return;
  }
  if (std::any_of(a.vocabulary.lcp_solvers.begin(), a.vocabulary.lcp_solvers.end(), is_named))
    return a.report.error(e.span, "S016", fmt::format("'{}' solves contact problems", word),
                          fmt::format("write solver = {}", word));
  a.report.error(e.span, "S016", fmt::format("unknown solver '{}'", word),
                 known.empty() ? "this program has no solvers to choose from" : suggest(word, known));
}

/// Options as reports print them, in the order written.
void record_options(Analysis& a, MethodSpec& method, const TypeCall& call) {
  for (const Expression* argument : call.arguments)
    if (argument->kind == ExpressionKind::argument)
      method.options.emplace_back(a.text(argument->name), a.evaluator().source(*argument->operands[0]));
}

}  // namespace

void analyze_method(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, method_block, true, false, true)) return;
  const auto declared = declare(a, a.methods, s, "method");
  const auto call = read_type_call(a, *s.value, "method");
  if (!call) return;
  MethodSpec method;
  method.type = find_row(a, a.vocabulary.stabilizers, *call, "method");
  if (method.type == nullptr) return;
  const TypeSpec& spec = method.type->spec;
  FieldSet options(a.evaluator(), spec.name);
  read_named_arguments(options, a.evaluator(), call->arguments, spec.name, spec.arguments, {});
  options.check_required(spec.arguments, call->name_span);
  record_options(a, method, *call);
  std::vector<LcpSolverChoice> solvers;
  const auto special = [&](const LanguageField& field, const Statement& p) {
    if (field.spec.name == "solver")
      solvers = read_lcp_solvers(a, *p.value);
    else
      read_linear_solver(a, method, *p.value);
  };
  const FieldSet fields = read_block(a, s, method_block, fmt::format("method {}", a.text(s.name)), {}, special);
  if (!declared) return;
  method.name = declared->full;
  method.properties = options.properties();
  if (fields.has("step")) method.step = fields.properties().number_or("step", 0.0);
  if (fields.has("step") && fields.is_good())
    method.options.emplace_back("step", a.evaluator().source(*fields.written("step")));
  const std::string expected = fields.properties().get_or<std::string>("expect", "completes");
  method.expect = outcome_of(expected).value_or(ExpectedOutcome::completes);
  a.method_choices.push_back(read_solving_choices(a, fields));
  a.method_choices.back().solvers = std::move(solvers);
  a.method_spans.push_back(s.name_span);
  a.methods.add(declared->key, {static_cast<int>(a.experiment.methods.size()), s.name_span});
  if (options.is_good()) {
    auto made = method.type->make(method.properties);
    if (const auto* error = std::get_if<FactoryError>(&made))
      options.report(*error, call->name_span);
    else if (std::get<std::shared_ptr<const Stabilizer>>(made) == nullptr)
      options.report({.field = "", .message = fmt::format("'{}' was not made", spec.name), .hint = ""},
                     call->name_span);
    else
      method.stabilizer = std::move(std::get<std::shared_ptr<const Stabilizer>>(made));
  }
  a.experiment.methods.push_back(std::move(method));
}

}  // namespace perpend::dsl
