// How many solutions does the complementarity problem of a step have?
#pragma once

#include "kernel/model/contact_problem.hpp"
#include "verification/certificate.hpp"

namespace perpend {

/// Pairs (multiplier, slack) of contacts and of limits.
[[nodiscard]] int num_pairs(const ContactProblem& problem);

/// Exact object: the doubles of the problem. Claim: its solutions have as many distinct impulses (normal and tangential
/// ones of contacts, those of limits) and motions as the bounds state, isolated ones and continua apart;
/// isolated impulses stand there twice, so that a group keeps the most and the fewest. No solution at all: 0.
/// Slips and friction along opposite directions that cancel are not counted apart.
/// Motions, joints' multipliers and impulses are eliminated over the rationals, then each of the 2^n choices of entries
/// that are 0 is decided [CottlePangStone92].
/// Undecided above `largest` pairs (at most 15) or 60 motions and joint rows, with joints that are redundant and with
/// dry friction in joints.
[[nodiscard]] Certificate count_contact_solutions(const ContactProblem& problem, int largest = 12);

}  // namespace perpend
