// Worlds of one step with impacts, from a seed: bodies that meet, land, hang together, each with a surface of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/contact_steps.hpp"
#include "tests/support/spatial_contact_worlds.hpp"

namespace perpend::test {

/// Surfaces of all kinds, each body its own.
inline void choose_surfaces(Random& random, Model& model) {
  constexpr double restitutions[] = {0.2, 0.6, 0.9, 1.0};
  constexpr double frictions[] = {0.0, 0.1, 0.5, 1.0, 5.0};
  for (Body& body : model.bodies) {
    body.restitution = restitutions[random.below(4)];
    body.friction = frictions[random.below(5)];
  }
}

/// The lowest point of what is in the model is on the ground.
inline void put_on_ground(Model& model, const std::vector<int>& bodies) {
  double lowest = 1e300;
  for (const int i : bodies) {
    const Body& body = model.bodies[i];
    const double c = std::cos(body.angle), s = std::sin(body.angle);
    const Vec2 half = 0.5 * body.shape.size;
    const double reach =
        body.shape.kind == ShapeKind::disk
            ? body.shape.size.x()
            : std::abs(half.x() * s) + (body.shape.kind == ShapeKind::rod ? 0.0 : std::abs(half.y() * c));
    lowest = std::min(lowest, body.position.y() - reach);
  }
  for (const int i : bodies) model.bodies[i].position.y() -= lowest;
}

/// Bodies about a middle one that they all meet, some from further away than others.
inline Model meeting(std::uint64_t seed) {
  Random random(seed);
  Model model = contact_world(0.0, 0.0);
  const double middle_mass = random.uniform(0.5, 2.0);
  const Vec2 middle_velocity = random.point(1.0);
  add_body(model, disk_shape(0.3), middle_mass, Vec2::Zero(), middle_velocity, random.uniform(-4, 4));
  for (int i = 0; i < 5; ++i) {
    const double angle = i * 0.4 * std::numbers::pi + 0.3;
    const Vec2 out(std::cos(angle), std::sin(angle));
    const bool is_disk = random.below(2) == 0;
    const double away = 0.3 + 0.25 + random.uniform(0.0, 0.02), mass = random.uniform(0.5, 2.0);
    const Vec2 velocity = -2.0 * out + random.point(1.0);
    const int body = add_body(model, is_disk ? disk_shape(0.25) : box_shape(0.5, 0.3), mass, away * out, velocity,
                              random.uniform(-4, 4));
    model.bodies[body].angle = is_disk ? 0.0 : angle;
  }
  choose_surfaces(random, model);
  number_unknowns(model);
  return model;
}

/// Rods and boxes that come down on the ground on a corner or flat, turning.
inline Model landing(std::uint64_t seed) {
  Random random(seed);
  Model model = contact_world(0.0, 0.0);
  add_ground(model);
  for (int i = 0; i < 4; ++i) {
    const double angle = random.below(4) == 0 ? 0.0 : random.uniform(-1.5, 1.5);
    int body = 0;
    if (random.below(2) == 0) {
      body = add_rod(model, "rod" + std::to_string(i), 1.0, 1.0, Vec2(3.0 * i, 0.0), angle);
    } else {
      const double height = random.uniform(0.1, 0.8), mass = random.uniform(0.5, 2.0);
      body = add_body(model, box_shape(0.8, height), mass, Vec2(3.0 * i, 0.0));
      model.bodies[body].angle = angle;
    }
    model.bodies[body].velocity = Vec2{random.uniform(-3, 3), random.uniform(-3, -0.5)};
    model.bodies[body].spin = random.uniform(-6, 6);
    put_on_ground(model, {body});
  }
  choose_surfaces(random, model);
  number_unknowns(model);
  return model;
}

/// Links one after the other that come down moving as one body, or each turning about its pin when the first one is
/// pinned to the world: Kane's double pendulum. With stops and dry friction in the pins.
inline Model linked(std::uint64_t seed) {
  Random random(seed);
  Model model = contact_world(0.0, 0.0);
  add_ground(model);
  const int links = 2 + random.below(2);
  const bool is_pinned = random.below(2) == 0;
  std::vector<Vec2> joints{Vec2::Zero()};
  std::vector<double> angles;
  std::vector<int> bodies;
  for (int i = 0; i < links; ++i) {
    angles.push_back(random.uniform(-2.4, -0.7));
    const Vec2 along(std::cos(angles.back()), std::sin(angles.back()));
    bodies.push_back(add_rod(model, "link" + std::to_string(i), 1.0, random.uniform(0.3, 3.0),
                             joints.back() + 0.5 * along, angles.back()));
    joints.push_back(joints.back() + along);
  }
  put_on_ground(model, bodies);
  const double lift = model.bodies[bodies[0]].position.y() - 0.5 * (joints[0].y() + joints[1].y());
  Vec2 velocity = is_pinned ? Vec2(0.0, 0.0) : Vec2{random.uniform(-2, 2), random.uniform(-3, -1)};
  double spin = random.uniform(-3, 3);
  for (int i = 0; i < links; ++i) {
    const Vec2 along = joints[i + 1] - joints[i];
    if (is_pinned) spin = random.uniform(-6, 6);
    Body& body = model.bodies[bodies[i]];
    body.spin = spin;
    body.velocity = velocity + 0.5 * spin * Vec2(-along.y(), along.x());
    velocity += spin * Vec2(-along.y(), along.x());
    if (i == 0 && !is_pinned) continue;
    add_joint(model, "revolute", "pin" + std::to_string(i), i == 0 ? world_body : bodies[i - 1], bodies[i],
              at(joints[i] + Vec2(0.0, lift)));
    CoordinateElement& element = model.joints.back().element[0];
    if (random.below(3) == 0) element.friction = random.uniform(0.0, 200.0);
    if (random.below(3) == 0) element.lower = 0.0;
  }
  choose_surfaces(random, model);
  number_unknowns(model);
  return model;
}

/// The same with pins that part at up to 10 cm/s, as they do by the rates that a step takes over from the last one.
inline Model loosely_linked(std::uint64_t seed) {
  Model model = linked(seed);
  Random random(seed + 1000);
  for (Body& body : model.bodies)
    if (body.dof > 0) body.velocity += random.point(0.05);
  return model;
}

/// Balls and cubes, whose inertia is the same about every axis: turning alone is no force. Pairs of them are linked.
inline Model solids(std::uint64_t seed) {
  Random random(seed);
  Model model = spatial_world_with_ground(0.0, Vec3::Zero());
  model.contacts.directions = 4 + 2 * random.below(3);
  for (int i = 0; i < 4; ++i) {
    const Vec3 at(0.62 * (i % 2), 0.62 * (i / 2), 0.3);
    const double mass = random.uniform(0.5, 2.0);
    model.bodies.push_back(random.below(2) == 0 ? ball(0.3, mass, at) : box(Vec3::Constant(0.6), mass, at));
    Body& body = model.bodies.back();
    body.spatial.velocity = Vec3(1.5 * (0.31 - at.x()) / 0.31, 1.5 * (0.31 - at.y()) / 0.31, random.uniform(-3, -0.5));
    body.spatial.velocity += random.vector(3, 1.0);
    body.spatial.spin = random.vector(3, 5.0);
  }
  choose_surfaces(random, model);
  number_unknowns(model);
  return model;
}

}  // namespace perpend::test
