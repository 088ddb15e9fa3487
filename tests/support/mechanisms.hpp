// Mechanisms that several tests build: the same models that the scenes describe, without the language.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernel/forces/force_types.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/simulate.hpp"
#include "stabilizers/stabilizer_types.hpp"

namespace perpend::test {

inline int add_rod(Model& model, const std::string& name, double length, double mass, Vec2 at, double angle = 0.0) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = mass * length * length / 12.0;
  body.shape = {.kind = ShapeKind::rod, .size = Vec2(length, 0.0), .vertices = {}};
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
  for (int i = 0; i < links; ++i) add_rod(model, "link[" + std::to_string(i + 1) + "]", length, 1.0, Vec2((i + 0.5) * length, 0.0));
  for (int i = 0; i < links; ++i)
    add_joint(model, "revolute", "pin[" + std::to_string(i + 1) + "]", i - 1, i, at(Vec2(i * length, 0.0)));
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
  return [stabilizer](StepContext& context, const State& now, State& next) { return stabilizer->step(context, now, next); };
}

/// Keeps the largest constraint error after and before a correction, and the last energy.
class DriftObserver final : public SimulationObserver {
 public:
  void on_solve(const Problem&, const Solution&) override { ++solves; }
  bool on_instant(const Instant& instant) override {
    const auto largest = [](const VectorX& phi) { return phi.size() == 0 ? 0.0 : phi.cwiseAbs().maxCoeff(); };
    error = largest(instant.evaluation.rows.phi);
    max_error = std::max(max_error, error);
    max_before = std::max(max_before, largest(instant.report.corrected ? instant.report.phi_before : instant.evaluation.rows.phi));
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
