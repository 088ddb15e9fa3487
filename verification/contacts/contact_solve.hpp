// How well a ContactSolution solves its ContactProblem, proved from the data alone.
#pragma once

#include <span>
#include <vector>

#include "kernel/model/contacts/contact_problem.hpp"
#include "verification/arithmetic/row_sum.hpp"
#include "verification/certificates.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Exact object: the doubles of the problem (M, J, E, N, D, mu, right-hand sides; D through direction_coefficients) and
/// of the solution (x, c_nu, c_n, beta, sigma and their slacks). Claim:
///     every multiplier and every slack is >= 0 and one of each pair is 0, bit for bit;
///     the solution solves exactly the problem whose right-hand sides are changed by e, and |e_i| is at most
///     `contact_error_limit` times the scale of its row. Rows that miss it by their own terms alone are counted.
/// Scale of a motion row and of a cone row mu c_n - sum(beta): the size of its terms. Scale of a row of rates: its
/// coefficients times what each x_j was summed from (the size of motion row j over m_jj), and its other terms. Rows
/// that are rounding compared with the others: 1000 n u of their coefficients times the largest unknown (of rates a
/// velocity, of impulses an impulse or a momentum: both have one unit) are granted to each, as a backward stable solver
/// leaves [Higham02]. A joint row with bounds counts at the bound when moving the bound by that amount puts it there,
/// relative to the bound, the multiplier and what is granted to an impulse.
class ContactCertifier {
 public:
  explicit ContactCertifier(const ConstraintRows& layout) : pattern_(layout) {}

  /// bounds: backward error, the largest |e| of motion, joint, normal, tangential and cone rows, rows granted as
  /// rounding. Allocates only for more contacts than before.
  [[nodiscard]] Certificate certify(const ContactProblem& problem, const ContactSolution& solution);
  /// The same of all rows but those of joints that are named: less than this kind of certificate says, see
  /// ContactKeptRowsCertifier.
  [[nodiscard]] Certificate certify_without(const ContactProblem& problem, const ContactSolution& solution,
                                            std::span<const int> rows);

 private:
  [[nodiscard]] const char* why_unfit(const ContactProblem& problem, const ContactSolution& solution) const;
  void sum_motion_rows(const ContactProblem& problem, const ContactSolution& solution);
  void add_contact_impulses(const ContactProblem& problem, const ContactSolution& solution, int contact);
  void measure_unknowns(const ContactProblem& problem, const ContactSolution& solution);
  void add_row(const ContactRows& rows, int contact, int row, double sign, const RowSum& impulse);

  RowPattern pattern_;
  std::vector<std::array<double, 2>> directions_;
  std::vector<RowSum> motion_;        ///< of each motion row
  std::vector<double> coefficients_;  ///< sum of |J|, |N|, |D| of each motion row
  std::vector<double> summed_;        ///< size of what each x_j was summed from
  double largest_impulse_ = 0.0;
  double largest_summed_ = 0.0;
  double share_ = 0.0;  ///< 1000 n u / contact_error_limit
};

/// sqrt(u): half of the digits of the data are honoured, as in kkt_backward_error_limit. What loses more is a wrong
/// basis or an iteration stopped early, not rounding.
inline constexpr double contact_error_limit = 0x1.6a09e667f3bcdp-27;

}  // namespace perpend
