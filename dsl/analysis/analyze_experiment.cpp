// The whole of a scene: finds the one experiment and reads its block in three passes, so that the order in it is free.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "dsl/analysis/conditions.hpp"
#include "dsl/analysis/scene_signals.hpp"
#include "dsl/analysis/signals.hpp"
#include "dsl/key_effect.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

namespace {

struct Kind {
  std::string_view name;
  Pass pass;
  bool is_of_runs;  ///< a single run depends on it
  void (*analyze)(Analysis&, const Statement&);
};

constexpr std::array<Kind, 10> kinds{{{"world", Pass::mechanism, true, analyze_world},
                                      {"linear", Pass::mechanism, true, analyze_linear},
                                      {"method", Pass::mechanism, true, analyze_method},
                                      {"measure", Pass::measures, true, analyze_measure},
                                      {"sweep", Pass::measures, false, analyze_sweep},
                                      {"run", Pass::results, true, analyze_run},
                                      {"figure", Pass::results, false, analyze_figure},
                                      {"fit", Pass::results, false, analyze_fit},
                                      {"claim", Pass::claims, false, analyze_claim},
                                      {"verify", Pass::results, true, analyze_verify}}};

void read_declaration(Analysis& a, const Statement& s) {
  const std::string_view word = a.text(s.keyword);
  const auto* kind = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.name == word; });
  if (kind != kinds.end()) {
    const bool is_wanted = kind->is_of_runs || a.extent == Extent::whole;
    if (kind->pass != a.pass) return;
    if (a.reads_again && kind->analyze == analyze_world) {
      if (a.reads_gravity_again) analyze_gravity_again(a, s);
      return;
    }
    if (a.reads_again && !a.reads_methods_again && kind->analyze == analyze_method) return;
    a.walker.look_into_functions(true);
    is_wanted ? kind->analyze(a, s) : add_measures_of_queries(a, s);
    a.walker.look_into_functions(a.pass == Pass::claims);
    return;
  }
  std::vector<std::string_view> known;
  for (const Kind& k : kinds) known.push_back(k.name);
  report_misplaced(a, s, "an experiment", known);
}

std::optional<Value> read_param(Analysis& a, const Statement& s) {
  // Later passes find the same values again without recording the parameter twice.
  if (a.pass == Pass::mechanism) return analyze_param(a, s);
  const EvaluatedOverride* replacement = a.find_override(a.text(s.name));
  return replacement != nullptr ? replacement->value : param_value(a, *s.value);
}

void read_experiment(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, experiment_block, true, false, false)) return;
  a.experiment.id = a.text(s.name);
  FieldSet fields(a.evaluator(), "experiment");
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    if (a.pass != Pass::mechanism || a.reads_again || report_nameless(a, p)) return;
    std::vector<FieldSpec> specs;
    for (const LanguageField& field : experiment_block.fields) specs.push_back(field.spec);
    fields.set(a.text(p.keyword), p.keyword_span, *p.value, specs, {}, {});
  };
  reader.declaration = [&](const Statement& d) { read_declaration(a, d); };
  reader.param = [&](const Statement& p) { return read_param(a, p); };
  a.walker.run(s.body, reader);
  if (a.pass != Pass::mechanism || a.reads_again) return;
  a.experiment.title = fields.properties().get_or<std::string>("title", "");
  a.experiment.source = fields.properties().get_or<std::string>("source", "");
  a.experiment.note = fields.properties().get_or<std::string>("note", "");
}

/// Names of measures and their places, wherever they stand.
void find_measures(const Analysis& a, std::span<const Statement> statements, std::map<Symbol, Span>& names) {
  for (const Statement& s : statements) {
    if (s.kind == StatementKind::declaration && a.text(s.keyword) == "measure") names.try_emplace(s.name, s.name_span);
    const auto included = s.kind == StatementKind::include ? a.document.includes.find(&s) : a.document.includes.end();
    if (included != a.document.includes.end()) find_measures(a, a.document.bodies[included->second], names);
    if (s.kind == StatementKind::declaration && a.text(s.keyword) == "world") continue;
    find_measures(a, s.body, names);
    find_measures(a, s.otherwise, names);
  }
}

void run_pass(Analysis& a, Pass pass, std::span<const Statement> statements, int& num_experiments) {
  a.pass = pass;
  a.walker.start_pass();
  if (pass == Pass::mechanism && !a.reads_again) find_measures(a, statements, a.measure_places);
  std::set<Symbol> later;
  if (pass == Pass::mechanism)
    for (const auto& [name, place] : a.measure_places) later.insert(name);
  a.walker.leave_for_later(std::move(later));
  a.walker.look_into_functions(pass == Pass::claims);
  num_experiments = 0;
  BlockReader top;
  top.property = [&](const Statement& s) {
    a.report.error(s.keyword_span, "S011", fmt::format("'{}' stands outside the experiment", a.text(s.keyword)),
                   "move it into experiment name { ... }, or include this file there");
  };
  top.declaration = [&](const Statement& s) {
    if (a.text(s.keyword) != "experiment")
      return a.report.error(s.keyword_span, "S011",
                            fmt::format("'{}' stands outside the experiment", a.text(s.keyword)),
                            "move it into experiment name { ... }, or include this file there");
    if (++num_experiments > 1)
      return a.report.error(s.keyword_span, "S010", "a second experiment in one scene", "one file, one experiment");
    read_experiment(a, s);
  };
  top.param = [&](const Statement& s) { return read_param(a, s); };
  a.walker.run(statements, top);
}

