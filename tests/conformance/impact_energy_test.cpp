// No impact makes energy, whatever the law of restitution, friction, joints and the number of contacts; and what an
// impact with friction does is what Coulomb's law and that of restitution say.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/support/contact_steps.hpp"
#include "tests/support/spatial_contact_worlds.hpp"
#include "verification/contacts/contact_solve.hpp"

namespace perpend::test::of_impact_energy {

namespace {

constexpr double step = 0.01;  // [s]
// An impact counts as making energy beyond 2^-40 of the sizes that its work is summed from. These are at most some
// hundred times the kinetic energy: a contact or two for each body, levers and masses of one order.
constexpr double rounding = 300.0 * 0x1p-40;
constexpr RestitutionLaw laws[] = {RestitutionLaw::newton, RestitutionLaw::poisson};
const char* name_of(RestitutionLaw law) {
  return law == RestitutionLaw::newton ? "newton" : "poisson";
}

/// The energy of v in the frame of a wall that moves at `wall`, with the masses of the state.
double kinetic_energy(const Model& model, const State& state, const VectorX& v, const Vec3& wall = Vec3::Zero()) {
  VectorX relative = v, p;
  for (const Body& body : model.bodies)
    if (body.dof > 0) relative.segment(body.offset, num_linear(model)) -= wall.head(num_linear(model));
  multiply(mass_matrix(model, state), relative, p);
  return 0.5 * p.dot(relative);
}

/// Surfaces of all kinds, each body its own.
void choose_surfaces(Random& random, Model& model) {
  constexpr double restitutions[] = {0.2, 0.6, 0.9, 1.0};
  constexpr double frictions[] = {0.0, 0.1, 0.5, 1.0, 5.0};
  for (Body& body : model.bodies) {
    body.restitution = restitutions[random.below(4)];
    body.friction = frictions[random.below(5)];
  }
}

/// The lowest point of what is in the model is on the ground.
void put_on_ground(Model& model, const std::vector<int>& bodies) {
  double lowest = 1e300;
  for (const int i : bodies) {
    const Body& body = model.bodies[i];
    const double c = std::cos(body.angle), s = std::sin(body.angle);
    const Vec2 half = 0.5 * body.shape.size;
    const double reach =
        body.shape.kind == ShapeKind::disk
            ? body.shape.size.x()
            : std::abs(half.x() * s) + (body.shape.kind == ShapeKind::rod ? 0.0 : std::abs(half.y() * c));
    lowest = std::min(lowest, body.position.y() - reach);
  }
  for (const int i : bodies) model.bodies[i].position.y() -= lowest;
}

/// Bodies about a middle one that they all meet, some from further away than others.
Model meeting(std::uint64_t seed) {
  Random random(seed);
  Model model = contact_world(0.0, 0.0);
  const double middle_mass = random.uniform(0.5, 2.0);
  const Vec2 middle_velocity = random.point(1.0);
  add_body(model, disk_shape(0.3), middle_mass, Vec2::Zero(), middle_velocity, random.uniform(-4, 4));
  for (int i = 0; i < 5; ++i) {
    const double angle = i * 0.4 * std::numbers::pi + 0.3;
    const Vec2 out(std::cos(angle), std::sin(angle));
    const bool is_disk = random.below(2) == 0;
    const double away = 0.3 + 0.25 + random.uniform(0.0, 0.02), mass = random.uniform(0.5, 2.0);
    const Vec2 velocity = -2.0 * out + random.point(1.0);
    const int body = add_body(model, is_disk ? disk_shape(0.25) : box_shape(0.5, 0.3), mass, away * out, velocity,
                              random.uniform(-4, 4));
    model.bodies[body].angle = is_disk ? 0.0 : angle;
  }
  choose_surfaces(random, model);
  number_unknowns(model);
  return model;
}

/// Rods and boxes that come down on the ground on a corner or flat, turning.
Model landing(std::uint64_t seed) {
  Random random(seed);
  Model model = contact_world(0.0, 0.0);
  add_ground(model);
  for (int i = 0; i < 4; ++i) {
    const double angle = random.below(4) == 0 ? 0.0 : random.uniform(-1.5, 1.5);
    int body = 0;
    if (random.below(2) == 0) {
      body = add_rod(model, "rod" + std::to_string(i), 1.0, 1.0, Vec2(3.0 * i, 0.0), angle);
    } else {
      const double height = random.uniform(0.1, 0.8), mass = random.uniform(0.5, 2.0);
      body = add_body(model, box_shape(0.8, height), mass, Vec2(3.0 * i, 0.0));
      model.bodies[body].angle = angle;
    }
    model.bodies[body].velocity = Vec2{random.uniform(-3, 3), random.uniform(-3, -0.5)};
    model.bodies[body].spin = random.uniform(-6, 6);
    put_on_ground(model, {body});
  }
  choose_surfaces(random, model);
  number_unknowns(model);
  return model;
}

/// Links one after the other that come down moving as one body, or each turning about its pin when the first one is
/// pinned to the world: Kane's double pendulum. With stops and dry friction in the pins.
Model linked(std::uint64_t seed) {
  Random random(seed);
  Model model = contact_world(0.0, 0.0);
  add_ground(model);
  const int links = 2 + random.below(2);
  const bool is_pinned = random.below(2) == 0;
  std::vector<Vec2> joints{Vec2::Zero()};
  std::vector<double> angles;
  std::vector<int> bodies;
  for (int i = 0; i < links; ++i) {
    angles.push_back(random.uniform(-2.4, -0.7));
    const Vec2 along(std::cos(angles.back()), std::sin(angles.back()));
    bodies.push_back(add_rod(model, "link" + std::to_string(i), 1.0, random.uniform(0.3, 3.0),
                             joints.back() + 0.5 * along, angles.back()));
    joints.push_back(joints.back() + along);
  }
  put_on_ground(model, bodies);
  const double lift = model.bodies[bodies[0]].position.y() - 0.5 * (joints[0].y() + joints[1].y());
  Vec2 velocity = is_pinned ? Vec2(0.0, 0.0) : Vec2{random.uniform(-2, 2), random.uniform(-3, -1)};
  double spin = random.uniform(-3, 3);
  for (int i = 0; i < links; ++i) {
    const Vec2 along = joints[i + 1] - joints[i];
    if (is_pinned) spin = random.uniform(-6, 6);
    Body& body = model.bodies[bodies[i]];
    body.spin = spin;
    body.velocity = velocity + 0.5 * spin * Vec2(-along.y(), along.x());
    velocity += spin * Vec2(-along.y(), along.x());
    if (i == 0 && !is_pinned) continue;
    add_joint(model, "revolute", "pin" + std::to_string(i), i == 0 ? world_body : bodies[i - 1], bodies[i],
              at(joints[i] + Vec2(0.0, lift)));
    CoordinateElement& element = model.joints.back().element[0];
    if (random.below(3) == 0) element.friction = random.uniform(0.0, 200.0);
    if (random.below(3) == 0) element.lower = 0.0;
  }
  choose_surfaces(random, model);
  number_unknowns(model);
  return model;
}

/// The same with pins that part at up to 10 cm/s, as they do by the rates that a step takes over from the last one.
Model loosely_linked(std::uint64_t seed) {
  Model model = linked(seed);
  Random random(seed + 1000);
  for (Body& body : model.bodies)
    if (body.dof > 0) body.velocity += random.point(0.05);
  return model;
}

/// Balls and cubes, whose inertia is the same about every axis: turning alone is no force. Pairs of them are linked.
Model solids(std::uint64_t seed) {
  Random random(seed);
  Model model = spatial_world_with_ground(0.0, Vec3::Zero());
  model.contacts.directions = 4 + 2 * random.below(3);
  for (int i = 0; i < 4; ++i) {
    const Vec3 at(0.62 * (i % 2), 0.62 * (i / 2), 0.3);
    const double mass = random.uniform(0.5, 2.0);
    model.bodies.push_back(random.below(2) == 0 ? ball(0.3, mass, at) : box(Vec3::Constant(0.6), mass, at));
    Body& body = model.bodies.back();
    body.spatial.velocity = Vec3(1.5 * (0.31 - at.x()) / 0.31, 1.5 * (0.31 - at.y()) / 0.31, random.uniform(-3, -0.5));
    body.spatial.velocity += random.vector(3, 1.0);
    body.spatial.spin = random.vector(3, 5.0);
  }
  choose_surfaces(random, model);
  number_unknowns(model);
  return model;
}

/// A rod at 45 degrees that comes down on the ground at 1 m/s.
Model falling_rod(double friction, double e) {
  Model model = contact_world(friction, 0.0);
  model.contacts.restitution = e;
  add_ground(model);
  add_rod(model, "rod", 1.0, 1.0, Vec2(0.0, 0.5 * std::sin(0.25 * std::numbers::pi)), 0.25 * std::numbers::pi);
  model.bodies.back().velocity = Vec2(0.0, -1.0);
  number_unknowns(model);
  return model;
}

struct Outcome {
  State before, after;
  ImpactFacts impacts;
};

/// Each solve of a step with impacts, the corrections of positions after them too, is what its certificate says.
class CertifyingKeeper final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override {}
  void on_contact_solve(const ContactProblem& problem, const ContactSolution& solution, const Lcp*) override {
    const Certificate certificate = ContactCertifier(*problem.joints.rows).certify(problem, solution);
    BOOST_TEST((certificate.verdict == Verdict::proved), certificate.reason);
  }
  bool on_instant(const Instant& instant) override {
    state = instant.state;
    return true;
  }
  State state;
};

Outcome one_step(const Model& model, const TestedMethod& tested) {
  CertifyingKeeper keeper;
  const SimulationResult result = run_steps(model, tested, step, 1, keeper);
  BOOST_TEST((result.status == Status::converged), result.message);
  return {initial_state(model), keeper.state, result.impacts};
}

struct Tally {
  long impacts = 0, limited = 0;
  double kept_out = 0.0;
};

void check_no_gain(const std::function<Model(std::uint64_t)>& make, int count, RestitutionLaw law, Tally& tally) {
  for (int seed = 1; seed <= count; ++seed) {
    Model model = make(seed);
    model.contacts.law = law;
    for (const TestedMethod& tested : solving_methods_for(model)) {
      BOOST_TEST_INFO_SCOPE(tested.label << ", " << name_of(law) << ", seed " << seed);
      const Outcome made = one_step(model, tested);
      const double first = kinetic_energy(model, made.before, made.before.v);
      BOOST_TEST(kinetic_energy(model, made.before, made.after.v) <= first * (1.0 + rounding));
      tally.impacts += made.impacts.count;
      tally.limited += made.impacts.limited;
      tally.kept_out += made.impacts.kept_out;
      BOOST_TEST(made.impacts.limited <= made.impacts.count);
      BOOST_TEST((made.impacts.limited == 0) == (made.impacts.kept_out == 0.0));
      BOOST_TEST((made.impacts.limited == 0) == (made.impacts.least_share == 1.0));
    }
  }
}

/// Limited impacts are seen where `gaining` laws alone would make energy, others too: nothing is kept by damping all.
void check_world(const std::function<Model(std::uint64_t)>& make, int count,
                 const std::vector<RestitutionLaw>& gaining) {
  for (const RestitutionLaw law : laws) {
    Tally tally;
    check_no_gain(make, count, law, tally);
    BOOST_TEST_INFO_SCOPE(name_of(law) << ": " << tally.limited << " of " << tally.impacts << " impacts limited, "
                                       << tally.kept_out << " J");
    BOOST_TEST(tally.impacts >= count);
    BOOST_TEST(2 * tally.limited < tally.impacts);
    if (std::find(gaining.begin(), gaining.end(), law) != gaining.end()) BOOST_TEST(tally.limited > 0);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(impact_energy)

BOOST_AUTO_TEST_CASE(bodies_that_meet_in_the_plane_gain_no_energy) {
  check_world(meeting, 400, {RestitutionLaw::newton});  // one in 30 of these worlds gains under the law alone
}

BOOST_AUTO_TEST_CASE(bodies_that_land_on_the_ground_gain_no_energy) {
  check_world(landing, 40, {RestitutionLaw::newton});
}

BOOST_AUTO_TEST_CASE(linked_rods_gain_no_energy) {
  check_world(linked, 60, {RestitutionLaw::newton, RestitutionLaw::poisson});
}

BOOST_AUTO_TEST_CASE(what_pins_do_about_their_rates_in_an_impact_makes_no_energy) {
  check_world(loosely_linked, 60, {RestitutionLaw::newton, RestitutionLaw::poisson});
}

/// Pins that are 0.1 mm open are to close at up to 1 cm/s: 0.15 mJ of each kg. The impulses of an impact through a pin,
/// some N s, would do a hundred times that at such a rate.
BOOST_AUTO_TEST_CASE(what_pins_do_about_their_gaps_in_an_impact_makes_no_energy) {
  for (const RestitutionLaw law : laws)
    for (int seed = 1; seed <= 60; ++seed) {
      Model model = linked(seed);
      model.contacts.law = law;
      Random random(seed + 2000);
      for (Body& body : model.bodies)
        if (body.dof > 0) body.position += random.point(5e-5);
      // A link between its stop and the ground has no way to close its pin.
      for (Joint& joint : model.joints) joint.element[0].lower = -std::numeric_limits<double>::infinity();
      number_unknowns(model);
      for (const TestedMethod& tested : solving_methods_for(model)) {
        BOOST_TEST_INFO_SCOPE(tested.label << ", " << name_of(law) << ", seed " << seed);
        const Outcome made = one_step(model, tested);
        const double first = kinetic_energy(model, made.before, made.before.v);
        BOOST_TEST(kinetic_energy(model, made.before, made.after.v) <= first + 1.5e-3);
      }
    }
}

/// Its ends part at 2 m/s, for which a row of 100/kg takes 0.02 N s: next to a rigid pin, too.
BOOST_AUTO_TEST_CASE(an_impact_does_not_stiffen_a_soft_pin) {
  for (const RestitutionLaw law : laws) {
    Model model = contact_world(0.0, 0.0);
    model.contacts.restitution = 0.5;
    model.contacts.law = law;
    add_ground(model);
    const int top = add_body(model, disk_shape(0.1), 1.0, Vec2(0.0, 1.0), Vec2(0.0, 1.0));
    const int middle = add_body(model, disk_shape(0.1), 1.0, Vec2(0.0, 0.1), Vec2(0.0, -1.0));
    const int side = add_body(model, disk_shape(0.1), 1.0, Vec2(0.5, 0.3), Vec2(0.0, -1.0));
    add_joint(model, "revolute", "soft", top, middle, at(Vec2(0.0, 0.5)));
    model.joints.back().cfm = 100.0;
    add_joint(model, "revolute", "rigid", middle, side, at(Vec2(0.25, 0.3)));
    number_unknowns(model);
    for (const TestedMethod& tested : solving_methods_for(model)) {
      BOOST_TEST_INFO_SCOPE(tested.label << ", " << name_of(law));
      const Outcome made = one_step(model, tested);
      BOOST_TEST(std::abs(made.after.v[model.bodies[middle].offset + 1] - 0.5) < 0.05);
      BOOST_TEST(std::abs(made.after.v[model.bodies[top].offset + 1] - 1.0) < 0.05);
    }
  }
}

BOOST_AUTO_TEST_CASE(solids_gain_no_energy) {
  check_world(solids, 25, {RestitutionLaw::newton});
}

/// What the impact alone does: the state after it has the energy before it where the law was limited.
BOOST_AUTO_TEST_CASE(a_rod_on_one_end_gains_nothing_and_where_it_is_limited_it_keeps_all) {
  for (const RestitutionLaw law : laws)
    for (const double e : {0.3, 0.8, 0.9, 1.0})
      for (const double friction : {0.1, 0.5, 1.0, 3.0}) {
        Model model = falling_rod(friction, e);
        model.contacts.law = law;
        for (const TestedMethod& tested : solving_methods_for(model)) {
          BOOST_TEST_INFO_SCOPE(tested.label << ", " << name_of(law) << ", e " << e << ", mu " << friction);
          const Outcome made = one_step(model, tested);
          const double gain = kinetic_energy(model, made.before, made.after.v) - 0.5;
          BOOST_TEST(gain <= rounding);
          BOOST_TEST(made.impacts.count == 1);
          if (made.impacts.limited > 0) BOOST_TEST(std::abs(gain) <= rounding);
        }
      }
}

/// In the frame of a wall that moves steadily the wall is at rest, and no method knows it from that.
BOOST_AUTO_TEST_CASE(in_the_frame_of_a_moving_wall_an_impact_gains_no_energy) {
  for (const RestitutionLaw law : laws)
    for (int seed = 1; seed <= 20; ++seed) {
      Model model = landing(seed);
      model.contacts.law = law;
      const double speed = 0.1 * seed;
      using Op = TimeFunction::Op;
      model.bodies[0].shift[1] = TimeFunction({{Op::number, speed}, {Op::time, 0.0}, {Op::multiply, 0.0}});
      model.bodies[0].shift_rate[1] = TimeFunction(speed);
      for (const TestedMethod& tested : solving_methods_for(model)) {
        BOOST_TEST_INFO_SCOPE(tested.label << ", " << name_of(law) << ", seed " << seed);
        const Outcome made = one_step(model, tested);
        const Vec3 wall(0.0, speed, 0.0);
        const double first = kinetic_energy(model, made.before, made.before.v, wall);
        BOOST_TEST(kinetic_energy(model, made.before, made.after.v, wall) <= first * (1.0 + rounding));
      }
    }
}

/// A gain of one impact is limited, an impact elsewhere in the same step is as if it were alone. Which gaps a step
/// takes for closed depends on the fastest body unless the gap is given.
BOOST_AUTO_TEST_CASE(an_impact_is_limited_by_itself) {
  for (const RestitutionLaw law : laws)
    for (int seed = 1; seed <= 20; ++seed) {
      Model both = landing(seed);
      both.contacts.law = law;
      both.contacts.active_gap = 0.05;
      for (const TestedMethod& tested : solving_methods_for(both)) {
        const Outcome made = one_step(both, tested);
        for (std::size_t i = 1; i < both.bodies.size(); ++i) {
          BOOST_TEST_INFO_SCOPE(tested.label << ", " << name_of(law) << ", seed " << seed << ", body " << i);
          Model alone = both;
          alone.bodies = {both.bodies[0], both.bodies[i]};
          number_unknowns(alone);
          const Outcome single = one_step(alone, tested);
          BOOST_TEST((made.after.v.segment<3>(both.bodies[i].offset) - single.after.v).norm() <= rounding * 10.0);
        }
      }
    }
}

/// A disk that slides all through its impact: both phases rub, mu (1 + e) m v in all. The convex law opens what slips,
/// and its normal impulse is another one.
BOOST_AUTO_TEST_CASE(friction_of_sliding_is_mu_times_the_impulse_of_both_phases) {
  constexpr double mu = 0.2, fall = 2.0, slide = 5.0, radius = 0.5, e = 0.6;
  for (const RestitutionLaw law : laws) {
    Model model = contact_world(mu, 0.0);
    model.contacts.restitution = e;
    model.contacts.law = law;
    add_ground(model);
    add_body(model, disk_shape(radius), 1.5, Vec2(0.0, radius), Vec2(slide, -fall));
    number_unknowns(model);
    for (const TestedMethod& tested : solving_methods_for(model)) {
      if (tested.label == "stabilized_lcp_convex") continue;
      BOOST_TEST_INFO_SCOPE(tested.label << ", " << name_of(law));
      const Outcome made = one_step(model, tested);
      BOOST_TEST(std::abs(made.after.v[0] - (slide - mu * (1.0 + e) * fall)) <= rounding);
      BOOST_TEST(std::abs(made.after.v[1] - e * fall) <= rounding);
      BOOST_TEST(std::abs(made.after.v[2] + 2.0 * mu * (1.0 + e) * fall / radius) <= rounding);  // I = m r^2 / 2
      BOOST_TEST(made.impacts.limited == 0);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_impact_energy
