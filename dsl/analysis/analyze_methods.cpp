// Methods: a stabilizer with its options, whether it can run the mechanism, and whether it heeds what the scene asks.
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"
#include "kernel/model/scene/scene_checks.hpp"

namespace perpend::dsl {

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

const SolvingChoices::Given* find(const SolvingChoices& choices, std::string_view name) {
  for (const SolvingChoices::Given& given : choices.given)
    if (given.name == name) return &given;
  return nullptr;
}

/// Why the method cannot take the cfm of the run: what it says of joints that carry as much.
void check_compliance(Analysis& a, std::size_t i) {
  const MethodSpec& method = a.experiment.methods[i];
  if (!(method.linear_algebra.cfm > 0.0)) return;
  Model compliant = a.world.model;
  for (Joint& joint : compliant.joints) joint.cfm += method.linear_algebra.cfm;
  if (!a.vocabulary.checks->objection(*method.stabilizer, compliant)) return;
  const SolvingChoices::Given* own = find(a.method_choices[i], "cfm");
  const std::string message = fmt::format(
      "method '{}' cannot take the cfm{}: it leaves no error in any row, so a compliance would have no effect",
      method.name, own != nullptr ? "" : " of the run");
  a.report.error(own != nullptr ? own->span : a.method_spans[i], "S064", message,
                 own != nullptr ? "leave it out" : "give cfm to the methods that take it, not to the run");
}

bool follows(const IntegrationUse& use, std::string_view name) {
  return name == "rotation" ? use.rotation : use.gyroscopic;
}

/// A choice without effect is said where it was made, and is no option of that method in reports.
void check_choice(Analysis& a, std::string_view name) {
  bool is_followed = false;
  for (std::size_t i = 0; i < a.experiment.methods.size(); ++i) {
    MethodSpec& method = a.experiment.methods[i];
    if (follows(a.vocabulary.checks->integration_use(*method.stabilizer), name)) {
      is_followed = true;
      continue;
    }
    auto& options = method.options;
    options.erase(std::remove_if(options.begin(), options.end(), [&](const auto& o) { return o.first == name; }),
                  options.end());
    if (const SolvingChoices::Given* given = find(a.method_choices[i], name))
      a.report.warning(given->span, "S065",
                       fmt::format("'{}' does nothing for method '{}', which goes its own way", name, method.name),
                       "leave it out");
  }
  const SolvingChoices::Given* given = find(a.run_choices, name);
  if (given != nullptr && !is_followed)
    a.report.warning(given->span, "S065", fmt::format("'{}' does nothing here: no method follows it", name),
                     "leave it out");
}

/// Operations from which a run is announced as long: some ten minutes of one core.
constexpr double many_operations = 1e12;

/// W of all rows is dense: rows^3/3 operations a solve.
void check_cost(Analysis& a, std::size_t i) {
  const MethodSpec& method = a.experiment.methods[i];
  if (method.linear_algebra.route != Route::smith || !a.experiment.run) return;
  const double rows = a.world.model.num_rows;
  const double step = method.step.value_or(a.experiment.run->step);
  const double solve = rows * rows * rows / 3.0;
  const double operations = solve * a.experiment.run->duration / step;
  if (!(operations > many_operations)) return;
  const SolvingChoices::Given* own = find(a.method_choices[i], "route");
  a.report.warning(own != nullptr ? own->span : a.method_spans[i], "S070",
                   fmt::format("method '{}' fills a dense matrix of {:.0f} rows: {:.2g} GB, and {:.1e} operations a "
                               "solve, {:.1e} in the run",
                               method.name, rows, 8e-9 * rows * rows, solve, operations),
                   "route = kkt and route = baraff keep the matrix sparse");
}

/// What is chosen for contact problems alone.
void check_contact_choices(Analysis& a) {
  if (a.world.model.contacts.enabled) return;
  std::vector<const SolvingChoices*> all{&a.run_choices};
  for (const SolvingChoices& choices : a.method_choices) all.push_back(&choices);
  for (const SolvingChoices* choices : all)
    for (const std::string_view name : {"solver", "active_gap", "active_set", "restitution_law", "directions"})
      if (const SolvingChoices::Given* given = find(*choices, name))
        a.report.warning(given->span, "S065", fmt::format("'{}' does nothing here: the world has no contacts", name),
                         "write contacts { } into the world, or leave it out");
}

/// The method is run and shown without it.
void leave_out(MethodSpec& method, std::string_view name) {
  std::erase_if(method.options, [&](const auto& option) { return option.first == name; });
  if (name == "solver") method.lcp_solvers.clear();
  if (name == "active_gap") method.active_gap.reset();
  if (name == "active_set") method.active_set.reset();
  if (name == "restitution_law") method.restitution_law.reset();
  if (name == "directions") method.directions.reset();
}

void check_ignored_contact_choices(Analysis& a) {
  for (std::size_t i = 0; i < a.experiment.methods.size(); ++i) {
    MethodSpec& method = a.experiment.methods[i];
    const IgnoredChoices ignored = a.vocabulary.checks->ignored_contact_choices(*method.stabilizer);
    for (const std::string_view name : ignored.names) {
      leave_out(method, name);
      const SolvingChoices::Given* given = find(a.method_choices[i], name);
      if (given == nullptr || !a.world.model.contacts.enabled) continue;
      a.report.warning(given->span, "S065",
                       fmt::format("'{}' does nothing for method '{}': {}", name, method.name, ignored.reason),
                       "leave it out");
    }
  }
}

}  // namespace

