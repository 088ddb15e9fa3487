// Claims: ranges, queries, dimensions; sweeps, which they may ask.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "dsl/analysis/claims/claim_forms.hpp"
#include "tests/dsl/small_vocabulary.hpp"

namespace perpend::test::of_claims {

using namespace perpend;
using namespace perpend::dsl;

namespace {

std::string claims_scene(const std::string& statements) {
  return scene_with(
      "param k = 2\nmethod gain = baumgarte(alpha: 50/s)\nmeasure drift = max_abs(constraint_error)\nmeasure energy = "
      "total_energy\n"
      "sweep order { step = [4, 2, 1] ms }\nsweep grid { k = [1, 2]; duration = [1, 2] s }\n"
      "sweep edge { k = [1, 2]; step = [1, 2] ms; methods = gain; refine = status(along: k, to: 0.1) }\n"
      "fit truth { over = order; datum d { value = max(drift, gain); near = 1 mm within 1 mm } }\n" +
      statements);
}

ClaimSpec claim_of(const std::string& body) {
  return load_good(claims_scene("claim c \"w\" { " + body + " }")).claims.at(0);
}
std::string code_of(const std::string& body) {
  return first_code(claims_scene("claim c \"w\" { " + body + " }"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(claims)

BOOST_AUTO_TEST_CASE(ranges_are_in_si_with_the_unit_remembered) {
  const ClaimSpec in = claim_of("value = max(drift, plain); in = [15 mm, 25 mm]");
  BOOST_TEST(in.lower == 0.015);
  BOOST_TEST(in.upper == 0.025);
  BOOST_TEST(in.unit.name == "mm");
  BOOST_TEST(in.range_text == "in [15 mm, 25 mm]");
  const ClaimSpec below = claim_of("value = max(drift, plain); below = 3 mm");
  BOOST_TEST(below.lower == -std::numeric_limits<double>::infinity());
  BOOST_TEST(below.upper_open);
  const ClaimSpec above = claim_of("value = max(drift, plain); above = 0");
  BOOST_TEST(above.lower == 0.0);
  BOOST_TEST(above.lower_open);
}

BOOST_AUTO_TEST_CASE(near_is_a_value_and_a_tolerance) {
  const ClaimSpec near = claim_of("value = max(drift, plain); near = 20 mm within 500 um");
  BOOST_TEST(near.lower == 0.02 - 0.0005);
  BOOST_TEST(near.upper == 0.02 + 0.0005);
  BOOST_TEST(near.unit.name == "mm");
  BOOST_TEST(near.range_text == "near 20 mm within 500 um");
  BOOST_TEST(claim_of("value = max(drift, plain); near = 10 * 2 mm within 1 mm").range_text == "in [19 mm, 21 mm]");
  BOOST_TEST(claim_of("value = max(drift, plain); near = 0 within 1 mm").lower == -0.001);
  for (const char* range : {"near = 20 mm", "near = 20 mm within 0", "near = 20 mm within 1 mm; below = 3 m"})
    BOOST_TEST(code_of(std::string("value = max(drift, plain); ") + range) == "S053", range);
  BOOST_TEST(code_of("value = max(drift, plain); near = 20 mm within 1 s") == "S032");
  BOOST_TEST(code_of("value = max(drift, plain); near = 20 within 1") == "S031");
  BOOST_TEST(first_code(claims_scene("let a = 1 within 2")) == "S021");
}

// What is compared becomes a measure against 0; the points of a sweep, which read no claims, have it too.
BOOST_AUTO_TEST_CASE(both_sides_of_a_condition_may_be_expressions) {
  const auto loaded = [](const std::string& value) {
    return load_good(claims_scene("measure lost = total_energy\nclaim c \"w\" { value = " + value + "; below = 1 s }"));
  };
  const Experiment plain = loaded("first_time(drift > 3 mm, plain)");
  const std::size_t num_measures = plain.measures.size();
  BOOST_TEST(plain.claims[0].value.query.condition->threshold == 0.003);
  for (const char* value : {"first_time(drift > 2 mm * t / 1 s, plain)", "first_time(2 * drift > 3 mm, plain)",
                            "first_time(lost < drift * 1 N, plain)"}) {
    const Experiment one = loaded(value);
    BOOST_TEST_REQUIRE(one.measures.size() == num_measures + 1, value);
    const MeasureCondition& condition = *one.claims[0].value.query.condition;
    BOOST_TEST(condition.measure == one.measures.back().name, value);
    BOOST_TEST(condition.threshold == 0.0, value);
  }
  const Experiment twice =
      loaded("first_time(drift > 2 * lost / 1 N, plain) + first_time(drift > 2 * lost / 1 N, gain)");
  BOOST_TEST(twice.measures.size() == num_measures + 1);
  BOOST_TEST(twice.measures.back().name == "drift_minus_2_lost_1_N");
  const std::string text = claims_scene(
      "measure lost = total_energy\nclaim c \"w\" { value = fraction(final(2 * drift) < lost / 1 N, plain, over: "
      "order); below = 1 }");
  const Parsed parsed = parse_text("test.scene", text);
  BOOST_REQUIRE(parsed.document != nullptr);
  const Loaded point = elaborate(*parsed.document, small_vocabulary(), {}, {}, Extent::runs);
  BOOST_REQUIRE(point.experiment.has_value());
  BOOST_TEST(point.experiment->claims.empty());
  BOOST_TEST(point.experiment->measures.back().name == "2_drift_minus_lost_1_N");
  BOOST_TEST(code_of("value = first_time(drift > 3 J, plain); below = 1 s") == "S031");
  BOOST_TEST(code_of("value = first_time(drift > unknown, plain); below = 1 s") == "S017");
  BOOST_TEST(code_of("value = first_time(2 > 1, plain); below = 1 s") == "S054");
  BOOST_TEST(code_of("value = first_time(2 * drift > 3 J, plain); below = 1 s") == "S032");
}

// Where a query or a figure takes a measure it takes an expression, which becomes one; equal ones are one.
BOOST_AUTO_TEST_CASE(queries_and_figures_measure_expressions) {
  const std::size_t num_measures = load_good(claims_scene("")).measures.size();
  const std::string both =
      "figure f { y = [abs(drift - 1 mm), drift]; x = 2 * t }\n"
      "claim c \"w\" { value = max(abs(drift - 1 mm), plain, after: 1 ms) + max(drift - 1 mm, plain); below = 1 m }\n"
      "claim d \"w\" { value = median(mean(3 * drift, plain), over: order); below = 1 m }";
  const Experiment read = load_good(claims_scene(both));
  std::vector<std::string> added;
  for (std::size_t i = num_measures; i < read.measures.size(); ++i) added.push_back(read.measures[i].name);
  const std::vector<std::string> expected{"2_t", "abs_drift_1_mm", "drift_1_mm", "3_drift"};
  BOOST_TEST(std::set(added.begin(), added.end()) == std::set(expected.begin(), expected.end()),
             boost::test_tools::per_element());
  BOOST_TEST(read.figures[0].y[0] == "abs_drift_1_mm");
  BOOST_TEST(read.figures[0].x == "2_t");
  const Parsed parsed = parse_text("test.scene", claims_scene(both));
  const Loaded point = elaborate(*parsed.document, small_vocabulary(), {}, {}, Extent::runs);
  BOOST_REQUIRE(point.experiment.has_value());
  BOOST_REQUIRE(point.experiment->measures.size() == read.measures.size());
  for (std::size_t i = 0; i < read.measures.size(); ++i)
    BOOST_TEST(point.experiment->measures[i].name == read.measures[i].name);
  BOOST_TEST(code_of("value = final(2 * unknown, plain); below = 1 m") == "S017");
  BOOST_TEST(code_of("value = final(2 m, plain); below = 1 m") == "S054");
  BOOST_TEST(first_code(claims_scene("figure f { y = 2 m }")) == "S054");
}

BOOST_AUTO_TEST_CASE(the_condition_of_a_fraction_may_hold_its_reduction) {
  const auto query_of = [](const std::string& value) { return claim_of("value = " + value + "; is = 1").value.query; };
  const ClaimQuery named = query_of("fraction(drift < 1 mm, plain, over: order, reduce: final)");
  for (const char* value :
       {"fraction(final(drift, plain) < 1 mm, over: order)", "fraction(final(drift) < 1 mm, plain, over: order)"}) {
    const ClaimQuery inside = query_of(value);
    BOOST_TEST(inside.measure == named.measure, value);
    BOOST_TEST(inside.method == named.method, value);
    BOOST_TEST(inside.reduce == named.reduce, value);
    BOOST_TEST(inside.condition->threshold == named.condition->threshold, value);
  }
  BOOST_TEST(code_of("value = fraction(final(drift, plain) < 1 mm, gain, over: order); is = 1") == "S054");
}

BOOST_AUTO_TEST_CASE(a_statistic_over_a_sweep_may_hold_its_reduction_inside) {
  const auto query_of = [](const std::string& value) {
    return claim_of("value = " + value + "; below = 3 m").value.query;
  };
  const ClaimQuery inside = query_of("median(mean(drift, plain), over: order)");
  const ClaimQuery named = query_of("median(drift, plain, over: order, reduce: mean)");
  BOOST_TEST(inside.measure == named.measure);
  BOOST_TEST(inside.method == named.method);
  BOOST_TEST(inside.reduce == named.reduce);
  BOOST_TEST(code_of("value = median(sum(drift, plain), over: order); below = 3 m") == "S054");
  BOOST_TEST(code_of("value = median(mean(drift), over: order); below = 3 m") == "S054");
}

BOOST_AUTO_TEST_CASE(a_range_says_numbers_even_where_the_scene_computes_them) {
  const auto text_of = [](const std::string& range) {
    return claim_of("value = max(drift, plain); " + range).range_text;
  };
  BOOST_TEST(text_of("below = 2 * 1.5 mm") == "below 3 mm");
  BOOST_TEST(text_of("above = -(2 * 1.5) * 1 mm") == "above -3 mm");
  BOOST_TEST(text_of("below = 1e-4 * 0.12 m") == "below 1.2e-5 m");
  BOOST_TEST(text_of("in = [1 mm - 2e-9 mm, inf]") == "in [1 mm, inf mm]");
  // As many digits as show that the range has a width, and which.
  BOOST_TEST(text_of("in = [1 mm - 2e-9 mm, 1 mm + 3e-9 mm]") == "in [0.999999998 mm, 1.000000003 mm]");
}

BOOST_AUTO_TEST_CASE(a_range_of_plain_numbers_is_shown_as_written) {
  for (const char* range : {"below 3.00 mm", "above -(0.5 mm)", "in [-inf, 25 mm]", "in [15, 25] mm", "above 0"}) {
    std::string body = range;
    body.insert(body.find(' '), " =");
    BOOST_TEST(claim_of("value = max(drift, plain); " + body).range_text == range);
  }
}

BOOST_AUTO_TEST_CASE(printed_digits_decide_the_range_of_is) {
  struct Case {
    const char* text;
    double lower, upper;
  };
  for (const Case& c :
       {Case{"0.83 s", 0.825, 0.835}, Case{"20 ms", 0.0195, 0.0205}, Case{"1.0e-3 s", 0.95e-3, 1.05e-3}}) {
    const ClaimSpec claim = claim_of(std::string("value = stability_limit(gain, parameter: step); is = ") + c.text);
    // A decimal, its half digit and their difference: three roundings.
    BOOST_TEST(claim.lower == c.lower, boost::test_tools::tolerance(4e-16));
    BOOST_TEST(claim.upper == c.upper, boost::test_tools::tolerance(4e-16));
  }
  BOOST_TEST(claim_of("value = -max(drift, plain); is = -0.5 mm").upper == -0.00045,
             boost::test_tools::tolerance(4e-16));
  BOOST_TEST(code_of("value = max(drift, plain); is = 2 * 3 mm") == "S053");
}

BOOST_AUTO_TEST_CASE(a_claim_has_exactly_one_range_of_the_right_dimension) {
  BOOST_TEST(code_of("value = max(drift, plain)") == "S053");
  BOOST_TEST(code_of("value = max(drift, plain); below = 1 mm; above = 0 mm") == "S053");
  BOOST_TEST(code_of("value = max(drift, plain); in = [2, 1] mm") == "S053");
  BOOST_TEST(code_of("value = max(drift, plain); below = 1 s") == "S031");
  BOOST_TEST(code_of("value = max(drift, plain) / max(drift, gain); below = 1 mm") == "S031");
  BOOST_TEST(code_of("below = 1 mm") == "S013");
}

BOOST_AUTO_TEST_CASE(values_are_arithmetic_over_queries) {
  const ClaimSpec c = claim_of("value = rms(drift, gain) / rms(drift, plain) + 2 * k; below = 1");
  BOOST_TEST((c.value.op == ClaimExpression::Op::add));
  BOOST_TEST((c.value.operands[0].op == ClaimExpression::Op::divide));
  BOOST_TEST(c.value.operands[0].operands[0].query.method == "gain");
  BOOST_TEST(c.value.operands[1].number == 4.0);
  BOOST_TEST(code_of("value = max(drift, plain) + max(energy, plain); below = 1 mm") == "S032");
  BOOST_TEST(code_of("value = exp(max(drift, plain)); below = 1") == "S032");
  BOOST_TEST((claim_of("value = abs(log(max(drift, plain) / 1 mm)); below = 1").value.op == ClaimExpression::Op::abs));
}

BOOST_AUTO_TEST_CASE(queries_carry_their_arguments) {
  BOOST_TEST(*claim_of("value = at(drift, plain, step: 600); below = 1 mm").value.query.step_number == 600.0);
  BOOST_TEST(*claim_of("value = at(drift, plain, time: 20 ms); below = 1 mm").value.query.time == 0.02);
  BOOST_TEST(*claim_of("value = rms(drift, plain, after: 20 ms); below = 1 mm").value.query.after == 0.02);
  const ClaimQuery first = claim_of("value = first_time(drift > 3 mm, plain); below = 1 s").value.query;
  BOOST_TEST(first.condition->threshold == 0.003);
  const ClaimQuery order = claim_of("value = order(drift, plain, over: order.step, reduce: rms); is = 2").value.query;
  BOOST_TEST(order.sweep == "order");
  BOOST_TEST(order.axis == "step");
  BOOST_TEST(order.reduce == "rms");
  BOOST_TEST(*claim_of("value = rho(gain, step: 0.83 s); below = 1").value.query.step == 0.83);
  BOOST_TEST(claim_of("value = stability_limit(gain, parameter: alpha); above = 1/s").value.query.parameter == "alpha");
  const ClaimQuery point =
      claim_of("value = max(drift, plain, sweep: grid, k: 2, duration: 2000 ms); below = 1 mm").value.query;
  const ClaimQuery part =
      load_good(claims_scene("param seed = 1\nsweep seeds { k = [1, 2]; seed = 1..3 }\nclaim c \"w\" { value = "
                             "quantile(drift, plain, over: seeds, k: 2, share: 0.9, reduce: rms, confidence: 0.99); "
                             "below = 1 mm }"))
          .claims.at(0)
          .value.query;
  BOOST_TEST((part.sweep == "seeds" && part.reduce == "rms" && part.share == 0.9 && *part.confidence == 0.99));
  BOOST_REQUIRE_EQUAL(part.point.size(), 1u);
  const ClaimQuery edge = claim_of("value = boundary(gain, sweep: edge, step: 2 ms); below = 2").value.query;
  BOOST_TEST((edge.sweep == "edge" && edge.axis == "k" && edge.point[0].second == 0.002));
  BOOST_REQUIRE_EQUAL(point.point.size(), 2u);
  BOOST_TEST(point.point[1].second == 2.0);
}

BOOST_AUTO_TEST_CASE(every_query_of_the_manual_has_the_dimension_that_it_measures) {
  struct Case {
    const char* query;
    const char* range;
  };
  std::set<std::string, std::less<>> seen;
  for (const Case& c : {Case{"max(drift, gain)", "1 mm"},
                        Case{"min(drift, gain)", "1 mm"},
                        Case{"final(drift, gain)", "1 mm"},
                        Case{"rms(energy, gain)", "1 J"},
                        Case{"mean(energy, gain)", "1 J"},
                        Case{"at(energy, gain, step: 3)", "1 J"},
                        Case{"first_time(energy <= 1 J, gain)", "1 s"},
                        Case{"order(energy, gain, over: order.step)", "1"},
                        Case{"median(drift, gain, over: order)", "1 mm"},
                        Case{"quantile(drift, gain, over: grid, share: 0.9)", "1 mm"},
                        Case{"average(energy, gain, over: order)", "1 J"},
                        Case{"fraction(energy < 1 J, gain, over: order)", "1"},
                        Case{"boundary(gain, sweep: edge, step: 1 ms)", "1"},
                        Case{"best(truth.step)", "1 s"},
                        Case{"lowest(truth.step)", "1 s"},
                        Case{"highest(truth.step)", "1 s"},
                        Case{"misfit(truth)", "1"},
                        Case{"goodness(truth)", "1"},
                        Case{"rho(gain)", "1"},
                        Case{"rho_floating(gain, step: 1 ms)", "1"},
                        Case{"stability_limit(gain, parameter: alpha)", "1/s"}}) {
    const ClaimSpec claim = claim_of(std::string("value = ") + c.query + "; below = " + c.range);
    BOOST_TEST((claim.value.op == ClaimExpression::Op::query), c.query);
    seen.insert(claim.value.query.function);
    BOOST_TEST(code_of(std::string("value = ") + c.query + "; below = 1 kg") == "S031", c.query);
  }
  for (const QueryForm& form : query_forms()) BOOST_TEST((seen.count(form.name) == 1), form.name);
}

BOOST_AUTO_TEST_CASE(min_and_max_of_values_stay_functions) {
  BOOST_TEST((claim_of("value = max(max(drift, plain), 1 mm); below = 1 mm").value.op == ClaimExpression::Op::max));
  BOOST_TEST((claim_of("value = min(1, max(drift, plain) / 1 mm); below = 1").value.op == ClaimExpression::Op::min));
  BOOST_TEST(claim_of("value = max(1 mm, 2 mm) + max(drift, plain); below = 1 mm").value.operands[0].number == 0.002);
}

BOOST_AUTO_TEST_CASE(malformed_queries_are_errors) {
  for (const char* value : {"at(drift, plain)",
                            "at(drift, plain, step: 1, time: 1 s)",
                            "order(drift, plain)",
                            "order(drift, plain, over: order.k)",
                            "max(drift)",
                            "rho(gain, step: 0 s)",
                            "stability_limit(plain, parameter: alpha)",
                            "max(drift, plain, sweep: grid, k: 2)",
                            "max(drift, plain, sweep: grid, k: 7, duration: 1 s)",
                            "median(drift, plain)",
                            "median(drift, plain, over: edge)",
                            "quantile(drift, plain, over: grid, share: 2)",
                            "median(drift, plain, over: grid, share: 0.5)",
                            "average(drift, plain, over: grid, confidence: 0.9)",
                            "fraction(drift, plain, over: grid)",
                            "median(drift, plain, over: grid, k: 7)",
                            "boundary(gain, sweep: edge)",
                            "boundary(gain, sweep: order)",
                            "boundary(gain)",
                            "boundary(gain, sweep: edge, k: 1)",
                            "boundary(plain, sweep: edge, step: 1 ms)",
                            "max(drift, plain, k: 1)",
                            "first_time(drift, plain)"})
    BOOST_TEST(code_of(std::string("value = ") + value + "; below = 1 mm") == "S054", value);
  BOOST_TEST(code_of("value = max(dirft, plain); below = 1 mm") == "S017");
  BOOST_TEST(code_of("value = max(drift, pain); below = 1 mm") == "S017");
}

BOOST_AUTO_TEST_CASE(sweep_texts_read_back_to_the_same_values) {
  const Experiment e =
      load_good(claims_scene("sweep s1 { step = log_range(1 ms, 8 ms, 7) }\nsweep s2 { k = lin_range(0, 1, 11); "
                             "methods = [gain] }\nsweep s3 { k = 1..4 }"));
  for (const SweepSpec& sweep : e.sweeps)
    for (const SweepAxis& axis : sweep.axes)
      for (std::size_t i = 0; i < axis.values.size(); ++i) {
        const Experiment again = load_good(claims_scene(""), {{axis.key, dsl::value_text(axis, axis.values[i])}});
        const double value = axis.key == "step"       ? again.run->step
                             : axis.key == "duration" ? again.run->duration
                                                      : again.parameters[0].value;
        BOOST_TEST(value == axis.values[i], dsl::value_text(axis, axis.values[i]));
      }
  BOOST_TEST(e.sweeps[3].axes[0].values.back() == 0.008);
  BOOST_TEST(e.sweeps[4].methods.size() == 1u);
}

BOOST_AUTO_TEST_CASE(impossible_sweeps_are_errors) {
  BOOST_TEST(first_code(scene_with("sweep a { }")) == "S055");
  BOOST_TEST(first_code(scene_with("sweep a { q = [1] }")) == "S055");
  BOOST_TEST(first_code(scene_with("sweep a { step = [1] m }")) == "S031");
  BOOST_TEST(first_code(scene_with("sweep a { step = log_range(0 s, 1 s, 3) }")) == "S055");
  BOOST_TEST(first_code(scene_with("param p = 1\nsweep a { p = 1..20000; step = lin_range(1 ms, 2 ms, 20000) }")) ==
             "S055");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_claims
