// The kinds of certificates about runs, what each proves, and the proofs that need no memory from one solve to the
// next.
#pragma once

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "kernel/model/contacts/contact_problem.hpp"
#include "verification/certificate.hpp"

namespace perpend {

enum class CertificateKind : int {
  kkt_residual,
  kept_rows,
  complementarity,
  contact_solve,
  contact_kept_rows,
  contact_class,
  solvability,
  num_solutions,
  spd_delassus,
  rank,
  spectral_radius,
  constraint_error,
  reference
};

// The numbers that a certificate of each kind proves, in the order of its row.
enum class KktResidualBound { backward_error, motion_residual, constraint_residual, worst_row, granted_rows };
enum class KeptRowsBound { backward_error, share_beyond, miss, num_left_out, granted_rows };
enum class ComplementarityBound { error_between, error_at_bound, violation, worst_row, granted_rows };
enum class ContactSolveBound { backward_error, motion, joints, normal, tangential, cone, granted_rows };
enum class ContactKeptRowsBound {
  backward_error,
  motion,
  joints,
  normal,
  tangential,
  cone,
  share_beyond,
  miss,
  num_left_out,
  granted_rows
};
enum class ContactClassBound { smallest_friction, largest_friction };
enum class SolvabilityBound { num_contacts };
enum class NumSolutionsBound { most_impulses, fewest_impulses, impulse_continua, motions, motion_continua, num_pairs };
enum class DelassusBound { smallest_eigenvalue, condition, rounding };
enum class RankBound { rank, distance, independence, num_dependent };
enum class SpectralRadiusBound { lower, upper, trace, determinant };
enum class ConstraintErrorBound { lower, upper, worst_step, num_states };
enum class ReferenceBound { difference };

/// The place of a type among others.
template <class T, class... Types>
consteval int place_among() {
  constexpr bool is_same[] = {std::is_same_v<T, Types>...};
  return static_cast<int>(std::find(std::begin(is_same), std::end(is_same), true) - std::begin(is_same));
}

/// The kind whose numbers these are; listed in the order of the kinds.
template <class Bound>
[[nodiscard]] constexpr CertificateKind kind_of(Bound) {
  constexpr int place =
      place_among<Bound, KktResidualBound, KeptRowsBound, ComplementarityBound, ContactSolveBound, ContactKeptRowsBound,
                  ContactClassBound, SolvabilityBound, NumSolutionsBound, DelassusBound, RankBound, SpectralRadiusBound,
                  ConstraintErrorBound, ReferenceBound>();
  static_assert(place <= static_cast<int>(CertificateKind::reference));
  return static_cast<CertificateKind>(place);
}

/// Their rows, each in the file of its proof, in the order of the kinds.
namespace certificate_types {
extern const CertificateType kkt_residual, kept_rows, complementarity, contact_solve, contact_kept_rows, contact_class,
    solvability, num_solutions, spd_delassus, rank, spectral_radius, constraint_error, reference;
inline constexpr const CertificateType* all[] = {
    &kkt_residual,    &kept_rows,        &complementarity, &contact_solve, &contact_kept_rows,
    &contact_class,   &solvability,      &num_solutions,   &spd_delassus,  &rank,
    &spectral_radius, &constraint_error, &reference};
static_assert(std::size(all) == static_cast<std::size_t>(CertificateKind::reference) + 1);
}  // namespace certificate_types

template <class Bound>
struct NamedBound {
  Bound bound;
  const char* name;
  Sense sense = Sense::exactly;
  Quantity quantity = Quantity::number;
};

/// The numbers of a row, in the order of their enumerators; anything else does not compile.
template <class Bound, std::size_t count>
consteval std::array<BoundType, max_bounds> in_order(const NamedBound<Bound> (&rows)[count]) {
  static_assert(count <= max_bounds);
  std::array<BoundType, max_bounds> bounds{};
  for (std::size_t i = 0; i < count; ++i) {
    if (static_cast<std::size_t>(rows[i].bound) != i) throw "a row is not at the place of its enumerator";
    bounds[i] = {rows[i].name, rows[i].sense, rows[i].quantity};
  }
  return bounds;
}

/// What the matrix of a contact problem is by its structure, motions and joints eliminated.
/// Exact object: M, E, N, D, mu of the problem. With G = [N; D^T] and a positive semidefinite K (the inverse of M less
/// what the joints take),
///     z^T A z = g^T K g + c_n^T compliance c_n + sigma^T mu c_n >= 0 for z >= 0,   g = G^T (c_n, beta):
/// the slip rows (0, E) and the cone rows (mu, -E^T, 0) cancel but for mu, in exact arithmetic, because both hold the
/// same ones. The convex law adds -mu sigma to the normal rows: then all cancels and A is positive semidefinite.
/// Proved: M positive definite, compliances and mu >= 0. Undecided for FrictionLaw::sliding, whose matrix has no such
/// structure. bounds: smallest and largest mu.
[[nodiscard]] Certificate certify_contact_class(const ContactProblem& problem);

/// Pairs (multiplier, slack) of contacts and of limits.
[[nodiscard]] int num_pairs(const ContactProblem& problem);

/// How many solutions the complementarity problem of a step has.
/// Exact object: the doubles of the problem. Claim: its solutions have as many distinct impulses (normal and tangential
/// ones of contacts, those of limits) and motions as the bounds state, isolated ones and continua apart;
/// isolated impulses stand there twice, so that a group keeps the most and the fewest. No solution at all: 0.
/// Slips and friction along opposite directions that cancel are not counted apart.
/// Motions and joints' multipliers are eliminated. Where the symmetric part of what is left is positive definite there
/// is one solution; otherwise each of the 2^n choices of entries that are 0 is decided over the rationals, but for
/// those that enclosures refute and those whose solutions another choice has too [CottlePangStone92]. More contacts
/// than motions that hold bodies at rest leave one continuum, by the rank of their rows. Undecided above `largest`
/// pairs (at most 15) or 60 motions and joint rows, with joints that are redundant and with dry friction in joints.
[[nodiscard]] Certificate count_contact_solutions(const ContactProblem& problem, int largest = 12);

/// The same for the problems of one run. A matrix that was shown to leave one solution is not looked at again.
class ContactSolutionCounter {
 public:
  [[nodiscard]] Certificate count(const ContactProblem& problem, int largest = 12);

