// Whether the ray of a solver, made exact, shows that a contact problem has no solution.
#pragma once

#include "kernel/model/contacts/contact_problem.hpp"

namespace perpend {

/// Weights y >= 0 near those of the ray, of the normals (of FrictionLaw::convex: of the edges N + mu D_i of the cones)
/// and of limits, and any of equations, under which no motion is left of the sum of these rows, and less than 0 of its
/// right side: every solution would make it at least 0 (Farkas) [CottlePangStone92]. Exact: the ray only says which
/// rows to try and how much of each. False where it leads to no such weights, or to too many products of fractions.
/// Pre: why_unfit(problem) is null.
[[nodiscard]] bool contradicts(const ContactProblem& problem, const ContactRay& ray);

}  // namespace perpend
