// A plan numbers every run once; a key changes with all that a run rests on, and with nothing else.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "batch/study/conduct.hpp"
#include "batch/study/point_runs.hpp"
#include "dsl/canonical.hpp"
#include "tests/batch/scenes.hpp"

namespace perpend::test::of_plans {
namespace {

using batch::Shard;
using batch::StudyPlan;

/// The key of point 0 of a study of this scene.
std::string key_of(const std::string& text, std::vector<dsl::Override> overrides = {}) {
  return Planned(text, std::move(overrides)).key(0).hash;
}

const std::string sweep = "sweep gain { alpha = [1, 2]/s; methods = held }";

BOOST_AUTO_TEST_SUITE(plans)

BOOST_AUTO_TEST_CASE(every_run_has_one_number_and_one_key) {
  const Planned planned(swept_pendulum(two_sweeps));
  const StudyPlan& plan = planned.plan();
  BOOST_TEST(plan.num_points() == 17);
  BOOST_TEST(plan.num_runs() == 19);
  std::set<std::int64_t> numbers;
  std::set<std::string> keys;
  for (std::int64_t i = 0; i < plan.num_points(); ++i) {
    const batch::PlannedPoint point = plan.point(i);
    for (std::size_t m = 0; m < plan.sweeps()[point.sweep].methods.size(); ++m) {
      numbers.insert(point.first_run + static_cast<std::int64_t>(m));
      keys.insert(plan.key(point, m).hash);
    }
  }
  BOOST_TEST(numbers.size() == 19U);
  BOOST_TEST((*numbers.begin() == 0 && *numbers.rbegin() == 18));
  BOOST_TEST(keys.size() == 19U);
}

BOOST_AUTO_TEST_CASE(shards_share_the_points_among_them) {
  const Planned planned(swept_pendulum(two_sweeps));
  const StudyPlan& plan = planned.plan();
  for (std::int64_t count = 1; count <= 20; ++count) {
    std::set<std::int64_t> points;
    std::int64_t runs = 0;
    for (std::int64_t number = 1; number <= count; ++number) {
      const Shard shard{number, count};
      for (std::int64_t i = 0; i < plan.num_points(shard); ++i) points.insert(plan.point_of(shard, i));
      runs += plan.num_runs(shard);
    }
    BOOST_TEST(points.size() == 17U);
    BOOST_TEST((*points.begin() == 0 && *points.rbegin() == 16));
    BOOST_TEST(runs == 19);
  }
}

BOOST_AUTO_TEST_CASE(a_refined_line_belongs_to_one_shard) {
  const Planned planned(
      swept_pendulum("sweep order { step = [4, 2] ms }\nsweep map { alpha = lin_range(1/s, 2/s, 5); length = [1, 2, "
                     "3] m; methods = held; refine = status(along: alpha, to: 0.1/s) }"));
  const StudyPlan& plan = planned.plan();
  std::set<std::int64_t> points, lines;
  for (std::int64_t number = 1; number <= 3; ++number) {
    const Shard shard{number, 3};
    std::set<double> lengths, refined;
    for (std::int64_t i = 0; i < plan.num_points(shard); ++i) {
      const batch::PlannedPoint point = plan.point(plan.point_of(shard, i));
      points.insert(plan.point_of(shard, i));
      if (point.sweep == 1) lengths.insert(point.values.coordinates[1]);
    }
    for (const StudyPlan::Line& line : plan.refined_lines(shard)) {
      lines.insert(line.line);
      refined.insert(
          plan.point(line.sweep, plan.sweeps()[line.sweep].lines->first_index(line.line)).values.coordinates[1]);
    }
    BOOST_TEST((lengths == refined));
  }
  BOOST_TEST(points.size() == 17U);
  BOOST_TEST(lines.size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_plan_of_a_hundred_million_points_is_made_at_once) {
  const Planned planned(
      swept_pendulum("sweep map { alpha = lin_range(1/s, 2/s, 10000); length = lin_range(1 m, 2 m, "
                     "10000); methods = held }"));
  BOOST_TEST(planned.plan().num_points() == 100000000);
  const batch::PlannedPoint last = planned.plan().point(99999999);
  BOOST_TEST(last.values.coordinates[0] == 2.0);
  BOOST_TEST(last.values.coordinates[1] == 2.0);
  BOOST_TEST(last.first_run == 99999999);
  BOOST_TEST(planned.plan().num_points(Shard{1000, 1000}) == 100000);
}

BOOST_AUTO_TEST_CASE(what_changes_no_run_changes_no_key) {
  const std::string key = key_of(swept_pendulum(sweep));
  BOOST_TEST(key_of(swept_pendulum("# a comment\n" + sweep)) == key);
  std::string renamed = swept_pendulum(sweep);
  renamed.replace(renamed.find("experiment pendulum"), 19, "experiment other");
  BOOST_TEST(key_of(renamed) == key);
  BOOST_TEST(key_of(swept_pendulum("title = \"another\"\n" + sweep)) == key);
  BOOST_TEST(key_of(swept_pendulum("sweep gain { alpha = [1, 7]/s; methods = held }")) == key);
  BOOST_TEST(key_of(swept_pendulum("sweep other { methods = held\n  alpha = [1, 2]/s }")) == key);
  BOOST_TEST(key_of(swept_pendulum(sweep + "\nmethod plain = none")) == key);
  BOOST_TEST(key_of(swept_pendulum(sweep + "\nclaim a \"b\" { value = max(drift, held); below = 1 m }")) == key);
  BOOST_TEST(key_of(swept_pendulum(sweep + "\nfigure f { y = drift }")) == key);
  BOOST_TEST(key_of(swept_pendulum(
                 sweep + "\nclaim a { value = fraction(drift > 1 mm, held, over: gain); below = 1 }")) == key);
  BOOST_TEST(key_of(swept_pendulum(sweep), {{"alpha", "3/s"}}) == key);  // the sweep sets it
  std::string reordered = swept_pendulum(sweep);
  const std::string run = "run { step = 5 ms; duration = 50 ms }\n";
  reordered.erase(reordered.find(run), run.size()).insert(reordered.find("world planar"), run);
  BOOST_TEST(key_of(reordered) == key);
}

BOOST_AUTO_TEST_CASE(what_may_change_a_run_changes_its_key) {
  const std::string text = swept_pendulum(sweep);
  std::set<std::string> keys{key_of(text)};
  const auto differs = [&](const std::string& other, std::vector<dsl::Override> overrides = {}) {
    BOOST_TEST(keys.insert(key_of(other, std::move(overrides))).second, other);
  };
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return other;
  };
  differs(replaced("mass = 1 kg", "mass = 2 kg"));
  differs(replaced("mass = 1 kg", "mass = 1.0000000000000002 kg"));
  differs(replaced("-9.81", "-9.8"));
  differs(replaced("-9.81", "9.81"));
  differs(replaced("length / 2, 0 m", "length * 2, 0 m"));
  differs(replaced("step = 5 ms", "step = 4 ms"));
  differs(replaced("param length = 0.5 m", "param length = 0.6 m"));
  differs(replaced("baumgarte(alpha: alpha)", "baumgarte(alpha: alpha, beta: 1/s)"));
  differs(replaced("revolute(world, bob)", "revolute(bob, world)"));
  differs(replaced("alpha = [1, 2]/s", "alpha = [3, 2]/s"));
  differs(replaced("max_abs(constraint_error)", "norm(constraint_error)"));
  differs(replaced("sweep gain {", "verify { spd = never }\nsweep gain {"));
  differs(replaced("sweep gain {", "sweep gain { expect = diverges;"));
  differs(swept_pendulum(sweep, "body free = disk(radius: 1 m) { mass = 1 kg; at = (9 m, 9 m) }"));
  differs(text, {{"length", "0.7 m"}});
}

// A claim or a figure that measures an expression adds a measure to each run.
BOOST_AUTO_TEST_CASE(an_expression_that_a_claim_measures_changes_the_key) {
  std::set<std::string> keys{key_of(swept_pendulum(sweep))};
  const auto differs = [&](const std::string& part) {
    BOOST_TEST(keys.insert(key_of(swept_pendulum(sweep + "\n" + part))).second, part);
  };
  const auto claim = [](const std::string& value, const char* bound) {
    return "let bound = 3 mm\nclaim a { value = " + value + "; below = " + bound + " }";
  };
  for (const char* length :
       {"max(abs(drift - 1 mm), held)", "max(abs(drift + 1 mm), held)", "max(2 * drift, held)", "max(drift / 2, held)",
        "max(abs(drift - bound), held)", "at(5 * drift, held, step: 3)", "average(max(drift, 2 mm), held, over: gain)"})
    differs(claim(length, "9 m"));
  for (const char* share :
       {"fraction(drift > 1 mm * t / 1 s, held, over: gain)", "fraction(drift > 1 mm * alpha * 1 s, held, over: gain)"})
    differs(claim(share, "1"));
  differs(claim("first_time(drift > 2 * drift - 1 mm, held)", "9 s"));
  // max and min of two numbers; functions that change with time.
  const std::string measures = "measure other = 6 * drift\nmeasure third = 7 * drift\n";
  differs(measures);
  for (const char* share :
       {"fraction(max(drift, other) < 4 mm, held, over: gain)", "fraction(max(drift, third) < 4 mm, held, over: gain)"})
    differs(measures + claim(share, "1"));
  for (const char* length :
       {"max(max(drift, other), held)", "max(min(drift, other), held)", "max(min(other, drift), held)"})
    differs(measures + claim(length, "9 m"));
  for (const char* function : {"fn limit(x) = x * t / 1 s\n", "fn limit(x) = 2 * x * t / 1 s\n"})
    differs(function + claim("fraction(drift < limit(1 mm), held, over: gain)", "1"));
  differs("let bound = 4 mm\nclaim a { value = max(abs(drift - bound), held); below = 9 m }");
  differs("figure f { y = abs(drift) }");
  differs("figure f { y = [drift, 3 * drift] }");
  differs("figure f { x = 4 * drift; y = drift }");
  // It is the measure that counts, not who asks for it.
  BOOST_TEST(key_of(swept_pendulum(sweep + "\nfigure f { y = 2 * drift }")) ==
             key_of(swept_pendulum(sweep + "\nclaim a { value = max(2 * drift, held); below = 9 m }")));
}

/// A scene with something of every kind, which is rewritten below.
const std::string rich = R"(experiment rich {
  param alpha  = 10/s
  param length = 0.5 m
  let half = length / 2
  fn twice(x) = 2 * x
  world planar {
    gravity = (0 m/s^2, -9.81 m/s^2)
    body bob = rod(length: length) {
      mass = 1 kg
      at   = (half, 0 m)
      spin = 1 rad/s
    }
    joint pin = revolute(world, bob) { at = (0 m, 0 m); damping = 1e-3 N m s }
    particle ball { mass = 2 kg; at = (3, 4) m }
    force pull = spring(ball, bob) { stiffness = 3 N/m; rest = twice(half) }
  }
  run { step = 10 ms; duration = 50 ms; stop_when = drift > 1 m }
  method held = baumgarte(alpha: alpha, beta: 2/s)
  measure drift = max_abs(constraint_error) { unit = mm }
  measure scaled = 2 * drift
  sweep gain { alpha = [1, 2]/s }
}
)";

