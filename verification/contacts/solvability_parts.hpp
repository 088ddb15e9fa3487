// Which unknowns of a contact problem have to do with each other.
#pragma once

#include <vector>

#include "kernel/model/contact_problem.hpp"

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

}  // namespace perpend
