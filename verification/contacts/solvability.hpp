// Has a contact problem that no solver answered a solution at all?
#pragma once

#include "kernel/model/contact_problem.hpp"
#include "verification/certificate.hpp"

namespace perpend {

/// Rows of the exact linear programs, at most, of motions that joints and contacts tie together: each such part is
/// decided by itself. Numbers grow with each pivot: measured, the first takes 0.4 s for 24
/// rows, the second 0.04 s for 18 and 2.6 s for 40.
struct ExactLimits {
  int opening = 32;      ///< of a motion that opens every contact, with friction or without
  int feasibility = 28;  ///< of all rows
};

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