std::string with(const std::string& from, const std::string& to) {
  std::string other = rich;
  const std::size_t at = other.find(from);
  BOOST_REQUIRE_MESSAGE(at != std::string::npos, from);
  return other.replace(at, from.size(), to);
}

/// The first text takes the place of the second, and the other way round.
std::string swapped(const std::string& one, const std::string& other) {
  std::string text = with(one, "@");
  text.replace(text.find(other), other.size(), one);
  return text.replace(text.find('@'), 1, other);
}

/// The states of the run at point 0, and its measures by name.
std::string bits_of(const std::string& text) {
  const Planned planned(text);
  batch::PointRuns runs(planned.plan(), {});
  const MethodRun run = runs.run({.sweep = 0, .point = 0, .methods = {0}, .method = 0});
  std::map<std::string, double> largest;
  for (const MeasureRecord& measure : run.measures) largest[measure.name] = measure.summary.max;
  std::string bits = run.trajectory_hash;
  for (const auto& [name, value] : largest) bits += fmt::format(" {} {:a}", name, value);
  return bits;
}

/// The same key, and rightly so.
void check_same(const std::string& other) {
  static const std::string key = key_of(rich), bits = bits_of(rich);
  BOOST_TEST(key_of(other) == key, other);
  BOOST_TEST(bits_of(other) == bits, other);
}

