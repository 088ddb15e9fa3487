// The enclosed constraint error holds what the kernel's own equations give in extended precision, for every row of
// every registry. The two were written apart and share nothing but the derivations.
#include <algorithm>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/drive_types.hpp"
#include "kernel/joints/joint_types.hpp"
#include "tests/support/random.hpp"
#include "tests/support/row_laws.hpp"
#include "verification/motion/trajectory.hpp"

namespace perpend::test::of_enclosure {

namespace {

std::vector<const JointType*> all_types(Space space) {
  std::vector<const JointType*> result;
  const auto add = [&](std::span<const JointType> rows) {
    for (const JointType& row : rows) result.push_back(&row);
  };
  const bool planar = space == Space::planar;
  add(planar ? joint_types() : spatial_joint_types());
  add(planar ? drive_types() : spatial_drive_types());
  add(planar ? constraint_types() : spatial_constraint_types());
  return result;
}

/// a + sin(1.7 t) sqrt(t)
TimeFunction wave(Random& random) {
  using Op = TimeFunction::Op;
  return TimeFunction({{Op::number, random.uniform(-1.0, 1.0)},
                       {Op::number, 1.7},
                       {Op::time, 0.0},
                       {Op::multiply, 0.0},
                       {Op::sin, 0.0},
                       {Op::time, 0.0},
                       {Op::sqrt, 0.0},
                       {Op::multiply, 0.0},
                       {Op::add, 0.0}});
}

/// Any geometry will do: an equation is compared, no mechanism built.
Joint random_joint(const JointType& type, Random& random) {
  Joint joint;
  joint.type = &type;
  joint.body = {0, 1};
  if (has_carrier(type)) joint.carrier = 2;
  for (int side = 0; side < 2; ++side) {
    joint.anchor[side] = random.point(0.5);
    joint.spatial.anchor[side] = random.vector(3, 0.5);
    joint.spatial.frame[side] = rotation_matrix(random_rotation(random));
    joint.spatial.carrier_frame[side] = rotation_matrix(random_rotation(random));
    joint.element[side].at_start = random.uniform(-1.0, 1.0);
  }
  joint.axis = random.point(1.0).normalized();
  joint.angle = random.uniform(-1.0, 1.0);
  joint.length = random.uniform(0.5, 2.0);
  joint.quadratic = random.below(2) == 0;
  joint.ratio = random.uniform(0.2, 2.0);
  joint.radius = random.uniform(0.2, 2.0);
  const int width = type.space == Space::planar ? 3 : 6;
  joint.coefficients = MatrixX::Zero(2, num_sides * width);
  joint.coefficients.leftCols(2 * width).setOnes();
  for (int i = 0; i < 6; ++i) joint.drive.push_back(wave(random));
  if (type.spec.name == "distance" && joint.quadratic) joint.drive.clear();  // its length is constant
  joint.drive_rate = joint.drive_acceleration = joint.drive;
  joint.tracks_coordinates = type.num_coordinates > 0;
  return joint;
}

/// The third one carries gears and racks.
Model three_bodies(const Joint& joint, Space space) {
  Model model;
  model.space = space;
  model.bodies.resize(3);
  for (Body& body : model.bodies) {
    body.mass = body.inertia = 1.0;
    body.spatial.inertia = Matrix3::Identity();
  }
  model.joints.push_back(joint);
  number_unknowns(model);
  return model;
}

State random_state(const Model& model, Random& random) {
  State state;
  state.time = random.uniform(0.0, 5.0);
  state.q = random.vector(model.num_positions, 3.0);
  state.v = VectorX::Zero(model.num_velocities);
  if (model.space == Space::spatial)
    for (const Body& body : model.bodies) state.q.segment<4>(body.q_offset + 3) = random_rotation(random);
  if (random.below(2) == 0) state.coordinates = random.vector(model.num_joint_coordinates, 20.0);
  return state;
}

/// Largest |phi_i| of holonomic rows.
Real kernel_error(const Model& model, const State& state) {
  const Joint& joint = model.joints[0];
  const RealVector q = state.q.cast<Real>();
  const RealVector v = state.v.cast<Real>();
  const auto largest = [&](const auto& rows) {
    Real result = 0.0L;
    for (int i = 0; i < joint.num_rows - joint.type->num_nonholonomic; ++i)
      result = std::max(result, std::abs(rows.phi[i]));
    return result;
  };
  if (model.space == Space::planar) {
    JointRows<Real> rows;
    joint.type->evaluate_extended(joint,
                                  {body_motion<Real>(model.bodies[0], q, v), body_motion<Real>(model.bodies[1], q, v),
                                   body_motion<Real>(model.bodies[2], q, v)},
                                  state.time, rows);
    return largest(rows);
  }
  const RealVector near = state.coordinates.cast<Real>();
  const bool has_near = joint.first_coordinate >= 0 && near.size() > 0;
  SpatialRows<Real> rows;
  joint.type->evaluate_spatial_extended(
      joint,
      {spatial_motion<Real>(model.bodies[0], q, v), spatial_motion<Real>(model.bodies[1], q, v),
       spatial_motion<Real>(model.bodies[2], q, v)},
      state.time, has_near ? near.data() + joint.first_coordinate : nullptr, rows);
  return largest(rows);
}

void check(const Joint& joint, Space space, Random& random) {
  const Model model = three_bodies(joint, space);
  int wide = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const State state = random_state(model, random);
    ConstraintErrorEnclosure enclosure(model);
    enclosure.add(state, trial);
    const Real truth = kernel_error(model, state);
    // Some hundred roundings of the extended precision, of terms not far above the result or 10 m.
    const Real slack = 100.0L * 0x1p-64L * (10.0L + truth);
    BOOST_TEST((enclosure.certificate().verdict == Verdict::proved), enclosure.certificate().reason);
    BOOST_TEST((Real(enclosure.lower()) - slack <= truth && truth <= Real(enclosure.upper()) + slack),
               static_cast<double>(truth) << " in " << enclosure.lower() << " " << enclosure.upper());
    // The same with the roundings of double, and the error of sine and cosine.
    const double width = enclosure.upper() - enclosure.lower();
    wide += width > 400.0 * 0x1p-53 * (10.0 + static_cast<double>(truth)) ? 1 : 0;
  }
  BOOST_TEST(wide <= 2);  // near half a turn of swing the twist has no digits, whoever computes it
}

}  // namespace

