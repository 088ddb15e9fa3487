// A contact problem over the rationals: its parts that have to do with each other, and their rows for exact linear
// programming.
#pragma once

#include <vector>

#include "kernel/model/contacts/contact_problem.hpp"

namespace perpend {

/// Motions that joints and contacts tie together, with these joints (rows) and contacts, each in increasing order. What
/// neither touches has its own M x = motion and is in no part.
struct ProblemPart {
  std::vector<int> columns;
  std::vector<int> joints;
  std::vector<int> contacts;
};

/// Solutions of all parts together are a solution of the whole, and where a part has no solution the whole has none.
[[nodiscard]] std::vector<ProblemPart> parts_of(const ContactProblem& problem);

/// The contacts of one moving body with bodies that do not move, for each body that has two such: what they contradict
/// the whole problem contradicts.
[[nodiscard]] std::vector<ProblemPart> walls_of_each_body(const ContactProblem& problem);

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
