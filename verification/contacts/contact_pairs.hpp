// The complementary pairs of a contact problem and the rows that tie them together.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernel/model/contacts/contact_problem.hpp"
#include "verification/arithmetic/row_sum.hpp"
#include "verification/certificate.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Calls visit(column, value) for each number of one row of one contact.
template <class Visit>
void for_each_entry(const ContactRows& rows, int contact, int row, Visit visit) {
  const ContactBlock& block = rows.blocks[contact];
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j)
      visit(block.first_column[side] + j, rows.values[block.first_value[side] + row * block.num_columns[side] + j]);
}

/// Whether every vector and block of the problem has its size, for a mechanism of that many velocities.
[[nodiscard]] bool fits(const ContactProblem& problem, int num_columns);
[[nodiscard]] bool fits(const ContactProblem& problem, const ContactSolution& solution);
/// Why nothing exact can be said of the problem: a part is missing, sizes do not match, or a number is not finite; or
/// null.
[[nodiscard]] const char* why_unfit(const ContactProblem& problem);
/// Impulses, slips and slacks alone.
[[nodiscard]] bool is_finite(const ContactSolution& solution);
/// Whether this contact has beta and sigma among the unknowns.
[[nodiscard]] inline bool has_cone(const ContactProblem& problem, int contact) {
  return problem.law != FrictionLaw::sliding && problem.rows.contacts[contact].friction != 0.0;
}

/// Why the pairs are not complementary to the last bit, or null.
[[nodiscard]] const char* why_not_complementary(const ContactProblem& problem, const ContactSolution& solution);

/// What rows of rates are measured against; see ContactCertifier.
struct RowScales {
  const std::vector<double>& summed;
  double largest_summed;
  double largest_impulse;
  double share;
};

struct ContactGroups {
  RowGroup motion, joints, normal, tangential, cone;
  explicit ContactGroups(const RowGroup& empty)
      : motion(empty), joints(empty), normal(empty), tangential(empty), cone(empty) {}
};

/// All rows but those named.
void judge_joint_rows(const Problem& problem, const Solution& solution, const RowPattern& pattern,
                      const RowScales& scales, std::span<const int> without, RowGroup& group);
/// `directions`: direction_coefficients of each of num_directions.
void judge_contact_rows(const ContactProblem& problem, const ContactSolution& solution,
                        std::span<const std::array<double, 2>> directions, const RowScales& scales,
                        ContactGroups& groups);
[[nodiscard]] Certificate verdict_of(const ContactGroups& groups);

}  // namespace perpend
