// Forces and motions that open every contact, with room for what is known only roughly.
#pragma once

#include "verification/checker/claim.hpp"
#include "verification/checker/friction/problem.hpp"

namespace perpend::checker {

/// Contacts with r^T W r > 0 for all r of the cones have reactions that solve them, for every q [KlarbringPang98]. With
/// A = [W V; V^T R] and "shift", S = (A + A^T)/2 + shift I semidefinite, (u, y) = S x of the "opening forces" x,
/// E = x . S x, and L = |V|_F over the smallest eigenvalue of R it holds where at each contact
///     u_N - mu |u_T|  >  sqrt(1 + mu^2) (L |y| + sqrt(E shift (1 + L^2))).
/// Pre: local.
void require_copositivity(Judgement& judgement, const ContactProblem& problem);

/// A motion within |G^T v + b| / sqrt(smallest eigenvalue of G^T G) of the "opening motion" v obeys the equations; it
/// opens every contact whichever it is. Pre: global, with equations.
void require_constrained_opening(Judgement& judgement, const SparseMatrix& motion, const std::vector<Rational>& offset,
                                 const std::vector<Rational>& mu, int dimension);

}  // namespace perpend::checker
