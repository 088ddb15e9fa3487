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
  /// Moves x, which obeys the bounds of friction, by `sweeps` visits of all contacts, or fewer once nothing moves, each
  /// impulse by `relaxation` times what would solve its contact, inside the bounds. Returns the largest change of the
  /// last one against the largest impulse; 0: nothing moves.
  double run(long sweeps, double relaxation, GrowingVector& x);

 private:
  /// W of one contact, normal and tangent, and where its other contacts begin.
  struct Own {
    double nn = 0.0, nt = 0.0, tn = 0.0, tt = 0.0;
    double b_n = 0.0, b_t = 0.0;
    double friction = 0.0;
    int first = 0;
    bool has_tangent = false;
  };
  /// What the normal and the tangent of another contact add to the rates of this one.
  struct Other {
    std::array<double, 2> to_normal, to_tangent;
  };

  void add_row(const SparseRows& w, int row, std::array<double, 2> Other::*to);
  [[nodiscard]] double visit(int c, double relaxation);

  const PlanarContacts* problem_ = nullptr;
  std::vector<Own> own_;         // one more than contacts
  std::vector<Other> other_;     // of all contacts, one after the other
  std::vector<int> neighbour_;   // which contact each of these is
  std::vector<int> contact_;     // of each row of W
  std::vector<int> place_;       // scratch: of each contact among the others of one
  std::vector<double> impulse_;  // normal and tangent of each contact
};

/// Impulses (c, t) of one contact,  u_n = nn c + nt t + q_n,  u_t = tn c + tt t + q_t,  by Coulomb's law: the first of
/// open, sticking and sliding that holds; where none does, sliding against q_t.
[[nodiscard]] std::array<double, 2> planar_impulse(const std::array<double, 4>& w, std::array<double, 2> q,
                                                   double friction);

}  // namespace perpend
