// Linear spring between two points: l = |p1 - p0|, u = (p1 - p0)/l, V = k (l - l0)^2 / 2, force on body 0: +k (l - l0)
// u. At l = 0 the direction is undefined; the force is zero there (its average over directions). With a law f the force
// is +f u, and has no potential that is known; where l0 is a law, V is that of l0 as it is at the time.
#include <cmath>
#include <utility>

#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"

namespace perpend {

namespace spring {
namespace {

template <class In>
void evaluate(const Force& force, const typename In::Pair& body, const LawInput<typename In::Scalar>& at,
              typename In::Applied& value) {
  using Scalar = typename In::Scalar;
  const auto p0 = In::point(force, body[0], 0);
  const auto p1 = In::point(force, body[1], 1);
  const typename In::Vector d = p1.position - p0.position;
  const Scalar length = std::sqrt(dot(d, d));
  if (!force.pull.empty()) {
    if (length > Scalar(0)) add_pull<In>(force.pull(at.time, at.signals) / length * d, p0.arm, p1.arm, value.other);
    return;
  }
  const Scalar rest = force.length.empty() ? Scalar(force.rest) : force.length(at.time, at.signals);
  const Scalar stretch = length - rest;
  value.potential = Scalar(force.stiffness) * stretch * stretch / Scalar(2);
  if (!(length > Scalar(0))) return;
  const typename In::Vector pull = (Scalar(force.stiffness) * stretch / length) * d;
  add_pull<In>(pull, p0.arm, p1.arm, value.conservative);
}

/// Pre: `rest` of the force is the length at the start.
Made<Force> with_stiffness_law(const Properties& properties, Force force) {
  if (properties.has("pretension"))
    return FactoryError{"pretension", "a pretension divides by the stiffness, which changes",
                        "give rest, the length without force"};
  const TimeFunction rest = properties.has("rest") ? properties.get<TimeFunction>("rest") : TimeFunction(force.rest);
  return with_pull({.stiffness = properties.get<TimeFunction>("stiffness"), .rest = rest, .damping = {}}, "stiffness",
                   std::move(force));
}

template <class In>
Made<Force> make(const Properties& properties, const JointSite& site) {
  Force force;
  const double length = attach<In>(properties, site, force);
  const bool has_rest = properties.has("rest");
  if (properties.has("force")) {
    if (auto error = take_pull(properties, {"stiffness", "rest", "pretension"}, force)) return *error;
    return force;
  }
  if (!properties.has("stiffness"))
    return FactoryError{"", "spring needs 'stiffness', or a law 'force'", "force for each length of stretch"};
  force.rest = length;
  if (properties.is_law("stiffness")) return with_stiffness_law(properties, std::move(force));
  force.stiffness = properties.number("stiffness");
  if (properties.has("pretension")) {
    if (has_rest)
      return FactoryError{"rest", "the pretension says the length without force", "leave one of the two out"};
    if (force.stiffness == 0.0) return FactoryError{"pretension", "a spring of stiffness 0 has no pretension", ""};
    force.rest = length - properties.number("pretension") / force.stiffness;
  }
  if (!has_rest) return force;
  const auto& rest = properties.get<TimeFunction>("rest");
  if (rest.is_constant() && !(rest(0.0) >= 0.0))
    return FactoryError{"rest", "a length without force is at least 0", "draw the points together by a pretension"};
  if (rest.is_constant()) {
    force.rest = rest(0.0);
    return force;
  }
  force.length = rest;
  force.signals = rest.signals();
  return force;
}

template <class In>
constexpr FieldSpec properties[] = {
    {.name = "stiffness",
     .dimension = dimension::stiffness,
     .doc = "force for each length of stretch",
     .minimum = 0.0,
     .is_law = true},
    {.name = "rest",
     .type = FieldType::time_number,
     .dimension = dimension::length,
     .doc = "length without force, a law of t and signals",
     .default_text = "the length at the start",
     .is_law = true},
    {.name = "pretension", .dimension = dimension::force, .doc = "force at the length of the start, instead of rest"},
    pull_field,
    at_first_point<In>,
    at_second_point<In>,
    on_first_point<In>,
    on_second_point<In>};

template <class In>
constexpr TypeSpec spec{.name = "spring",
                        .summary = "spring between two points: linear, or with a law",
                        .arguments = {},
                        .properties = properties<In>};

}  // namespace
}  // namespace spring

const ForceType spring_force{.spec = spring::spec<InPlane<double>>,
                             .num_bodies = 2,
                             .make = spring::make<InPlane<double>>,
                             .evaluate = spring::evaluate<InPlane<double>>,
                             .evaluate_extended = spring::evaluate<InPlane<long double>>};

const ForceType spatial_spring_force{.spec = spring::spec<InSpace<double>>,
                                     .space = Space::spatial,
                                     .num_bodies = 2,
                                     .make = spring::make<InSpace<double>>,
                                     .evaluate_spatial = spring::evaluate<InSpace<double>>,
                                     .evaluate_spatial_extended = spring::evaluate<InSpace<long double>>};

}  // namespace perpend
