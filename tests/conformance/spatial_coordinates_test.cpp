// The free coordinates of joints in space: laws for all of them, known motions for each joint.
#include "kernel/model/numbers/trigonometry.hpp"
#include "tests/support/spatial_samples.hpp"

namespace perpend::test::of_spatial_coordinates {

namespace {

constexpr double pi = 3.141592653589793;
const Vec3 point(0.3, -0.4, 0.5);
const Vec3 axis(1.0, 2.0, -2.0);  // length 3
const Vec3 second_axis(0.5, 0.3, 0.9);

/// Coordinates of the joint, each nearest to `near`, for body 0 at rest where it started and body 1 moved from its
/// start by a rotation about `point`, then by `shift`.
struct Moved {
  Model model;
  Joint joint;
  std::array<SpatialMotion<double>, num_sides> body;

  Moved(std::string_view type, Properties values) {
    Random random(7);
    model.space = Space::spatial;
    model.bodies = {random_spatial_body(random, BodyKind::rigid), random_spatial_body(random, BodyKind::rigid)};
    number_unknowns(model);
    joint = made_joint(spatial_joint_type(type), values, {{&model.bodies[0], &model.bodies[1]}});
    joint.body = {0, 1};
    const State start = initial_state(model);
    body = motions<double>(model, joint, start.q, start.v);
  }

  void turn(int side, const Vec3& direction, double angle, const Vec3& shift = Vec3::Zero()) {
    const Vec3 rotation_vector = direction.normalized() * angle;
    const Matrix3 rotation = rotation_matrix(quaternion_exponential(rotation_vector));
    body[side].rotation = rotation * body[side].rotation;
    body[side].position = point + rotation * (body[side].position - point) + shift;
  }

  [[nodiscard]] double coordinate(int which, double near = 0.0) const {
    CoordinateValue<double, 6> c;
    joint.type->coordinate_spatial(joint, body, which, near, c);
    return c.value;
  }

  /// Largest |phi|.
  [[nodiscard]] double error(const double* near = nullptr) const {
    SpatialRows<double> rows;
    joint.type->evaluate_spatial(joint, body, 0.0, near, rows);
    double largest = 0.0;
    for (int i = 0; i < joint.type->num_rows; ++i) largest = std::max(largest, std::abs(rows.phi[i]));
    return largest;
  }
};

Properties at_axis(std::string_view name = "axis") {
  Properties values;
  values.set("at", point);
  values.set(name, axis);
  return values;
}

// Positions and arms below 3, angles below 25, fifty operations.
constexpr double rounding = 50.0 * 25.0 * 0x1p-53;

void check_close(double value, double expected) {
  BOOST_TEST(std::abs(value - expected) < rounding, value << " is not " << expected);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(spatial_coordinates)

BOOST_AUTO_TEST_CASE(coordinates_have_their_gradient_and_their_quadratic_term_also_off_the_constraint) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    for (int which = 0; which < sample.joint.type->num_coordinates; ++which) {
      const auto gradient = [&](const RealVector& q) {
        const auto c = coordinate_at(sample, which, q, sample.v);
        return over_velocities(sample, c.jacobian);
      };
      const RealVector here = gradient(sample.q);
      for (Eigen::Index k = 0; k < here.size(); ++k) {
        const RealVector direction = RealVector::Unit(here.size(), k);
        const Real difference = derivative([&](Real t) {
          return coordinate_at(sample, which, moved(sample.model, sample.q, direction, t), direction).value;
        });
        BOOST_TEST(std::abs(here[k] - difference) < difference_bound);
      }
      const Real difference =
          derivative([&](Real t) { return gradient(moved(sample.model, sample.q, sample.v, t)).dot(sample.v); });
      const Real jdot_v = coordinate_at(sample, which, sample.q, sample.v).jdot_v;
      BOOST_TEST(std::abs(jdot_v - difference) < difference_bound);
    }
  });
}

BOOST_AUTO_TEST_CASE(coordinates_are_at_start_in_the_start_pose) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    Joint joint = sample.joint;
    joint.element[0].at_start = 10.0;
    joint.element[1].at_start = -0.25;
    const State start = initial_state(sample.model);
    const auto body = motions<double>(sample.model, joint, start.q, start.v);
    for (int which = 0; which < joint.type->num_coordinates; ++which) {
      CoordinateValue<double, 6> c;
      const double expected = joint.element[which].at_start;
      joint.type->coordinate_spatial(joint, body, which, expected, c);
      check_close(c.value, expected);
    }
    const std::array<double, 2> near{10.0, -0.25};
    SpatialRows<double> rows;
    joint.type->evaluate_spatial(joint, body, 0.0, near.data(), rows);
    for (int i = 0; i < joint.type->num_rows; ++i) check_close(rows.phi[i], 0.0);
  });
}

