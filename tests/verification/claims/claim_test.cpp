#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

#include "tests/verification/motion/updates.hpp"
#include "verification/claims/claim.hpp"

namespace perpend::test::of_claim {

using namespace perpend;

namespace {

using Op = ClaimExpression::Op;

MethodRun run_of(const std::string& method, std::vector<double> values, double step = 0.1) {
  MethodRun run;
  run.method = method;
  run.status = RunStatus::completed;
  run.step = step;
  run.steps = static_cast<long>(values.size()) - 1;
  MeasureRecord measure;
  measure.name = "drift";
  for (std::size_t i = 0; i < values.size(); ++i) {
    run.times.push_back(step * static_cast<double>(i));
    run.step_numbers.push_back(static_cast<long>(i));
  }
  measure.summary.max = *std::max_element(values.begin(), values.end());
  measure.summary.min = *std::min_element(values.begin(), values.end());
  measure.summary.final = values.back();
  measure.values = std::move(values);
  run.measures.push_back(measure);
  return run;
}

ClaimExpression ask(const std::string& function, const std::string& method = "post") {
  ClaimExpression expression;
  expression.op = Op::query;
  expression.query.function = function;
  expression.query.measure = "drift";
  expression.query.method = method;
  return expression;
}

ClaimExpression combine(Op op, std::vector<ClaimExpression> operands) {
  ClaimExpression expression;
  expression.op = op;
  expression.operands = std::move(operands);
  return expression;
}

ClaimExpression constant(double value) {
  ClaimExpression expression;
  expression.number = value;
  return expression;
}

ClaimSpec claim(ClaimExpression value, double lower, double upper) {
  ClaimSpec spec;
  spec.id = "fig7";
  spec.value = std::move(value);
  spec.lower = lower;
  spec.upper = upper;
  return spec;
}

struct Fixture {
  std::vector<MethodRun> runs{run_of("post", {0.0, 1.0, 4.0, 2.0}), run_of("none", {0.0, 2.0, 6.0, 8.0})};
  std::vector<SweepRecord> sweeps;
  [[nodiscard]] ClaimRecord judge(const ClaimSpec& spec) const {
    ClaimContext context;
    context.runs = runs;
    context.sweeps.assign(sweeps.begin(), sweeps.end());
    context.rho = [](const std::string&, std::optional<double> step) {
      return certify_update(test::baumgarte_update(10.0, 10.0), step.value_or(0.01), 1, 1);
    };
    context.stability_limit = [](const std::string&, const std::string&) {
      return stability_limit([](double) { return std::optional(test::baumgarte_update(10.0, 10.0)); },
                             [](double h) { return h; }, 1, 1);
    };
    return judge_claim(spec, context);
  }
  [[nodiscard]] ClaimVerdict verdict(ClaimExpression value, double lower, double upper) const {
    return judge(claim(std::move(value), lower, upper)).status;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(claims, Fixture)

BOOST_AUTO_TEST_CASE(a_value_inside_reproduces_and_one_outside_does_not) {
  BOOST_TEST((verdict(ask("max"), 3.0, 5.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(ask("max"), 4.0, 4.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(ask("max"), 0.0, 3.9) == ClaimVerdict::not_reproduced));
  BOOST_TEST((verdict(ask("final"), 2.5, 9.0) == ClaimVerdict::not_reproduced));
  BOOST_TEST((verdict(ask("min"), -1.0, 0.5) == ClaimVerdict::reproduced));
  const ClaimRecord record = judge(claim(ask("max"), 3.0, 5.0));
  BOOST_TEST(record.measured == 4.0);
  BOOST_TEST(record.id == "fig7");
  BOOST_TEST(record.as_expected());
}

BOOST_AUTO_TEST_CASE(open_ends_exclude_the_end_itself) {
  ClaimSpec spec = claim(ask("max"), 4.0, infinity);
  BOOST_TEST((judge(spec).status == ClaimVerdict::reproduced));
  spec.lower_open = true;
  BOOST_TEST((judge(spec).status == ClaimVerdict::not_reproduced));
  spec = claim(ask("max"), -infinity, 4.0);
  spec.upper_open = true;
  BOOST_TEST((judge(spec).status == ClaimVerdict::not_reproduced));
}

BOOST_AUTO_TEST_CASE(an_enclosure_across_an_end_is_undecided) {
  runs[0].measures[0].max_lower = 3.9;
  runs[0].measures[0].max_upper = 4.1;
  BOOST_TEST((verdict(ask("max"), 0.0, 4.0) == ClaimVerdict::undecided));
  BOOST_TEST((verdict(ask("max"), 0.0, 4.1) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(ask("max"), 0.0, 3.8) == ClaimVerdict::not_reproduced));
  BOOST_TEST(!judge(claim(ask("max"), 0.0, 4.0)).reason.empty());
}

BOOST_AUTO_TEST_CASE(values_at_a_step_or_a_time) {
  ClaimExpression at = ask("at");
  at.query.step_number = 2.0;
  BOOST_TEST((verdict(at, 4.0, 4.0) == ClaimVerdict::reproduced));
  at.query.step_number = 7.0;
  BOOST_TEST((verdict(at, 4.0, 4.0) == ClaimVerdict::undecided));
  at.query.step_number.reset();
  at.query.time = 0.24;
  BOOST_TEST((verdict(at, 4.0, 4.0) == ClaimVerdict::reproduced));
  at.query.time = 0.36;
  BOOST_TEST((verdict(at, 4.0, 4.0) == ClaimVerdict::undecided));
}

BOOST_AUTO_TEST_CASE(the_first_time_of_a_condition) {
  ClaimExpression first = ask("first_time");
  first.query.condition = MeasureCondition{"drift", Comparison::greater, 1.5};
  BOOST_TEST((verdict(first, 0.2, 0.2) == ClaimVerdict::reproduced));
  first.query.condition->threshold = 99.0;
  BOOST_TEST((verdict(first, 0.3, infinity) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(first, 5.0, infinity) == ClaimVerdict::undecided));  // at 2 s, for all that the run shows
  BOOST_TEST((verdict(first, 0.0, 0.3) == ClaimVerdict::not_reproduced));
  const ClaimExpression difference = combine(Op::subtract, {first, first});
  BOOST_TEST((verdict(difference, 0.0, 0.0) == ClaimVerdict::undecided));
  runs[0].steps = 30;  // rows are missing: an earlier crossing may hide
  BOOST_TEST((verdict(first, 0.3, infinity) == ClaimVerdict::undecided));
  first.query.condition->threshold = 1.5;
  BOOST_TEST((verdict(first, 0.1, 0.3) == ClaimVerdict::undecided));
}

// A force of the step has no value at the start; a gap later on may hide the first time.
BOOST_AUTO_TEST_CASE(the_first_time_is_sought_from_the_first_value_on) {
  ClaimExpression first = ask("first_time");
  first.query.condition = MeasureCondition{"drift", Comparison::greater, 1.5};
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  runs[0] = run_of("post", {none, 1.0, 4.0, 2.0});
  BOOST_TEST((verdict(first, 0.2, 0.2) == ClaimVerdict::reproduced));
  runs[0] = run_of("post", {0.0, none, 4.0, 2.0});
  BOOST_TEST((verdict(first, 0.2, 0.2) == ClaimVerdict::undecided));
}

BOOST_AUTO_TEST_CASE(methods_are_compared_by_arithmetic) {
  const ClaimExpression ratio = combine(Op::divide, {ask("max", "none"), ask("max")});
  BOOST_TEST((verdict(ratio, 2.0, 2.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(combine(Op::power, {ask("max"), constant(3.0)}), 64.0, 64.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(combine(Op::sqrt, {ask("max")}), 2.0, 2.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(combine(Op::log, {combine(Op::exp, {ask("max")})}), 4.0 - 1e-14, 4.0 + 1e-14) ==
              ClaimVerdict::reproduced));
  BOOST_TEST((verdict(combine(Op::max, {ask("max"), ask("max", "none"), constant(9.0)}), 9.0, 9.0) ==
              ClaimVerdict::reproduced));
  BOOST_TEST((verdict(combine(Op::divide, {constant(1.0), ask("min")}), 0.0, 1.0) == ClaimVerdict::undecided));
  BOOST_TEST((verdict(combine(Op::divide, {constant(1.0)}), 0.0, 1.0) == ClaimVerdict::undecided));
}

BOOST_AUTO_TEST_CASE(nothing_unfinished_missing_or_nan_is_a_success) {
  BOOST_TEST((verdict(ask("max", "absent"), -infinity, infinity) == ClaimVerdict::undecided));
  ClaimExpression other = ask("max");
  other.query.measure = "energy";
  BOOST_TEST((verdict(other, -infinity, infinity) == ClaimVerdict::undecided));
  BOOST_TEST((verdict(ask("rms"), -infinity, infinity) == ClaimVerdict::undecided));  // NaN in the record
  BOOST_TEST((verdict(ask("kurtosis"), -infinity, infinity) == ClaimVerdict::undecided));
  for (const RunStatus status : {RunStatus::not_run, RunStatus::singular, RunStatus::iteration_limit,
                                 RunStatus::not_finite, RunStatus::diverged, RunStatus::interrupted}) {
    runs[0].status = status;
    const ClaimRecord record = judge(claim(ask("max"), -infinity, infinity));
    BOOST_TEST((record.status == ClaimVerdict::undecided));
    BOOST_TEST(record.reason.find(to_string(status)) != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_reduction_may_leave_out_the_start) {
  const auto later = [](const char* function, double after) {
    ClaimExpression expression = ask(function);  // values 0, 1, 4, 2 at 0, 0.1, 0.2, 0.3 s
    expression.query.after = after;
    return expression;
  };
  BOOST_TEST((verdict(later("min", 0.05), 1.0, 1.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(later("max", 0.25), 2.0, 2.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(later("mean", 0.15), 3.0, 3.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(later("rms", 0.15), 3.1622776, 3.1622777) == ClaimVerdict::reproduced));  // sqrt(10)
  BOOST_TEST((verdict(later("max", 9.0), -infinity, infinity) == ClaimVerdict::undecided));
}

BOOST_AUTO_TEST_CASE(between_thinned_rows_an_extreme_may_lie_further_out) {
  runs[0].steps = 30;
  ClaimExpression later = ask("max");
  later.query.after = 0.15;
  BOOST_TEST((verdict(later, 4.0, infinity) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(later, 0.0, 3.9) == ClaimVerdict::not_reproduced));
  BOOST_TEST((verdict(later, 4.0, 4.0) == ClaimVerdict::undecided));
  later.query.function = "min";
  BOOST_TEST((verdict(later, -infinity, 2.0) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(later, 2.0, infinity) == ClaimVerdict::undecided));
  for (const char* function : {"mean", "rms"}) {
    later.query.function = function;
    BOOST_TEST((verdict(later, -infinity, infinity) == ClaimVerdict::undecided), function);
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_diverged_as_expected_has_a_maximum_of_at_least_what_it_reached) {
  runs[0].status = RunStatus::diverged;
  runs[0].expect = ExpectedOutcome::diverges;
  BOOST_TEST((verdict(ask("max"), 4.0, infinity) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(ask("max"), 0.0, 3.9) == ClaimVerdict::not_reproduced));
  BOOST_TEST((verdict(ask("max"), 100.0, infinity) == ClaimVerdict::undecided));
  BOOST_TEST((verdict(ask("final"), 0.0, infinity) == ClaimVerdict::undecided));
}

BOOST_AUTO_TEST_CASE(the_order_is_the_slope_over_a_sweep) {
  SweepRecord sweep;
  sweep.spec.name = "order";
  sweep.spec.axes = {{"step", {}, {}, {}}, {"g", {}, {}, {}}};
  for (const double g : {1.0, 2.0})
    for (const double h : {0.4, 0.1, 0.2}) sweep.points.push_back({{h, g}, {run_of("post", {0.0, 3.0 * g * h * h})}});
  sweeps.push_back(sweep);
  ClaimExpression order = ask("order");
  order.query.sweep = "order";
  order.query.axis = "step";
  BOOST_TEST((verdict(order, 1.0, 3.0) == ClaimVerdict::undecided));  // two points at each step
  order.query.point = {{"g", 2.0}};
  BOOST_TEST((verdict(order, 2.0 - 1e-12, 2.0 + 1e-12) == ClaimVerdict::reproduced));
  BOOST_TEST(judge(claim(order, 1.0, 3.0)).reason.find("between neighbours") != std::string::npos);
  ClaimExpression swept = ask("max");
  swept.query.point = {{"step", 0.2}, {"g", 2.0}};
  BOOST_TEST((verdict(swept, 0.24 - 1e-15, 0.24 + 1e-15) == ClaimVerdict::reproduced));
  swept.query.point = {{"step", 0.3}};
  BOOST_TEST((verdict(swept, 0.0, 1.0) == ClaimVerdict::undecided));
  sweeps[0].points[3].runs[0].status = RunStatus::singular;
  BOOST_TEST((verdict(order, 1.0, 3.0) == ClaimVerdict::undecided));
}

// Steps that do not divide the duration: what is missing of the time is of first order, whatever the method.
BOOST_AUTO_TEST_CASE(an_order_of_last_values_needs_one_end_of_all_runs) {
  SweepRecord sweep;
  sweep.spec.name = "h";
  sweep.spec.axes = {{"h", {}, {}, {}}};  // a param that the step follows
  for (const double h : {0.3, 0.03})
    sweep.points.push_back({{h}, {run_of("post", std::vector<double>(h == 0.3 ? 4 : 34, h), h)}});
  sweeps.push_back(sweep);
  ClaimExpression order = ask("order");
  order.query.sweep = "h";
  order.query.axis = "h";
  BOOST_TEST((verdict(order, 0.9, 1.1) == ClaimVerdict::reproduced));
  BOOST_TEST(judge(claim(order, 0.9, 1.1)).reason.find("its runs end at 0.9 to 0.99 s") != std::string::npos);
  order.query.reduce = "final";
  BOOST_TEST((verdict(order, 0.9, 1.1) == ClaimVerdict::undecided));
  sweeps[0].points[1].runs = {run_of("post", std::vector<double>(31, 0.03), 0.03)};
  BOOST_TEST((verdict(order, 0.9, 1.1) == ClaimVerdict::reproduced));
}

BOOST_AUTO_TEST_CASE(stability_comes_with_its_proof) {
  ClaimExpression rho = ask("rho");
  rho.query.step = 0.83;
  BOOST_TEST((verdict(rho, 83.65, 83.75) == ClaimVerdict::reproduced));
  rho.query.step = 0.01;
  BOOST_TEST((verdict(rho, 0.0, 1.0) == ClaimVerdict::reproduced));
  rho.query.step = -1.0;
  BOOST_TEST((verdict(rho, 0.0, 1.0) == ClaimVerdict::undecided));
  BOOST_TEST((verdict(ask("stability_limit"), 0.825, 0.835) == ClaimVerdict::not_reproduced));
  BOOST_TEST((verdict(ask("stability_limit"), 0.0828, 0.0829) == ClaimVerdict::reproduced));
  BOOST_TEST((verdict(ask("rho_floating"), 0.0, 9.0) == ClaimVerdict::undecided));  // no function given
}

/// Four steps, of which the last two have no value, as behind the end of a reference.
MethodRun known_at_first(double step = 0.1) {
  MethodRun run = run_of("post", {1.0, 3.0, 2.0, 0.0, 0.0}, step);
  MeasureRecord& drift = run.measures[0];
  drift.values[3] = drift.values[4] = drift.summary.final = std::numeric_limits<double>::quiet_NaN();
  drift.summary.max = 3.0;
  drift.summary.min = 1.0;
  drift.summary.mean = 2.0;
  drift.summary.rms = std::sqrt(14.0 / 3.0);
  return run;
}

BOOST_AUTO_TEST_CASE(a_radius_whose_ends_share_no_digit_is_not_measured) {
  for (const double lowest : {0.0, 0.4, 0.99}) {
    ClaimContext context;
    context.rho = [&](const std::string&, std::optional<double>) {
      StabilityReport report;
      report.rho = Interval(lowest, 1.0);
      return report;
    };
    const ClaimRecord record = judge_claim(claim(ask("rho"), 0.0, 1.0), context);
    BOOST_TEST((record.status == ClaimVerdict::reproduced));
    BOOST_TEST(record.lo == lowest);
    BOOST_TEST(record.hi == 1.0);
    BOOST_TEST(std::isnan(record.measured) == (lowest < 0.5));
  }
}

BOOST_AUTO_TEST_CASE(a_measure_known_for_a_part_of_the_run_decides_what_that_part_decides) {
  runs = {known_at_first()};
  const auto verdict = [&](const ClaimExpression& value, double lower, double upper) {
    return judge(claim(value, lower, upper)).status;
  };
  using enum ClaimVerdict;
  BOOST_TEST((verdict(ask("max"), 0.0, 5.0) == undecided));
  BOOST_TEST((verdict(ask("max"), 0.0, 2.5) == not_reproduced));
  BOOST_TEST((verdict(ask("max"), 2.5, infinity) == reproduced));
  BOOST_TEST((verdict(ask("min"), 0.0, 5.0) == undecided));
  BOOST_TEST((verdict(ask("min"), 1.5, 5.0) == not_reproduced));
  // The sum of squares of the part, over all five steps: sqrt(14 / 5) = 1.67 is the least.
  BOOST_TEST((verdict(ask("rms"), 0.0, 1.67) == not_reproduced));
  BOOST_TEST((verdict(ask("rms"), 0.0, 1.68) == undecided));
  BOOST_TEST((verdict(ask("rms"), 1.67, infinity) == reproduced));
  BOOST_TEST((verdict(ask("mean"), 0.0, 5.0) == undecided));
  BOOST_TEST((verdict(ask("final"), 0.0, 5.0) == undecided));
  const ClaimRecord open = judge(claim(ask("max"), 0.0, 5.0));
  BOOST_TEST(open.reason.find("drift has no value after 0.2 s, and may have any later") != std::string::npos,
             open.reason);
  BOOST_TEST((open.measured == 3.0 && open.lo == 3.0 && open.hi == infinity));
}

BOOST_AUTO_TEST_CASE(a_window_within_the_known_part_is_decided_as_any_other) {
  runs = {known_at_first()};
  const auto verdict = [&](const char* function, double after, double until, double lower, double upper) {
    ClaimExpression value = ask(function);
    if (after >= 0.0) value.query.after = after;
    value.query.until = until;
    return judge(claim(value, lower, upper));
  };
  using enum ClaimVerdict;
  // 2 * 0.1 is a decimal that no rounding of it may exclude.
  BOOST_TEST((verdict("max", -1.0, 0.2, 3.0, 3.0).status == reproduced));
  BOOST_TEST((verdict("mean", -1.0, 0.2, 2.0, 2.0).status == reproduced));
  BOOST_TEST((verdict("max", 0.15, 0.2, 2.0, 2.0).status == reproduced));
  BOOST_TEST((verdict("max", 0.15, 0.3, 2.0, 2.0).status == undecided));
  BOOST_TEST((verdict("max", 0.15, 0.3, 0.0, 1.9).status == not_reproduced));
  BOOST_TEST((verdict("max", 0.25, 0.4, 0.0, 1.9).status == undecided));
  BOOST_TEST((verdict("max", -1.0, 0.05, 1.0, 1.0).status == reproduced));
  const ClaimRecord past = verdict("max", -1.0, 0.9, 0.0, 9.0);
  BOOST_TEST((past.status == undecided));
  BOOST_TEST(past.reason == "post ends at 0.4 s, before 0.9 s");
}

/// The claim asks for the value up to which every smaller one is stable: a limit that may have others below it shows
/// only that this value is no larger.
BOOST_AUTO_TEST_CASE(a_limit_that_may_not_be_the_first_bounds_the_claim_from_above_alone) {
  for (const LimitScope scope : {LimitScope::some, LimitScope::first, LimitScope::only}) {
    ClaimContext context;
    context.stability_limit = [scope](const std::string&, const std::string&) {
      return LimitReport{Verdict::proved, 5.0, 5.5, "found", scope};
    };
    const auto judged = [&](double lower, double upper) {
      return judge_claim(claim(ask("stability_limit"), lower, upper), context);
    };
    const bool is_some = scope == LimitScope::some;
    const ClaimVerdict inside = is_some ? ClaimVerdict::undecided : ClaimVerdict::reproduced;
    const ClaimVerdict below = is_some ? ClaimVerdict::undecided : ClaimVerdict::not_reproduced;
    BOOST_TEST((judged(4.0, 6.0).status == inside));
    BOOST_TEST((judged(1.0, 2.0).status == below));
    BOOST_TEST((judged(0.0, 6.0).status == ClaimVerdict::reproduced));
    BOOST_TEST((judged(6.0, 7.0).status == ClaimVerdict::not_reproduced));
    BOOST_TEST((judged(0.0, 6.0).limit_scope == scope));
    BOOST_TEST(std::isnan(judged(0.0, 6.0).measured) == is_some);
  }
  BOOST_TEST(!judge(claim(ask("max"), 3.0, 5.0)).limit_scope.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_claim
