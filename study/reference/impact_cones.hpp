// What the laws of impact say of impulses, whatever the velocity: held limits and contacts push, and friction where
// nothing slips lies in the cone of all normal impulses. Where rows follow from one another, impulses of one velocity
// are many: those of least norm may be outside while others are not.
#pragma once

#include <vector>

#include "kernel/dynamics/cone_search.hpp"
#include "study/reference/contact_choices.hpp"

namespace perpend {

/// A phase of an impact with what each contact does in it.
struct ImpactPhase {
  const EvaluatedState& at;
  const MotionPhase& phase;
  const std::vector<ContactChoice>& chosen;  ///< of all contacts; the phase has those that are not apart
  const VectorX& given;                      ///< normal impulses that acted before, one a contact [N s]
};

/// `impulse`: of all rows; and further ones along the columns of `along`.
[[nodiscard]] std::vector<Cone> impulse_cones(const ImpactPhase& impact, const VectorX& impulse, const MatrixX& along);

/// The same divided by `size`, for a search.
[[nodiscard]] std::vector<Cone> scaled_cones(const ImpactPhase& impact, const VectorX& impulse, const MatrixX& idle,
                                             double size);

/// Normal impulses of the contacts among those of all rows, 0 where there is none.
[[nodiscard]] VectorX normal_impulses(const ImpactPhase& impact, const VectorX& impulse);

}  // namespace perpend
