// A of contacts between bodies that joints connect: G K^-1 G^T, K the system of the joints, one pair of groups at a
// time. A group is what joints hold together, directly or through others, as a ragdoll is: K^-1 joins rows of one group
// alone. So rows that have no group in common share one solution of K, and only rows that share a group have an entry.
#pragma once

#include <array>
#include <vector>

#include "kernel/lcp/contact_unknowns.hpp"
#include "kernel/linear/route_solver.hpp"
#include "kernel/linear/row_access.hpp"

namespace perpend {

class JointDelassus {
 public:
  explicit JointDelassus(const ConstraintRows& layout);

  /// G K^-1 G^T of the base rows, by as many solutions as a group has rows, or some more. `joints`: K, factored for
  /// `bilateral`, of which motion and target are overwritten. False when the work was told to stop.
  [[nodiscard]] bool assemble(const ContactProblem& problem, const ContactUnknowns& unknowns, const RowAccess& access,
                              Problem& bilateral, RouteSolver& joints);
  /// Whether the joints hold the normal of a contact: of g M^-1 g^T rounding is left, and no impulse changes its rate.
  [[nodiscard]] bool is_held(const ContactProblem& problem, int contact) const;
  /// Takes a base row, which joints hold, out of A. With `is_open` nothing but a diagonal entry of the usual size
  /// stands there, so that a positive right-hand side leaves the row open whatever the solver.
  void take_out(int row, bool is_open);
  /// One divided by the mean of the diagonal of the rows that are in A; 1 where that is not positive.
  [[nodiscard]] double mean_mass() const;
  /// A in the units of the unknowns.
  void write(const ContactUnknowns& unknowns, int rows_per_contact, SparseRows& out);
  /// Solutions of K in the last call.
  [[nodiscard]] int num_solutions() const { return static_cast<int>(first_of_colour_.size()) - 1; }

 private:
  using Groups = std::array<int, 2>;  // of the sides of a contact, -1: none; of a joint's row the first alone

  void find_groups(const ContactProblem& problem, const ContactUnknowns& unknowns);
  void find_neighbours(const ContactUnknowns& unknowns);
  void choose_colours();
  [[nodiscard]] double product(const ContactProblem& problem, const ContactUnknowns& unknowns, const RowAccess& access,
                               int row, const Groups& of, const VectorX& x) const;
  void add_transposed(const ContactProblem& problem, const ContactUnknowns& unknowns, const RowAccess& access, int row,
                      VectorX& out) const;
  void symmetrize();
  [[nodiscard]] double diagonal(int row) const;
  [[nodiscard]] double entry(const ContactUnknowns& unknowns, int i, int j, int place) const;

  std::vector<int> joined_;     // columns that joints hold together, as disjoint_sets has it
  std::vector<int> set_;        // the same with the contacts' bodies
  std::vector<Groups> groups_;  // of each base row
  std::vector<int> first_row_;  // of each group in row_
  std::vector<int> row_;
  std::vector<int> next_;
  SparseRows matrix_;                                // of base rows
  std::vector<int> first_of_colour_{0}, by_colour_;  // base rows; those of one colour share a solution
  Solution response_;
  std::vector<int> open_rows_;
  int num_rows_out_ = 0;
};

}  // namespace perpend
