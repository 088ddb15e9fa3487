// How methods solve their systems and advance orientations: what the run says for all, and what each says for itself.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

namespace {

const TypeSpec& spec_of(const Analysis& a, const LcpSolverType* type) {
  return a.vocabulary.checks->lcp_solver_spec(*type);
}

/// The word that a param holds which `e` names; nullptr: it is no such name.
const std::string_view* held_word(const Analysis& a, const Expression& e) {
  const Binding* binding = e.kind == ExpressionKind::name ? a.evaluator().find(e.name) : nullptr;
  return binding != nullptr ? std::get_if<std::string_view>(&binding->value.data) : nullptr;
}

void report_unknown_solver(Analysis& a, const TypeCall& call) {
  const std::vector<std::string_view> known = lcp_solver_names(a);
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
  auto call = read_type_call(a, e, "solver");
  if (!call) return std::nullopt;
  // A param may hold the name of a solver.
  const std::string_view* const held = held_word(a, e);
  if (held != nullptr) call->name = *held;
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
  return LcpSolverChoice{type, options.properties(), held != nullptr ? std::string(*held) : a.evaluator().source(e)};
}

constexpr std::array<std::string_view, 10> names{"route",  "cfm",        "cfm_rows",   "rotation",        "gyroscopic",
                                                 "solver", "active_gap", "active_set", "restitution_law", "directions"};

void apply(const Properties& values, LinearAlgebra& algebra, Integration& integration) {
  const auto word = [&](std::string_view name) { return values.get_or<std::string>(name, ""); };
  if (values.has("route"))
    algebra.route = word("route") == "kkt" ? Route::kkt : word("route") == "baraff" ? Route::baraff : Route::smith;
  algebra.cfm = values.number_or("cfm", algebra.cfm);
  if (values.has("cfm_rows"))
    algebra.cfm_rows = word("cfm_rows") == "route" ? CfmRows::route
                       : word("cfm_rows") == "all" ? CfmRows::all
                                                   : CfmRows::closures;
  if (values.has("rotation"))
    integration.rotation =
        word("rotation") == "exponential" ? RotationUpdate::exponential : RotationUpdate::first_order;
  if (values.has("gyroscopic"))
    integration.gyroscopic =
        word("gyroscopic") == "explicit" ? GyroscopicTerm::explicit_term : GyroscopicTerm::implicit_term;
}

/// A method's own choice of contacts.
void apply_contacts(const Properties& values, MethodSpec& method) {
  if (values.has("active_gap")) method.active_gap = values.number_or("active_gap", 0.0);
  if (values.has("active_set"))
    method.active_set = values.get_or<std::string>("active_set", "") == "gap" ? ActiveSet::gap : ActiveSet::reach;
  if (values.has("restitution_law"))
    method.restitution_law = restitution_law_of(values.get_or<std::string>("restitution_law", ""));
  if (values.has("directions")) method.directions = static_cast<int>(values.number_or("directions", 0.0));
}

/// What differs from the defaults, as reports print it.
void record(const SolvingChoices& run, const SolvingChoices& own, MethodSpec& method) {
  const auto text = [&](std::string_view name) {
    std::string result;
    for (const SolvingChoices* choices : {&run, &own})
      for (const SolvingChoices::Given& given : choices->given)
        if (given.name == name) result = given.text;
    return result;
  };
  const LinearAlgebra& algebra = method.linear_algebra;
  const std::array<bool, 10> is_changed{algebra.route != Route::kkt,
                                        algebra.cfm != 0.0,
                                        algebra.cfm_rows != CfmRows::route,
                                        method.integration.rotation != RotationUpdate::exponential,
                                        method.integration.gyroscopic != GyroscopicTerm::explicit_term,
                                        !method.lcp_solvers.empty(),
                                        method.active_gap.has_value(),
                                        method.active_set.has_value(),
                                        method.restitution_law.has_value(),
                                        method.directions.has_value()};
  for (std::size_t i = 0; i < names.size(); ++i)
    if (is_changed[i]) method.options.emplace_back(names[i], text(names[i]));
}

/// The plane has neither quaternions nor a gyroscopic term, and a linear system nothing to choose from.
void check_space(Analysis& a, const SolvingChoices& choices) {
  if (a.is_spatial()) return;
  if (std::holds_alternative<LinearSystem>(a.experiment.system)) {
    for (const SolvingChoices::Given& given : choices.given)
      a.report.error(given.span, "S042", fmt::format("'{}' has no meaning for a linear system", given.name),
                     "it is for a world; leave it out");
    return;
  }
  for (const SolvingChoices::Given& given : choices.given)
    if (choices.values.has(given.name) && (given.name == "rotation" || given.name == "gyroscopic"))
      a.report.error(given.span, "S042", fmt::format("'{}' has no meaning in the plane", given.name),
                     "it is for world spatial; leave it out");
}

}  // namespace

std::vector<std::string_view> lcp_solver_names(const Analysis& a) {
  std::vector<std::string_view> names_of_solvers;
  if (a.vocabulary.checks == nullptr) return names_of_solvers;
  for (const LcpSolverType* type : a.vocabulary.lcp_solvers) names_of_solvers.push_back(spec_of(a, type).name);
  return names_of_solvers;
}

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

SolvingChoices read_solving_choices(const Analysis& a, const FieldSet& fields) {
  SolvingChoices choices;
  for (const std::string_view name : names)
    if (const Expression* e = fields.written(name)) {
      const std::string_view* const held = held_word(a, *e);
      choices.given.push_back({name, held != nullptr ? std::string(*held) : a.evaluator().source(*e), e->span});
    }
  choices.values = fields.properties();
  return choices;
}

void settle_methods(Analysis& a) {
  check_space(a, a.run_choices);
  if (a.experiment.run) {
    LinearAlgebra unused;
    apply(a.run_choices.values, unused, a.experiment.run->integration);
  }
  for (std::size_t i = 0; i < a.experiment.methods.size(); ++i) {
    MethodSpec& method = a.experiment.methods[i];
    check_space(a, a.method_choices[i]);
    apply(a.run_choices.values, method.linear_algebra, method.integration);
    apply(a.method_choices[i].values, method.linear_algebra, method.integration);
    apply_contacts(a.method_choices[i].values, method);
    if (method.directions && std::holds_alternative<World>(a.experiment.system))
      for (const SolvingChoices::Given& given : a.method_choices[i].given)
        if (given.name == "directions") check_directions(a, *method.directions, given.span);
    method.lcp_solvers = a.method_choices[i].solvers.empty() ? a.run_choices.solvers : a.method_choices[i].solvers;
    record(a.run_choices, a.method_choices[i], method);
  }
}

}  // namespace perpend::dsl