BOOST_AUTO_TEST_SUITE(enclosures)

BOOST_AUTO_TEST_CASE(every_registered_joint_drive_and_constraint_is_enclosed) {
  Random random(7);
  for (const Space space : {Space::planar, Space::spatial})
    for (const JointType* type : all_types(space)) {
      if (type->num_bodies == 0) continue;  // a drive of another joint's coordinate: no joint on its own
      BOOST_TEST_CONTEXT(type->spec.name << (space == Space::planar ? " in the plane" : " in space"))
      for (int geometry = 0; geometry < 5; ++geometry) check(random_joint(*type, random), space, random);
    }
}

BOOST_AUTO_TEST_CASE(every_coordinate_that_can_be_driven_is_enclosed) {
  Random random(8);
  for (const Space space : {Space::planar, Space::spatial})
    for (const JointType* type : all_types(space)) {
      if (type->spec.name != "angle" && type->spec.name != "position") continue;
      for (const JointType* driven : all_types(space))
        for (int which = 0; which < driven->num_coordinates; ++which) {
          Joint joint = random_joint(*driven, random);
          joint.type = type;
          joint.driven_type = driven;
          if (has_carrier(*driven)) joint.carrier = 2;
          joint.driven_coordinate = which;
          joint.tracks_coordinates = false;
          BOOST_TEST_CONTEXT(type->spec.name << " of " << driven->spec.name << " " << which)
          check(joint, space, random);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_enclosure
