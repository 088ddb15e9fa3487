// Rows of signals of the state, compared with differences.
#include <boost/test/unit_test.hpp>

#include "kernel/dynamics/extended_dynamics.hpp"
#include "kernel/dynamics/state_signals.hpp"
#include "tests/support/laws.hpp"

namespace perpend::test::of_state_signals {

namespace {

using Real = long double;
using Kind = StateSignal::Kind;

std::vector<StateSignal> all_signals(bool planar) {
  std::vector<StateSignal> signals;
  for (const Kind kind : {Kind::position, Kind::velocity, Kind::angle, Kind::spin, Kind::direction, Kind::coordinate,
                          Kind::coordinate_rate, Kind::distance, Kind::distance_rate, Kind::turn})
    for (int component = 0; component < (planar ? 2 : 3); ++component) {
      if (kind == Kind::angle && !planar) continue;
      StateSignal signal{.kind = kind, .body = {0, 1}, .component = component};
      signal.point = {Vec3(0.2, -0.3, planar ? 0.0 : 0.1), Vec3(0.5, 0.1, planar ? 0.0 : -0.2)};
      if (kind == Kind::direction) signal.point[0] = planar ? Vec3(0.6, 0.8, 0.0) : Vec3(0.6, 0.0, 0.8);
      if (kind == Kind::coordinate || kind == Kind::coordinate_rate) signal.joint = 0;
      signals.push_back(signal);
    }
  return signals;
}

/// Along a motion without accelerations a signal changes at its rate, and that at its acceleration.
template <class In, class Motions>
void expect_derivatives(const Model& model, const Motions& motions_at, const Real* near,
                        const std::vector<StateSignal>& signals) {
  const Real e = 1e-6L;
  for (const StateSignal& signal : signals) {
    BOOST_TEST_INFO("kind " << static_cast<int>(signal.kind) << " component " << signal.component);
    const auto at = [&](Real time) { return signal_motion<In>(model, motions_at(time), near, signal); };
    BOOST_TEST(std::abs(at(0).rate - (at(e).value - at(-e).value) / (2 * e)) < 1e-9L);
    if (!is_rate(signal.kind)) BOOST_TEST(std::abs(at(0).acceleration - (at(e).rate - at(-e).rate) / (2 * e)) < 1e-9L);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(state_signals)

// The value of a signal of the pose changes at the rate that its row gives; a rate is that rate.
BOOST_AUTO_TEST_CASE(rows_of_signals_in_the_plane_agree_with_differences) {
  const Model model = two_rods();
  Random random(11);
  const ExtendedVector q = (initial_state(model).q + random.vector(6, 0.2)).cast<Real>();
  const ExtendedVector v = random.vector(6, 2.0).cast<Real>();
  const auto motions_at = [&](Real time) {
    std::vector<BodyMotion<Real>> motions;
    for (const Body& body : model.bodies) motions.push_back(body_motion<Real>(body, ExtendedVector(q + time * v), v));
    motions.emplace_back();
    return motions;
  };
  const std::vector<Real> near(1, 0.0L);
  for (const StateSignal& signal : all_signals(true)) {
    BOOST_TEST_INFO("kind " << static_cast<int>(signal.kind) << " component " << signal.component);
    const auto row = signal_row<InPlane<Real>>(model, motions_at(0), near.data(), signal);
    Real rate = 0;
    for (int side = 0; side < num_sides; ++side)
      for (int j = 0; j < 3 && row.body[side] != world_body; ++j)
        rate += row.row[side][j] * v[model.bodies[row.body[side]].offset + j];
    if (is_rate(signal.kind)) {
      BOOST_TEST(std::abs(rate - row.value) < 1e-17L);
      continue;
    }
    const Real e = 1e-6L;
    const Real change = (signal_row<InPlane<Real>>(model, motions_at(e), near.data(), signal).value -
                         signal_row<InPlane<Real>>(model, motions_at(-e), near.data(), signal).value) /
                        (2 * e);
    BOOST_TEST(std::abs(rate - change) < 1e-9L);
  }
  expect_derivatives<InPlane<Real>>(model, motions_at, near.data(), all_signals(true));
}

BOOST_AUTO_TEST_CASE(rows_of_signals_in_space_agree_with_differences) {
  Model model;
  model.space = Space::spatial;
  Random random(5);
  for (int i = 0; i < 2; ++i) {
    Body body;
    body.name = i == 0 ? "a" : "b";
    body.mass = 1.0;
    body.spatial.inertia = Matrix3::Identity();
    body.spatial.position = random.vector(3, 1.0);
    body.spatial.rotation = random_rotation(random);
    model.bodies.push_back(body);
  }
  number_unknowns(model);
  std::array<Vector3<Real>, 2> velocity, spin;
  for (int i = 0; i < 2; ++i) {
    velocity[i] = random.vector(3, 2.0).cast<Real>();
    spin[i] = random.vector(3, 2.0).cast<Real>();
  }
  const auto motions_at = [&](Real time) {
    std::vector<SpatialMotion<Real>> motions(3);
    for (int i = 0; i < 2; ++i) {
      motions[i].position = model.bodies[i].spatial.position.cast<Real>() + time * velocity[i];
      motions[i].rotation = rotation_matrix(quaternion_exponential<Real>(time * spin[i])) *
                            rotation_matrix<Real>(model.bodies[i].spatial.rotation.cast<Real>());
      motions[i].velocity = velocity[i];
      motions[i].spin = spin[i];
    }
    return motions;
  };
  for (const StateSignal& signal : all_signals(false)) {
    if (signal.joint >= 0) continue;
    BOOST_TEST_INFO("kind " << static_cast<int>(signal.kind) << " component " << signal.component);
    const auto row = signal_row<InSpace<Real>>(model, motions_at(0), nullptr, signal);
    Real rate = 0;
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 3; ++j) rate += row.row[side][j] * velocity[side][j] + row.row[side][3 + j] * spin[side][j];
    if (is_rate(signal.kind)) {
      BOOST_TEST(std::abs(rate - row.value) < 1e-16L);
      continue;
    }
    const Real e = 1e-6L;
    const Real change = (signal_row<InSpace<Real>>(model, motions_at(e), nullptr, signal).value -
                         signal_row<InSpace<Real>>(model, motions_at(-e), nullptr, signal).value) /
                        (2 * e);
    BOOST_TEST(std::abs(rate - change) < 1e-9L);
  }
  std::vector<StateSignal> of_bodies = all_signals(false);
  std::erase_if(of_bodies, [](const StateSignal& signal) { return signal.joint >= 0; });
  expect_derivatives<InSpace<Real>>(model, motions_at, nullptr, of_bodies);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_state_signals
