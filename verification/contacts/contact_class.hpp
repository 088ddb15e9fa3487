// What the matrix of a contact problem is by its structure, motions and joints eliminated.
#pragma once

#include "kernel/model/contact_problem.hpp"
#include "verification/certificate.hpp"

namespace perpend {

/// Exact object: M, E, N, D, mu of the problem. With G = [N; D^T] and a positive semidefinite K (the inverse of M less
/// what the joints take),
///     z^T A z = g^T K g + c_n^T compliance c_n + sigma^T mu c_n >= 0 for z >= 0,   g = G^T (c_n, beta):
/// the slip rows (0, E) and the cone rows (mu, -E^T, 0) cancel but for mu, in exact arithmetic, because both hold the
/// same ones. The convex law adds -mu sigma to the normal rows: then all cancels and A is positive semidefinite.
/// Proved: M positive definite, compliances and mu >= 0. Undecided for FrictionLaw::sliding, whose matrix has no such
/// structure. bounds: smallest and largest mu.
[[nodiscard]] Certificate certify_contact_class(const ContactProblem& problem);

/// Whether M is positive definite: diagonals > 0, and each 3 x 3 inertia by its leading minors, enclosed.
[[nodiscard]] bool is_positive_definite(const MassMatrix& mass);

}  // namespace perpend
