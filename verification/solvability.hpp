// Has a contact problem that no solver answered a solution at all?
#pragma once

#include "kernel/contact_problem.hpp"
#include "verification/certificate.hpp"

namespace perpend {

/// Exact object: the doubles of the problem. Claim: it has a solution.
/// Proved, for FrictionLaw::pyramid and convex, when some motion x and slips sigma >= 0 have
///     J x = target,   D^T x + rate_t + E sigma >= 0,   N x + rate_t + bias >= mu sigma
/// Then b^T z >= 0 for every z >= 0 with A z >= 0 and z^T A z = 0, which is enough for a copositive A
/// [AnitescuPotra97]. It is so when every bias is >= 0 and nothing is moved (x = 0), and when the friction cone is
/// pointed, for some x then opens every contact.
/// Refuted when the rows of the problem, without complementarity, contradict each other: a combination with
/// multipliers >= 0 shows it (Farkas). bounds: number of contacts.
/// Both by exact linear programming, for at most `largest_exact` rows; undecided beyond.
[[nodiscard]] Certificate certify_solvability(const ContactProblem& problem, int largest_exact = 48);

}  // namespace perpend
