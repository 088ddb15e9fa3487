// Who takes part in an impact, and what its impulses do. An impulse that takes a rate r to r+ does the work
//     impulse (r + r+)/2
// against the bodies; summed over an impact without other forces, this is the change of kinetic energy, in the frame of
// moved walls and drives.
#pragma once

#include "kernel/model/contacts/contact_problem.hpp"
#include "kernel/model/model.hpp"

namespace perpend {

/// Impulses of contacts, and of the rows of joints that have bounds: equations of joints do no work apart from their
/// feedback.
struct ImpactImpulses {
  const GrowingVector& normal;
  const GrowingVector& tangential;
  const VectorX& multiplier;
};

/// Bodies that joints and active contacts tie together, one entry a velocity: the first column of one of them.
void find_islands(const Model& model, const ContactProblem& problem, std::vector<int>& island);

/// Island of a contact or of a block of joint rows, -1: nothing of it moves.
template <class Block>
[[nodiscard]] int island_of(const Block& block, const std::vector<int>& island) {
  for (std::size_t side = 0; side < block.num_columns.size(); ++side)
    if (block.num_columns[side] > 0) return island[block.first_column[side]];
  return -1;
}

enum class WallMotion { counts, is_left_out };

/// out[island] += factor * sum of impulse times rate at v; contact rates relative to moved walls, or row . v alone.
void add_power(const ContactProblem& problem, const ImpactImpulses& impulses, const VectorX& v, WallMotion walls,
               const std::vector<int>& island, double factor, VectorX& out);
/// The same of the sizes of all terms: what `add_power` is rounded against.
void add_power_size(const ContactProblem& problem, const ImpactImpulses& impulses, const VectorX& v,
                    const std::vector<int>& island, double factor, VectorX& out);

/// Largest s in [0, 1] with a s^2 + b s + c <= 0. Pre: a >= 0, c <= 0.
[[nodiscard]] double largest_share(double a, double b, double c);

}  // namespace perpend