BOOST_AUTO_TEST_CASE(double_and_long_double_coordinates_agree_to_rounding) {
  for_each_spatial_sample([](const SpatialSample& sample, std::uint64_t) {
    const VectorX q = sample.q.cast<double>();
    const VectorX v = sample.v.cast<double>();
    for (int which = 0; which < sample.joint.type->num_coordinates; ++which) {
      CoordinateValue<double, 6> c;
      sample.joint.type->coordinate_spatial(sample.joint, motions<double>(sample.model, sample.joint, q, v), which,
                                            static_cast<double>(sample.near[which]), c);
      const auto extended = coordinate_at(sample, which, q.cast<Real>(), v.cast<Real>());
      // As for rows: 40 operations on values below 8, divided by 0.26 twice.
      const double bound = 40.0 * 8.0 * 16.0 * 0x1p-53;
      BOOST_TEST(std::abs(static_cast<double>(c.value - extended.value)) < bound);
      BOOST_TEST(std::abs(static_cast<double>(c.jdot_v - extended.jdot_v)) < 12.0 * bound);
      for (int side = 0; side < num_sides; ++side)
        for (int j = 0; j < 6; ++j)
          BOOST_TEST(std::abs(static_cast<double>(c.jacobian[side][j] - extended.jacobian[side][j])) < bound);
    }
  });
}

BOOST_AUTO_TEST_CASE(a_hinge_reads_the_angle_that_it_was_turned_by) {
  for (double angle : {-3.0, -0.2, 1e-9, 1.5, 3.1}) {
    Moved hinge("revolute", at_axis());
    hinge.turn(1, axis, angle);
    check_close(hinge.coordinate(0), angle);
    BOOST_TEST(hinge.error() < rounding);
    // Both sides turned together: nothing changes. The first side back: the angle comes to 0.
    hinge.turn(0, axis, angle);
    check_close(hinge.coordinate(0), 0.0);
  }
}

BOOST_AUTO_TEST_CASE(whole_turns_follow_the_last_value) {
  Moved hinge("revolute", at_axis());
  double last = 0.0;
  for (int i = 0; i < 30; ++i) {
    hinge.turn(1, axis, 0.7);
    last = hinge.coordinate(0, last);
    check_close(last, 0.7 * (i + 1));
  }
}

BOOST_AUTO_TEST_CASE(a_twist_does_not_see_the_swing_nor_which_perpendiculars_were_chosen) {
  Moved hinge("revolute", at_axis());
  hinge.turn(1, axis, 0.8);
  hinge.turn(1, cross(axis, second_axis), 1.1);  // swing: the axes part
  check_close(hinge.coordinate(0), 0.8);
  for (int side = 0; side < 2; ++side) {
    Matrix3& frame = hinge.joint.spatial.frame[side];
    const Vec3 about = frame.col(0) * 2.0;
    frame = (rotation_matrix(quaternion_exponential(about)) * frame).eval();
  }
  check_close(hinge.coordinate(0), 0.8);
}

BOOST_AUTO_TEST_CASE(a_slider_and_a_bead_read_their_travel) {
  for (std::string_view type : {"prismatic", "point_on_line"}) {
    Moved slider(type, at_axis());
    slider.body[1].position += axis / 3.0 * 1.25;
    check_close(slider.coordinate(0), 1.25);
    BOOST_TEST(slider.error() < rounding);
    slider.turn(0, second_axis, 0.4);
    slider.turn(1, second_axis, 0.4);
    check_close(slider.coordinate(0), 1.25);
    BOOST_TEST(slider.error() < rounding);
  }
  Moved across("prismatic", at_axis());
  across.body[1].position += cross(axis, second_axis).normalized() * 0.5;
  check_close(across.coordinate(0), 0.0);
  BOOST_TEST(across.error() > 0.5 / std::sqrt(2.0) - rounding);  // the larger of two components
}

BOOST_AUTO_TEST_CASE(a_slider_with_two_points_starts_at_zero_travel) {
  Properties values;
  values.set("axis", axis);
  values.set("at_first", point);
  values.set("at_second", Vec3(point + axis));
  Moved slider("prismatic", values);
  check_close(slider.coordinate(0), 0.0);
  BOOST_TEST(slider.error() < rounding);
}