BOOST_AUTO_TEST_CASE(an_order_that_means_nothing_changes_no_key) {
  check_same(swapped("param alpha  = 10/s\n", "param length = 0.5 m\n"));
  check_same(swapped("param alpha  = 10/s\n", "fn twice(x) = 2 * x\n"));
  check_same(swapped("let half = length / 2\n", "fn twice(x) = 2 * x\n"));
  check_same(swapped("mass = 1 kg\n", "spin = 1 rad/s\n"));
  check_same(swapped("step = 10 ms", "duration = 50 ms"));
  check_same(swapped("alpha: alpha", "beta: 2/s"));
  check_same(swapped("stiffness = 3 N/m", "rest = twice(half)"));
  check_same(swapped("at = (0 m, 0 m)", "damping = 1e-3 N m s"));
  std::string last = with("gravity = (0 m/s^2, -9.81 m/s^2)\n", "");
  check_same(last.insert(last.find("  }\n  run"), "gravity = (0 m/s^2, -9.81 m/s^2)\n"));
  check_same(swapped("joint pin = revolute(world, bob) { at = (0 m, 0 m); damping = 1e-3 N m s }\n",
                     "particle ball { mass = 2 kg; at = (3, 4) m }\n"));
  check_same(swapped("method held = baumgarte(alpha: alpha, beta: 2/s)\n",
                     "measure drift = max_abs(constraint_error) { unit = mm }\n"));
  std::string moved =
      with("  measure drift = max_abs(constraint_error) { unit = mm }\n  measure scaled = 2 * drift\n", "");
  moved.insert(moved.find("  world planar"),
               "  measure drift = max_abs(constraint_error) { unit = mm }\n  measure scaled = 2 * drift\n");
  check_same(moved);
  const std::string two =
      with("measure scaled = 2 * drift", "measure scaled = 2 * drift\n  measure energy = energy_error");
  const std::string turned =
      with("measure scaled = 2 * drift", "measure energy = energy_error\n  measure scaled = 2 * drift");
  BOOST_TEST(key_of(two) == key_of(turned));
  BOOST_TEST(bits_of(two) == bits_of(turned));
}

