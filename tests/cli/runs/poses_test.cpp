// What the animation is told of a state in space.
#include "study/runs/poses.hpp"

#include <boost/test/unit_test.hpp>

#include "dsl/load.hpp"
#include "kernel/dynamics/evaluation.hpp"
#include "kernel/model/model.hpp"
#include "study/vocabulary.hpp"

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

World world_of(const std::string& text) {
  const dsl::Parsed parsed = dsl::parse_text(
      "gap.scene", "experiment gap {\n" + text + "\nrun { step = 1 ms; duration = 1 ms }\nmethod plain = none\n}");
  dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary(), {});
  BOOST_REQUIRE(loaded.experiment.has_value());
  return std::get<World>(std::move(loaded.experiment->system));
}

std::vector<std::array<float, 3>> gaps_at(const World& world, const State& state) {
  Evaluation evaluation = allocate_evaluation(world.model);
  evaluate(world.model, state, evaluation);
  return joint_gaps(world.model, evaluation);
}

/// To the rounding of floats, which have their own exponent: 6e-8 of each number.
void check_near(const std::array<float, 3>& gap, const std::array<double, 3>& wanted) {
  for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(std::abs(static_cast<double>(gap[i]) - wanted[i]) <= 6e-8 * 0.003);
}

BOOST_AUTO_TEST_SUITE(poses)

BOOST_AUTO_TEST_CASE(a_gap_is_the_shift_that_closes_the_joint) {
  const World world = world_of(R"(world planar {
    body a = rod(length: 1 m) { mass = 1 kg; at = (0.5 m, 0 m) }
    body b = rod(length: 1 m) { mass = 1 kg; at = (1.5 m, 0 m) }
    joint pin = revolute(a, b) { at = (1 m, 0 m) }
    joint rail = prismatic(world, a) { at = (0 m, 0 m); axis = (1, 0) }
  })");
  State state = world.initial;
  BOOST_TEST(gaps_at(world, state).size() == 2U);
  check_near(gaps_at(world, state)[0], {0, 0, 0});
  state.q[3] += 0.003;  // b is 3 mm too far to the right, and 1 mm too low
  state.q[4] -= 0.001;
  check_near(gaps_at(world, state)[0], {-0.003, 0.001, 0});
  state = world.initial;
  state.q[0] += 0.2;  // along the rail: free
  state.q[1] += 0.002;
  check_near(gaps_at(world, state)[1], {0, -0.002, 0});
}

BOOST_AUTO_TEST_CASE(a_gap_in_space_has_three_numbers) {
  const World world = world_of(R"(world spatial {
    body a = sphere(radius: 0.1 m) { mass = 1 kg; at = (0 m, 0 m, 0 m) }
    joint ball = ball(world, a) { at = (0 m, 0 m, 0 m) }
  })");
  State state = world.initial;
  state.q[0] += 0.001;
  state.q[1] -= 0.002;
  state.q[2] += 0.003;
  check_near(gaps_at(world, state)[0], {-0.001, 0.002, -0.003});
}

BOOST_AUTO_TEST_CASE(a_contact_has_its_impulse_in_the_axes_of_the_world) {
  Evaluation evaluation;
  Contact contact;
  contact.body = {0, 1};
  contact.feature = 5;
  contact.normal = {0, 1, 0};
  contact.tangent = {Vec3(-1, 0, 0), Vec3::Zero()};
  contact.witness = {Vec3(2, 0, 0), Vec3(2, 0.2, 0)};
  evaluation.contacts.contacts = {contact};
  State state;
  state.contacts = {{{0, 1}, 5, 3.0, {0.5, 0.0}, 0.0}, {{0, 1}, 6, 7.0, {0.0, 0.0}, 0.0}};  // the second is gone
  const std::vector<FrameContact> found = frame_contacts(state, evaluation, 10);
  BOOST_REQUIRE(found.size() == 1U);
  BOOST_TEST((found[0].point == std::array{2.0F, 0.1F, 0.0F}));
  BOOST_TEST((found[0].impulse == std::array{-0.5F, 3.0F, 0.0F}));
  state.contacts[0].normal = state.contacts[0].tangential[0] = 0.0;
  BOOST_TEST(frame_contacts(state, evaluation, 10).empty());
}

BOOST_AUTO_TEST_CASE(of_many_contacts_those_with_the_largest_impulses_are_kept) {
  Evaluation evaluation;
  State state;
  for (int i = 0; i < 20; ++i) {
    Contact contact;
    contact.body = {0, 1};
    contact.feature = i;
    contact.normal = {0, 0, 1};
    evaluation.contacts.contacts.push_back(contact);
    state.contacts.push_back({{0, 1}, i, 1.0 + i, {0.0, 0.0}, 0.0});
  }
  const std::vector<FrameContact> found = frame_contacts(state, evaluation, 3);
  BOOST_REQUIRE(found.size() == 3U);
  for (const FrameContact& contact : found) BOOST_TEST(contact.impulse[2] >= 18.0F);
}

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