void check_completeness(Analysis& a) {
  const Span start{};
  const bool has_world = std::holds_alternative<World>(a.experiment.system);
  const bool has_system = !std::holds_alternative<std::monostate>(a.experiment.system);
  if (!has_system)
    a.report.error(start, "S046", "the experiment has neither a world nor a linear system",
                   "write world planar { ... }, world spatial { ... } or linear { ... }");
  if (has_system && a.experiment.methods.empty())
    a.report.error(start, "S046", "the experiment has no method", "write for instance method plain = none");
  if (has_world && !a.experiment.run) a.report.error(start, "S046", "a world needs run { step = ...; duration = ... }");
}

void check_overrides(Analysis& a) {
  for (const EvaluatedOverride& o : a.overrides) {
    if (o.is_used) continue;
    std::vector<std::string_view> known;
    for (const Parameter& p : a.experiment.parameters) known.push_back(p.name);
    for (const std::string_view name : {"step", "duration", "verify_every"})
      if (a.experiment.run) known.push_back(name);
    const std::string nearest = nearest_name(o.name, known);
    a.report.error_about(
        fmt::format("--set {}", o.name), "S061", fmt::format("'{}' is not a param of this scene", o.name),
        known.empty() ? "the scene has no params"
                      : fmt::format("{}it has: {}", nearest.empty() ? "" : fmt::format("did you mean '{}'? ", nearest),
                                    enumerate(known)));
  }
}

/// What was declared and not read has an error that says why. One without is a fault of the program: nothing that a
/// scene asks for is left out in silence.
void check_declarations(Analysis& a) {
  if (a.report.num_errors() > 0) return;
  for (const NameTable* table : {&a.bodies, &a.joints, &a.forces, &a.contacts, &a.instances, &a.methods, &a.measures,
                                 &a.sweeps, &a.figures, &a.fits, &a.claims})
    if (const auto* entry = table->first_failed())
      a.report.error(entry->second.declared, "S021", fmt::format("'{}' could not be read", entry->first),
                     "the program does not say why, which is a fault of its own; write it in another way");
}

}  // namespace

void analyze_experiment(Analysis& a, std::span<const Statement> statements) {
  int num_experiments = 0;
  const SceneSignals signals(a);
  a.walker.read_signals(&signals);
  for (const Pass pass : {Pass::mechanism, Pass::measures, Pass::results, Pass::claims}) {
    run_pass(a, pass, statements, num_experiments);
    if (num_experiments == 0) {
      if (a.report.num_errors() == 0)
        a.report.error({}, "S010", "the scene has no experiment", "write experiment name { ... }");
      return;
    }
  }
  settle_methods(a);
  if (a.report.num_errors() == 0) check_completeness(a);
  if (std::holds_alternative<World>(a.experiment.system)) finish_world(a);
  settle_verify(a);
  check_overrides(a);
  check_declarations(a);
  a.walker.read_signals(nullptr);
}

void analyze_experiment_again(Analysis& a, std::span<const Statement> statements, const KeyEffect& effect) {
  a.reads_again = true;
  a.reads_methods_again = effect.on_methods || effect.on_tolerance || effect.on_step;
  a.reads_gravity_again = effect.on_gravity;
  a.experiment.parameters.clear();
  if (a.reads_methods_again) {
    a.experiment.methods.clear();
    a.methods = {};
    a.method_choices.clear();
    a.method_spans.clear();
  }
  int num_experiments = 0;
  const SceneSignals signals(a);
  a.walker.read_signals(&signals);
  run_pass(a, Pass::mechanism, statements, num_experiments);
  if (a.reads_methods_again) settle_methods(a);
  if (a.vocabulary.checks != nullptr && a.report.num_errors() == 0) check_methods(a);
  check_declarations(a);
  a.walker.read_signals(nullptr);
}

namespace {

using Words = std::set<std::string_view>;

void add_choices(std::span<const FieldSpec> fields, Words& words) {
  for (const FieldSpec& field : fields)
    if (field.type == FieldType::choice)
      for (const std::string_view word : split_choices(field.choices)) words.insert(word);
}

template <class Row>
void add_choices_of(std::span<const Row> rows, Words& words) {
  for (const Row& row : rows) {
    add_choices(row.spec.arguments, words);
    add_choices(row.spec.properties, words);
  }
}

bool is_free_name(const Analysis& a, const Expression& e) {
  return e.kind == ExpressionKind::name && a.evaluator().find(e.name) == nullptr;
}

/// A name that reads as nothing else.
bool is_unknown(const Analysis& a, const Expression& e) {
  const std::string_view word = a.text(e.name);
  return word != "pi" && word != "inf" && word != "t" && find_signal(a, word) == nullptr &&
         !a.measures.num_indices(word) && !a.measure_places.contains(e.name);
}

}  // namespace

