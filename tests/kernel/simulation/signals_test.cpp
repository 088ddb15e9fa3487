// Every registered signal against the state that it is read from.
#include <boost/test/unit_test.hpp>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/simulation/signals.hpp"
#include "tests/support/mechanisms_spatial.hpp"
#include "tests/support/shape_forms.hpp"
#include "tests/support/stepping.hpp"

namespace perpend::test::of_signals {

namespace {

/// A mechanism after one step, with everything that a signal may look at.
struct Seen {
  Model model = chain(2);
  Stepper stepper{model};
  State state;
  Evaluation evaluation;
  Ledger ledger{.applied = 1.0, .joints = 2.0, .stabilization = 3.0, .correction = 4.0, .integration = 5.0};

  explicit Seen(std::string_view name = "post_stabilization") {
    state = stepper.step(*method(name), initial_state(model), 0.01);
    evaluation = stepper.at(state);
  }

  double value(std::string_view signal, MeasureSpec spec, const State* reference = nullptr) {
    for (const SignalType& type : signal_types())
      if (type.spec.name == signal) spec.signal = &type;
    BOOST_REQUIRE(spec.signal != nullptr);
    const Instant instant{1, state, evaluation, stepper.report, ledger};
    VectorX components;
    return measure(spec, {model, instant, -1.5, reference, 3e-16}, components);
  }
};

MeasureSpec of(int entity, Reduction reduction = Reduction::none) {
  MeasureSpec spec;
  spec.entity = entity;
  spec.reduction = reduction;
  return spec;
}

const Vec4 turn_about_z(std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5));  // a quarter turn

MeasureSpec of_kind(const std::string& kind) {
  MeasureSpec spec;
  spec.entity_kind = kind;
  return spec;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(signals)

BOOST_AUTO_TEST_CASE(errors_are_rows_of_the_state_they_are_asked_at) {
  Seen seen;
  const VectorX& phi = seen.evaluation.rows.phi;
  BOOST_TEST(seen.value("constraint_error", of(-1, Reduction::max_abs)) == largest(phi));
  BOOST_TEST(seen.value("constraint_error", of(1, Reduction::y)) == phi[3]);
  BOOST_TEST(seen.value("constraint_error", of(1, Reduction::norm)) == phi.tail(2).norm());
  const double before = seen.value("constraint_error_before_post", of(-1, Reduction::max_abs));
  BOOST_TEST(before == largest(seen.stepper.report.phi_before));
  BOOST_TEST(before > 10.0 * largest(phi));
  VectorX rate;
  apply_jacobian(seen.evaluation.rows, seen.state.v, rate);
  BOOST_TEST(seen.value("velocity_error", of(0, Reduction::x)) == rate[0]);
}

BOOST_AUTO_TEST_CASE(without_a_correction_the_error_before_it_is_the_error) {
  Seen seen("none");
  BOOST_TEST(seen.value("constraint_error_before_post", of(-1, Reduction::max_abs)) ==
             largest(seen.evaluation.rows.phi));
}

BOOST_AUTO_TEST_CASE(energies_add_up_and_count_from_the_start) {
  Seen seen;
  const double kinetic = seen.value("energy", of_kind("kinetic"));
  const double potential = seen.value("energy", of_kind("potential"));
  const double total = seen.value("total_energy", of(-1));
  BOOST_TEST(kinetic > 0.0);
  BOOST_TEST(total == kinetic + potential);
  BOOST_TEST(seen.value("energy_error", of(-1)) == total + 1.5);
  const double by_hand = 0.5 * seen.state.v.dot(seen.stepper.mass().cwiseProduct(seen.state.v));
  BOOST_TEST(kinetic == by_hand);
}

BOOST_AUTO_TEST_CASE(each_kind_of_work_is_its_own_entry) {
  Seen seen;
  BOOST_TEST(seen.value("work", of_kind("applied")) == 1.0);
  BOOST_TEST(seen.value("work", of_kind("joints")) == 2.0);
  BOOST_TEST(seen.value("work", of_kind("stabilization")) == 3.0);
  BOOST_TEST(seen.value("work", of_kind("correction")) == 4.0);
  BOOST_TEST(seen.value("work", of_kind("integration")) == 5.0);
}

BOOST_AUTO_TEST_CASE(motions_are_those_of_the_point) {
  Seen seen;
  MeasureSpec tip = of(1, Reduction::x);
  tip.point = Vec3(0.05, 0.0, 0.0);
  const double angle = seen.state.q[5];
  BOOST_TEST(seen.value("angle", of(1)) == angle);
  BOOST_TEST(seen.value("spin", of(1)) == seen.state.v[5]);
  BOOST_TEST(std::abs(seen.value("position", tip) - (seen.state.q[3] + 0.05 * std::cos(angle))) < 1e-16);
  tip.reduction = Reduction::y;
  BOOST_TEST(std::abs(seen.value("velocity", tip) - (seen.state.v[4] + 0.05 * seen.state.v[5] * std::cos(angle))) <
             1e-15);
  BOOST_TEST(std::abs(seen.value("momentum", of(-1, Reduction::y)) - (seen.state.v[1] + seen.state.v[4])) < 1e-16);
}

BOOST_AUTO_TEST_CASE(what_was_not_measured_is_nan) {
  Seen seen;
  BOOST_TEST(std::isnan(seen.value("reference_error", of(1))));
  State reference = seen.state;
  reference.q[3] += 3.0;
  reference.q[4] += 4.0;
  BOOST_TEST(std::abs(seen.value("reference_error", of(1), &reference) - 5.0) < 1e-15);
  BOOST_TEST(seen.value("residual", of(-1)) == 3e-16);
  BOOST_TEST(seen.value("impulse", of(1, Reduction::norm)) == seen.stepper.report.impulse.tail(2).norm());
  Seen exact("reference");
  BOOST_TEST(exact.value("impulse", of(1, Reduction::norm)) == seen.value("impulse", of(1, Reduction::norm)),
             boost::test_tools::tolerance(0.1));  // at the end of the step, not over it
  exact.stepper.report.has_impulses = false;
  BOOST_TEST(std::isnan(exact.value("impulse", of(1, Reduction::norm))));
}

BOOST_AUTO_TEST_CASE(a_nan_in_any_row_is_a_nan_and_an_infinity_an_infinity) {
  for (Reduction reduction : {Reduction::max_abs, Reduction::norm, Reduction::sum}) {
    Seen seen;
    seen.evaluation.rows.phi[1] = std::numeric_limits<double>::infinity();
    BOOST_TEST(std::isinf(seen.value("constraint_error", of(-1, reduction))));
    seen.evaluation.rows.phi[0] = std::nan("");
    BOOST_TEST(std::isnan(seen.value("constraint_error", of(-1, reduction))));
  }
}

/// A spatial mechanism at a state, evaluated; no step has led there.
struct SeenInSpace {
  Model model;
  State state;
  Evaluation evaluation;
  StepReport report;

  explicit SeenInSpace(Model made) : model(std::move(made)) {
    number_unknowns(model);
    state = initial_state(model);
    evaluation = allocate_evaluation(model);
    evaluate(model, state, evaluation);
  }

  VectorX components(std::string_view signal, MeasureSpec spec = of(-1), const State* reference = nullptr) {
    for (const SignalType& type : signal_types())
      if (type.spec.name == signal) spec.signal = &type;
    BOOST_REQUIRE(spec.signal != nullptr);
    VectorX result;
    spec.signal->evaluate({model, {1, state, evaluation, report, {}}, 0.0, reference, 0.0}, spec, result);
    return result;
  }
};

BOOST_AUTO_TEST_CASE(motions_in_space_are_those_of_the_point) {
  Model model = spatial_world(Vec3::Zero());
  add_solid(model, "body", 2.0, Vec3(1.0, 2.0, 3.0), Vec3(1.0, 0.0, 0.0), turn_about_z, Vec3(0.0, 0.0, 4.0));
  model.bodies[0].spatial.velocity = Vec3(0.0, 1.0, 0.0);
  add_spatial_particle(model, "bob", 0.5, Vec3(0.0, 2.0, 0.0), Vec3(0.0, 0.0, 3.0));
  SeenInSpace seen(std::move(model));
  MeasureSpec tip = of(0);
  tip.point = Vec3(0.5, 0.0, 0.25);  // x of the body is y of the world
  BOOST_TEST((seen.components("position", tip) - Vec3(1.0, 0.5, 0.25)).norm() < 1e-15);
  BOOST_TEST((seen.components("velocity", tip) - Vec3(-2.0, 1.0, 0.0)).norm() < 1e-15);
  BOOST_TEST((seen.components("spin", of(0)) - Vec3(0.0, 0.0, 4.0)).isZero(0.0));
  BOOST_TEST((seen.components("momentum") - Vec3(0.0, 2.0, 1.5)).norm() < 1e-15);
  // Body: x cross m v = (0, 0, 2), I omega = (0, 0, 12); bob: (0, 2, 0) cross (0, 0, 1.5).
  BOOST_TEST((seen.components("angular_momentum") - Vec3(3.0, 0.0, 14.0)).norm() < 1e-14);
  State reference = seen.state;
  reference.q.segment<3>(7) += Vec3(1.0, 2.0, 2.0);
  BOOST_TEST(seen.components("reference_error", of(1), &reference)[0] == 3.0);
}

BOOST_AUTO_TEST_CASE(angular_momentum_in_the_plane_is_about_the_origin) {
  Seen seen;
  double expected = 0.0;
  for (int i = 0; i < 2; ++i) {
    const Eigen::Index k = 3 * i;
    expected += seen.state.q[k] * seen.state.v[k + 1] - seen.state.q[k + 1] * seen.state.v[k];
    expected += seen.model.bodies[i].inertia * seen.state.v[k + 2];
  }
  BOOST_TEST(std::abs(seen.value("angular_momentum", of(-1)) - expected) < 1e-16);
}

BOOST_AUTO_TEST_CASE(errors_of_positions_and_of_velocities_are_told_apart) {
  Model model = hinge_chain(1);
  add_solid(model, "ball", 1.0, Vec3::Ones(), Vec3(5.0, 0.0, 1.0), Vec4::UnitX(), Vec3(0.0, 2.0, 0.0));
  add_spatial_joint(model, spatial_rolling_constraint, "roll", world_body, 1, properties_of({{"radius", 1.0}}));
  SeenInSpace seen(std::move(model));
  const int first = seen.model.joints[1].first_row;
  const int held = seen.model.joints[1].num_rows - spatial_rolling_constraint.num_nonholonomic;
  seen.evaluation.rows.phi.setConstant(7.0);
  BOOST_TEST(seen.components("constraint_error").size() == first + held);
  BOOST_TEST(seen.components("constraint_error", of(0)).size() == 5);
  BOOST_TEST(seen.components("velocity_error").size() == first + held);
  BOOST_TEST(seen.components("nonholonomic_error").size() == spatial_rolling_constraint.num_nonholonomic);
  BOOST_TEST(seen.components("nonholonomic_error", of(0)).size() == 0);
  // It turns with 2 rad/s at rest: the point of contact slips with 2 m/s.
  BOOST_TEST(std::abs(seen.components("nonholonomic_error").norm() - 2.0) < 1e-14);
}

BOOST_AUTO_TEST_CASE(coordinates_and_limits_are_those_of_the_joint) {
  Model model = hinge_chain(2);
  model.joints[0].element[0].at_start = 0.5;
  model.joints[0].element[0].upper = 0.25;
  model.joints[0].element[0].lower = -2.0;
  model.joints[0].element[0].friction = 1.0;
  model.joints[1].tracks_coordinates = true;
  SeenInSpace seen(std::move(model));
  BOOST_TEST(seen.components("joint_angle", of(0))[0] == 0.5);
  BOOST_TEST(seen.components("joint_angle", of(1))[0] == 0.0);
  BOOST_TEST(std::isnan(seen.components("joint_slide", of(0))[0]));
  BOOST_TEST(std::isnan(seen.components("joint_angle_second", of(0))[0]));
  const VectorX beyond = seen.components("limit_violation");
  BOOST_TEST(beyond.size() == 2);
  BOOST_TEST(std::abs(beyond.maxCoeff() - 0.25) < 1e-15);
  BOOST_TEST(beyond.minCoeff() == 0.0);
  BOOST_TEST(seen.components("limit_violation", of(1)).size() == 0);
}

BOOST_AUTO_TEST_CASE(contacts_are_measured_from_the_state_and_from_the_report_of_the_step) {
  Seen seen;
  BOOST_TEST(seen.value("penetration", of(-1)) == 0.0);
  seen.evaluation.contacts.contacts.resize(3);
  seen.evaluation.contacts.contacts[0].gap = 0.5;
  seen.evaluation.contacts.contacts[1].gap = -0.25;
  seen.evaluation.contacts.contacts[2].gap = -0.125;
  BOOST_TEST(seen.value("penetration", of(-1)) == 0.25);
  StepReport& report = seen.stepper.report;
  report.num_contacts = 3;
  report.lcp_size = 12;
  report.lcp_iterations = 7;
  report.contact_residual = 0x1p-50;
  BOOST_TEST(seen.value("num_contacts", of(-1)) == 3.0);
  BOOST_TEST(seen.value("lcp_size", of(-1)) == 12.0);
  BOOST_TEST(seen.value("pivots", of(-1)) == 7.0);
  BOOST_TEST(seen.value("lcp_residual", of(-1)) == 0x1p-50);
  seen.ledger.contact = 6.0;
  seen.ledger.friction = -7.0;
  BOOST_TEST(seen.value("work", of_kind("contact")) == 6.0);
  BOOST_TEST(seen.value("work", of_kind("friction")) == -7.0);
}

BOOST_AUTO_TEST_CASE(the_impulse_of_a_named_contact_is_the_sum_of_its_points) {
  Seen seen;
  seen.model.contact_pairs.push_back({.name = "rest", .body = {1, 0}});
  seen.state.contacts = {{.body = {0, 1}, .feature = 0, .normal = 2.0},
                         {.body = {0, 1}, .feature = 1, .normal = 3.0},
                         {.body = {0, 2}, .feature = 0, .normal = 5.0}};
  BOOST_TEST(seen.value("contact_impulse", of(0)) == 5.0);
}

BOOST_AUTO_TEST_CASE(the_gap_of_a_named_contact_is_the_distance_of_the_two_outlines) {
  Seen seen;
  for (Body& body : seen.model.bodies)
    body.shape = with_planar_form({.kind = ShapeKind::disk, .size = Vec2(0.25, 0.0), .vertices = {}});
  seen.evaluation.motions[0].position = Vec2(0.0, 1.0);
  seen.evaluation.motions[1].position = Vec2(3.0, 5.0);
  seen.model.contact_pairs.push_back({.name = "apart", .body = {1, 0}});
  BOOST_TEST(seen.value("gap", of(0)) == 4.5);
}

BOOST_AUTO_TEST_CASE(errors_of_the_laws_of_contact_are_those_of_the_step) {
  Seen seen;
  const Instant instant{1, seen.state, seen.evaluation, seen.stepper.report, seen.ledger};
  const SignalContext context{seen.model, instant, 0.0,
                              nullptr,    0.0,     {.signorini = 1.0, .cone = 2.0, .dissipation = 3.0}};
  VectorX out;
  double expected = 1.0;
  for (const char* name : {"signorini_error", "cone_error", "dissipation_error"})
    for (const SignalType& type : signal_types())
      if (type.spec.name == name) {
        type.evaluate(context, of(-1), out);
        BOOST_TEST(out[0] == expected++);
      }
  BOOST_TEST(expected == 4.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_signals
