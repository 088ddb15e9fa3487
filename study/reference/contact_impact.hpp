// What an impact does to the velocities: contacts that approach, and limits that are struck, among all that touch or
// are held. The laws are those of the methods in the limit of short steps, see stabilizers/restitution.hpp:
//     limits       plastic
//     Newton       n . s+ >= -e n . s-
//     Poisson      compression with n . s >= 0, then e times its impulses, and n . s+ >= 0
//     friction     in the cone of all normal impulses, against the slip after each phase; in space the cone is round
//     energy       where the whole restitution would create some, the largest share of it that does not [Kane84]
// Every combination of sticking, sliding and parting is tried; where two give other velocities, there is no answer.
// Where rows follow from one another impulses of one velocity are many: it counts where some of them keep the laws;
// what Poisson's restitution would make of others must be the same.
#pragma once

#include <string>
#include <vector>

#include "study/reference/contact_choices.hpp"

namespace perpend {

struct ImpactQuestion {
  const EvaluatedState& at;
  const State& state;
  std::vector<int> limits{};         ///< rows that are reached or held
  std::vector<Touching> touching{};  ///< contacts without a gap
};

struct ImpactAnswer {
  VectorX velocity{};
  std::string objection{};  ///< why there is none, in words
};

[[nodiscard]] ImpactAnswer impact(const ImpactQuestion& question);

}  // namespace perpend
