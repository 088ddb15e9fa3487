// What `fixed_point` solves in each turn: the contact problem with its slip given, as a linear complementarity problem
// that is symmetric and positive semidefinite. With each impulse of a contact a sum of edges of its pyramid, c_n = sum
// gamma_i, beta_i = mu gamma_i,
//     w_i = (w_n + mu sigma) + mu w_t,i ,    0 <= gamma_i  perp  w_i >= 0 ,
// where w_n, w_t are the rows of the contact problem without its sigma. A sigma that is max_i(0, -w_t,i) of the answer
// makes (c_n, beta, sigma) a solution of the contact problem. [AcaryCadouxLemarechalMalick11], for a pyramid.
#pragma once

#include "kernel/lcp/lcp_matrix.hpp"

namespace perpend {

class ConvexifiedContacts {
 public:
  /// Null, or what the problem lacks. Builds the matrix.
  [[nodiscard]] const char* prepare(const Lcp& lcp);
  /// The problem for these slips, one a contact. Valid until the next call.
  [[nodiscard]] const Lcp& with_slip(const Lcp& lcp, const GrowingVector& slip);
  [[nodiscard]] int num_contacts() const { return static_cast<int>(contacts_.size()); }

  /// (c_n, beta) of gamma; the sigma are left.
  void expand(const GrowingVector& gamma, GrowingVector& z) const;
  void contract(const GrowingVector& z, GrowingVector& gamma) const;
  /// sigma of z, in z and apart. `w`: A z + b.
  void update_slip(GrowingVector& z, const GrowingVector& w, GrowingVector& slip) const;
  void slip_of(const GrowingVector& z, GrowingVector& slip) const;

 private:
  struct Edge {
    int row = 0;       ///< w_n, or a row of no contact
    int tangent = -1;  ///< -1: there is none
    int contact = -1;  ///< with friction
  };

  void collect_edges(const Lcp& lcp);
  void add_row(const SparseRows& a, int row, double weight);
  void assemble(const SparseRows& a);
  [[nodiscard]] double friction_of(const Edge& edge) const {
    return edge.contact < 0 ? 0.0 : contacts_[edge.contact].friction;
  }

  std::vector<LcpContact> contacts_;         // those with friction
  std::vector<char> has_normal_, is_other_;  // of each row of A
  std::vector<int> contact_at_;
  std::vector<Edge> edges_;
  std::vector<int> first_edge_, num_edges_;  // of each row of A
  std::vector<double> weight_;               // of the row in its edges
  SparseLcpMatrix matrix_;
  Lcp convex_;
  std::vector<double> sums_;
  std::vector<int> columns_;
  std::vector<char> is_met_;
};

}  // namespace perpend
