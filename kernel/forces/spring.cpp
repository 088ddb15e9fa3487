// Linear spring between two points: l = |p1 - p0|, u = (p1 - p0)/l, V = k (l - l0)^2 / 2, force on body 0: +k (l - l0)
// u. At l = 0 the direction is undefined; the force is zero there (its average over directions).
#include <cmath>

#include "kernel/forces/force_types.hpp"
#include "kernel/forces/point_force.hpp"

namespace perpend {

namespace spring {
namespace {

template <class In>
void evaluate(const Force& force, const typename In::Pair& body, typename In::Scalar, typename In::Applied& value) {
  using Scalar = typename In::Scalar;
  const auto p0 = In::point(force, body[0], 0);
  const auto p1 = In::point(force, body[1], 1);
  const typename In::Vector d = p1.position - p0.position;
  const Scalar length = std::sqrt(dot(d, d));
  const Scalar stretch = length - Scalar(force.rest);
  value.potential = Scalar(force.stiffness) * stretch * stretch / Scalar(2);
  if (!(length > Scalar(0))) return;
  const typename In::Vector pull = (Scalar(force.stiffness) * stretch / length) * d;
  add_point_force(value.conservative[0], pull, p0.arm);
  add_point_force(value.conservative[1], typename In::Vector(-pull), p1.arm);
}

template <class In>
Made<Force> make(const Properties& properties, const JointSite& site) {
  Force force;
  const double length = attach<In>(properties, site, force);
  force.stiffness = properties.number("stiffness");
  force.rest = properties.number_or("rest", length);
  return force;
}

template <class In>
constexpr FieldSpec properties[] = {{.name = "stiffness",
                                     .dimension = dimension::stiffness,
                                     .required = true,
                                     .doc = "force for each length of stretch",
                                     .minimum = 0.0},
                                    {.name = "rest",
                                     .dimension = dimension::length,
                                     .doc = "length without force",
                                     .default_text = "the length at the start",
                                     .minimum = 0.0},
                                    at_first_point<In>,
                                    at_second_point<In>,
                                    on_first_point<In>,
                                    on_second_point<In>};

template <class In>
constexpr TypeSpec spec{
    .name = "spring", .summary = "linear spring between two points", .arguments = {}, .properties = properties<In>};

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
