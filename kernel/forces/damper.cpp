// Linear damper between two points: force on body 0: +c (u . d_dot) u with d = p1 - p0, u = d/|d|; zero at d = 0.
// With a law f the force is +f u; with a law c it is f = c u . d_dot.
#include <cmath>
#include <utility>

#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"

namespace perpend {

namespace damper {
namespace {

template <class In>
void evaluate(const Force& force, const typename In::Pair& body, const LawInput<typename In::Scalar>& at,
              typename In::Applied& value) {
  using Scalar = typename In::Scalar;
  const auto p0 = In::point(force, body[0], 0);
  const auto p1 = In::point(force, body[1], 1);
  const typename In::Vector d = p1.position - p0.position;
  const Scalar squared = dot(d, d);
  if (!(squared > Scalar(0))) return;
  if (!force.pull.empty()) {
    const Scalar share = force.pull(at.time, at.signals) / std::sqrt(squared);
    return add_pull<In>(share * d, p0.arm, p1.arm, value.other);
  }
  const typename In::Vector d_dot = p1.velocity - p0.velocity;
  const typename In::Vector drag = (Scalar(force.damping) * dot(d, d_dot) / squared) * d;
  add_pull<In>(drag, p0.arm, p1.arm, value.other);
}

template <class In>
Made<Force> make(const Properties& properties, const JointSite& site) {
  Force force;
  attach<In>(properties, site, force);
  if (properties.has("force")) {
    if (auto error = take_pull(properties, {"damping"}, force)) return *error;
    return force;
  }
  if (!properties.has("damping"))
    return FactoryError{"", "damper needs 'damping', or a law 'force'", "force for each speed of stretch"};
  if (properties.is_law("damping"))
    return with_pull({.stiffness = {}, .rest = {}, .damping = properties.get<TimeFunction>("damping")}, "damping",
                     std::move(force));
  force.damping = properties.number("damping");
  return force;
}

template <class In>
constexpr FieldSpec properties[] = {{.name = "damping",
                                     .dimension = dimension::damping,
                                     .doc = "force for each speed of stretch",
                                     .minimum = 0.0,
                                     .is_law = true},
                                    pull_field,
                                    at_first_point<In>,
                                    at_second_point<In>,
                                    on_first_point<In>,
                                    on_second_point<In>};

template <class In>
constexpr TypeSpec spec{.name = "damper",
                        .summary = "damper between two points: linear, or with a law",
                        .arguments = {},
                        .properties = properties<In>};

}  // namespace
}  // namespace damper

const ForceType damper_force{.spec = damper::spec<InPlane<double>>,
                             .num_bodies = 2,
                             .make = damper::make<InPlane<double>>,
                             .evaluate = damper::evaluate<InPlane<double>>,
                             .evaluate_extended = damper::evaluate<InPlane<long double>>};

const ForceType spatial_damper_force{.spec = damper::spec<InSpace<double>>,
                                     .space = Space::spatial,
                                     .num_bodies = 2,
                                     .make = damper::make<InSpace<double>>,
                                     .evaluate_spatial = damper::evaluate<InSpace<double>>,
                                     .evaluate_spatial_extended = damper::evaluate<InSpace<long double>>};

}  // namespace perpend