BOOST_AUTO_TEST_CASE(a_cylinder_slides_and_turns) {
  Moved cylinder("cylindrical", at_axis());
  cylinder.turn(1, axis, 2.0, axis / 3.0 * -0.75);
  check_close(cylinder.coordinate(0), -0.75);
  check_close(cylinder.coordinate(1), 2.0);
  BOOST_TEST(cylinder.error() < rounding);
}

BOOST_AUTO_TEST_CASE(a_plane_slides_and_turns_in_the_plane) {
  Moved plate("planar", at_axis("normal"));
  plate.turn(1, axis, 2.0, cross(axis, second_axis));
  BOOST_TEST(plate.error() < rounding);
  plate.body[1].position += axis / 3.0 * 0.1;
  check_close(plate.error(), 0.1);
}

BOOST_AUTO_TEST_CASE(a_universal_joint_reads_the_angles_of_its_cross_at_any_angle_of_the_axes) {
  for (const Vec3& other : {Vec3(2.0, -1.0, 0.0), second_axis}) {  // perpendicular, and at 103 degrees
    Properties values = at_axis();
    values.set("axis_second", other);
    Moved joint("universal", values);
    joint.turn(1, other, 1.3);  // about its own axis first, then with the cross about that of the first
    joint.turn(1, axis, -0.9);
    check_close(joint.coordinate(0), -0.9);
    check_close(joint.coordinate(1), 1.3);
    BOOST_TEST(joint.error() < rounding);
  }
}

// Hooke's joint between shafts that meet at beta, the arm of the driver starting across the plane of the shafts:
// the arms (0, -sin in, cos in) and e cos out + z sin out are perpendicular for tan(out) = tan(in) cos(beta).
BOOST_AUTO_TEST_CASE(a_universal_joint_turns_two_shafts_as_hooke_says) {
  const double beta = 0.6;
  const Vec3 driver = Vec3::UnitX();
  const Vec3 driven(std::cos(beta), std::sin(beta), 0.0);
  Properties values;
  values.set("at", point);
  values.set("axis", Vec3(Vec3::UnitZ()));
  values.set("axis_second", Vec3(-std::sin(beta), std::cos(beta), 0.0));
  for (double in : {0.3, 1.0, 1.4, 2.5, -0.8}) {
    Moved shafts("universal", values);
    shafts.turn(0, driver, in);
    shafts.turn(1, driven, std::atan2(std::sin(in) * std::cos(beta), std::cos(in)));
    BOOST_TEST(shafts.error() < rounding);
  }
}

BOOST_AUTO_TEST_CASE(a_screw_advances_by_its_pitch_also_after_many_turns) {
  for (double pitch : {0.25, -0.5}) {
    Properties values = at_axis();
    values.set("pitch", pitch);
    Moved screw("screw", values);
    double last = 0.0;
    for (int i = 1; i <= 8; ++i) {
      screw.turn(1, axis, 2.5, axis / 3.0 * (pitch * 2.5 / (2.0 * pi)));
      last = screw.coordinate(1, last);
      const std::array<double, 2> near{0.0, last};
      check_close(last, 2.5 * i);
      check_close(screw.coordinate(0), pitch * 2.5 * i / (2.0 * pi));
      BOOST_TEST(screw.error(near.data()) < rounding);
      BOOST_TEST(screw.error() < rounding);  // the travel tells the turns too
    }
    BOOST_TEST(screw.joint.tracks_coordinates);
  }
}

BOOST_AUTO_TEST_CASE(gears_keep_their_ratio_for_many_turns) {
  for (bool internal : {false, true}) {
    Properties values;
    values.set("axis", axis);
    values.set("axis_second", second_axis);
    values.set("ratio", 1.5);
    values.set("internal", internal);
    Moved gear("gear", values);
    std::array<double, 2> near{};
    for (int i = 1; i <= 10; ++i) {
      gear.turn(0, axis, 1.1);
      gear.turn(1, second_axis, internal ? 1.65 : -1.65);
      BOOST_TEST(gear.error(near.data()) < rounding);
      for (int k = 0; k < 2; ++k) near[k] = gear.coordinate(k, near[k]);
      check_close(near[0], 1.1 * i);
    }
    BOOST_TEST(gear.joint.tracks_coordinates);
  }
}

