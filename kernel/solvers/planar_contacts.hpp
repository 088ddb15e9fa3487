// An LCP with friction in the plane in two unknowns a contact, the impulses c along the normal and t along the tangent:
//     u = W x + b,    0 <= c  perp  u_n >= 0,    |t| <= mu c,  u_t against t wherever t is at its bound.
// x has the c and t; beta = (max(t, 0), max(-t, 0)), and sigma = |u_t| follows. A row of no contact is a normal alone.
#pragma once

#include "kernel/lcp/lcp_matrix.hpp"

namespace perpend {

struct PlanarContact {
  int normal = 0;    ///< row of W
  int tangent = -1;  ///< row of W, -1: there is none
  double friction = 0.0;
};

class PlanarContacts {
 public:
  /// Null, or what the problem lacks. Reads W and b.
  [[nodiscard]] const char* prepare(const Lcp& lcp);

  [[nodiscard]] const std::vector<PlanarContact>& contacts() const { return contacts_; }
  [[nodiscard]] const SparseRows& matrix() const { return matrix_; }
  [[nodiscard]] const GrowingVector& b() const { return b_; }

  void contract(const GrowingVector& z, GrowingVector& x) const;
  /// `u`: W x + b.
  void expand(const GrowingVector& x, const GrowingVector& u, GrowingVector& z) const;

 private:
  [[nodiscard]] const char* number(const Lcp& lcp);
  [[nodiscard]] bool are_opposite(const SparseRows& a, const LcpContact& contact) const;
  void assemble(const Lcp& lcp);

  std::vector<PlanarContact> contacts_;
  std::vector<int> slip_;   // of each contact in the LCP, -1: none
  std::vector<int> row_;    // in the LCP of each row of W
  std::vector<int> place_;  // in W of each row of the LCP, -1: none
  SparseRows matrix_;
  GrowingVector b_;
};

}  // namespace perpend
