// The rows of a contact problem over the rationals, for exact linear programming.
#pragma once

#include "kernel/model/contact_problem.hpp"
#include "verification/contacts/solvability_parts.hpp"

namespace perpend {

/// Rows of the linear program of `has_opening_motion`, of `has_separating_motion` and of `is_feasible`.
[[nodiscard]] int num_opening_rows(const ContactProblem& problem, const ProblemPart& part);
[[nodiscard]] int num_separating_rows(const ProblemPart& part);
[[nodiscard]] int num_exact_rows(const ContactProblem& problem, const ProblemPart& part);

/// Whether some x and sigma >= 0 fulfil  J x = target,  D^T x + rate_t + E sigma >= 0,  N x + rate_t + bias >= mu
/// sigma. Rows with compliance are left out: they give way; so are rows with finite bounds about 0.
[[nodiscard]] bool has_opening_motion(const ContactProblem& problem, const ProblemPart& part);

/// The same without friction, N x + rate_t + bias >= 0, which every solution fulfils whatever its impulses: without
/// such a motion there is none.
[[nodiscard]] bool has_separating_motion(const ContactProblem& problem, const ProblemPart& part);

/// Whether some x, c_nu and c_n, beta, sigma >= 0 fulfil every row of the part but complementarity.
[[nodiscard]] bool is_feasible(const ContactProblem& problem, const ProblemPart& part);

}  // namespace perpend
