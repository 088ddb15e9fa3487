// One mixed complementarity problem of joints and contacts with its reason, and its answer. A stabilizer writes the
// problem, a solver answers it, a certificate judges the pair. [HartAnitescu03] (2.11)-(2.12)
// clang-format off
//     M x = motion + J^T c_nu + N^T c_n + D beta
//     J x + E c_nu = target                              rows with bounds as in kernel/model/problem.hpp
//     0 <= N x + rate_t + bias + compliance c_n   perp  c_n   >= 0      convex: - mu sigma in this row, (2.10)
//     0 <= D^T x + rate_t + sigma                 perp  beta  >= 0
//     0 <= mu (c_n + given) - sum(beta)           perp  sigma >= 0
// clang-format on
// given: normal impulse of the contact that is part of `motion` already, which friction may use as it may use c_n.
// D has `num_directions` columns a contact: direction i is cos(2 pi i/k) tangent[0] + sin(2 pi i/k) tangent[1]. A
// contact with mu = 0 has neither beta nor sigma: theirs are 0.
#pragma once

#include <string_view>
#include <vector>

#include "kernel/model/contacts/contact_rows.hpp"
#include "kernel/model/numbers/growing.hpp"
#include "kernel/model/problem.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

enum class FrictionLaw {
  pyramid,  ///< Coulomb's law on a polyhedral cone: a copositive LCP
  convex,   ///< the optimization variant: positive semidefinite, slipping contacts open at mu sigma
  sliding,  ///< every contact slides along a known direction, see `sliding`: acceleration level
};

struct ContactProblem {
  Problem joints;            ///< M, J, motion, target, bounds
  ContactRows rows;          ///< the active contacts
  GrowingVector bias;        ///< Delta, one a contact [m/s]
  GrowingVector compliance;  ///< one a contact, >= 0 [1/kg]
  FrictionLaw law = FrictionLaw::pyramid;
  int num_directions = 2;
  /// FrictionLaw::sliding: the friction force is mu c_n along -slide, slide = these coefficients of the two tangents,
  /// unit or 0 (no friction).
  std::vector<std::array<double, 2>> slide{};
  GrowingVector given_normal{};         ///< one a contact, >= 0 [N s], or empty: none is given
  std::vector<ContactImpulse> start{};  ///< first guess, one a contact, or empty
};

/// What of its normal impulse a contact was given before.
[[nodiscard]] inline double given_normal(const ContactProblem& problem, int contact) {
  return problem.given_normal.size() == 0 ? 0.0 : problem.given_normal[contact];
}

/// Why an LCP solver stopped without an answer.
enum class LcpFailure {
  none,
  ray,             ///< a secondary ray: with a Farkas certificate there is no solution, else nothing is known
  cycle,           ///< a basis or an active set came again
  limit,           ///< its limit of pivots or iterations
  singular_basis,  ///< a basis could not be solved to the tolerance
  stagnation,      ///< the residual no longer fell, or a sequence of problems could not continue
  inaccurate,      ///< it came to its end, and what is there misses the tolerance
  exhausted,       ///< every complementary basis was tried
  unsuited,        ///< the solver asks for a structure that this problem does not have
};

[[nodiscard]] const char* to_string(LcpFailure failure);

/// Why a solver was tried on an LCP.
enum class SolverReason {
  named,            ///< the scene or the caller names it
  few_unknowns,     ///< `auto`: so few that a path of pivots is the shortest way
  planar_contacts,  ///< `auto`: friction in two opposite directions, each bounded by the normal force of its contact
  contacts,         ///< `auto`: friction in more directions, or bounded otherwise
  convex_law,       ///< `auto`: friction of the convex law, A symmetric and positive semidefinite
  no_friction,      ///< `auto`: A sparse, symmetric and positive semidefinite
  full,             ///< `auto`: A symmetric and positive semidefinite with more than a quarter of its entries
  semidefinite,     ///< `auto`: z^T A z >= 0, A not symmetric
  bare,             ///< `auto`: nothing is known of the problem but A and b
};

/// In words, as in "lemke (few unknowns)"; empty for `named`.
[[nodiscard]] const char* to_string(SolverReason reason);

/// What one solver made of an LCP, or of those parts of it that were solved apart and ended alike.
struct LcpAttempt {
  std::string_view solver{};  ///< its name in the registry
  Status status = Status::not_run;
  LcpFailure failure = LcpFailure::none;
  long iterations = 0;                                         ///< pivots, sweeps or Newton steps
  double residual = std::numeric_limits<double>::quiet_NaN();  ///< the largest natural residual: see lcp_matrix.hpp
  SolverReason reason = SolverReason::named;
  bool is_fallback = false;  ///< tried where another one had no answer
  int problems = 1;          ///< parts of the LCP, which no entry of A joins
  int fewest_unknowns = 0;   ///< of a part
  int most_unknowns = 0;
};

/// The direction of a ray as impulses, of any size: of the normals, of the directions, and of every row of joints (0
/// where it has no bounds). Empty without one. A guess for certificates, which may not trust it.
struct ContactRay {
  GrowingVector normal;
  GrowingVector tangential;
  GrowingVector joints;

  [[nodiscard]] bool is_empty() const { return normal.size() == 0 && joints.size() == 0; }
  void clear() {
    for (GrowingVector* part : {&normal, &tangential, &joints}) part->resize(0);
  }
};

struct ContactSolution {
  Status status = Status::not_run;
  Solution joints;             ///< x and c_nu
  GrowingVector normal;        ///< c_n [N s], one a contact
  GrowingVector tangential;    ///< beta [N s], num_directions a contact
  GrowingVector slip;          ///< sigma [m/s]
  GrowingVector normal_slack;  ///< left side of each complementarity, as the solver has it: complementary bit by bit
  GrowingVector tangential_slack;  ///< with the multipliers
  GrowingVector slip_slack;
  int lcp_size = 0;
  double residual = 0.0;             ///< natural residual of the LCP at the answer of its solvers, relative
  std::vector<LcpAttempt> attempts;  ///< in the order made; with an answer, those that converged are its parts'
  ContactRay ray;                    ///< of the last attempt that ended on one, when none found an answer
};

}  // namespace perpend
