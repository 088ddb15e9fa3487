// Simbody: trees in joint coordinates.
#include <Simbody.h>

#include <memory>

#include "bench/peers/peer.hpp"

namespace {

using peers::Answer;
using peers::Chain;
using peers::Engine;

SimTK::Vec3 to_simbody(const peers::Vec& v) {
  return {v[0], v[1], v[2]};
}

using Maker = std::function<std::unique_ptr<SimTK::Integrator>(const SimTK::System&, double step)>;

/// The step is held fixed: an integrator that estimates its error may not change it.
template <class Method>
Maker fixed_step() {
  return [](const SimTK::System& system, double step) {
    auto method = std::make_unique<Method>(system);
    method->setFixedStepSize(step);
    return method;
  };
}

template <>
Maker fixed_step<SimTK::SemiExplicitEulerIntegrator>() {
  return [](const SimTK::System& system, double step) {
    return std::make_unique<SimTK::SemiExplicitEulerIntegrator>(system, step);
  };
}

Answer integrate(const Chain& chain, const Maker& make) {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter(system);
  SimTK::GeneralForceSubsystem forces(system);
  SimTK::Force::UniformGravity gravity(forces, matter, to_simbody(chain.gravity));
  std::vector<SimTK::MobilizedBodyIndex> bodies;
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const peers::Link& link = chain.links[i];
    const SimTK::Body::Rigid body(
        SimTK::MassProperties(link.mass, SimTK::Vec3(0), SimTK::Inertia(to_simbody(link.inertia))));
    SimTK::MobilizedBody& before = i == 0 ? matter.updGround() : matter.updMobilizedBody(bodies[i - 1]);
    const SimTK::Transform outer(to_simbody(chain.in_previous(i))), own(to_simbody(chain.in_own(i)));
    if (chain.is_hinged)
      bodies.push_back(SimTK::MobilizedBody::Pin(before, outer, body, own).getMobilizedBodyIndex());
    else
      bodies.push_back(SimTK::MobilizedBody::Ball(before, outer, body, own).getMobilizedBodyIndex());
  }
  SimTK::State state = system.realizeTopology();
  const auto method = make(system, chain.step);
  method->setAllowInterpolation(false);
  const double end = chain.step * static_cast<double>(chain.num_steps);
  method->setFinalTime(end);
  method->initialize(state);
  Answer answer;
  peers::time_steps(answer, [&] {
    while (method->getTime() < end * (1 - 1e-12)) method->stepTo(end);
  });
  const SimTK::State& last = method->getState();
  system.realize(last, SimTK::Stage::Position);
  for (const SimTK::MobilizedBodyIndex body : bodies) {
    const SimTK::Transform& frame = matter.getMobilizedBody(body).getBodyTransform(last);
    const SimTK::Quaternion turn = frame.R().convertRotationToQuaternion();
    const SimTK::Vec3 position = frame.p();
    answer.poses.push_back({{position[0], position[1], position[2]}, {turn[0], turn[1], turn[2], turn[3]}});
  }
  return answer;
}

void add(Engine& engine, const char* suite, const char* variant, int order, const char* words, const Maker& make) {
  for (const char* kind : {"hinge", "ball"})
    engine.abilities.push_back(
        {suite, kind, variant, 10000, order, words, [make](const Chain& chain) { return integrate(chain, make); }, {}});
}

}  // namespace

int main(int argc, char** argv) {
  Engine engine{"Simbody",
                "3.7",
                {},
                {{"grains", "disks", "contacts of bodies of space, by compliance; no rigid disks in a plane"}}};
  for (const char* suite : {"chain", "wp"})
    add(engine, suite, "euler", 1, "joint coordinates, semi-explicit Euler",
        fixed_step<SimTK::SemiExplicitEulerIntegrator>());
  add(engine, "wp", "verlet", 2, "joint coordinates, Verlet, fixed step", fixed_step<SimTK::VerletIntegrator>());
  add(engine, "wp", "rk_merson", 4, "joint coordinates, Runge-Kutta-Merson, fixed step",
      fixed_step<SimTK::RungeKuttaMersonIntegrator>());
  return peers::run_peer(argc, argv, engine);
}
