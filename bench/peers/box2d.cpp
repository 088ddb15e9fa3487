// Box2D 2.4: bodies of the plane in single precision, sequential impulses. Its tolerances are fixed numbers made for
// bodies of about one unit: a problem is scaled to that, a link or a radius being the unit.
#include <box2d/box2d.h>

#include <cmath>

#include "bench/peers/peer.hpp"

namespace {

using namespace peers;

struct Iterations {
  int velocity, position;
};

constexpr double chain_scale = 10.0;  // units a metre: links are 0.1 m long

b2Vec2 to_box2d(const Vec& v, double scale) {
  return {static_cast<float>(scale * v[0]), static_cast<float>(scale * v[1])};
}

Pose pose_of(const b2Body& body, double scale) {
  const double half = 0.5 * static_cast<double>(body.GetAngle());
  const b2Vec2 at = body.GetWorldCenter();
  return {{at.x / scale, at.y / scale, 0.0}, {std::cos(half), 0.0, 0.0, std::sin(half)}};
}

Answer step(b2World& world, double step, long num_steps, const std::vector<b2Body*>& bodies, Iterations iterations,
            double scale) {
  Answer answer;
  time_steps(answer, [&] {
    for (long s = 0; s < num_steps; ++s) world.Step(static_cast<float>(step), iterations.velocity, iterations.position);
  });
  for (const b2Body* body : bodies) answer.poses.push_back(pose_of(*body, scale));
  return answer;
}

Answer step_chain(const Chain& chain, Iterations iterations) {
  b2World world(to_box2d(chain.gravity, chain_scale));
  world.SetAllowSleeping(false);
  b2BodyDef fixed;
  b2Body* before = world.CreateBody(&fixed);
  std::vector<b2Body*> bodies;
  for (const Link& link : chain.links) {
    b2BodyDef place;
    place.type = b2_dynamicBody;
    place.position = to_box2d(link.center, chain_scale);
    b2Body* body = world.CreateBody(&place);
    const b2MassData mass{static_cast<float>(link.mass), b2Vec2(0, 0),
                          static_cast<float>(chain_scale * chain_scale * link.inertia[2])};
    body->SetMassData(&mass);
    b2RevoluteJointDef joint;
    joint.Initialize(before, body, to_box2d(link.from, chain_scale));
    world.CreateJoint(&joint);
    bodies.push_back(body);
    before = body;
  }
  return step(world, chain.step, chain.num_steps, bodies, iterations, chain_scale);
}

Answer step_grains(const Grains& grains, Iterations iterations) {
  const double scale = 1.0 / grains.radius;
  b2World world(b2Vec2(0, static_cast<float>(-scale * grains.gravity)));
  b2BodyDef fixed;
  b2Body* box = world.CreateBody(&fixed);
  const float half = static_cast<float>(scale * grains.half), high = 1e4F;
  for (const auto& [from, to] :
       {std::pair{b2Vec2(-half, 0), b2Vec2(half, 0)}, std::pair{b2Vec2(-half, 0), b2Vec2(-half, high)},
        std::pair{b2Vec2(half, 0), b2Vec2(half, high)}}) {
    b2EdgeShape wall;
    wall.SetTwoSided(from, to);
    box->CreateFixture(&wall, 0)->SetFriction(static_cast<float>(grains.friction));
  }
  b2CircleShape disk;
  disk.m_radius = 1.0F;
  b2FixtureDef surface;
  surface.shape = &disk;
  surface.density = static_cast<float>(grains.density / (scale * scale));
  surface.friction = static_cast<float>(grains.friction);
  std::vector<b2Body*> bodies;
  for (const Vec& center : grains.centers) {
    b2BodyDef place;
    place.type = b2_dynamicBody;
    place.position = to_box2d(center, scale);
    bodies.push_back(world.CreateBody(&place));
    bodies.back()->CreateFixture(&surface);
  }
  return step(world, grains.step, grains.num_steps, bodies, iterations, scale);
}

}  // namespace

int main(int argc, char** argv) {
  Engine engine{"Box2D",
                std::to_string(b2_version.major) + "." + std::to_string(b2_version.minor) + "." +
                    std::to_string(b2_version.revision) + ", single precision",
                {},
                {{"chain", "ball", "bodies of the plane alone"}, {"wp", "ball", "bodies of the plane alone"}}};
  for (const Iterations iterations : {Iterations{8, 3}, Iterations{100, 30}}) {
    const std::string variant = "impulses_" + std::to_string(iterations.velocity);
    const std::string words = "sequential impulses, " + std::to_string(iterations.velocity) +
                              " iterations of velocity and " + std::to_string(iterations.position) + " of position";
    for (const std::string& suite : suites_of_chains(iterations.velocity, 8))
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
