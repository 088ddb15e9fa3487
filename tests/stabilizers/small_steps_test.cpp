// Small steps: what holds however few the sweeps are, and where they lead when there are many.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numbers>

#include "kernel/lcp/contact_sweeps.hpp"
#include "kernel/model/stop.hpp"
#include "tests/support/contact_worlds.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/spatial_contact_worlds.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_small_steps {

namespace {

constexpr double h = 0.01;  // [s]
constexpr double u = 0x1p-53;

std::shared_ptr<const Stabilizer> small_steps(double substeps, double sweeps) {
  return method("small_steps", {{"substeps", substeps}, {"sweeps", sweeps}});
}

/// Each step with the evaluation that it starts from.
class StepObserver final : public SimulationObserver {
 public:
  using Check = std::function<void(const State& before, const Evaluation& at, const Instant& made)>;
  explicit StepObserver(Check check) : check_(std::move(check)) {}
  void on_solve(const Problem&, const Solution&) override {}
  bool on_instant(const Instant& instant) override {
    if (instant.step > 0) check_(before_, *at_, instant);
    before_ = instant.state;
    at_.emplace(instant.evaluation);
    return true;
  }

 private:
  Check check_;
  State before_;
  std::optional<Evaluation> at_;
};

SimulationResult run(const Model& model, const Stabilizer& stabilizer, long steps, StepObserver::Check check) {
  StepObserver observer(std::move(check));
  return simulate(
      model, initial_state(model),
      [&](StepContext& context, const State& now, State& next) { return stabilizer.step(context, now, next); },
      {.step = h, .num_steps = steps, .ledger = true}, observer);
}

/// Disks and boxes that fall on each other.
Model falling_bodies() {
  Model model = contact_world(0.4);
  add_ground(model);
  for (int i = 0; i < 6; ++i)
    add_body(model, i % 2 == 0 ? box_shape(0.5, 0.3) : disk_shape(0.25), 1.0 + 0.3 * i, Vec2(0.1 * i, 0.3 + 0.55 * i),
             Vec2(0.2, -1.0), 0.5 * i);
  number_unknowns(model);
  return model;
}

/// Body 1 on the world.
Joint pin(const Model& model, Vec2 at) {
  Properties properties;
  properties.set("at", at);
  Joint joint = std::get<Joint>(revolute_joint.make(properties, {{nullptr, &model.bodies[1]}}));
  joint.name = "pin";
  joint.type = &revolute_joint;
  joint.body = {world_body, 1};
  return joint;
}

/// The same with a pendulum whose bob they meet.
Model busy_world() {
  Model model = falling_bodies();
  model.joints.push_back(pin(model, Vec2(0.0, 0.3)));
  number_unknowns(model);
  return model;
}

Model falling_solids() {
  Model model = spatial_world_with_ground(0.4);
  for (int i = 0; i < 4; ++i)
    model.bodies.push_back(i % 2 == 0 ? box(Vec3(0.5, 0.4, 0.3), 1.0 + i, Vec3(0.1 * i, 0.05 * i, 0.4 + 0.7 * i))
                                      : ball(0.25, 1.0 + i, Vec3(0.1 * i, 0.05 * i, 0.4 + 0.7 * i)));
  for (Body& body : model.bodies) body.spatial.spin = Vec3(0.4, -0.7, 1.1);
  model.bodies.front().spatial.spin.setZero();
  number_unknowns(model);
  return model;
}

/// A world with its bodies at rest, all of them where they touch.
Model resting_box(double slope, double friction) {
  Model model = contact_world(friction);
  add_ground(model, Vec2::Zero(), slope);
  const int box = add_body(model, box_shape(1.0, 0.5), 2.0, 0.25 * Vec2(-std::sin(slope), std::cos(slope)));
  model.bodies[box].angle = slope;
  number_unknowns(model);
  return model;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(small_steps_of_contacts)

// M (v+ - v) = h f + N^T c_n + D beta, with the impulses that the step reports, however few sweeps it makes.
BOOST_AUTO_TEST_CASE(velocities_change_by_the_impulses_of_the_record) {
  for (const Model& model : {falling_bodies(), falling_solids()}) {
    double pushed = 0.0;
    const auto result =
        run(model, *small_steps(3, 1), 100, [&](const State& before, const Evaluation& at, const Instant& made) {
          VectorX change;
          multiply(at.mass, made.state.v - before.v, change);
          VectorX size = change.cwiseAbs() + h * at.force.cwiseAbs();
          change -= h * at.force;
          std::size_t next = 0;
          const std::vector<ContactImpulse>& impulses = made.state.contacts;
          for (int c = 0; c < at.contacts.size() && next < impulses.size(); ++c) {
            const Contact& contact = at.contacts.contacts[c];
            if (contact.body != impulses[next].body || contact.feature != impulses[next].feature) continue;
            const ContactImpulse& impulse = impulses[next++];
            const double amounts[] = {impulse.normal, impulse.tangential[0], impulse.tangential[1]};
            for (int row = 0; row < at.contacts.rows_per_contact; ++row) {
              add_contact_transposed(at.contacts, c, row, -amounts[row], change);
              size.array() += std::abs(amounts[row]);
            }
            pushed += impulse.normal;
          }
          BOOST_TEST(next == impulses.size());
          // Three substeps of two sweeps change each velocity by some 20 contacts of 3 rows, and M is applied twice.
          BOOST_TEST(change.lpNorm<Eigen::Infinity>() <= 400.0 * u * size.maxCoeff());
        });
    BOOST_TEST((result.status == Status::converged), result.message);
    BOOST_TEST(pushed > 1.0);
  }
}

BOOST_AUTO_TEST_CASE(no_contact_pulls_and_friction_stays_in_its_cone) {
  for (const Model& model : {busy_world(), falling_solids()}) {
    const auto result = run(model, *small_steps(4, 1), 100, [&](const State&, const Evaluation&, const Instant& made) {
      for (const ContactImpulse& impulse : made.state.contacts) {
        BOOST_TEST(impulse.normal > 0.0);
        const double friction = std::hypot(impulse.tangential[0], impulse.tangential[1]);
        BOOST_TEST(friction <= 0.4 * impulse.normal * (1.0 + 16.0 * u));  // sums of four substeps
      }
    });
    BOOST_TEST((result.status == Status::converged), result.message);
  }
}

BOOST_AUTO_TEST_CASE(joints_have_their_rates_where_the_step_ends_whatever_contacts_do) {
  const Model model = busy_world();
  double largest = 0.0;
  const auto result = run(model, *small_steps(4, 1), 200, [&](const State&, const Evaluation&, const Instant& made) {
    VectorX rate;
    apply_jacobian(made.evaluation.rows, made.state.v, rate);
    // The step turns bodies by the sum of its turns, evaluated again at its end: in the plane up to rounding.
    BOOST_TEST(rate.lpNorm<Eigen::Infinity>() < 1e-12 * (1.0 + made.state.v.lpNorm<Eigen::Infinity>()));
    largest = std::max(largest, made.evaluation.rows.phi.lpNorm<Eigen::Infinity>());
  });
  BOOST_TEST((result.status == Status::converged), result.message);
  BOOST_TEST(largest < 1e-3);  // arms of 0.15 m that turn by 0.1 in a substep: half of its square
}

// Where nothing touches, substeps are steps of the semi-implicit method: a spring keeps its energy within h w.
BOOST_AUTO_TEST_CASE(springs_and_pendulums_keep_their_energy_in_a_world_with_contacts) {
  Model swinging = contact_world(0.0);
  add_ground(swinging, Vec2(0.0, -50.0));
  add_body(swinging, disk_shape(0.25), 1.0, Vec2(1.0, 0.0));
  Joint joint = pin(swinging, Vec2::Zero());
  Model turning = swinging;
  joint.element[0].stiffness = 100.0;
  swinging.joints.push_back(joint);
  number_unknowns(swinging);
  joint.element[0].stiffness = 0.0;
  turning.joints.push_back(joint);
  number_unknowns(turning);
  for (const Model& model : {swinging, turning}) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    const auto result =
        run(model, *small_steps(16, 1), 1000, [&](const State&, const Evaluation&, const Instant& made) {
          least = std::min(least, made.evaluation.energies.total());
          most = std::max(most, made.evaluation.energies.total());
        });
    BOOST_TEST((result.status == Status::converged), result.message);
    BOOST_TEST(most - least < 0.1 * 9.81);  // of the swing of 1 kg by 1 m
  }
}

BOOST_AUTO_TEST_CASE(what_rests_on_compliant_contacts_rests) {
  Model model = contact_world(0.5);
  model.contacts.compliance = 0.1;
  add_ground(model);
  add_body(model, disk_shape(0.25), 1.0, Vec2(0.0, 0.25));
  number_unknowns(model);
  std::vector<double> depths;
  for (const double substeps : {1.0, 4.0}) {
    double speed = 1.0;
    const auto stabilizer =
        method("small_steps", {{"substeps", substeps}, {"frequency", 100.0}, {"damping_ratio", 1.0}});
    const auto result = run(model, *stabilizer, 300, [&](const State&, const Evaluation&, const Instant& made) {
      speed = made.state.v.lpNorm<Eigen::Infinity>();
      if (made.step == 300) depths.push_back(0.25 - made.state.q[1]);
    });
    BOOST_TEST((result.status == Status::converged), result.message);
    BOOST_TEST(speed < 1e-12);  // of a fall by 0.1 m/s a step; rounding of that is 1e-17
  }
  // The weight presses by h^2 c m g, as where the problem is solved; the spring itself gives way by g/w^2 times (W +
  // c')/W, its share of W + c' being what carries, with c' = n h c r of a substep of length s and r = w/(2 z + s w).
  const double own = 9.81 / 1e4, pressed = h * h * 0.1 * 9.81;
  // What is missing shrinks in each step, to rounding of heights in 300: 1e-7 of own is enough to tell.
  for (const auto& [depth, n] : {std::pair{depths[0], 1.0}, std::pair{depths[1], 4.0}})
    BOOST_TEST(std::abs(depth - (own * (1.0 + n * h * 0.1 * 100.0 / (2.0 + h / n * 100.0)) + pressed)) < 1e-10);
}

// phi = -h^2 cfm m g, as under the methods that solve, however many substeps.
BOOST_AUTO_TEST_CASE(a_compliant_joint_gives_way_as_in_a_world_without_contacts) {
  Model model = contact_world(0.5);
  add_ground(model, Vec2(0.0, -50.0));
  add_body(model, disk_shape(0.25), 2.0, Vec2(0.0, 0.0));
  Joint joint = pin(model, Vec2::Zero());
  joint.cfm = 0.05;
  model.joints.push_back(joint);
  number_unknowns(model);
  for (const double substeps : {1.0, 4.0, 40.0}) {
    double height = 0.0;
    const auto result = run(model, *small_steps(substeps, 1), 400,
                            [&](const State&, const Evaluation&, const Instant& made) { height = made.state.q[1]; });
    BOOST_TEST((result.status == Status::converged), result.message);
    // At rest up to rounding of heights; 1e-8 of the sag tells any other power of the number of substeps.
    BOOST_TEST(std::abs(height + h * h * 0.05 * 2.0 * 9.81) < 1e-12, substeps << " " << height);
  }
}

BOOST_AUTO_TEST_CASE(equal_boxes_come_to_rest_under_one_sweep) {
  Model model = contact_world(0.3);
  add_ground(model);
  for (int i = 0; i < 5; ++i) add_body(model, box_shape(1.0, 0.5), 1.0, Vec2(0.0, 0.25 + 0.5 * i));
  number_unknowns(model);
  double speed = 1.0, aside = 1.0;
  const auto result = run(model, *small_steps(4, 1), 1000, [&](const State&, const Evaluation&, const Instant& made) {
    speed = made.state.v.lpNorm<Eigen::Infinity>();
    aside = std::abs(made.state.q[made.state.q.size() - 3]);
  });
  BOOST_TEST((result.status == Status::converged), result.message);
  BOOST_TEST(speed < 1e-9);  // it shrinks from step to step; a stack that does not settle keeps some cm/s
  BOOST_TEST(aside < 1e-3);  // sweeps have an order, and so a side
}

BOOST_AUTO_TEST_CASE(a_step_of_many_sweeps_ends_when_it_is_stopped) {
  const Model model = heap(3, 0.3);
  Stepper stepper(model);
  const StopScope over(0.0);
  stepper.step(*small_steps(10000, 1e6), initial_state(model), h);
  BOOST_TEST((stepper.status == Status::interrupted));
}

BOOST_AUTO_TEST_CASE(more_sweeps_leave_less_of_the_problem_unsolved) {
  const Model model = heap(3, 0.3);
  std::vector<double> left;
  for (const double sweeps : {1.0, 10.0, 100.0, 1000.0}) {
    double residual = 0.0;
    const auto result =
        run(model, *small_steps(1, sweeps), 5,
            [&](const State&, const Evaluation&, const Instant& made) { residual = made.report.contact_residual; });
    BOOST_TEST((result.status == Status::converged), result.message);
    left.push_back(residual);
  }
  for (std::size_t i = 1; i < left.size(); ++i) BOOST_TEST(left[i] < left[i - 1]);
  BOOST_TEST(left.back() < 1e-9);
}

// The spring of an overlap carries the weight: m w^2 d = m g.
BOOST_AUTO_TEST_CASE(a_disk_at_rest_sinks_by_the_square_of_the_period) {
  Model model = contact_world(0.5);
  add_ground(model);
  add_body(model, disk_shape(0.25), 2.0, Vec2(0.0, 0.25));
  number_unknowns(model);
  const double frequency = 100.0;
  double height = 0.0, normal = 0.0;
  const auto stabilizer = method("small_steps", {{"frequency", frequency}, {"damping_ratio", 1.0}});
  const auto result = run(model, *stabilizer, 200, [&](const State&, const Evaluation&, const Instant& made) {
    height = made.state.q[1];
    normal = made.state.contacts.front().normal;
  });
  BOOST_TEST((result.status == Status::converged), result.message);
  const double gravity = -model.gravity.y();
  // What is missing shrinks by a twentieth a substep at least, to 1e-18 of g/w^2 = 1 mm in 800.
  BOOST_TEST(std::abs(height - (0.25 - gravity / (frequency * frequency))) < 1e-13);
  BOOST_TEST(std::abs(normal - h * gravity * 2.0) < 1e-13);
}

BOOST_AUTO_TEST_CASE(the_ground_carries_the_weight_of_a_stack) {
  Model model = contact_world(0.5);
  add_ground(model);
  for (int i = 0; i < 4; ++i) add_body(model, box_shape(1.5 - 0.2 * i, 0.5), 1.0 + i, Vec2(0.0, 0.25 + 0.5 * i));
  number_unknowns(model);
  double total = 0.0, speed = 0.0;
  const auto result = run(model, *small_steps(8, 100), 100, [&](const State&, const Evaluation&, const Instant& made) {
    total = 0.0;
    for (const ContactImpulse& impulse : made.state.contacts)
      if (impulse.body[0] == 0) total += impulse.normal;
    speed = made.state.v.lpNorm<Eigen::Infinity>();
  });
  BOOST_TEST((result.status == Status::converged), result.message);
  BOOST_TEST(speed < 1e-6);
  BOOST_TEST(std::abs(total - h * 9.81 * 10.0) < 1e-6);
}

BOOST_AUTO_TEST_CASE(a_box_on_a_slope_sticks_or_slides_as_coulomb_says) {
  for (const double slope : {0.2, 0.5}) {
    const double friction = 0.4;
    const Model model = resting_box(slope, friction);
    VectorX v;
    const auto result = run(model, *small_steps(4, 20), 50,
                            [&](const State&, const Evaluation&, const Instant& made) { v = made.state.v; });
    BOOST_TEST((result.status == Status::converged), result.message);
    const double slide = std::max(0.0, 9.81 * (std::sin(slope) - friction * std::cos(slope)));
    // Down the slope; impulses of its two corners converge linearly, by more than 1e-6 in 20 sweeps and 50 steps.
    BOOST_TEST(std::abs(v.head(2).norm() - 50 * h * slide) < 1e-5);
  }
}

// A body at d < 0 without weight: pushing gives N v = -s w/(2 z + h w) d in the first substep, its impulse being 0
// before, and relaxing stops it.
BOOST_AUTO_TEST_CASE(an_overlap_gives_way_as_the_damped_spring_says) {
  const double overlap = 1e-3, frequency = 30.0, damping_ratio = 5.0;
  Model model = contact_world(0.0, 0.0);
  add_ground(model);
  add_body(model, disk_shape(0.25), 2.0, Vec2(0.0, 0.25 - overlap));
  number_unknowns(model);
  const auto stabilizer =
      method("small_steps", {{"substeps", 1.0}, {"frequency", frequency}, {"damping_ratio", damping_ratio}});
  double height = 0.0, rate = 1.0;
  const auto result = run(model, *stabilizer, 1, [&](const State&, const Evaluation&, const Instant& made) {
    height = made.state.q[1];
    rate = made.state.v[1];
  });
  BOOST_TEST((result.status == Status::converged), result.message);
  const double turn = h * frequency, damping = 2.0 * damping_ratio + turn;
  const double moved = h * overlap * frequency / damping * (turn * damping / (1.0 + turn * damping));
  BOOST_TEST(std::abs(height - (0.25 - overlap + moved)) < 4.0 * u);
  BOOST_TEST(rate == 0.0);
}

// A lift of constant speed: its way within the step counts. The disk on it sinks by g/w^2, w = 2 pi/4 of five substeps.
BOOST_AUTO_TEST_CASE(what_lies_on_a_wall_that_is_moved_goes_with_it) {
  for (const double speed : {0.3, -0.3}) {
    Model model = contact_world(0.5);
    const int ground = add_ground(model);
    using Op = TimeFunction::Op;
    model.bodies[ground].shift[1] = TimeFunction({{Op::time, 0.0}, {Op::number, speed}, {Op::multiply, 0.0}});
    model.bodies[ground].shift_rate[1] = TimeFunction({{Op::number, speed}});
    add_body(model, disk_shape(0.25), 2.0, Vec2(0.0, 0.25), Vec2(0.0, speed));
    number_unknowns(model);
    double height = 0.0, rate = 0.0;
    const auto result = run(model, *small_steps(5, 1), 50, [&](const State&, const Evaluation&, const Instant& made) {
      height = made.state.q[1];
      rate = made.state.v[1];
    });
    BOOST_TEST((result.status == Status::converged), result.message);
    const double frequency = 0.5 * std::numbers::pi * 5.0 / h, sunk = -model.gravity.y() / (frequency * frequency);
    // An overlap shrinks by 1/14 a substep: to 1e-8 of g/w^2 = 1.6e-5 m in 250.
    BOOST_TEST(std::abs(height - (0.25 + speed * 50 * h - sunk)) < 1e-12);
    BOOST_TEST(std::abs(rate - speed) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(without_contacts_it_is_implicit_bit_by_bit) {
  for (const Model& model : {chain(3, 9.81, 0.5), spatial_four_bar()}) {
    Stepper one(model), other(model);
    State a = initial_state(model), b = a;
    for (int i = 0; i < 20; ++i) {
      a = one.step(*small_steps(4, 2), a, h);
      b = other.step(*method("implicit", {}), b, h);
    }
    BOOST_TEST((a.q.array() == b.q.array()).all());
    BOOST_TEST((a.v.array() == b.v.array()).all());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_small_steps
