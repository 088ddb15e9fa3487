// One function a family of planar pairs; the registry gives each pair of kinds its row.
#pragma once

#include "kernel/contacts/contact_points.hpp"

namespace perpend {

using PlanarPairFunction = decltype(PlanarPairType::find);

/// Types of the parameters, for the definitions.
using Outline = const Shape&;
using Placed = const BodyMotion<double>&;

void find_core_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points);
void find_halfplane_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points);
void find_halfplane_ellipse(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin,
                            ContactPoints& points);
void find_ellipse_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points);
void find_ellipse_ellipse(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points);
void find_arc_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points);
void find_chain_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points);
void find_chain_ellipse(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points);

}  // namespace perpend
