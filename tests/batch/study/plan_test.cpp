// A plan numbers every run once; a key changes with all that a run rests on, and with nothing else.
#include <boost/test/unit_test.hpp>
#include <set>

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

BOOST_AUTO_TEST_CASE(the_order_of_bodies_is_part_of_the_key) {
  const std::string a = "body a = disk(radius: 1 m) { mass = 1 kg; at = (9 m, 9 m) }\n";
  const std::string b = "body b = disk(radius: 1 m) { mass = 1 kg; at = (-9 m, 9 m) }\n";
  BOOST_TEST(key_of(swept_pendulum(sweep, a + b)) != key_of(swept_pendulum(sweep, b + a)));
}

BOOST_AUTO_TEST_CASE(a_text_cannot_pass_for_tokens) {
  const auto canonical = [](const std::string& text) {
    return dsl::canonical_text(*dsl::parse_text("a", text).document, "m", {});
  };
  BOOST_TEST(canonical("experiment e { let a = \"b ) c\" }") !=
             canonical("experiment e { let a = \"b\" ; let c = 1 }"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_plans
