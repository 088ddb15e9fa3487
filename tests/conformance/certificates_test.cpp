// Every solve that any registered method makes can be certified. The nearly straight chain and the redundant four-bar
// are what a factorization without refinement failed on: rows that are small compared with the others had lost more
// than half of their digits.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/support/mechanisms.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/methods.hpp"
#include "verification/motion/trajectory.hpp"
#include "verification/solves/complementarity.hpp"
#include "verification/solves/delassus.hpp"
#include "verification/solves/kkt_residual.hpp"

namespace perpend::test::of_certificates {

namespace {

/// [ClinePai03] VI.C as shipped: six rods of 0.1 m, slightly arched, both ends pinned, the last pin open by 50 mm.
Model nearly_straight_chain() {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  constexpr double length = 0.1;
  const double slopes[] = {0.02, 0.012, 0.004, -0.004, -0.012, -0.02};
  std::vector<Vec2> ends{Vec2::Zero()};
  for (int i = 0; i < 6; ++i) {
    const Vec2 along(std::cos(slopes[i]), std::sin(slopes[i]));
    add_rod(model, "link", length, 1.0, ends.back() + 0.5 * length * along, slopes[i]);
    ends.push_back(ends.back() + length * along);
  }
  for (int i = 0; i < 6; ++i) add_joint(model, "revolute", "pin", i - 1, i, at(ends[i]));
  Properties open;
  open.set("at_first", ends.back());
  open.set("at_second", Vec2(0.55, 0.0));
  add_joint(model, "revolute", "last", 5, world_body, open);
  number_unknowns(model);
  return model;
}

/// A pendulum that runs into a stop, with dry friction in its pin.
Model stopped_pendulum() {
  Model model = chain(2);
  CoordinateElement& pin = model.joints[0].element[0];
  pin.lower = -0.05;
  pin.friction = 0.02;
  number_unknowns(model);
  return model;
}

Model stopped_hinges() {
  Model model = hinge_chain(2);
  CoordinateElement& hinge = model.joints[0].element[0];
  hinge.lower = -0.05;
  hinge.upper = 0.05;
  model.joints[1].element[0].friction = 0.05;
  number_unknowns(model);
  return model;
}

class Certifying final : public SimulationObserver {
 public:
  explicit Certifying(const Model& model)
      : layout_(allocate_evaluation(model).rows), residual_(layout_), complementarity_(layout_), enclosure(model) {}

  void on_solve(const Problem& problem, const Solution& solution) override {
    ++solves;
    proved_residuals += residual_.certify(problem, solution).verdict == Verdict::proved ? 1 : 0;
    DelassusCertifier delassus(layout_, solution.dependent_rows);
    proved_delassus += delassus.certify(problem, solution).verdict == Verdict::proved ? 1 : 0;
    if (problem.lower.size() == 0) return;
    ++bounded;
    const Certificate certificate = complementarity_.certify(problem, solution);
    proved_bounds += certificate.verdict == Verdict::proved ? 1 : 0;
    if (certificate.verdict != Verdict::proved) reason = certificate.reason;
  }
  bool on_instant(const Instant& instant) override {
    enclosure.add(instant.state, instant.step);
    largest_error = std::max(largest_error, largest_constraint_error(instant.evaluation.rows));
    return true;
  }

 private:
  ConstraintRows layout_;
  KktResidualCertifier residual_;
  ComplementarityCertifier complementarity_;

 public:
  ConstraintErrorEnclosure enclosure;
  double largest_error = 0.0;
  int solves = 0;
  int proved_residuals = 0;
  int proved_delassus = 0;
  int bounded = 0;
  int proved_bounds = 0;
  std::string reason;
};

/// `can_close`: false where methods that iterate to a tolerance rightly stop at the start.
void check_every_solve(const Model& model, const TestedMethod& tested, DependentRows policy, long steps = 200,
                       bool can_close = true) {
  const auto stabilizer = tested.stabilizer();
  if (tested.type == "reference" || stabilizer->objection(model)) return;
  Certifying observer(model);
  const SimulationResult result =
      simulate(model, initial_state(model), step_of(stabilizer),
               {.step = 1e-3, .num_steps = steps, .ledger = true, .dependent_rows = policy}, observer);
  BOOST_TEST_CONTEXT(tested.label << ": " << result.message << observer.reason) {
    BOOST_TEST((result.status == Status::converged || !can_close));
    BOOST_TEST(observer.proved_residuals == observer.solves);
    BOOST_TEST(observer.proved_delassus == observer.solves);
    BOOST_TEST(observer.proved_bounds == observer.bounded);
    BOOST_TEST((observer.bounded > 0) == !model.coordinate_rows.empty());
    BOOST_TEST(observer.solves > 0);
    BOOST_TEST((observer.enclosure.certificate().verdict == Verdict::proved));
    // The kernel rounds each of a few dozen operations on numbers of at most 10 m.
    const double rounding = 100.0 * 0x1p-53 * 10.0;
    BOOST_TEST(observer.enclosure.lower() <= observer.largest_error + rounding);
    BOOST_TEST(observer.enclosure.upper() >= observer.largest_error - rounding);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(certificates)

BOOST_AUTO_TEST_CASE(every_solve_on_the_falling_chain_is_proved) {
  for (const TestedMethod& tested : tested_methods()) check_every_solve(chain(6), tested, DependentRows::stop);
}

BOOST_AUTO_TEST_CASE(every_solve_on_the_redundant_four_bar_is_proved) {
  for (const TestedMethod& tested : tested_methods())
    check_every_solve(four_bar(true), tested, DependentRows::leave_out);
}

BOOST_AUTO_TEST_CASE(every_solve_on_a_nearly_straight_chain_with_a_large_error_is_proved) {
  for (const TestedMethod& tested : tested_methods())
    check_every_solve(nearly_straight_chain(), tested, DependentRows::stop, 200, false);
}

BOOST_AUTO_TEST_CASE(every_solve_of_mechanisms_in_space_is_proved) {
  for (const TestedMethod& tested : tested_methods()) {
    check_every_solve(ball_chain(4), tested, DependentRows::stop, 60);
    check_every_solve(hinge_chain(4), tested, DependentRows::stop, 60);
    check_every_solve(spatial_four_bar(), tested, DependentRows::stop, 60);
    check_every_solve(slider_crank(), tested, DependentRows::stop, 60);
  }
}

BOOST_AUTO_TEST_CASE(every_solve_on_a_four_bar_with_three_rows_too_many_is_proved) {
  for (const TestedMethod& tested : tested_methods())
    check_every_solve(lifted_four_bar(), tested, DependentRows::leave_out, 60);
}

BOOST_AUTO_TEST_CASE(every_solve_with_limits_and_dry_friction_is_proved) {
  for (const TestedMethod& tested : tested_methods()) {
    check_every_solve(stopped_pendulum(), tested, DependentRows::stop, 300);
    check_every_solve(stopped_hinges(), tested, DependentRows::stop, 300);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_certificates
