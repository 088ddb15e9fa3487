// The directions in which contacts slide in space, where the slips follow from these directions: friction acts against
// them. With an angle phi_i for each contact and its slip s_i(phi),
//     rho_i = angle from the direction of phi_i to s_i = 0.
// One contact: rho has a zero between neighbours of a grid around the turn where its sign changes, or jumps there.
// Several: secants, on the way from no friction to all of it, else from several starts.
#pragma once

#include <functional>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// Writes the slips in coordinates of the tangents, one a contact, for these angles [rad] and this share of the
/// friction of the contacts. False: there is no answer.
using SlipsOf = std::function<bool(const VectorX& angles, double share, std::vector<Vec2>& slips)>;

/// Angles for which all slips have their directions: of one contact all that the grid parts, of several the first that
/// is found. `guess`: a first one, which fixes how many contacts there are.
[[nodiscard]] std::vector<VectorX> find_slides(const SlipsOf& slips_of, const VectorX& guess);

}  // namespace perpend