BOOST_AUTO_TEST_CASE(what_no_run_reads_changes_no_key) {
  check_same(with("let half", "param unused = 3 kg\n  let half"));
  check_same(with("let half", "let unused = 3 * length\n  let half"));
  check_same(with("let half", "fn unused(x) = x * length\n  let half"));
  check_same(
      with("sweep gain", "param bound = 1 mm\n  claim c { value = max(drift, held); below = bound }\n  sweep gain"));
  check_same(with("unit = mm", "unit = um"));
  check_same(with(" { unit = mm }", ""));
  check_same(with("param alpha  = 10/s", "param alpha = 20/s"));  // swept
  const std::string steps = with("alpha = [1, 2]/s", "step = [10, 5] ms");
  std::string other = steps;
  other.replace(other.find("step = 10 ms"), 12, "step = 20 ms");
  BOOST_TEST(key_of(other) == key_of(steps));
}

BOOST_AUTO_TEST_CASE(a_number_written_in_another_way_changes_no_key) {
  check_same(with("step = 10 ms", "step = 0.010 s"));
  check_same(with("step = 10 ms", "step = 1e-2 s"));
  check_same(with("0.5 m", "500 mm"));
  check_same(with("(3, 4) m", "(3 m, 400 cm)"));
  check_same(with("-9.81 m/s^2", "-9810 mm/s^2"));
  check_same(with("[1, 2]/s", "[1/s, 2/s]"));
  check_same(with("[1, 2]/s", "[1, 2] Hz"));
  // What an expression of numbers is worth counts: 0.1 + 0.2 is not 0.3.
  check_same(with("step = 10 ms", "step = 2 * 5 ms"));
  check_same(with("step = 10 ms", "step = (20 - 10) ms"));
  check_same(with("stiffness = 3 N/m", "stiffness = 6 N / (2 m)"));
  check_same(with("-9.81 m/s^2", "-(2 * 4.905 m/s^2)"));
  check_same(with("(3, 4) m", "(3, 2 ^ 2) m"));
  BOOST_TEST(key_of(with("0.5 m", "0.1 m + 0.2 m")) != key_of(with("0.5 m", "0.3 m")));
  const std::string steps = with("alpha = [1, 2]/s", "step = [10, 5] ms");
  std::string other = steps;
  other.replace(other.find("[10, 5] ms"), 10, "[0.01, 0.005] s");
  BOOST_TEST(key_of(other) == key_of(steps));
  BOOST_TEST(Planned(other).plan().hash() == Planned(steps).plan().hash());
  BOOST_TEST(key_of(rich, {{"length", "0.7 m"}}) == key_of(rich, {{"length", "70 cm"}}));
  BOOST_TEST(key_of(rich, {{"length", "0.7 m"}}) != key_of(rich, {{"length", "0.7000000000000001 m"}}));
}

