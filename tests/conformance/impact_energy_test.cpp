// No impact makes energy, whatever the law of restitution, friction, joints and the number of contacts; and what an
// impact with friction does is what Coulomb's law and that of restitution say.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/support/impact_worlds.hpp"
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
