// What the animation is told of a state in space.
#include "study/poses.hpp"

#include <boost/test/unit_test.hpp>

#include "kernel/model/model.hpp"

namespace perpend::cli::of_poses {
namespace {

/// A fixed body, a particle and a rigid body, placed apart and turned.
Model three_kinds() {
  Model model;
  model.space = Space::spatial;
  double x = 1.0;
  for (const BodyKind kind : {BodyKind::fixed, BodyKind::particle, BodyKind::rigid}) {
    Body body;
    body.kind = kind;
    body.mass = kind == BodyKind::fixed ? 0.0 : 1.0;
    body.spatial.inertia = Matrix3::Identity();
    body.spatial.position = {x, 2.0, 3.0};
    body.spatial.rotation = {0.5, 0.5, 0.5, 0.5};
    model.bodies.push_back(body);
    x += 1.0;
  }
  number_unknowns(model);
  return model;
}

BOOST_AUTO_TEST_SUITE(poses)

BOOST_AUTO_TEST_CASE(each_kind_of_body_is_where_its_coordinates_say) {
  const Model model = three_kinds();
  State state = initial_state(model);
  for (Eigen::Index i = 0; i < state.q.size(); ++i) state.q[i] = 10.0 + static_cast<double>(i);
  const auto shown = spatial_poses(model, state);
  BOOST_REQUIRE(shown.size() == 3u);
  using Pose = std::array<float, 7>;
  BOOST_TEST((shown[0] == Pose{1, 2, 3, 0.5F, 0.5F, 0.5F, 0.5F}));     // fixed: as placed
  BOOST_TEST((shown[1] == Pose{10, 11, 12, 0.5F, 0.5F, 0.5F, 0.5F}));  // a particle does not turn
  BOOST_TEST((shown[2] == Pose{13, 14, 15, 16, 17, 18, 19}));
}

BOOST_AUTO_TEST_CASE(a_joint_shows_its_anchors_and_its_axis_in_the_frames_of_the_bodies) {
  JointType type;
  type.spec.name = "hinge";
  type.num_coordinates = 1;
  Joint joint;
  joint.name = "pin";
  joint.type = &type;
  joint.body = {world_body, 0};
  joint.anchor = {Vec2(7, 8), Vec2(9, 10)};
  joint.spatial.anchor = {Vec3(1, 2, 3), Vec3(4, 5, 6)};
  joint.spatial.frame[1].col(0) = Vec3(0, 0, 1);
  const JointDrawing drawn = joint_drawing(joint, Space::spatial);
  BOOST_TEST(drawn.type == "hinge");
  BOOST_TEST((drawn.spatial_anchor[1] == std::array<double, 3>{4, 5, 6}));
  BOOST_TEST((drawn.axis[0] == std::array<double, 3>{1, 0, 0}));
  BOOST_TEST((drawn.axis[1] == std::array<double, 3>{0, 0, 1}));
  type.num_coordinates = 0;  // nothing turns or slides: no axis
  BOOST_TEST((joint_drawing(joint, Space::spatial).axis[1] == std::array<double, 3>{0, 0, 0}));
  const JointDrawing planar = joint_drawing(joint, Space::planar);
  BOOST_TEST((planar.anchor[1] == std::array<double, 2>{9, 10}));
  BOOST_TEST((planar.axis[1] == std::array<double, 3>{0, 0, 0}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::cli::of_poses