BOOST_AUTO_TEST_CASE(an_order_that_means_something_changes_the_key) {
  std::set<std::string> keys{key_of(rich)};
  const auto differs = [&](const std::string& other) { BOOST_TEST(keys.insert(key_of(other)).second, other); };
  const std::string ball = "particle ball { mass = 2 kg; at = (3, 4) m }";
  const std::string more = with(ball, ball + "\n    particle more { mass = 1 kg; at = (5, 4) m }");
  const std::string turned = with(ball, "particle more { mass = 1 kg; at = (5, 4) m }\n    " + ball);
  differs(more);
  differs(turned);
  const std::string pull = "force pull = spring(ball, bob) { stiffness = 3 N/m; rest = twice(half) }";
  const std::string push = "force push = damper(ball, bob) { damping = 3 N s/m }";
  differs(with(pull, pull + "\n    " + push));
  differs(with(pull, push + "\n    " + pull));
  // In front of the let the name is a signal, behind it a number: one text for each.
  const std::string signal = "measure kept = total_energy", number = "let total_energy = 3 * t";
  differs(with("sweep gain", signal + "\n  " + number + "\n  sweep gain"));
  differs(with("sweep gain", number + "\n  " + signal + "\n  sweep gain"));
  differs(with("length / 2", "length / 3"));
  differs(with("2 * x", "3 * x"));
  differs(with("(3, 4) m", "(4, 3) m"));
  differs(with("2 * drift", "3 * drift"));
  differs(with("measure scaled", "measure other"));
  differs(with("drift > 1 m", "drift > 2 m"));
  differs(with("spin = 1 rad/s", "spin = 1 deg/s"));
}

BOOST_AUTO_TEST_CASE(a_text_cannot_pass_for_tokens) {
  const auto canonical = [](const std::string& text) {
    return dsl::canonical_text(*dsl::parse_text("a", text).document, "m", {});
  };
  BOOST_TEST(canonical("experiment e { run { a = \"b ) c\" } }") !=
             canonical("experiment e { run { a = \"b\" ; c = 1 } }"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_plans
