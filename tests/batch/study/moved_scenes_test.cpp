// A scene that moves from point to point of a sweep makes the runs of one that is made there, to the last bit.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "batch/cache/run_archive.hpp"
#include "batch/study/point_runs.hpp"
#include "study/sweeps/sweep_point.hpp"
#include "tests/batch/scenes.hpp"

namespace perpend::test::of_moved_scenes {
namespace {

using batch::PlannedPoint;
using batch::PlannedSweep;
using batch::StudyPlan;

/// All that is kept of a run but the time it took.
std::string bits(MethodRun run) {
  run.cost.seconds = run.cost.certify_seconds = 0.0;
  for (CertificateGroup& group : run.certificates) group.seconds = 0.0;
  return batch::serialized(run);
}

std::vector<std::string> names_of(const PlannedSweep& sweep, std::vector<std::size_t>& methods) {
  for (std::size_t i = 0; i < sweep.methods.size(); ++i) methods.push_back(i);
  return sweep.methods;
}

/// Forth and back through the points, by one scene and by one for each.
void check_moves(const std::string& text) {
  const Planned planned(text);
  const StudyPlan& plan = planned.plan();
  batch::PointRuns moved(plan, {});
  std::vector<std::int64_t> points;
  for (std::int64_t i = 0; i < plan.num_points(); ++i) points.push_back(i);
  for (std::int64_t i = plan.num_points(); i-- > 0;) points.push_back(i);
  for (const std::int64_t number : points) {
    const PlannedPoint point = plan.point(number);
    std::vector<std::size_t> methods;
    const std::vector<std::string> names = names_of(plan.sweeps()[point.sweep], methods);
    batch::PointRuns made(plan, {});
    for (const std::size_t method : methods) {
      const batch::WorkOrder order{point.sweep, point.index, methods, method};
      BOOST_TEST((bits(moved.run(order)) == bits(made.run(order))),
                 names[method] << " at " << values_text(point.values.overrides));
    }
  }
}

const std::string head = R"(experiment a {
  param alpha  = 10/s
  param scale  = 1
  param close  = 1e-6
  param links  = 2
  param mode   = explicit
  param shared = 1
  let g = scale * 9.81 m/s^2
  let twice = 2 * alpha
)";

const std::string pendulum = head + R"(
  world planar {
    gravity = (0 m/s^2, -g)
    for i in 1..2 { particle bob[i] { mass = shared * 1 kg; at = (i * 3 m, i * 4 m) } }
    joint pin = revolute(world, bob[1]) { at = (0 m, 0 m) }
    force spring = spring(bob[1], bob[2]) { stiffness = 3 N/m; rest = 1 m }
  }
  run { step = 10 ms; duration = 200 ms }
  method held = baumgarte(alpha: twice, beta: 2/s)
  if scale > 2 { method heavy = baumgarte(alpha: 1/s) { expect = any } }
  method post = post_stabilization(iterations: 3) { expect = any }
  measure drift = max_abs(constraint_error) { unit = mm }
  measure energy = energy_error
)";

BOOST_AUTO_TEST_SUITE(moved_scenes)

BOOST_AUTO_TEST_CASE(keys_of_methods_and_gravity_give_the_same_runs) {
  check_moves(pendulum + "sweep one { alpha = [1, 20, 300]/s; expect = any } }");
  check_moves(pendulum + "sweep one { scale = [1, 2.5, 0, 10] } }");  // with a method that is not always there
  check_moves(pendulum + "sweep one { scale = [1, 3]; alpha = [1, 1000]/s; expect = any } }");
  check_moves(pendulum + "verify { spectral_radius = never } sweep one { scale = [1, 3, 0] } }");
}

BOOST_AUTO_TEST_CASE(keys_of_the_rest_give_the_same_runs) {
  check_moves(pendulum + "sweep one { shared = [1, 2] } }");
  check_moves(pendulum + "sweep one { step = [10, 5] ms; alpha = [1, 2]/s } }");
  check_moves(pendulum + "sweep one { duration = [100, 200] ms; scale = [1, 2] } }");
  check_moves(pendulum +
              "sweep one { alpha = [1, 2]/s } sweep two { scale = [1, 2] } sweep three { shared = [1, 2] } }");
}

// Without a scene at one point, the next is made as a whole.
BOOST_AUTO_TEST_CASE(points_without_a_valid_scene_lie_between) {
  check_moves(pendulum + "sweep one { alpha = [1, -1, 2, -3, -4, 5]/s; expect = any } }");
  check_moves(pendulum +
              "method odd = baumgarte(alpha: 1/s / (scale - 2)^2) { expect = any }\n"
              "sweep one { scale = [1, 2, 3, 0]; expect = any } }");
}

BOOST_AUTO_TEST_CASE(space_and_redundant_rows_are_no_different) {
  const std::string doors = head + R"(
  world spatial {
    gravity = (0 m/s^2, -g, 0.1 * g)
    body door = box(size: (1, 2, 0.1) m) { mass = 3 kg; at = (0.5, 0, 0) m; spin = (0, 1, 0) rad/s }
    joint top = revolute(world, door) { at = (0, 1, 0) m; axis = (0, 1, 0) }
    joint low = revolute(world, door) { at = (0, -1, 0) m; axis = (0, 1, 0) }
  }
  run { step = 10 ms; duration = 100 ms; gyroscopic = mode }
  method held = baumgarte(alpha: alpha, beta: alpha) { expect = any }
  method free = none { expect = any }
  verify { rank = deficient }
  measure tilt = norm(reaction(top))
)";
  check_moves(doors + "sweep one { alpha = [1, 20]/s; scale = [0, 1, 2] } }");
  check_moves(doors + "sweep one { mode = [explicit, implicit]; scale = [1, 2] } }");
  check_moves(doors + "sweep one { alpha = [1, 20, 190, 300]/s } }");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_moved_scenes
