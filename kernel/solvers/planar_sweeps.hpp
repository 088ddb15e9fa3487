// Gauss-Seidel over contacts in the plane: each is solved exactly, normal and tangent together, with the impulses of
// the others fixed. [JourdanAlartJean98] What `nsgs` does with four unknowns a contact, in the two of PlanarContacts.
#pragma once

#include <array>
#include <vector>

#include "kernel/solvers/planar_contacts.hpp"

namespace perpend {

class PlanarSweeps {
 public:
  /// Reads the two rows of each contact in W.
  void prepare(const PlanarContacts& problem);
  /// Moves x, which obeys the bounds of friction, by `sweeps` visits of all contacts; false, after fewer, once nothing
  /// moves.
  bool run(long sweeps, GrowingVector& x) const;

 private:
  /// W of one contact, normal and tangent.
  struct Own {
    double nn = 0.0, nt = 0.0, tn = 0.0, tt = 0.0;
  };
  [[nodiscard]] double visit(int c, GrowingVector& x) const;

  const PlanarContacts* problem_ = nullptr;
  std::vector<Own> own_;
};

/// Impulses (c, t) of one contact,  u_n = nn c + nt t + q_n,  u_t = tn c + tt t + q_t,  by Coulomb's law: the first of
/// open, sticking and sliding that holds; where none does, sliding against q_t.
[[nodiscard]] std::array<double, 2> planar_impulse(const std::array<double, 4>& w, std::array<double, 2> q,
                                                   double friction);

}  // namespace perpend
