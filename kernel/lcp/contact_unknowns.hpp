// Which unknowns the LCP of a ContactProblem has, and what each does to the rows of joints and contacts.
//
// Base rows: the rows of contacts (normal, tangents) in order, then the bounded rows of joints that are not idle. An
// unknown z_j is an impulse along a combination of base rows of one contact (its column), and w_i is the rate along
// another (its row):
//     pyramid     c_n: row = column = n;   beta_i: row = column = d_i;   sigma: A(beta_i, sigma) = 1,
//                 A(sigma, c_n) = mu, A(sigma, beta_i) = -1                                    [HartAnitescu03] (2.12)
//     convex      gamma_i: row = column = g_i = n + mu d_i: then c_n = sum gamma, beta = mu gamma, and sigma is the
//                 largest slip: the LCP of (2.10) on the generators of the cone, symmetric and PSD
//     wide cone   convex with mu > 1024, where c_n and beta would be lost in sums of gamma, or with a normal impulse
//                 that is given, which is in no gamma: s = mu sigma in
//                 w_n = .. - s,   w_beta_i = .. + s / mu,   w_s = c_n + given - sum(beta) / mu: PSD
//     sliding     c_n: row = n, column = n - mu slide
//     limit       one impulse, row = column = the row of the joint
//     friction of a joint: two directions and sigma; in place of mu c_n stands the bound
// Scaled so that z and w are of size 1: impulses by mass * speed, sigma and w by speed.
#pragma once

#include <array>
#include <vector>

#include "kernel/lcp/lcp_matrix.hpp"

namespace perpend {

struct LcpUnknown {
  /// Then row holds the coefficients of c_n and of each beta in its row, column its own in the rows of c_n and beta.
  bool is_slip = false;
  int contact = 0;     ///< in ContactUnknowns::contacts
  int first_base = 0;  ///< base row of the first coefficient
  int num_base = 1;    ///< 1 to 3
  std::array<double, 3> row{0.0, 0.0, 0.0};
  std::array<double, 3> column{0.0, 0.0, 0.0};
  double compliance = 0.0;  ///< times row[0] of one and column[0] of the other, for unknowns of one contact [1/kg]
};

class ContactUnknowns {
 public:
  /// Numbers the unknowns of the problem. Bounded rows with lower = upper are idle and have none.
  void number(const ContactProblem& problem);

  /// A_ij of a slip and another unknown of its contact, in either order.
  [[nodiscard]] double slip_entry(int i, int j) const;

  [[nodiscard]] int size() const { return static_cast<int>(unknowns.size()); }
  [[nodiscard]] int num_base_rows() const { return num_contact_rows + static_cast<int>(joint_rows.size()); }

  /// Impulses of the base rows from the scaled unknowns.
  void base_impulses(const GrowingVector& z, GrowingVector& impulse) const;
  /// b and its magnitude, scaled, from the rates of the base rows at x0; sets `speed`. Pre: `mass` is set.
  void right_hand_side(const ContactProblem& problem, const GrowingVector& rate, const GrowingVector& rate_magnitude,
                       GrowingVector& b, GrowingVector& magnitude);
  /// Scaled unknowns from State::contacts. False when there are none.
  [[nodiscard]] bool start(const ContactProblem& problem, GrowingVector& z) const;

  std::vector<LcpUnknown> unknowns;
  std::vector<LcpContact> contacts;  ///< one a contact, then one a joint row
  std::vector<int> joint_rows;       ///< rows of ConstraintRows behind the base rows of contacts
  int num_contact_rows = 0;
  double mass = 1.0;   ///< [kg]
  double speed = 1.0;  ///< [m/s]

 private:
  void add_contact(const ContactProblem& problem, int c);
  void add_joint_row(const ContactProblem& problem, int row);
  void add_direction(int first_base, int num_base, const std::array<double, 3>& direction, double compliance = 0.0);
  void add_slip(double friction);
  void add_wide_slip(double friction);
};

/// The block of J that the row is in.
[[nodiscard]] const RowBlock& block_of(const ConstraintRows& rows, int row);
/// Whether a contact of the convex law has s among the unknowns in place of the generators of its cone.
[[nodiscard]] bool is_wide_cone(const ContactProblem& problem, int contact);
/// Structure of the problem's law.
[[nodiscard]] LcpClass lcp_class(const ContactProblem& problem);

}  // namespace perpend