BOOST_AUTO_TEST_CASE(a_rack_travels_as_its_pinion_turns) {
  Properties values;
  values.set("axis", second_axis);
  values.set("pinion_axis", axis);
  values.set("radius", 0.2);
  Moved rack("rack_and_pinion", values);
  std::array<double, 2> near{};
  for (int i = 1; i <= 10; ++i) {
    rack.turn(0, axis, 1.1);
    rack.body[1].position += second_axis.normalized() * 0.22;
    BOOST_TEST(rack.error(near.data()) < rounding);
    for (int k = 0; k < 2; ++k) near[k] = rack.coordinate(k, near[k]);
    check_close(near[0], 1.1 * i);
    check_close(near[1], 0.22 * i);
  }
}

BOOST_AUTO_TEST_CASE(the_arc_tangent_keeps_its_bound) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const double scale = std::exp2(random.uniform(-30.0, 30.0));
    const double y = random.uniform(-1.0, 1.0) * (i % 3 == 0 ? scale : 1.0);
    const double x = random.uniform(-1.0, 1.0) * (i % 3 == 1 ? scale : 1.0);
    const long double exact = std::atan2(static_cast<long double>(y), static_cast<long double>(x));
    BOOST_TEST(std::abs(static_cast<long double>(arc_tangent(y, x)) - exact) < arc_tangent_error_bound);
    BOOST_TEST(arc_tangent(-y, x) == -arc_tangent(y, x));
  }
  BOOST_TEST(arc_tangent(0.0, 1.0) == 0.0);
  BOOST_TEST(arc_tangent(1.0, 0.0) == pi / 2.0);
  BOOST_TEST(arc_tangent(0.0, -1.0) == pi);
  BOOST_TEST(std::isnan(arc_tangent(0.0, 0.0)));
  BOOST_TEST(std::isnan(arc_tangent(std::nan(""), 1.0)));
}

BOOST_AUTO_TEST_CASE(factories_name_the_field_that_is_wrong) {
  const auto error = [&](std::string_view type, const Properties& values, const JointSite& site = {}) {
    const auto made = spatial_joint_type(type).make(values, site);
    const auto* refused = std::get_if<FactoryError>(&made);
    BOOST_REQUIRE(refused != nullptr);
    BOOST_TEST(!refused->message.empty());
    BOOST_TEST(!refused->hint.empty());
    return *refused;
  };
  const auto with = [](Properties values, std::string_view name, PropertyValue value) {
    values.set(name, std::move(value));
    return values;
  };
  const Properties at = with({}, "at", point);
  const Vec3 zero = Vec3::Zero();
  for (std::string_view type : {"ball", "weld"}) BOOST_TEST(error(type, {}).field == "at");
  for (std::string_view type : {"revolute", "cylindrical", "universal", "point_on_line"}) {
    BOOST_TEST(error(type, with(with({}, "axis", axis), "at_first", point)).field == "at");
    BOOST_TEST(error(type, with(at, "axis", zero)).field == "axis");
  }
  BOOST_TEST(error("prismatic", with(at, "axis", zero)).field == "axis");
  BOOST_TEST(error("planar", with(at, "normal", zero)).field == "normal");
  BOOST_TEST(error("screw", with(at_axis(), "pitch", 0.0)).field == "pitch");
  BOOST_TEST(error("gear", with(with({}, "axis", zero), "ratio", 1.0)).field == "axis");
  BOOST_TEST(error("rack_and_pinion", with(with({}, "axis", axis), "pinion_axis", zero)).field == "pinion_axis");
  BOOST_TEST(error("distance", {}).field == "length");
  BOOST_TEST(error("distance", with({}, "length", TimeFunction(1.0))).field == "");
  const FactoryError parallel = error("universal", with(at_axis(), "axis_second", Vec3(-axis)));
  BOOST_TEST(parallel.field == "axis_second");
  BOOST_TEST(parallel.message ==
             "the axes (1, 2, -2) and (-1, -2, 2) are parallel: the angle between them is 180 degrees");
  Body particle;
  particle.kind = BodyKind::particle;
  BOOST_TEST(error("point_on_line", at_axis(), {{&particle, nullptr}}).field == "");
  BOOST_TEST(std::holds_alternative<Joint>(spatial_point_on_line_joint.make(at_axis(), {{nullptr, &particle}})));
  const Properties rack = with(with(with({}, "axis", axis), "pinion_axis", axis), "radius", 1.0);
  BOOST_TEST(error("rack_and_pinion", rack, {{&particle, nullptr}}).field == "");
  // Bodies without orientation are refused by the flag that the registry states.
  for (const JointType& type : spatial_joint_types())
    BOOST_TEST(type.needs_angles == (type.spec.name != "ball" && type.spec.name != "distance" &&
                                     type.spec.name != "point_on_line" && type.spec.name != "rack_and_pinion"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_spatial_coordinates
