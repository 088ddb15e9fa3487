// Bullet: trees in joint coordinates (Featherstone), and rigid bodies with a solver of impulses.
#include <btBulletDynamicsCommon.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include <limits>
#include <memory>

#include "bench/peers/peer.hpp"

namespace {

using namespace peers;

static_assert(sizeof(btScalar) == sizeof(double), "the single precision of Bullet is not what is compared");

btVector3 to_bullet(const Vec& v) {
  return {v[0], v[1], v[2]};
}

Pose pose_of(const btTransform& frame) {
  const btVector3 position = frame.getOrigin();
  const btQuaternion turn = frame.getRotation();
  return {{position.x(), position.y(), position.z()}, {turn.w(), turn.x(), turn.y(), turn.z()}};
}

struct Surroundings {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
};

Answer step_tree(const Chain& chain, bool is_rk4) {
  Surroundings around;
  btMultiBodyConstraintSolver solver;
  btMultiBodyDynamicsWorld world(&around.dispatcher, &around.broadphase, &solver, &around.configuration);
  world.setGravity(to_bullet(chain.gravity));
  const int count = static_cast<int>(chain.links.size());
  // The world deletes it.
  auto tree = std::make_unique<btMultiBody>(count, 0.0, btVector3(0, 0, 0), true, false);
  for (int i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Link& link = chain.links[k];
    const btVector3 before = to_bullet(chain.in_previous(k)), after = to_bullet(link.center - link.from);
    if (chain.is_hinged)
      tree->setupRevolute(i, link.mass, to_bullet(link.inertia), i - 1, btQuaternion::getIdentity(), btVector3(0, 0, 1),
                          before, after, true);
    else
      tree->setupSpherical(i, link.mass, to_bullet(link.inertia), i - 1, btQuaternion::getIdentity(), before, after,
                           true);
  }
  tree->finalizeMultiDof();
  tree->setLinearDamping(0.0);
  tree->setAngularDamping(0.0);
  tree->setCanSleep(false);
  tree->setMaxCoordinateVelocity(1e30);
  tree->setMaxAppliedImpulse(1e30);
  tree->useRK4Integration(is_rk4);
  world.addMultiBody(tree.get());
  btAlignedObjectArray<btQuaternion> turns;
  btAlignedObjectArray<btVector3> places;
  Answer answer;
  time_steps(answer, [&] {
    for (long s = 0; s < chain.num_steps; ++s) world.stepSimulation(chain.step, 0, chain.step);
  });
  tree->forwardKinematics(turns, places);
  for (int i = 0; i < count; ++i) answer.poses.push_back(pose_of(tree->getLink(i).m_cachedWorldTransform));
  world.removeMultiBody(tree.get());
  return answer;
}

Answer step_impulses(const Chain& chain, int iterations) {
  Surroundings around;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world(&around.dispatcher, &around.broadphase, &solver, &around.configuration);
  world.setGravity(to_bullet(chain.gravity));
  world.getSolverInfo().m_numIterations = iterations;
  btSphereShape ball(0.01);  // a body without a shape ends Bullet; this one touches nothing
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<std::unique_ptr<btTypedConstraint>> joints;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const Link& link = chain.links[i];
    btRigidBody::btRigidBodyConstructionInfo info(link.mass, nullptr, &ball, to_bullet(link.inertia));
    info.m_startWorldTransform = btTransform(btQuaternion::getIdentity(), to_bullet(link.center));
    bodies.push_back(std::make_unique<btRigidBody>(info));
    bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(bodies.back().get(), 0, 0);
    const btVector3 before = to_bullet(chain.in_previous(i)), own = to_bullet(chain.in_own(i)), axis(0, 0, 1);
    btRigidBody& body = *bodies.back();
    if (chain.is_hinged && i == 0)
      joints.push_back(std::make_unique<btHingeConstraint>(body, own, axis));
    else if (chain.is_hinged)
      joints.push_back(std::make_unique<btHingeConstraint>(*bodies[i - 1], body, before, own, axis, axis));
    else if (i == 0)
      joints.push_back(std::make_unique<btPoint2PointConstraint>(body, own));
    else
      joints.push_back(std::make_unique<btPoint2PointConstraint>(*bodies[i - 1], body, before, own));
    world.addConstraint(joints.back().get(), true);
  }
  Answer answer;
  time_steps(answer, [&] {
    for (long s = 0; s < chain.num_steps; ++s) world.stepSimulation(chain.step, 0, chain.step);
  });
  for (const auto& body : bodies) answer.poses.push_back(pose_of(body->getWorldTransform()));
  for (const auto& joint : joints) world.removeConstraint(joint.get());
  for (const auto& body : bodies) world.removeRigidBody(body.get());
  return answer;
}

void add(Engine& engine, const std::vector<std::string>& suites, const std::string& kind, const std::string& variant,
         int order, const std::string& words, const std::function<Answer(const Chain&)>& run) {
  for (const std::string& suite : suites)
    engine.abilities.push_back({suite, kind, variant, 100000, order, words, run, {}});
}

}  // namespace

int main(int argc, char** argv) {
  Engine engine{
      "Bullet",
      std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100) + ", double precision",
      {},
      {{"grains", "disks", "bodies of space alone, and a plane has no place to keep them in"}}};
  for (const char* kind : {"hinge", "ball"}) {
    add(engine, {"chain", "wp"}, kind, "multibody", 1, "Featherstone in joint coordinates, semi-implicit Euler",
        [](const Chain& chain) { return step_tree(chain, false); });
    for (const int iterations : {10, 100})
      add(engine, suites_of_chains(iterations, 10), kind, "impulses_" + std::to_string(iterations), 1,
          "sequential impulses, " + std::to_string(iterations) + " iterations",
          [iterations](const Chain& chain) { return step_impulses(chain, iterations); });
  }
  for (const char* kind : {"hinge", "ball"})
    add(engine, {"wp"}, kind, "multibody_rk4", 4, "Featherstone in joint coordinates, Runge-Kutta of order 4",
        [](const Chain& chain) { return step_tree(chain, true); });
  return run_peer(argc, argv, engine);
}
