// run { ... } and verify { ... }.
#include <fmt/format.h>

#include <cmath>

#include "dsl/analysis/analysis.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying_programs.hpp"

namespace perpend::dsl {

std::optional<Comparison> comparison_of(Operator op) {
  switch (op) {
    case Operator::less:
      return Comparison::less;
    case Operator::less_equal:
      return Comparison::less_equal;
    case Operator::greater:
      return Comparison::greater;
    case Operator::greater_equal:
      return Comparison::greater_equal;
    default:
      return std::nullopt;
  }
}

namespace {

/// The value of `key`: from an override, which takes the place of what the scene says.
double read_time(Analysis& a, const FieldSet& fields, std::string_view key, Span span) {
  const double written = fields.properties().number_or(key, 0.0);
  EvaluatedOverride* replacement = a.find_override(key);
  if (replacement == nullptr || replacement->is_used) return written;
  replacement->is_used = true;
  const auto* q = replacement->value ? std::get_if<Quantity>(&replacement->value->data) : nullptr;
  if (!replacement->value) return written;
  if (q == nullptr || !same_dimension(q->dimension, dimension::time)) {
    a.report.error_about(fmt::format("--set {}", key), "S062",
                         fmt::format("'{}' is a time [s], found {}", key, describe(*replacement->value)),
                         "as in --set \"step = 2 ms\"");
    return written;
  }
  if (!(q->value > 0.0) || !std::isfinite(q->value))
    a.report.error(span, "S023", fmt::format("'{}' must be above 0 s, found {}", key, replacement->text));
  return q->value;
}

void check_times(Analysis& a, const RunSettings& run, const FieldSet& fields, const Statement& s) {
  constexpr double most_steps = 1e7;  // days of computing; a slip in a unit reaches it at once
  const Expression* step = fields.written("step");
  const Span span = step != nullptr ? step->span : s.keyword_span;
  if (run.step > run.duration)
    return a.report.error(span, "S047",
                          fmt::format("the step of {} s is longer than the duration of {} s", run.step, run.duration),
                          "check their units");
  if (!(run.duration / run.step <= most_steps))
    a.report.error(span, "S047", fmt::format("{:.3g} steps; {:.0f} are allowed", run.duration / run.step, most_steps),
                   "check the units of step and duration");
}

struct RunCondition {
  MeasureSpec program;
  bool sees_gaps = true;
};

/// A condition on t, signals and measures as a program, for stop_when. Nothing after an error.
std::optional<RunCondition> read_run_condition(Analysis& a, const Expression& e) {
  const auto value = a.evaluator().evaluate(e);
  if (!value) return std::nullopt;
  const auto* varying = std::get_if<VaryingValue>(&value->data);
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(e.span, "S054", std::move(message), std::move(hint));
    return std::nullopt;
  };
  if (varying == nullptr)
    return fail(fmt::format("a condition changes during the run, found {}", describe(*value)),
                "as in stop_when = drift > 1 mm, with a measure, a signal or t");
  if (!(*varying)->is_condition)
    return fail(fmt::format("a condition is true or false, found {}", describe(*value)),
                "compare it with < <= > >=, or with == value within tolerance");
  MeasureSpec condition;
  condition.text = a.evaluator().source(e);
  const std::optional<Varying> seen = with_gaps(**varying);
  auto programs = write_programs(seen ? *seen : **varying, condition.text, e.span, a.report);
  if (!programs) return std::nullopt;
  condition.program = std::move(programs->functions.front());
  condition.operands = std::move(programs->operands);
  if (!check_readings(a, condition, e.span)) return std::nullopt;
  return RunCondition{std::move(condition), seen.has_value()};
}

}  // namespace

void analyze_run(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, run_block, false, false, false)) return;
  if (a.experiment.run) return a.report.error(s.keyword_span, "S015", "a second run block", "an experiment has one");
  RunSettings run;
  std::vector<LcpSolverChoice> solvers;
  const auto special = [&](const LanguageField& field, const Statement& p) {
    if (field.spec.name == "solver") {
      solvers = read_lcp_solvers(a, *p.value);
    } else if (auto condition = read_run_condition(a, *p.value)) {
      run.stop_when = std::move(condition->program);
      run.stop_when_sees_gaps = condition->sees_gaps;
    }
  };
  const FieldSet fields = read_block(a, s, run_block, "run", {}, special);
  const Properties& properties = fields.properties();
  run.step = read_time(a, fields, "step", s.keyword_span);
  run.duration = read_time(a, fields, "duration", s.keyword_span);
  run.record_every = static_cast<int>(properties.number_or("record_every", 1.0));
  if (fields.is_good() && run.step > 0.0 && run.duration > 0.0) check_times(a, run, fields, s);
  a.run_choices = read_solving_choices(a, fields);
  a.run_choices.solvers = std::move(solvers);
  a.experiment.run = run;
}

void analyze_verify(Analysis& a, const Statement& s) {
  if (a.has_verify) return a.report.error(s.keyword_span, "S015", "a second verify block", "an experiment has one");
  a.has_verify = true;
  if (!check_parts(a, s, verify_block, false, false, false)) return;
  const FieldSet fields = read_block(a, s, verify_block, "verify");
  const auto frequency = [&](const char* key, Frequency fallback) {
    const std::string word = fields.properties().get_or<std::string>(key, "");
    if (word == "never") return Frequency::never;
    if (word == "once") return Frequency::once;
    if (word == "every_step") return Frequency::every_step;
    return word == "final" ? Frequency::final : fallback;
  };
  VerifySettings& verify = a.experiment.verify;
  verify.spd = frequency("spd", verify.spd);
  verify.residual = frequency("residual", verify.residual);
  verify.spectral_radius = frequency("spectral_radius", verify.spectral_radius);
  verify.enclosure = frequency("enclosure", verify.enclosure);
  verify.complementarity = frequency("complementarity", verify.complementarity);
  if (fields.has("solutions")) verify.solutions = frequency("solutions", Frequency::once);
  verify.solvability = frequency("solvability", verify.solvability);
  verify.every = static_cast<long>(fields.properties().number_or("every", 1.0));
  verify.fail_on_undecided = fields.properties().get_or<std::string>("on_undecided", "report") == "fail";
  verify.rank = fields.properties().get_or<std::string>("rank", "full") == "deficient" ? ExpectedRank::deficient
                                                                                       : ExpectedRank::full;
}

void settle_verify(Analysis& a) {
  VerifySettings& verify = a.experiment.verify;
  if (EvaluatedOverride* replacement = a.find_override("verify_every"); replacement && !replacement->is_used) {
    replacement->is_used = true;
    const auto* q = replacement->value ? std::get_if<Quantity>(&replacement->value->data) : nullptr;
    const bool is_count = q != nullptr && same_dimension(q->dimension, dimension::none) && q->value >= 0.0 &&
                          q->value <= 1e9 && q->value == std::floor(q->value);
    if (is_count)
      verify.every = static_cast<long>(q->value);
    else if (replacement->value)
      a.report.error_about("--set verify_every", "S062",
                           fmt::format("'verify_every' is a number of steps, found {}", describe(*replacement->value)),
                           "as in --set \"verify_every = 10\"; 0 makes no certificate");
  }
  if (verify.every > 0) return;
  verify.spd = verify.residual = verify.spectral_radius = verify.enclosure = Frequency::never;
  verify.complementarity = verify.solvability = Frequency::never;
  verify.solutions = Frequency::never;
}

}  // namespace perpend::dsl
