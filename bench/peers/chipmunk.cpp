// Chipmunk 7: bodies of the plane in double precision, sequential impulses.
#include <chipmunk/chipmunk.h>

#include <cmath>

#include "bench/peers/peer.hpp"

namespace {

using namespace peers;

cpVect to_chipmunk(const Vec& v) {
  return cpv(v[0], v[1]);
}

Answer step(cpSpace* space, double step, long num_steps, const std::vector<cpBody*>& bodies) {
  Answer answer;
  time_steps(answer, [&] {
    for (long s = 0; s < num_steps; ++s) cpSpaceStep(space, step);
  });
  for (const cpBody* body : bodies) {
    const cpVect at = cpBodyGetPosition(body);
    const double half = 0.5 * cpBodyGetAngle(body);
    answer.poses.push_back({{at.x, at.y, 0.0}, {std::cos(half), 0.0, 0.0, std::sin(half)}});
  }
  return answer;  // the process ends here: nothing is freed
}

Answer step_chain(const Chain& chain, int iterations) {
  cpSpace* space = cpSpaceNew();
  cpSpaceSetGravity(space, to_chipmunk(chain.gravity));
  cpSpaceSetIterations(space, iterations);
  cpBody* before = cpSpaceGetStaticBody(space);
  std::vector<cpBody*> bodies;
  for (const Link& link : chain.links) {
    cpBody* body = cpSpaceAddBody(space, cpBodyNew(link.mass, link.inertia[2]));
    cpBodySetPosition(body, to_chipmunk(link.center));
    cpSpaceAddConstraint(space, cpPivotJointNew(before, body, to_chipmunk(link.from)));
    bodies.push_back(body);
    before = body;
  }
  return step(space, chain.step, chain.num_steps, bodies);
}

Answer step_grains(const Grains& grains, int iterations) {
  cpSpace* space = cpSpaceNew();
  cpSpaceSetGravity(space, cpv(0, -grains.gravity));
  cpSpaceSetIterations(space, iterations);
  cpSpaceSetCollisionSlop(space, 1e-3 * grains.radius);  // the default is in pixels
  cpBody* box = cpSpaceGetStaticBody(space);
  const double half = grains.half, high = 1e3;
  // Surfaces of two multiply theirs.
  const double friction = std::sqrt(grains.friction);
  for (const auto& [from, to] : {std::pair{cpv(-half, 0), cpv(half, 0)}, std::pair{cpv(-half, 0), cpv(-half, high)},
                                 std::pair{cpv(half, 0), cpv(half, high)}})
    cpShapeSetFriction(cpSpaceAddShape(space, cpSegmentShapeNew(box, from, to, 0)), friction);
  const double mass = grains.density * M_PI * grains.radius * grains.radius;
  std::vector<cpBody*> bodies;
  for (const Vec& center : grains.centers) {
    cpBody* body = cpSpaceAddBody(space, cpBodyNew(mass, cpMomentForCircle(mass, 0, grains.radius, cpvzero)));
    cpBodySetPosition(body, to_chipmunk(center));
    cpShapeSetFriction(cpSpaceAddShape(space, cpCircleShapeNew(body, grains.radius, cpvzero)), friction);
    bodies.push_back(body);
  }
  return step(space, grains.step, grains.num_steps, bodies);
}

}  // namespace

int main(int argc, char** argv) {
  Engine engine{"Chipmunk",
                cpVersionString,
                {},
                {{"chain", "ball", "bodies of the plane alone"}, {"wp", "ball", "bodies of the plane alone"}}};
  for (const int iterations : {10, 100}) {
    const std::string variant = "impulses_" + std::to_string(iterations),
                      words = "sequential impulses, " + std::to_string(iterations) + " iterations";
    for (const std::string& suite : suites_of_chains(iterations, 10))
      engine.abilities.push_back({suite,
                                  "hinge",
                                  variant,
                                  100000,
                                  1,
                                  words,
                                  [iterations](const Chain& chain) { return step_chain(chain, iterations); },
                                  {}});
    engine.abilities.push_back({"grains", "disks", variant, 100000, 1, words, {}, [iterations](const Grains& grains) {
                                  return step_grains(grains, iterations);
                                }});
  }
  return run_peer(argc, argv, engine);
}
