// Support function of an ellipse, and the signed distance of two smooth outlines from support functions alone.
// With the semi-axes a, b and w the unit direction n in body axes:
//     h(n) = sqrt((a w_x)^2 + (b w_y)^2),   support point s = (a^2 w_x, b^2 w_y) / h,
//     dh/dphi = perp(n) . s,   d2h/dphi2 = rho - h,   rho = a^2 b^2 / h^3 the radius of curvature there.
// Between A and B, d from centre to centre, R the sum of radii, n = n(phi) from A to B:
//     gap = max over phi of F(phi) - R,   F = n . d - h_A(n) - h_B(n)
//     F' = perp(n) . (d - s_A - s_B),   F'' = -(F + rho_A + rho_B)
// apart or overlapping: an overlap is the shortest way out. Where the outlines are apart F has one maximum.
#pragma once

#include <optional>

#include "kernel/contacts/planar_point.hpp"

namespace perpend {

struct Support {
  double h = 0.0;
  Vec2 point = Vec2::Zero();  ///< relative to the centre, world axes
  double curvature_radius = 0.0;
};

/// Ellipse in the pose of its body. Semi-axes 0: a point.
struct PlacedEllipse {
  BodyPoint centre;
  Vec2 semi = Vec2::Zero();

  [[nodiscard]] Support support(const Vec2& n) const;
};

/// Unit direction from `a` to `b` of the largest separation; nothing where all directions are alike.
[[nodiscard]] std::optional<Vec2> separating_direction(const PlacedEllipse& a, const PlacedEllipse& b);

/// From the ellipse to a point, its radius aside.
[[nodiscard]] std::optional<Vec2> separating_direction(const PlacedEllipse& ellipse, const BodyPoint& point);

/// The same among the directions from `low` to `high`, counter-clockwise, at most half a turn. Nothing where it is one
/// of these two.
[[nodiscard]] std::optional<Vec2> separating_direction(const PlacedEllipse& ellipse, const BodyPoint& point,
                                                       const Vec2& low, const Vec2& high);

/// Contact along n. `a` and `b` bring the radii of their centres.
[[nodiscard]] ContactPoint two_ellipses(const PlacedEllipse& a, const PlacedEllipse& b, const Vec2& n, int feature);

/// Shape 0 is the line's.
[[nodiscard]] ContactPoint line_and_ellipse(const BodyLine& line, const PlacedEllipse& ellipse, int feature);

}  // namespace perpend
