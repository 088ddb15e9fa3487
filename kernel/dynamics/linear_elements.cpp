#include "kernel/dynamics/linear_elements.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace perpend {

namespace {

/// The rate of a point along u as a row over the velocities of its body.
std::array<Extended, 3> row_along(const Vector2<Extended>& u, const PointMotion<Extended>& point, Extended sign) {
  return {sign * u.x(), sign * u.y(), sign * dot(u, perp(point.arm))};
}
std::array<Extended, 6> row_along(const Vector3<Extended>& u, const SpatialPoint<Extended>& point, Extended sign) {
  const Vector3<Extended> moment = cross(point.arm, u);
  return {sign * u.x(), sign * u.y(), sign * u.z(), sign * moment.x(), sign * moment.y(), sign * moment.z()};
}

}  // namespace

template <class In>
void LinearElements<In>::add(const ActedBodies& body, const Covector<In>& gradient, double stiffness, double damping) {
  LinearForces::Element element;
  element.stiffness = stiffness;
  element.damping = damping;
  const std::vector<int> all = poses_.columns(body);
  const ExtendedVector g = poses_.flat(body, gradient);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (g[static_cast<Eigen::Index>(i)] == 0) continue;
    element.columns.push_back(all[i]);
    element.gradient.push_back(static_cast<double>(g[static_cast<Eigen::Index>(i)]));
  }
  result_.from_applied = result_.from_applied || stiffness != 0.0;
  if (!element.columns.empty()) result_.elements.push_back(std::move(element));
}

template <class In>
void LinearElements<In>::add_stretched(const Force& force) {
  const auto between = [&](const Motions& at) {
    return typename In::Vector(In::point(force, at[1], 1).position - In::point(force, at[0], 0).position);
  };
  const auto gradient_at = [&](const Motions& at) {
    const typename In::Vector d = between(at);
    const typename In::Vector u = d / std::sqrt(dot(d, d));
    return Covector<In>{row_along(u, In::point(force, at[0], 0), -1), row_along(u, In::point(force, at[1], 1), 1)};
  };
  const Motions now = poses_.motions(acted_bodies(force));
  const typename In::Vector d = between(now);
  const Extended length = std::sqrt(dot(d, d));
  if (!(length > 0)) return poses_.object("'" + force.name + "' has length 0 at the start, where it has no direction");
  add(acted_bodies(force), gradient_at(now), force.stiffness, force.damping);
  const Extended pull = Extended(force.stiffness) * (length - Extended(force.rest));
  const Extended pull_doubt = number_share * Extended(force.stiffness) * (poses_.length() + Extended(force.rest));
  doubt(pull_doubt);
  if (pull == 0) return;
  poses_.add(
      acted_bodies(force), "the force of '" + force.name + "'", 1, pull_doubt / std::abs(pull),
      [&](const Motions& at) {
        Covector<In> value = gradient_at(at);
        for (auto& side : value)
          for (Extended& entry : side) entry *= pull;
        return value;
      },
      result_.from_applied);
}

template <class In>
void LinearElements<In>::add_drag(const Force& force, const Wrench& wrench) {
  const Motions rest = poses_.motions(acted_bodies(force));
  const ExtendedVector still = poses_.flat(acted_bodies(force), wrench(rest));
  const std::vector<int> columns = poses_.columns(acted_bodies(force));
  ExtendedMatrix drag(still.size(), still.size());
  Eigen::Index column = 0;
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < poses_.dof(force.body[side]); ++j, ++column) {
      const auto at = [&](Extended speed) {
        Motions moving = rest;
        if (j < In::num_linear)
          moving[side].velocity[j] = speed * poses_.length();
        else if constexpr (In::space == Space::planar)
          moving[side].spin = speed;
        else
          moving[side].spin[j - 3] = speed;
        return ExtendedVector(still - poses_.flat(acted_bodies(force), wrench(moving)));
      };
      const ExtendedVector one = at(1), two = at(2);
      if ((two - 2 * one).cwiseAbs().maxCoeff() > number_share * (two.cwiseAbs() + still.cwiseAbs()).maxCoeff())
        return poses_.object("how '" + force.name + "' depends on velocities is not linearized");
      drag.col(column) = one / (j < In::num_linear ? poses_.length() : Extended(1));
    }
  const Extended largest = drag.size() == 0 ? Extended(0) : drag.cwiseAbs().maxCoeff();
  if ((drag - drag.transpose()).cwiseAbs().sum() > number_share * largest * Extended(drag.size()))
    return poses_.object("the damping of '" + force.name + "' is not symmetric");
  for (Eigen::Index left = drag.rows(); left > 0; --left) {
    Eigen::Index pivot = 0;
    const Extended size = drag.diagonal().cwiseAbs().maxCoeff(&pivot);
    if (!(size > number_share * largest)) break;
    const int sign = drag(pivot, pivot) > 0 ? 1 : -1;
    LinearForces::Element element{.columns = columns, .gradient = {}, .damping = static_cast<double>(sign)};
    const ExtendedVector root = drag.col(pivot) / std::sqrt(size);
    for (const Extended entry : root) element.gradient.push_back(static_cast<double>(entry));
    result_.elements.push_back(std::move(element));
    drag -= Extended(sign) * root * root.transpose();
  }
  if (largest > 0 && drag.cwiseAbs().maxCoeff() > number_share * largest * Extended(drag.size()))
    poses_.object("the damping of '" + force.name + "' is no sum of squares");
}

template class LinearElements<InPlane<Extended>>;
template class LinearElements<InSpace<Extended>>;

}  // namespace perpend