std::optional<ExpectedOutcome> outcome_of(std::string_view word) {
  using enum ExpectedOutcome;
  for (const ExpectedOutcome outcome : {completes, unstable, diverges, unsolvable, any})
    if (word == to_string(outcome)) return outcome;
  return std::nullopt;
}

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
  method.name = *declared;
  method.label = fields.properties().get_or<std::string>("label", "");
  method.place = a.report.source_place(s.name_span);
  method.properties = options.properties();
  if (fields.has("step")) method.step = fields.properties().number_or("step", 0.0);
  if (fields.has("step") && fields.is_good())
    method.options.emplace_back("step", a.evaluator().source(*fields.written("step")));
  const std::string expected = fields.properties().get_or<std::string>("expect", "completes");
  method.expect = outcome_of(expected).value_or(ExpectedOutcome::completes);
  a.method_choices.push_back(read_solving_choices(a, fields));
  a.method_choices.back().solvers = std::move(solvers);
  a.method_spans.push_back(s.name_span);
  a.methods.add(*declared, {static_cast<int>(a.experiment.methods.size()), s.name_span});
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

namespace {

/// A method that cannot run has a row that says so, as long as another one can.
void report_objections(Analysis& a, const std::vector<std::size_t>& objecting, bool can_any) {
  for (const std::size_t i : objecting) {
    const MethodSpec& method = a.experiment.methods[i];
    const std::string message = fmt::format("method '{}' cannot run this scene: {}", method.name, method.objection);
    if (!can_any)
      a.report.error(a.method_spans[i], "S064", message);
    else if (method.expect != ExpectedOutcome::any)
      a.report.warning(a.method_spans[i], "S074", message,
                       "the others run; write expect = any to accept the row of this one, or leave the method out");
  }
}

}  // namespace

void check_methods(Analysis& a) {
  std::vector<std::size_t> objecting;
  bool can_any = false;
  for (std::size_t i = 0; i < a.experiment.methods.size(); ++i) {
    MethodSpec& method = a.experiment.methods[i];
    if (method.stabilizer == nullptr) return;
    if (!a.is_selected(method)) continue;
    method.objection.clear();
    if (auto why = a.vocabulary.checks->objection(*method.stabilizer, a.world.model)) {
      method.objection = std::move(*why);
      objecting.push_back(i);
    } else {
      can_any = true;
      check_compliance(a, i);
    }
    check_cost(a, i);
  }
  report_objections(a, objecting, can_any);
  check_contact_choices(a);
  check_ignored_contact_choices(a);
  if (a.is_spatial())
    for (const std::string_view name : {"rotation", "gyroscopic"}) check_choice(a, name);
}

}  // namespace perpend::dsl
