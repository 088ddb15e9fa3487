// ODE: rigid bodies with the direct solver of dWorldStep and the iterations of dWorldQuickStep.
#include <ode/ode.h>

#include <cstdarg>

#include "bench/peers/peer.hpp"

namespace {

using namespace peers;

static_assert(sizeof(dReal) == sizeof(double), "the single precision of ODE is not what is compared");

/// ODE tells of its failures in a message alone.
bool has_complained = false;
void hear(int, const char*, va_list) {
  has_complained = true;
}

void join(dWorldID world, const Chain& chain, std::size_t i, const std::vector<dBodyID>& bodies) {
  const Vec& at = chain.links[i].from;
  const dBodyID before = i == 0 ? nullptr : bodies[i - 1];
  if (chain.is_hinged) {
    const dJointID joint = dJointCreateHinge(world, nullptr);
    dJointAttach(joint, bodies[i], before);
    dJointSetHingeAnchor(joint, at[0], at[1], at[2]);
    dJointSetHingeAxis(joint, 0, 0, 1);
  } else {
    const dJointID joint = dJointCreateBall(world, nullptr);
    dJointAttach(joint, bodies[i], before);
    dJointSetBallAnchor(joint, at[0], at[1], at[2]);
  }
}

/// No iterations: the direct solver.
Answer step(const Chain& chain, int iterations) {
  dInitODE();
  dSetMessageHandler(hear);
  const dWorldID world = dWorldCreate();
  dWorldSetGravity(world, chain.gravity[0], chain.gravity[1], chain.gravity[2]);
  dWorldSetAutoDisableFlag(world, 0);
  if (iterations > 0) dWorldSetQuickStepNumIterations(world, iterations);
  std::vector<dBodyID> bodies;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const Link& link = chain.links[i];
    const dBodyID body = dBodyCreate(world);
    dMass mass;
    dMassSetParameters(&mass, link.mass, 0, 0, 0, link.inertia[0], link.inertia[1], link.inertia[2], 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, link.center[0], link.center[1], link.center[2]);
    bodies.push_back(body);
    join(world, chain, i, bodies);
  }
  Answer answer;
  time_steps(answer, [&] {
    for (long s = 0; s < chain.num_steps; ++s)
      if (iterations > 0)
        dWorldQuickStep(world, chain.step);
      else
        dWorldStep(world, chain.step);
  });
  for (const dBodyID body : bodies) {
    const dReal* position = dBodyGetPosition(body);
    const dReal* turn = dBodyGetQuaternion(body);
    answer.poses.push_back({{position[0], position[1], position[2]}, {turn[0], turn[1], turn[2], turn[3]}});
  }
  if (has_complained) answer.note = "ODE complained of its LCP";
  dWorldDestroy(world);
  dCloseODE();
  return answer;
}

}  // namespace

int main(int argc, char** argv) {
  Engine engine{"ODE",
                "0.16, double precision",
                {},
                {{"grains", "disks", "bodies of space alone; a plane needs a joint for each"}}};
  for (const char* kind : {"hinge", "ball"})
    for (const bool is_short : {false, true}) {
      const std::string suite = is_short ? "wp" : "chain";
      engine.abilities.push_back({suite,
                                  kind,
                                  "step",
                                  is_short ? 10 : 300,  // thousands of steps there
                                  1,
                                  "dWorldStep: direct solver, dense",
                                  [](const Chain& chain) { return step(chain, 0); },
                                  {}});
      for (const int iterations : is_short ? std::vector<int>{20} : std::vector<int>{20, 200})
        engine.abilities.push_back({suite,
                                    kind,
                                    "quick_" + std::to_string(iterations),
                                    100000,
                                    1,
                                    "dWorldQuickStep, " + std::to_string(iterations) + " iterations",
                                    [iterations](const Chain& chain) { return step(chain, iterations); },
                                    {}});
    }
  return run_peer(argc, argv, engine);
}
