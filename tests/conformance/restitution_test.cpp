// Laws of impact with restitution, for every method that takes it: Newton's and Poisson's.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/support/contact_steps.hpp"
#include "tests/support/spatial_contact_worlds.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_restitution {

namespace {

constexpr double step = 0.01;  // [s]
constexpr double e_samples[] = {0.0, 0.25, 0.7, 1.0};
// Velocities below 4 m/s, each of at most a hundred operations.
constexpr double rounding = 4.0 * 100.0 * 0x1p-53;
constexpr RestitutionLaw both_laws[] = {RestitutionLaw::newton, RestitutionLaw::poisson};

/// Two balls that touch and come at each other along x.
Model head_on(Space space, RestitutionLaw law, double e) {
  Model model = space == Space::planar ? contact_world(0.0, 0.0) : spatial_contact_world(0.0, Vec3::Zero());
  model.contacts.law = law;
  model.contacts.restitution = e;
  if (space == Space::planar) {
    add_body(model, disk_shape(0.5), 2.0, Vec2(-0.5, 0.0), Vec2(1.5, 0.0));
    add_body(model, disk_shape(0.5), 0.75, Vec2(0.5, 0.0), Vec2(-2.0, 0.0));
  } else {
    model.bodies = {ball(0.5, 2.0, Vec3(-0.5, 0.0, 0.0)), ball(0.5, 0.75, Vec3(0.5, 0.0, 0.0))};
    model.bodies[0].spatial.velocity = Vec3(1.5, 0.0, 0.0);
    model.bodies[1].spatial.velocity = Vec3(-2.0, 0.0, 0.0);
  }
  number_unknowns(model);
  return model;
}

State after(const Model& model, const TestedMethod& tested, long steps) {
  ContactKeeper keeper;
  const SimulationResult result = run_steps(model, tested, step, steps, keeper);
  BOOST_TEST((result.status == Status::converged), result.message);
  return keeper.state;
}

double kinetic_energy(const Model& model, const State& state) {
  VectorX p;
  multiply(mass_matrix(model, state), state.v, p);
  return 0.5 * p.dot(state.v);
}

void for_each_impact(const std::function<void(Space, RestitutionLaw)>& check) {
  for (const Space space : {Space::planar, Space::spatial})
    for (const RestitutionLaw law : both_laws)
      BOOST_TEST_CONTEXT((space == Space::planar ? "plane" : "space")
                         << (law == RestitutionLaw::newton ? ", newton" : ", poisson"))
  check(space, law);
}

/// A disk that meets a box off its centre, turning: one contact.
Model oblique_impact(RestitutionLaw law, double e) {
  Model model = contact_world(0.0, 0.0);
  model.contacts.law = law;
  model.contacts.restitution = e;
  add_body(model, box_shape(1.0, 0.5), 1.5, Vec2(0.0, 0.0), Vec2(0.25, 0.5), 1.0);
  add_body(model, disk_shape(0.25), 0.5, Vec2(0.375, 0.5), Vec2(-0.5, -3.0), 2.0);
  number_unknowns(model);
  return model;
}

/// Disks in a row that touch, the first one running into the others; then one that lies in the gap of two.
Model several_contacts(bool row, double e) {
  Model model = contact_world(0.0, 0.0);
  model.contacts.law = RestitutionLaw::poisson;
  model.contacts.restitution = e;
  if (row) {
    for (int i = 0; i < 5; ++i)
      add_body(model, disk_shape(0.5), 1.0 + 0.25 * i, Vec2(i, 0.0), Vec2(i == 0 ? 2.0 : 0.0, 0.0));
  } else {
    add_body(model, disk_shape(0.5), 1.0, Vec2(-0.5, 0.0));
    add_body(model, disk_shape(0.5), 2.0, Vec2(0.5, 0.0));
    add_body(model, disk_shape(0.5), 1.5, Vec2(0.0, std::sqrt(0.75)), Vec2(0.25, -2.0));
  }
  // Bodies 0 and 1 give less to each other.
  model.bodies[0].restitution = model.bodies[1].restitution = 0.5 * e;
  number_unknowns(model);
  return model;
}

/// Those that take this model and would take it with restitution too.
std::vector<TestedMethod> methods_with_restitution(Model model) {
  model.contacts.restitution = 0.5;
  const std::vector<TestedMethod> methods = solving_methods_for(model);
  BOOST_TEST(methods.size() >= 6U);
  return methods;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(restitution)

/// m1 v1 + m2 v2 = P and v2' - v1' = -e (v2 - v1).
BOOST_AUTO_TEST_CASE(two_bodies_head_on_part_at_the_share_e_of_their_approach) {
  for_each_impact([](Space space, RestitutionLaw law) {
    for (const double e : e_samples) {
      const Model model = head_on(space, law, e);
      const double common = (2.0 * 1.5 - 0.75 * 2.0) / 2.75, apart = e * 3.5;
      for (const TestedMethod& tested : methods_with_restitution(model)) {
        BOOST_TEST_INFO_SCOPE(tested.label << ", e " << e);
        const State end = after(model, tested, 1);
        BOOST_TEST(std::abs(end.v[model.bodies[0].offset] - (common - apart * 0.75 / 2.75)) <= rounding);
        BOOST_TEST(std::abs(end.v[model.bodies[1].offset] - (common + apart * 2.0 / 2.75)) <= rounding);
        BOOST_REQUIRE(end.contacts.size() == 1U);  // the impulse of both phases
        BOOST_TEST(std::abs(end.contacts[0].normal - (1.0 + e) * 3.5 * 2.0 * 0.75 / 2.75) <= rounding);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(without_restitution_the_two_laws_are_the_plastic_one_bit_by_bit) {
  for (const std::uint64_t seed : {1U, 2U}) {
    Random random(seed);
    Model newton = contact_world(0.3);
    add_ground(newton);
    for (int i = 0; i < 3; ++i) {
      const Vec2 velocity = random.point(1.0);
      add_body(newton, box_shape(0.5, 0.4), 1.0, Vec2(0.2 * i, 0.5 + 0.6 * i), velocity, random.uniform(-2, 2));
    }
    number_unknowns(newton);
    Model poisson = newton;
    poisson.contacts.law = RestitutionLaw::poisson;
    for (const TestedMethod& tested : methods_with_restitution(newton)) {
      BOOST_TEST_INFO_SCOPE(tested.label);
      BOOST_TEST(same_bits(after(newton, tested, 60), after(poisson, tested, 60)));
    }
  }
}

/// One contact without friction at either side of the impact: T' = T - (1 - e^2) T_normal.
BOOST_AUTO_TEST_CASE(an_elastic_impact_at_one_contact_keeps_the_kinetic_energy_and_others_lose_one_less_e_squared) {
  for (const RestitutionLaw law : both_laws) {
    const Model plastic = oblique_impact(law, 0.0);
    const double start = kinetic_energy(plastic, initial_state(plastic));
    for (const TestedMethod& tested : methods_with_restitution(plastic)) {
      const double most = start - kinetic_energy(plastic, after(plastic, tested, 1));
      BOOST_TEST(most > 0.5);
      for (const double e : e_samples) {
        const Model model = oblique_impact(law, e);
        BOOST_TEST_INFO_SCOPE(tested.label << ", e " << e);
        const double lost = start - kinetic_energy(model, after(model, tested, 1));
        BOOST_TEST(std::abs(lost - (1.0 - e * e) * most) <= rounding * start);
      }
    }
  }
}

/// Compression leaves T - 1/2 c.W c with no rate at its contacts. Then each gives back e_i c_i, and what they bear of
/// it makes T least over more impulses d >= 0: no more than with d_i = (e - e_i) c_i, which is T - (1 - e^2)/2 c.W c
/// for the largest e. [AnitescuPotra97]
BOOST_AUTO_TEST_CASE(several_contacts_under_poissons_law_keep_the_momentum_and_gain_no_energy) {
  for (const bool row : {true, false})
    for (const double e : e_samples) {
      Model model = several_contacts(row, e);
      const State first = initial_state(model);
      const double start = kinetic_energy(model, first);
      for (const TestedMethod& tested : methods_with_restitution(model)) {
        BOOST_TEST_INFO_SCOPE(tested.label << ", e " << e << (row ? ", a row" : ", a heap"));
        const State end = after(model, tested, 1);
        BOOST_TEST((momentum(model, end).linear - momentum(model, first).linear).norm() <= rounding);
        BOOST_TEST((momentum(model, end).angular - momentum(model, first).angular).norm() <= 5.0 * rounding);
        BOOST_TEST(kinetic_energy(model, end) <= start * (1.0 + rounding));
        BOOST_TEST((e == 1.0 || kinetic_energy(model, end) < start));
      }
    }
}

/// A disk that comes at the ground from a height, in steps of its way.
Model falling_disk(RestitutionLaw law, double e, double steps_away, double gravity) {
  Model model = contact_world(0.0, gravity);
  model.contacts.law = law;
  model.contacts.restitution = e;
  add_ground(model);
  add_body(model, disk_shape(0.5), 1.5, Vec2(0.0, 0.5 + steps_away * 2.0 * step), Vec2(0.0, -2.0));
  number_unknowns(model);
  return model;
}

BOOST_AUTO_TEST_CASE(a_body_parts_at_the_share_e_wherever_it_came_from) {
  for (const RestitutionLaw law : both_laws)
    for (const double steps_away : {0.0, 0.01, 0.3, 0.95, 1.05, 1.7, 3.2}) {
      const Model plain = falling_disk(law, 0.37, steps_away, 0.0);
      for (const TestedMethod& tested : methods_with_restitution(plain)) {
        BOOST_TEST_INFO_SCOPE(tested.label << (law == RestitutionLaw::newton ? ", newton, " : ", poisson, ")
                                           << steps_away);
        BOOST_TEST(std::abs(after(plain, tested, 8).v[1] - 0.37 * 2.0) <= rounding);
        // The force of the step is no impact: with it the velocity differs by a few of what it does in a step.
        const Model heavy = falling_disk(law, 0.37, steps_away, 5.0);
        ContactKeeper keeper;
        double fastest = 0.0;
        for (long steps = 1; steps <= 8; ++steps) fastest = std::max(fastest, after(heavy, tested, steps).v[1]);
        BOOST_TEST(std::abs(fastest - 0.37 * 2.0) <= (1.0 + steps_away) * 5.0 * step + rounding);
      }
    }
}

BOOST_AUTO_TEST_CASE(what_a_body_bears_at_rest_is_no_impact) {
  for (const RestitutionLaw law : both_laws) {
    Model model = contact_world(0.3, 9.81);
    model.contacts.law = law;
    model.contacts.restitution = 0.9;
    add_ground(model);
    add_body(model, box_shape(0.7, 0.3), 2.0, Vec2(0.1, 0.15));
    add_body(model, disk_shape(0.1), 0.7, Vec2(0.13, 0.4));
    number_unknowns(model);
    for (const TestedMethod& tested : methods_with_restitution(model)) {
      BOOST_TEST_INFO_SCOPE(tested.label << (law == RestitutionLaw::newton ? ", newton" : ", poisson"));
      const State end = after(model, tested, 200);
      BOOST_TEST(end.v.cwiseAbs().maxCoeff() <= 1e-10);  // rounding of 200 steps; a hop would be 0.09 m/s
    }
  }
}

BOOST_AUTO_TEST_CASE(a_method_that_takes_contacts_takes_restitution_or_says_that_it_does_not) {
  for (const RestitutionLaw law : both_laws) {
    const Model model = head_on(Space::planar, law, 0.5);
    for (const TestedMethod& tested : solving_methods_for(head_on(Space::planar, law, 0.0))) {
      BOOST_TEST_INFO_SCOPE(tested.label);
      const std::optional<std::string> objection = tested.stabilizer()->objection(model);
      if (objection) {
        BOOST_TEST(objection->find("restitution") != std::string::npos);
        continue;
      }
      const State end = after(model, tested, 1);
      BOOST_TEST(std::abs(end.v[model.bodies[1].offset] - end.v[0] - 0.5 * 3.5) <= rounding);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_restitution
