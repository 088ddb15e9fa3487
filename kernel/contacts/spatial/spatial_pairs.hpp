// One function a family of spatial pairs; the registry gives each pair of kinds its row.
#pragma once

#include "kernel/contacts/contact_points.hpp"

namespace perpend {

/// Types of the parameters, for the definitions.
using Solid = const Shape&;
using PlacedSolid = const SpatialMotion<double>&;

/// Contacts of sphere, point, capsule and rod among themselves.
void find_round_round(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                      ContactPoints& points);
/// One of them, or a box or hull, against a box or hull.
void find_polytope_core(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                        ContactPoints& points);
void find_halfspace_core(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                         ContactPoints& points);
void find_halfspace_ellipsoid(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                              ContactPoints& points);
void find_halfspace_cylinder(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                             ContactPoints& points);
void find_bowl_core(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin, ContactPoints& points);
/// One of them is an ellipsoid, or a cylinder and the other a point or sphere.
void find_convex_convex(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                        ContactPoints& points);
/// Cylinder against box or hull.
void find_cylinder_polytope(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                            ContactPoints& points);
/// Cylinder against cylinder, capsule or rod.
void find_cylinder_segment(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                           ContactPoints& points);

}  // namespace perpend
