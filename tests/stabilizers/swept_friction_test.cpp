// Friction by sweeps in space is along the slip, whatever the body's inertia makes of impulses across it.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/support/spatial_contact_worlds.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_swept_friction {

namespace {

constexpr double h = 0.005;  // [s]
constexpr double friction = 0.3;

/// A long, narrow box that slides across its edges: an impulse along one tangent moves its corners far more than one
/// along the other.
Model sliding_box(const Vec3& velocity) {
  Model model = spatial_world_with_ground(friction);
  model.bodies.push_back(box(Vec3(0.4, 0.1, 0.2), 1.0, Vec3(0.0, 0.0, 0.1)));
  model.bodies.back().spatial.velocity = velocity;
  number_unknowns(model);
  return model;
}

class Ignoring final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  [[nodiscard]] bool on_instant(const Instant&) override { return true; }
};

State after(const Model& model, double sweeps, long steps) {
  const auto stabilizer = method("small_steps", {{"substeps", 4.0}, {"sweeps", sweeps}});
  Ignoring observer;
  const auto result = simulate(
      model, initial_state(model),
      [&](StepContext& context, const State& now, State& next) { return stabilizer->step(context, now, next); },
      {.step = h, .num_steps = steps}, observer);
  BOOST_REQUIRE((result.status == Status::converged));
  return result.state;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(swept_friction)

// |v|' = -mu g along v, and the centre of pressure moves along v too, so that nothing turns the box.
BOOST_AUTO_TEST_CASE(a_box_that_slides_across_its_edges_keeps_its_direction) {
  for (const double angle : {0.3, std::atan(1.0), 1.2}) {
    const Vec3 direction(std::cos(angle), std::sin(angle), 0.0);
    const double speed = 2.0;
    const State end = after(sliding_box(speed * direction), 20.0, 80);
    const Vec3 expected = (speed - friction * standard_gravity * 80 * h) * direction;
    BOOST_TEST_INFO_SCOPE("angle " << angle << ", v = " << end.v.head(3).transpose());
    BOOST_TEST((end.v.head(3) - expected).norm() < 2e-2);
    BOOST_TEST(std::abs(end.v[5]) < 2e-2);
  }
}

BOOST_AUTO_TEST_CASE(a_box_comes_to_rest_and_stays) {
  const State end = after(sliding_box(Vec3(0.3, 0.2, 0.0)), 4.0, 100);
  BOOST_TEST(end.v.norm() < 1e-6);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_swept_friction