std::set<std::string_view> choice_words(const Analysis& a) {
  Words words;
  for (const BlockSpec* block : block_specs())
    for (const auto& fields : {block->fields, block->spatial_fields})
      for (const LanguageField& field : fields) add_choices(std::span(&field.spec, 1), words);
  const Vocabulary& v = a.vocabulary;
  add_choices_of(v.joints, words);
  add_choices_of(v.spatial_joints, words);
  add_choices_of(v.stabilizers, words);
  add_choices_of(v.forces, words);
  add_choices_of(v.spatial_forces, words);
  add_choices_of(v.constraints, words);
  add_choices_of(v.spatial_constraints, words);
  for (const std::string_view solver : lcp_solver_names(a)) words.insert(solver);
  return words;
}

std::string hint_of_method(const Analysis& a, std::string_view word) {
  const auto is_it = [&](const StabilizerType& type) { return type.spec.name == word; };
  if (std::none_of(a.vocabulary.stabilizers.begin(), a.vocabulary.stabilizers.end(), is_it)) return {};
  return fmt::format("declare each, as in method name = {}: the methods of a scene run next to each other", word);
}

bool is_choice_word(const Analysis& a, const Expression& e) {
  return is_free_name(a, e) && choice_words(a).contains(a.text(e.name));
}

std::optional<Value> param_value(const Analysis& a, const Expression& e) {
  if (!is_free_name(a, e)) return a.evaluator().evaluate(e);
  const std::string_view word = a.text(e.name);
  const Words words = choice_words(a);
  if (words.contains(word)) return Value{word};
  if (const std::string hint = hint_of_method(a, word); !hint.empty() && is_unknown(a, e)) {
    a.report.error(e.span, "S017", fmt::format("'{}' is a method, which no param holds", word), hint);
    return std::nullopt;
  }
  std::vector<std::string_view> known(words.begin(), words.end());
  for (const Symbol symbol : a.evaluator().bound()) known.push_back(a.text(symbol));
  const std::string nearest = nearest_name(word, known);
  if (!words.contains(nearest) || !is_unknown(a, e)) return a.evaluator().evaluate(e);
  a.report.error(e.span, "S017", fmt::format("unknown name '{}'", word),
                 fmt::format("did you mean '{}'? a param may hold a choice", nearest));
  return std::nullopt;
}

std::optional<Value> analyze_param(Analysis& a, const Statement& s) {
  const FieldSet fields = read_block(a, s, param_block, fmt::format("param {}", a.text(s.name)));
  auto value = param_value(a, *s.value);
  if (value && is_varying(*value)) {
    a.report.error(s.value->span, "S021", fmt::format("a param has one value for the run, found {}", describe(*value)),
                   "write let");
    return std::nullopt;
  }
  Parameter parameter;
  parameter.name = a.text(s.name);
  parameter.text = a.evaluator().source(*s.value);
  parameter.given = fields.properties().get_or("given", true);
  parameter.note = fields.properties().get_or<std::string>("note", "");
  if (EvaluatedOverride* replacement = a.find_override(parameter.name); replacement != nullptr && value) {
    replacement->is_used = true;
    const auto* before = std::get_if<Quantity>(&value->data);
    const auto* after = replacement->value ? std::get_if<Quantity>(&replacement->value->data) : nullptr;
    const bool same_kind = replacement->value && before != nullptr && after != nullptr
                               ? same_dimension(before->dimension, after->dimension)
                               : replacement->value && replacement->value->data.index() == value->data.index();
    if (!same_kind && replacement->is_word) {
      a.report.error_about(fmt::format("--set {}", parameter.name), "S017",
                           fmt::format("unknown name '{}'", replacement->text),
                           "values of --set know constants and functions, but no names of the scene");
    } else if (!same_kind && replacement->value) {
      a.report.error_about(
          fmt::format("--set {}", parameter.name), "S062",
          fmt::format("'{}' is {}, found {}", parameter.name, describe(*value), describe(*replacement->value)),
          fmt::format("the scene has {} = {}", parameter.name, parameter.text));
      replacement->value.reset();  // the param is known, and its uses stay silent
    } else {
      value = replacement->value;
      parameter.text = replacement->text;
      parameter.overridden = true;
    }
  }
  if (!value) return std::nullopt;
  const auto* q = std::get_if<Quantity>(&value->data);
  parameter.value = q != nullptr ? q->value : std::numeric_limits<double>::quiet_NaN();
  if (q != nullptr)
    parameter.unit =
        q->unit != nullptr && same_dimension(q->unit->dimension, q->dimension) ? *q->unit : si_unit(q->dimension);
  if (q != nullptr) a.remember_unit(parameter.unit);
  a.experiment.parameters.push_back(std::move(parameter));
  return value;
}

}  // namespace perpend::dsl