 private:
  std::vector<double> numbers_;  ///< all that the matrix of the last such problem was made of
  std::vector<int> places_;
  std::vector<double> new_numbers_;
  std::vector<int> new_places_;
};

/// Rows of the exact linear programs, at most, of motions that joints and contacts tie together: each such part is
/// decided by itself. Numbers grow with each pivot: measured, the first takes 0.4 s for 24
/// rows, the second 0.04 s for 18 and 2.6 s for 40.
struct ExactLimits {
  int opening = 32;      ///< of a motion that opens every contact, with friction or without
  int feasibility = 28;  ///< of all rows
};

/// Whether a contact problem that no solver answered has a solution at all.
/// Exact object: the doubles of the problem. Claim: it has a solution.
/// Proved, for FrictionLaw::pyramid and convex, when some motion x and slips sigma >= 0 have
///     J x = target,   D^T x + rate_t + E sigma >= 0,   N x + rate_t + bias >= mu sigma
/// Then b^T z >= 0 for every z >= 0 with A z >= 0 and z^T A z = 0, which is enough for a copositive A
/// [AnitescuPotra97]. It is so when every bias is >= 0 and nothing is moved (x = 0), and when the friction cone is
/// pointed, for some x then opens every contact.
/// Refuted when the ray on which a solver ended leads to a contradiction of the rows (solvability_ray.hpp), of problems
/// of any size, when no motion opens all overlaps without friction, or when the rows of the problem, without
/// complementarity, contradict each other: a combination with multipliers >= 0 shows it (Farkas). bounds: number of
/// contacts. Both by exact linear programming, within `limits`; what they leave open is decided by trying every choice
/// of the entries that are 0, for up to 12 pairs; undecided beyond.
[[nodiscard]] Certificate certify_solvability(const ContactProblem& problem, const ContactRay& ray = {},
                                              const ExactLimits& limits = {});

}  // namespace perpend
