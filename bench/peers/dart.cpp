// DART: trees in joint coordinates (articulated bodies), semi-implicit Euler.
#include <dart/config.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>

#include "bench/peers/peer.hpp"

namespace {

using peers::Answer;
using peers::Chain;
using peers::Engine;

Eigen::Vector3d to_eigen(const peers::Vec& v) {
  return {v[0], v[1], v[2]};
}

template <class JointOf>
dart::dynamics::BodyNode* add_link(const dart::dynamics::SkeletonPtr& skeleton, dart::dynamics::BodyNode* before,
                                   typename JointOf::Properties joint, const peers::Link& link) {
  dart::dynamics::BodyNode::AspectProperties body;
  body.mInertia.setMass(link.mass);
  body.mInertia.setMoment(link.inertia[0], link.inertia[1], link.inertia[2], 0, 0, 0);
  return skeleton->createJointAndBodyNodePair<JointOf>(before, joint, body).second;
}

Answer step(const Chain& chain) {
  const auto skeleton = dart::dynamics::Skeleton::create("chain");
  dart::dynamics::BodyNode* before = nullptr;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const auto place = [&](auto& properties) {
      properties.mName = "joint" + std::to_string(i);
      properties.mT_ParentBodyToJoint.translation() = to_eigen(chain.in_previous(i));
      properties.mT_ChildBodyToJoint.translation() = to_eigen(chain.in_own(i));
    };
    if (chain.is_hinged) {
      dart::dynamics::RevoluteJoint::Properties properties;
      properties.mAxis = Eigen::Vector3d::UnitZ();
      place(properties);
      before = add_link<dart::dynamics::RevoluteJoint>(skeleton, before, properties, chain.links[i]);
    } else {
      dart::dynamics::BallJoint::Properties properties;
      place(properties);
      before = add_link<dart::dynamics::BallJoint>(skeleton, before, properties, chain.links[i]);
    }
  }
  const auto world = dart::simulation::World::create("world");
  world->setGravity(to_eigen(chain.gravity));
  world->setTimeStep(chain.step);
  world->addSkeleton(skeleton);
  Answer answer;
  peers::time_steps(answer, [&] {
    for (long s = 0; s < chain.num_steps; ++s) world->step();
  });
  for (const dart::dynamics::BodyNode* body : skeleton->getBodyNodes()) {
    const Eigen::Isometry3d& frame = body->getWorldTransform();
    const Eigen::Quaterniond turn(frame.linear());
    answer.poses.push_back({{frame.translation().x(), frame.translation().y(), frame.translation().z()},
                            {turn.w(), turn.x(), turn.y(), turn.z()}});
  }
  return answer;
}

}  // namespace

int main(int argc, char** argv) {
  Engine engine{
      "DART", DART_VERSION, {}, {{"grains", "disks", "bodies of space alone; a plane needs a joint for each"}}};
  for (const char* kind : {"hinge", "ball"})
    for (const char* suite : {"chain", "wp"})
      engine.abilities.push_back(
          {suite, kind, "euler", 1000, 1, "articulated bodies in joint coordinates, semi-implicit Euler", step, {}});
  return peers::run_peer(argc, argv, engine);
}
