// Contacts of the plane four at once, each with bodies of its own.
#pragma once

#include <array>
#include <vector>

#include "kernel/lcp/contact_sweeps.hpp"

namespace perpend {

/// Four contacts, or fewer with places that do nothing. The first side of a contact is that of body[0]; its
/// rows are the normal n and the tangent (-n_y, n_x).
struct PlanarGroup {
  static constexpr int width = 4;
  using Four = double __attribute__((vector_size(width * sizeof(double))));
  using Sides = std::array<Four, 2>;

  // Functions for wide registers take it for granted that vectors are aligned, wherever they are compiled.
  alignas(sizeof(Four)) std::array<std::array<int, width>, 2> body{};  ///< places in velocities; 0: it does not move
  std::array<Four, 2> normal{};
  std::array<Sides, 2> arm{};  ///< of the row
  Sides inverse_mass{};
  std::array<Sides, 2> turned{};  ///< arms over inertias
  std::array<Four, 2> inverse{};  ///< 1/(W_ii + c), c in the first alone
  std::array<Four, 2> rate_t{};   ///< [m/s]
  std::array<Four, 2> impulse{};  ///< [N s]
  std::array<Four, 2> sum{};      ///< of the step [N s]
  Four gap{}, distance{}, friction{}, compliance{};
  int count = 0;
};

/// One of a body: x, y, spin, 0.
struct PlanarVelocity {
  alignas(sizeof(PlanarGroup::Four)) PlanarGroup::Four value{};
};

/// Where four numbers are held. Each number is rounded alike in both.
enum class Registers {
  widest,  ///< that the processor has, which is asked when the program runs
  narrow,  ///< that every processor has
};

/// Each group once, in their order.
void sweep_groups(std::vector<PlanarGroup>& groups, const SweepRule& rule, PlanarVelocity* velocities,
                  Registers registers = Registers::widest);
/// v += M^-1 of all impulses.
void apply_groups(const std::vector<PlanarGroup>& groups, PlanarVelocity* velocities,
                  Registers registers = Registers::widest);
/// Distances at displacements a time t [s] after the contacts were found.
void move_groups(std::vector<PlanarGroup>& groups, double time, const PlanarVelocity* displacements,
                 Registers registers = Registers::widest);
/// The largest change that a sweep would make alone, and the largest normal impulse.
[[nodiscard]] std::array<double, 2> change_of_groups(const std::vector<PlanarGroup>& groups, const SweepRule& rule,
                                                     const PlanarVelocity* velocities);

}  // namespace perpend
