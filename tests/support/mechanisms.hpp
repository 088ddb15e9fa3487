// Mechanisms that several tests build: the same models that the scenes describe, without the language.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "kernel/forces/force_types.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/simulation/simulate.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend {

/// How Boost.Test prints a status.
inline std::ostream& boost_test_print_type(std::ostream& out, Status status) {
  return out << to_string(status);
}

}  // namespace perpend

namespace perpend::test {

inline int add_rod(Model& model, const std::string& name, double length, double mass, Vec2 at, double angle = 0.0) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = mass * length * length / 12.0;
  body.shape = with_planar_form({.kind = ShapeKind::rod, .size = Vec2(length, 0.0), .vertices = {}});
  body.position = at;
  body.angle = angle;
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

inline int add_particle(Model& model, const std::string& name, double mass, Vec2 at, Vec2 velocity = Vec2::Zero()) {
  Body body;
  body.name = name;
  body.kind = BodyKind::particle;
  body.mass = mass;
  body.shape.kind = ShapeKind::point;
  body.position = at;
  body.velocity = velocity;
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

/// Through the registry's factory, as the scene language does.
inline void add_joint(Model& model, std::string_view type, const std::string& name, int a, int b,
                      const Properties& properties) {
  const auto site = [&](int body) { return body == world_body ? nullptr : &model.bodies[body]; };
  auto made = joint_type(type).make(properties, {{site(a), site(b)}});
  Joint joint = std::get<Joint>(made);
  joint.name = name;
  joint.type = &joint_type(type);
  joint.body = {a, b};
  model.joints.push_back(joint);
}

inline Properties at(Vec2 point) {
  Properties properties;
  properties.set("at", point);
  return properties;
}

/// [ClinePai03] VI.A: rods in a row along x, pinned at the origin.
inline Model chain(int links, double gravity = 9.81, double length = 0.1) {
  Model model;
  model.gravity = Vec2(0.0, -gravity);
  for (int i = 0; i < links; ++i)
    add_rod(model, "link[" + std::to_string(i + 1) + "]", length, 1.0, Vec2((i + 0.5) * length, 0.0));
  for (int i = 0; i < links; ++i)
    add_joint(model, "revolute", "pin[" + std::to_string(i + 1) + "]", i - 1, i, at(Vec2(i * length, 0.0)));
  number_unknowns(model);
  return model;
}

inline int add_fixed(Model& model, const std::string& name, Vec2 at, double angle = 0.0) {
  Body body;
  body.name = name;
  body.kind = BodyKind::fixed;
  body.position = at;
  body.angle = angle;
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

/// Through the registry's factory, as the scene language does.
inline void add_force(Model& model, std::string_view type, const std::string& name, int a, int b,
                      const Properties& properties) {
  const auto site = [&](int body) { return body == world_body ? nullptr : &model.bodies[body]; };
  for (const ForceType& row : force_types()) {
    if (row.spec.name != type) continue;
    Force force = std::get<Force>(row.make(properties, {{site(a), site(b)}}));
    force.name = name;
    force.type = &row;
    force.body = {a, b};
    model.forces.push_back(force);
  }
}

inline Properties properties_of(const std::vector<std::pair<std::string_view, PropertyValue>>& entries) {
  Properties properties;
  for (const auto& [name, value] : entries) properties.set(name, value);
  return properties;
}

/// A rod with one end at `from` and the other at `to`. The angle is rounded to 40 bits: libm may differ in the last
/// one, and golden hashes must not.
inline int add_rod_between(Model& model, const std::string& name, double mass, Vec2 from, Vec2 to) {
  const Vec2 along = to - from;
  return add_rod(model, name, along.norm(), mass, (from + to) / 2.0,
                 std::round(std::atan2(along.y(), along.x()) * 0x1p40) * 0x1p-40);
}

/// A particle on a distance joint of exactly 1.25 m, at rest 143 degrees from the bottom. k^2 = 0.9 of its elliptic
/// functions.
inline Model particle_pendulum(double gravity = 9.8125) {
  Model model;
  model.gravity = Vec2(0.0, -gravity);
  const int bob = add_particle(model, "bob", 2.0, Vec2(0.75, 1.0));
  add_joint(model, "distance", "string", world_body, bob,
            properties_of({{"at_first", Vec2(0.0, 0.0)}, {"at_second", Vec2(0.75, 1.0)}}));
  number_unknowns(model);
  return model;
}

/// Crank, coupler and rocker between two ground pins; `redundant` duplicates the pin of crank and coupler.
inline Model four_bar(bool redundant = false, double gravity = 9.81) {
  Model model;
  model.gravity = Vec2(0.0, -gravity);
  const Vec2 a(0.0, 0.0), b(0.1, 0.2), c(0.5, 0.4), d(0.45, 0.0);
  const int crank = add_rod_between(model, "crank", 0.4, a, b);
  const int coupler = add_rod_between(model, "coupler", 0.7, b, c);
  const int rocker = add_rod_between(model, "rocker", 0.6, c, d);
  add_joint(model, "revolute", "pin[1]", world_body, crank, at(a));
  add_joint(model, "revolute", "pin[2]", crank, coupler, at(b));
  add_joint(model, "revolute", "pin[3]", coupler, rocker, at(c));
  add_joint(model, "revolute", "pin[4]", rocker, world_body, at(d));
  if (redundant) add_joint(model, "revolute", "spare", crank, coupler, at(b));
  number_unknowns(model);
  return model;
}

/// Every joint and force type at once: a cart on a rail, a pendulum with a welded plate, a particle on a spring and a
/// damper, a load and a torque of time.
inline Model mixed_mechanism() {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  const int post = add_fixed(model, "post", Vec2(-1.0, 0.5), 0.3);
  const int cart = add_rod(model, "cart", 0.4, 2.0, Vec2(0.0, 0.0));
  const int arm = add_rod_between(model, "arm", 1.0, Vec2(0.0, 0.0), Vec2(0.3, -0.4));
  const int plate = add_rod(model, "plate", 0.2, 0.5, Vec2(0.3, -0.4), 0.2);
  const int bob = add_particle(model, "bob", 0.25, Vec2(0.6, -0.8), Vec2(0.4, 0.3));
  const int bead = add_particle(model, "bead", 0.5, Vec2(-0.5, 0.3), Vec2(0.2, 0.0));
  add_joint(model, "prismatic", "rail", world_body, cart, properties_of({{"axis", Vec2(1.0, 0.0)}}));
  add_joint(model, "revolute", "hinge", cart, arm, at(Vec2(0.0, 0.0)));
  add_joint(model, "weld", "weld", arm, plate, at(Vec2(0.3, -0.4)));
  add_joint(model, "distance", "string", plate, bob,
            properties_of({{"at_first", Vec2(0.3, -0.4)}, {"at_second", Vec2(0.6, -0.8)}}));
  add_joint(model, "point_on_line", "wire", world_body, bead,
            properties_of({{"axis", Vec2(1.0, 0.0)}, {"at", Vec2(-0.5, 0.3)}}));
  add_force(model, "spring", "spring", post, bead, properties_of({{"stiffness", 30.0}, {"rest", TimeFunction(0.4)}}));
  add_force(model, "damper", "damper", bead, bob, properties_of({{"damping", 0.8}}));
  using Op = TimeFunction::Op;
  const TimeFunction swing({{Op::number, 3.0},
                            {Op::number, 5.0},
                            {Op::time, 0.0},
                            {Op::multiply, 0.0},
                            {Op::sin, 0.0},
                            {Op::multiply, 0.0}});
  add_force(model, "load", "push", cart, world_body, properties_of({{"force", TimeVector{swing, TimeFunction(0.0)}}}));
  add_force(model, "torque", "twist", arm, world_body, properties_of({{"torque", swing}}));
  number_unknowns(model);
  return model;
}

inline std::shared_ptr<const Stabilizer> method(std::string_view name,
                                                const std::vector<std::pair<std::string_view, double>>& options = {}) {
  Properties properties;
  for (const auto& [option, value] : options) properties.set(option, value);
  for (const StabilizerType& type : stabilizer_types())
    if (type.spec.name == name) return std::get<0>(type.make(properties));
  return nullptr;
}

inline StepFunction step_of(std::shared_ptr<const Stabilizer> stabilizer) {
  return [stabilizer](StepContext& context, const State& now, State& next) {
    return stabilizer->step(context, now, next);
  };
}

/// Keeps the largest constraint error after and before a correction, and the last energy.
class DriftObserver final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override { ++solves; }
  bool on_instant(const Instant& instant) override {
    const auto largest = [](const VectorX& phi) { return phi.size() == 0 ? 0.0 : phi.cwiseAbs().maxCoeff(); };
    error = largest(instant.evaluation.rows.phi);
    max_error = std::max(max_error, error);
    max_before = std::max(max_before,
                          largest(instant.report.corrected ? instant.report.phi_before : instant.evaluation.rows.phi));
    energy = instant.evaluation.energies.total();
    ledger = instant.ledger;
    if (instant.step == 0) initial_energy = energy;
    return true;
  }
  int solves = 0;
  double error = 0.0;
  double max_error = 0.0;
  double max_before = 0.0;
  double energy = 0.0;
  double initial_energy = 0.0;
  Ledger ledger;
};

}  // namespace perpend::test
