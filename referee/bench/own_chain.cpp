#include "referee/bench/own_chain.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "dsl/load.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/simulation/simulate.hpp"
#include "referee/bench/chain_problem.hpp"
#include "referee/bench/own_run.hpp"
#include "reports/files/atomic_file.hpp"
#include "stabilizers/stabilizer.hpp"
#include "study/vocabulary.hpp"

namespace perpend::bench {

namespace {

Body body_of(const ChainLink& link, bool is_planar) {
  Body body;
  body.name = "link";
  body.mass = link.mass;
  if (is_planar) {
    body.inertia = link.inertia.z();
    body.position = link.center.head<2>();
  } else {
    body.spatial.inertia = link.inertia.asDiagonal();
    body.spatial.position = link.center;
  }
  return body;
}

/// Through the factory of the registry, as the scene language does.
void add_joint(Model& model, const JointType& type, const Properties& properties, int i) {
  const int before = i == 0 ? world_body : i - 1;
  const Body* first = i == 0 ? nullptr : &model.bodies[static_cast<std::size_t>(before)];
  Joint joint = std::get<Joint>(type.make(properties, {{first, &model.bodies[static_cast<std::size_t>(i)]}}));
  joint.name = "pin";
  joint.type = &type;
  joint.body = {before, i};
  model.joints.push_back(std::move(joint));
}

Model model_of(const ChainProblem& problem, bool is_planar) {
  Model model;
  model.space = is_planar ? Space::planar : Space::spatial;
  if (is_planar)
    model.gravity = problem.gravity.head<2>();
  else
    model.spatial_gravity = problem.gravity;
  for (const ChainLink& link : problem.links) model.bodies.push_back(body_of(link, is_planar));
  for (int i = 0; i < problem.size(); ++i) {
    const Vec3& at = problem.links[static_cast<std::size_t>(i)].from;
    Properties properties;
    if (is_planar)
      properties.set("at", Vec2(at.head<2>()));
    else
      properties.set("at", at);
    if (!is_planar && problem.is_hinged) properties.set("axis", Vec3(Vec3::UnitZ()));
    const JointType& type = is_planar           ? revolute_joint
                            : problem.is_hinged ? spatial_revolute_joint
                                                : spatial_ball_joint;
    add_joint(model, type, properties, i);
  }
  number_unknowns(model);
  return model;
}

}  // namespace

Reply step_chain(const std::string& problem_file, const std::string& method, bool is_planar,
                 const std::string& answer) {
  const auto read = read_chain(problem_file);
  if (const auto* wrong = std::get_if<FileError>(&read)) return {false, 0.0, wrong->message};
  const auto& problem = std::get<ChainProblem>(read);
  const dsl::LoadedMethod loaded = dsl::parse_method(method, fmt::format("{} s", problem.step), vocabulary());
  if (!loaded.method) return {false, 0.0, "no method " + method};
  const Model model = model_of(problem, is_planar);
  return run_model(model, initial_state(model), *loaded.method, problem.step, problem.num_steps, answer);
}

}  // namespace perpend::bench
